import type { Log } from './log.ts'
import type { Recorder } from './metrics/Recorder.ts'
import { toAddresses } from './postgres/address.ts'
import { Database } from './postgres/Database.ts'
import { StandbyReads } from './postgres/standby/StandbyReads.ts'
import type { Settings } from './settings/Settings.ts'

/** Opens the database of a service: the log says when it is away, and the recorder times its statements. */
export function openDatabase(
  { settings, log }: { readonly settings: Settings; readonly log: Log },
  { onStatement }: Recorder,
): Database {
  if (settings.databaseUrl === undefined) throw new TypeError('The setting databaseUrl is required here.')
  return new Database({
    url: settings.databaseUrl,
    poolSize: settings.poolSize,
    connectTimeout: settings.connectTimeout,
    queueTimeout: settings.queueTimeout,
    statementTimeout: settings.statementTimeout,
    preparedStatements: settings.preparedStatements,
    onChange: (reachable, cause) =>
      reachable ? log.info('the database is back') : log.warn({ err: cause }, 'the database cannot be reached'),
    onStatement,
    onMove: (host) => log.warn({ host }, 'another host was promoted to primary: all connections move to it'),
  })
}

/** Where requests are answered from. */
export interface Databases {
  /** The primary. */
  readonly database: Database
  /** Absent if the primary alone is read. */
  readonly standbys?: StandbyReads
  /** Runs the statements of requests that only read. */
  readonly reads: Pick<Database, 'run'>
}

/** Opens the connections to standbys, if requests that only read go there. */
export function openReads(
  { settings, log }: { readonly settings: Settings; readonly log: Log },
  { onStatement, onRead }: Recorder,
  database: Database,
): Databases {
  const { databaseUrl, readFrom } = settings
  if (readFrom === 'primary') return { database, reads: database }
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
  return { database, standbys, reads: standbys }
}
