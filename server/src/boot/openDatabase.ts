import { codes } from '../failure/failureCodes.ts'
import type { Log } from '../request/log.ts'
import { Recorder } from '../metrics/Recorder.ts'
import type { Models } from '../model/Models.ts'
import { toAddresses } from '../postgres/address.ts'
import { Database } from '../postgres/Database.ts'
import { StandbyReads } from '../postgres/standby/StandbyReads.ts'
import { findDifference } from '../schema/findDifference.ts'
import type { Settings } from '../settings/Settings.ts'

/** What is needed to open the database of a service. */
interface DatabaseOptions {
  readonly settings: Settings
  readonly models: Models
  readonly log: Log
  /** A random number from 0 to 1. */
  random(): number
  /** Whether to serve although steps of the migration are missing that this process can do without. */
  readonly allowPendingSteps?: boolean
}

/** The schema of the database differs from the models. The message says which command fixes it. */
export class SchemaDiffers extends Error {
  override readonly name = 'SchemaDiffers'
}

/**
 * Opens the database and starts something on it. It never changes the schema: it fails if that differs from the
 * models. The database is closed if the start fails.
 */
export async function startOnDatabase<Started>(
  options: DatabaseOptions,
  start: (database: Database, recorder: Recorder) => Promise<Started>,
): Promise<Started> {
  const { models, allowPendingSteps: requiredOnly = false } = options
  const recorder = new Recorder(codes)
  const database = openDatabase(options, recorder)
  try {
    const difference = await findDifference((statement) => database.query(statement), models, { requiredOnly })
    if (difference !== undefined) throw new SchemaDiffers(difference)
    return await start(database, recorder)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Opens the database of a service: the log says when it is away, and the recorder times its statements. */
function openDatabase({ settings, log, random }: DatabaseOptions, { onStatement }: Recorder): Database {
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
  { settings, log }: DatabaseOptions,
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
