import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { toActionServices } from '../../answerAction.ts'
import { createWork, createWorkServices } from '../../createWork.ts'
import { type ActionServices, runAction } from '../../execute/logic/runAction.ts'
import { runLogic } from '../../execute/logic/runLogic.ts'
import { createLog } from '../../log.ts'
import type { ActionDeclaration } from '../../logic/action.ts'
import type { GivenValuesOf, SentValuesOf } from '../../logic/declaration.ts'
import { permitAction } from '../../logic/permitAction.ts'
import type { Records } from '../../logic/Records.ts'
import type { FieldDeclarations } from '../../model/declare.ts'
import { type Authorization, serviceAuthorization } from '../../permission/Authorization.ts'
import { Rights } from '../../permission/Rights.ts'
import { refuseFaults } from '../../plan/Faults.ts'
import { parseForm } from '../../plan/parseForm.ts'
import { Database } from '../../postgres/Database.ts'
import { applyMigration } from '../../schema/applyMigration.ts'
import { hashPassword } from '../../session/password.ts'
import { applyRoles } from '../applyRoles.ts'
import type { Context } from '../Context.ts'
import { type Declared, loadDeclared } from '../loadDeclared.ts'
import type { PostgresContext } from '../localPostgres/findPrograms.ts'
import { withConnection } from '../openConnection.ts'
import { toServeOptions } from '../toServeOptions.ts'
import { addUser } from '../user/users.ts'
import { openTestDatabase } from './openTestDatabase.ts'
import { type SettleOptions, settleWork } from './settleWork.ts'
import { toSettings } from './startTestService.ts'

/** What a test of logic may choose. */
export interface TestKitOptions {
  /** The folder of the models, roles and logic; `models` in the working folder if absent. */
  readonly models?: string
  /** The declared role of the caller; an administrator if absent. */
  readonly as?: string
}

/** Runs logic for tests, without HTTP, on a database of its own. */
export interface TestKit {
  /**
   * Runs an action and returns what it gives. It runs twice, and the first run is taken back: an action that gives
   * something else the second time depends on more than its input and its records, and fails the test.
   */
  act<Takes extends FieldDeclarations, Gives extends FieldDeclarations>(
    action: ActionDeclaration<Takes, Gives>,
    input: SentValuesOf<Takes>,
  ): Promise<GivenValuesOf<Gives>>
  /** Reads and writes records with all rights, in one transaction: to prepare a test, and to see what became of it. */
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

const username = 'tester'

/** Makes a test kit for the models, roles and logic of a folder. */
export async function startTestKit(context: TestContext, options: TestKitOptions): Promise<TestKit> {
  const folder = resolve(context.folder, options.models ?? 'models')
  const declared = await loadDeclared(folder)
  const caller = callerOf(declared, options.as)
  const opened = await openTestDatabase(context)
  try {
    const settings = toSettings(opened.url, folder)
    const log = createLog({ level: settings.logLevel, fileDescriptor: 2, onExit: context.onExit })
    await withConnection(opened.url, settings.connectTimeout, async (connection) => {
      await applyMigration(connection, declared.models, { allowDataLoss: false })
      await applyRoles(connection, declared.roles)
      const passwordHash = await hashPassword(context.randomBytes(24).toString('hex'))
      const roles = options.as === undefined ? [] : [options.as]
      await addUser(connection, { username, name: 'Tester', passwordHash, admin: roles.length === 0, roles })
    })
    const database = new Database({ ...settings, url: opened.url })
    const parts = { ...declared, ...toServeOptions(context), settings, log }
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
    return toKit(declared, services, caller, {
      timeout: settings.actionTimeout,
      time: context.time,
      settle: (moment) => settleWork(work, moment),
      close,
    })
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** The first user of the database, with the rights of a role, or with all. */
function callerOf({ models, roles }: Declared, as: string | undefined): Authorization {
  const role = roles.find(({ name }) => name === as)
  if (as !== undefined && !role) throw new TypeError(`There is no role ${as} in the folder.`)
  const rules = (role?.rules ?? []).map((rule) => ({ ...rule, id: null, role: as ?? null }))
  const rights = new Rights(' test', rules, as === undefined, models)
  return { userId: 1, rights, credential: undefined }
}

function toKit(
  { models, logic }: Declared,
  services: ActionServices,
  caller: Authorization,
  { timeout, time, settle, close }: Pick<TestKit, 'settle' | 'close'> & { readonly timeout: number; time(): number },
): TestKit {
  const newDeadline = (milliseconds: number) => ({ at: performance.now() + milliseconds, mayBeWritten: false })
  const runOnce = async (name: string, sent: Readonly<Record<string, unknown>>, moment: Date, dryRun: boolean) => {
    const action = permitAction(name, logic, caller.rights)
    const { values: input, faults } = parseForm(sent, action.takes, { models, userId: caller.userId, moment })
    refuseFaults(faults)
    const deadline = newDeadline(action.timeout ?? timeout)
    const context = { authorization: { ...caller, deadline }, requestId: 'test', dryRun }
    const { text } = await runAction(
      { action, input, caller: { id: 1, username }, moment, context, deadline },
      services,
    )
    const { data }: { data: Record<string, unknown>[] } = JSON.parse(text)
    return data[0] ?? {}
  }
  return {
    act: async ({ name }, input) => {
      const moment = new Date(time())
      const first = await runOnce(name, input, moment, true)
      const second = await runOnce(name, input, moment, false)
      if (!isDeepStrictEqual(withoutIds(first), withoutIds(second)))
        throw new TypeError(
          `${name} gave ${JSON.stringify(first)} and then ${JSON.stringify(second)} for the same input: ` +
            'it must depend on its input, context.moment and its records alone.',
        )
      return second as never
    },
    records: (work) => {
      const authorization = { ...serviceAuthorization(models), userId: 1 }
      const options = { kind: 'action', name: 'test', statements: 10_000, context: { requestId: 'test' } } as const
      return runLogic({ ...options, authorization, deadline: newDeadline(60_000) }, services, work)
    },
    settle,
    close,
  }
}

/** New records get other ids the second time. */
function withoutIds(given: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(given, (name, value: unknown) => (name === 'id' ? 0 : value)))
}
