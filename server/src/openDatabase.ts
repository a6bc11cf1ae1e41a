import type { Log } from './log.ts'
import type { Recorder } from './metrics/Recorder.ts'
import { Database } from './postgres/Database.ts'
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
