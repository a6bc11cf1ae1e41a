import type { Log } from '../../log.ts'
import type { Settings } from '../../settings/Settings.ts'

/** Warns if the database has no letters outside ASCII: the service works, but searches miss records. */
export async function warnOfEncoding({ databaseUrl, connectTimeout }: Settings, log: Log): Promise<void> {
  const [{ withConnection }, { findUnknownLetters, howToCreate, inspectEncoding }] = await Promise.all([
    import('../openConnection.ts'),
    import('../../schema/inspectEncoding.ts'),
  ])
  try {
    const encoding = await withConnection(databaseUrl, connectTimeout, (connection) =>
      inspectEncoding((statement) => connection.query(statement)),
    )
    const letters = findUnknownLetters(encoding)
    if (letters !== undefined) log.warn({ ...encoding, advice: howToCreate }, letters)
  } catch (error) {
    log.warn({ err: error }, 'the encoding of the database could not be read')
  }
}
