import { resolve } from 'node:path'
import { toActionServices } from '../../operations/action.ts'
import { createWork, createWorkServices } from '../../tenant/createWork.ts'
import { type MigrationResult, runMigration } from '../../execute/logic/runMigration.ts'
import { createLog } from '../../request/log.ts'
import type { Records } from '../../logic/Records.ts'
import { Database } from '../../postgres/Database.ts'
import { applyMigration } from '../../schema/applyMigration.ts'
import { Sender } from '../../outbound/Sender.ts'
import { createPasswords } from '../../session/createPasswords.ts'
import { applyRoles } from '../applyRoles.ts'
import type { Context } from '../Context.ts'
import { loadDeclared } from '../loadDeclared.ts'
import type { PostgresContext } from '../localPostgres/findPrograms.ts'
import { requireMigration, toLogicLog } from '../migrate/migrateData.ts'
import { withConnection } from '../openConnection.ts'
import type { OutgoingMail } from '../../work/mail/Mailer.ts'
import { toServeOptions } from '../toServeOptions.ts'
import { openTestDatabase } from './openTestDatabase.ts'
import { type SettleOptions, settleWork } from './settleWork.ts'
import { toSettings } from './startTestService.ts'
import { type NewTestUser, TestCallers, type TestUser } from './TestCallers.ts'
import { type ActOptions, runRecords, type TestActions, toActions } from './testActions.ts'
import { TestClock } from './TestClock.ts'

/** What a test of logic may choose. */
export interface TestKitOptions {
  /** The folder of the models, roles and logic; `models` in the working folder if absent. */
  readonly models?: string
  /** The declared role of the caller; an administrator if absent. */
  readonly as?: string
}

/** Runs logic for tests, without HTTP, on a database of its own. */
export interface TestKit extends TestActions {
  /** Runs actions as the user with another declared role, or as one of `user`; as an administrator if absent. */
  as(who?: string | TestUser): TestActions
  /** Returns the user that acts with a declared role, the administrator, or a new user with roles and fields. */
  user(who?: string | NewTestUser): Promise<TestUser>
  /** Reads and writes records as logic with all rights, in one transaction: to prepare and to examine a test. */
  records<T>(work: (records: Records) => Promise<T>, options?: ActOptions): Promise<T>
  /**
   * Runs reactions, jobs and schedules until nothing is left to do: those that are due now, or by the given moment. It
   * fails if one of them does. Without it they do not run.
   */
  settle(options?: SettleOptions): Promise<void>
  /** The mails that were sent, the first one first. `settle` sends those that wait. */
  readonly mails: readonly OutgoingMail[]
  /** Runs a data migration over the records that are there, as `migrate apply` does. Without it none runs. */
  migrate(migration: { readonly name: string }): Promise<MigrationResult>
  /** Deletes the database. */
  close(): Promise<void>
}

type TestContext = PostgresContext & Pick<Context, 'onExit' | 'random' | 'time'>

/** Makes a test kit for the models, roles and logic of a folder. */
export async function startTestKit(context: TestContext, options: TestKitOptions): Promise<TestKit> {
  const folder = resolve(context.folder, options.models ?? 'models')
  const declared = await loadDeclared(folder)
  const opened = await openTestDatabase(context)
  try {
    const settings = toSettings(opened.url, folder)
    const log = createLog({ level: settings.logLevel, fileDescriptor: 2, onExit: context.onExit })
    await withConnection(opened.url, settings.connectTimeout, async (connection) => {
      await applyMigration(connection, declared.models, { allowDataLoss: false })
      await applyRoles(connection, declared.roles)
    })
    const callers = new TestCallers(declared, { url: opened.url, connectTimeout: settings.connectTimeout }, context)
    const clock = await TestClock.install({ url: opened.url, connectTimeout: settings.connectTimeout })
    const own = await callers.find(options.as)
    const database = new Database({ ...settings, url: opened.url })
    const sender = new Sender({ networks: settings.webhookNetworks })
    const passwords = await createPasswords()
    const mails: OutgoingMail[] = []
    const mailer = { send: async (mail: OutgoingMail) => void mails.push(mail), close: () => {} }
    const parts = { ...declared, ...toServeOptions(context), settings, log, sender, passwords, mailer }
    const executing = createWorkServices(parts, database)
    const work = createWork(parts, executing)
    const services = { ...executing, ...toActionServices({ ...declared, log, actionTimeout: settings.actionTimeout }) }
    // Reactions and schedules begin now, not with the first call of settle.
    await work.settle()
    const close = async () => {
      await work.close(0)
      database.close()
      await opened.close()
    }
    const settle = (moment?: SettleOptions) => settleWork(work, moment)
    const kit = { declared, services, clock, timeout: settings.actionTimeout, time: context.time }
    return {
      ...toActions(kit, async () => own),
      as: (who) => toActions(kit, () => callers.find(who)),
      user: async (who) => {
        const { id } = await (typeof who === 'object' ? callers.make(who) : callers.find(who))
        return { id }
      },
      records: (read, { at } = {}) => clock.at(at, () => runRecords(kit, own, read)),
      migrate: ({ name }) => runMigration(requireMigration(name, declared), services, { log: toLogicLog(log) }),
      settle,
      mails,
      close,
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}
