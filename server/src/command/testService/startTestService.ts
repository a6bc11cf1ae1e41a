import { resolve } from 'node:path'
import { createLog } from '../../request/log.ts'
import type { Connection } from '../../postgres/Connection.ts'
import { applyMigration } from '../../schema/applyMigration.ts'
import { startService, type RunningService } from '../../boot/serve.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import { beginMigrationStatement, endMigrationStatement } from '../../statement/service/dataMigrations.ts'
import { applyRoles } from '../applyRoles.ts'
import type { Context } from '../Context.ts'
import { makeKey } from '../key/makeKey.ts'
import { loadDeclared } from '../loadDeclared.ts'
import { withConnection } from '../openConnection.ts'
import type { PostgresContext } from '../localPostgres/findPrograms.ts'
import { toServeOptions } from '../toServeOptions.ts'
import { addUser } from '../user/users.ts'
import { openTestDatabase } from './openTestDatabase.ts'
import { type SettleOptions, settleWork } from './settleWork.ts'

/** What a test may choose. */
export interface TestServiceOptions {
  /** The folder of the models and roles; `models` in the working folder if absent. */
  readonly models?: string
}

/** A running service on a database of its own, for the tests of a project. */
export interface TestService {
  /** The address, such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** An API key of an administrator, for the header `Authorization: Bearer …`. */
  readonly key: string
  /** Makes a user who has these roles, and returns an API key of theirs: to test what the roles allow. */
  keyFor(...roles: string[]): Promise<string>
  /**
   * Runs reactions, due jobs and due schedules until nothing is left to do, as if it were the given moment. Without it
   * they do not run in a test. It fails if one of them does.
   */
  settle(options?: SettleOptions): Promise<void>
  /** Ends the service and deletes its database. */
  close(): Promise<void>
}

type TestContext = PostgresContext & Pick<Context, 'onExit' | 'time' | 'random'>

/** Starts a service on a new database with the models and roles of a folder. */
export async function startTestService(context: TestContext, options: TestServiceOptions): Promise<TestService> {
  const folder = resolve(context.folder, options.models ?? 'models')
  const { models, roles, logic } = await loadDeclared(folder)
  const database = await openTestDatabase(context)
  let started: RunningService | undefined
  try {
    const settings = toSettings(database.url, folder)
    const connect = <T>(work: (connection: Connection) => Promise<T>) =>
      withConnection(database.url, settings.connectTimeout, work)
    const key = await connect(async (connection) => {
      // There are no records yet: a migration of them has nothing to do, and is done.
      const runMigration = async (name: string) => {
        for (const statement of [beginMigrationStatement(name), endMigrationStatement(name)])
          await connection.query(statement)
      }
      await applyMigration(connection, models, { allowDataLoss: false, runMigration })
      await applyRoles(connection, roles)
      return await addPerson(connection, context, { admin: true, roles: [] })
    })
    const log = createLog({ level: settings.logLevel, fileDescriptor: 2, onExit: context.onExit })
    const service = await startService({ settings, models, roles, logic, log, ...toServeOptions(context) })
    started = service
    // Reactions begin now, not with the first call of settle.
    await service.settle()
    return {
      url: service.url,
      key,
      keyFor: (...names) => connect((connection) => addPerson(connection, context, { admin: false, roles: names })),
      settle: (moment) => settleWork(service, moment),
      close: () => closeAll(service, database),
    }
  } catch (error) {
    await closeAll(started, database)
    throw error
  }
}

/** Settings of the environment do not count, so that a test has the same result everywhere. */
export function toSettings(databaseUrl: string, models: string) {
  const flags = { databaseUrl, models, port: 0, logLevel: 'error', drainDelay: '0s', drainTimeout: '2s', work: false }
  return parseSettings('serve', { flags, env: {} })
}

async function closeAll(service: RunningService | undefined, database: { close(): Promise<void> }): Promise<void> {
  try {
    await service?.drain()
  } finally {
    await database.close()
  }
}

/** Adds a user with a password that nobody knows, and returns an API key of theirs. */
async function addPerson(
  connection: Connection,
  { randomBytes }: TestContext,
  { admin, roles }: { readonly admin: boolean; readonly roles: readonly string[] },
): Promise<string> {
  const username = `test-${randomBytes(6).toString('hex')}`
  const password = randomBytes(24).toString('hex')
  await addUser(connection, { username, name: roles.join(', ') || 'Administrator', password, admin, roles })
  const { key } = await makeKey(connection, { username, name: 'Test', roles: [], expiresOn: null }, randomBytes(32))
  return key
}
