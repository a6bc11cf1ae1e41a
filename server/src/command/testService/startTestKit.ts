import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { toActionServices } from '../../operations/action.ts'
import { createWork, createWorkServices } from '../../tenant/createWork.ts'
import { type ActionServices, runAction } from '../../execute/logic/runAction.ts'
import { toSent } from '../../execute/logic/readNames.ts'
import { runLogic } from '../../execute/logic/runLogic.ts'
import { createLog } from '../../request/log.ts'
import type { ActionDeclaration } from '../../logic/action.ts'
import type { GivenValuesOf, SentValuesOf } from '../../logic/declaration.ts'
import { permitAction } from '../../logic/permitAction.ts'
import type { Records } from '../../logic/Records.ts'
import type { FieldDeclarations } from '../../model/declare.ts'
import { serviceAuthorization } from '../../permission/Authorization.ts'
import { refuseFaults } from '../../plan/Faults.ts'
import { parseForm } from '../../plan/parseForm.ts'
import { Database } from '../../postgres/Database.ts'
import { applyMigration } from '../../schema/applyMigration.ts'
import { Sender } from '../../outbound/Sender.ts'
import { createPasswords } from '../../session/createPasswords.ts'
import { applyRoles } from '../applyRoles.ts'
import type { Context } from '../Context.ts'
import { type Declared, loadDeclared } from '../loadDeclared.ts'
import type { PostgresContext } from '../localPostgres/findPrograms.ts'
import { withConnection } from '../openConnection.ts'
import { toServeOptions } from '../toServeOptions.ts'
import { openTestDatabase } from './openTestDatabase.ts'
import { type SettleOptions, settleWork } from './settleWork.ts'
import { toSettings } from './startTestService.ts'
import { type TestCaller, TestCallers } from './TestCallers.ts'

/** What a test of logic may choose. */
export interface TestKitOptions {
  /** The folder of the models, roles and logic; `models` in the working folder if absent. */
  readonly models?: string
  /** The declared role of the caller; an administrator if absent. */
  readonly as?: string
}

/** How an action is run. */
export interface ActOptions {
  /** The moment of the call; now if absent. */
  readonly at?: Date
}

/** Runs actions with the rights of one user. */
export interface TestActions {
  /**
   * Runs an action and returns what it gives. It runs twice, and the first run is taken back: an action that gives
   * something else the second time depends on more than its input and its records, and fails the test.
   */
  act<Takes extends FieldDeclarations, Gives extends FieldDeclarations>(
    action: ActionDeclaration<Takes, Gives>,
    input: SentValuesOf<Takes>,
    options?: ActOptions,
  ): Promise<GivenValuesOf<Gives>>
}

/** Runs logic for tests, without HTTP, on a database of its own. */
export interface TestKit extends TestActions {
  /** Runs actions as the user with another declared role; as an administrator if the role is absent. */
  as(role?: string): TestActions
  /** Returns the id of the user that acts with a declared role, or of the administrator, for references to users. */
  user(role?: string): Promise<number>
  /** Reads and writes records as logic with all rights, in one transaction: to prepare and to examine a test. */
  records<T>(work: (records: Records) => Promise<T>): Promise<T>
  /**
   * Runs reactions, jobs and schedules until nothing is left to do: those that are due now, or by the given moment. It
   * fails if one of them does. Without it they do not run.
   */
  settle(options?: SettleOptions): Promise<void>
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
    const own = await callers.find(options.as)
    const database = new Database({ ...settings, url: opened.url })
    const sender = new Sender({ networks: settings.webhookNetworks })
    const passwords = await createPasswords()
    const parts = { ...declared, ...toServeOptions(context), settings, log, sender, passwords }
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
    const kit = { declared, services, timeout: settings.actionTimeout, time: context.time }
    return {
      ...toActions(kit, async () => own),
      as: (role) => toActions(kit, () => callers.find(role)),
      user: async (role) => (await callers.find(role)).id,
      records: (read) => runRecords(kit, own, read),
      settle,
      close,
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

interface Kit {
  readonly declared: Declared
  readonly services: ActionServices
  readonly timeout: number
  time(): number
}

function toDeadline(milliseconds: number) {
  return { at: performance.now() + milliseconds, mayBeWritten: false }
}

function toActions(kit: Kit, findCaller: () => Promise<TestCaller>): TestActions {
  return {
    act: async ({ name }, input, { at } = {}) => {
      const caller = await findCaller()
      const moment = at ?? new Date(kit.time())
      const first = await runOnce(kit, caller, { name, input, moment, dryRun: true })
      const second = await runOnce(kit, caller, { name, input, moment, dryRun: false })
      if (!isDeepStrictEqual(withoutIds(first), withoutIds(second)))
        throw new TypeError(
          `${name} gave ${JSON.stringify(first)} and then ${JSON.stringify(second)} for the same input: ` +
            'it must depend on its input, context.moment and its records alone.',
        )
      return second as never
    },
  }
}

interface Run {
  readonly name: string
  readonly input: object
  readonly moment: Date
  readonly dryRun: boolean
}

async function runOnce(
  { declared: { models, logic }, services, timeout: usual }: Kit,
  { id, username, authorization }: TestCaller,
  { name, input: given, moment, dryRun }: Run,
): Promise<Readonly<Record<string, unknown>>> {
  const action = permitAction(name, logic, authorization.rights)
  // A record that was read stands for a reference to it, as in the calls of records.
  const sent = toSent(given, action.takes, ['id', 'version'])
  const { values: input, faults } = parseForm(sent, action.takes, { models, userId: id, moment })
  refuseFaults(faults)
  const timeout = action.timeout ?? usual
  const deadline = toDeadline(timeout)
  const context = { authorization: { ...authorization, deadline }, requestId: 'test', dryRun }
  const plan = { action, input, caller: { id, username }, moment, context, deadline, timeout }
  const { text } = await runAction(plan, services)
  const { data }: { data: Record<string, unknown>[] } = JSON.parse(text)
  return data[0] ?? {}
}

function runRecords<T>({ declared, services }: Kit, { id }: TestCaller, work: (records: Records) => Promise<T>) {
  const all = serviceAuthorization(declared.models)
  const authorization = { ...all, userId: id, rights: all.rights.forLogic() }
  const options = { kind: 'action', name: 'test', statements: 10_000, requestId: 'test' } as const
  return runLogic({ ...options, authorization, deadline: toDeadline(60_000), timeout: 60_000 }, services, work)
}

/** New records get other ids the second time. */
function withoutIds(given: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(given, (name, value: unknown) => (name === 'id' ? 0 : value)))
}
