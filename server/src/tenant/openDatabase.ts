import type { Models } from '../model/Models.ts'
import { toAddresses } from '../postgres/address.ts'
import { Database } from '../postgres/Database.ts'
import { StandbyReads } from '../postgres/standby/StandbyReads.ts'
import { findDifference } from '../schema/findDifference.ts'
import type { ProcessParts } from './ProcessParts.ts'

/** The schema of the database differs from the models. The message says which command fixes it. */
export class SchemaDiffers extends Error {
  override readonly name = 'SchemaDiffers'
}

/** Throws if the schema differs from the models; with `requiredOnly`, by steps that a process can't do without. */
export async function requireSchema(database: Database, models: Models, requiredOnly: boolean): Promise<void> {
  const difference = await findDifference((statement) => database.query(statement), models, { requiredOnly })
  if (difference !== undefined) throw new SchemaDiffers(difference)
}

/** Opens the database of a service: the log says when it is away, and the recorder times its statements. */
export function openDatabase({ settings, log, random, recorder }: ProcessParts): Database {
  if (settings.databaseUrl === undefined) throw new TypeError('The setting databaseUrl is required here.')
  return new Database({
    url: settings.databaseUrl,
    poolSize: settings.poolSize,
    connectTimeout: settings.connectTimeout,
    queueTimeout: settings.queueTimeout,
    statementTimeout: settings.statementTimeout,
    preparedStatements: settings.preparedStatements,
    random,
    onChange: (reachable, cause) =>
      reachable ? log.info('the database is back') : log.warn({ err: cause }, 'the database cannot be reached'),
    onStatement: recorder.onStatement,
    onMove: (host) => log.warn({ host }, 'another host was promoted to primary: all connections move to it'),
  })
}

/** Where requests that only read are answered from. */
export interface Reads {
  /** Absent if the primary alone is read. */
  readonly standbys?: StandbyReads
  /** Runs their statements. */
  readonly reads: Pick<Database, 'run'>
}

/** Opens the connections to standbys, if requests that only read go there. */
export function openReads({ settings, log, recorder }: ProcessParts, database: Database): Reads {
  const { databaseUrl, readFrom } = settings
  if (readFrom === 'primary') return { reads: database }
  const { onStatement, onRead } = recorder
  const standbys = new StandbyReads(database, {
    ...settings,
    addresses: toAddresses(databaseUrl),
    onStatement,
    onRead,
    onChange: (host, state, cause) => {
      if (state === 'away') log.warn({ host, err: cause }, 'a standby cannot be read: others or the primary are')
      else if (state === 'following') log.info({ host }, 'a standby is read')
    },
  })
  return { standbys, reads: standbys }
}
