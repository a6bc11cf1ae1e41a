import type { Log } from '../../request/log.ts'
import type { Settings } from '../../settings/Settings.ts'
import { tryInspect } from './tryInspect.ts'

/** Warns if the database has no letters outside ASCII: the service works, but searches miss records. */
export async function warnOfEncoding(settings: Settings, log: Log): Promise<void> {
  const { findUnknownLetters, howToCreate, inspectEncoding } = await import('../../schema/inspectEncoding.ts')
  await tryInspect(settings, log, 'the encoding of the database could not be read', async (connection) => {
    const encoding = await inspectEncoding((statement) => connection.query(statement))
    const letters = findUnknownLetters(encoding)
    if (letters !== undefined) log.warn({ ...encoding, advice: howToCreate }, letters)
  })
}
