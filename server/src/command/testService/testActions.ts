import { isDeepStrictEqual } from 'node:util'
import { type ActionServices, runAction } from '../../execute/logic/runAction.ts'
import { runLogic } from '../../execute/logic/runLogic.ts'
import { toSent } from '../../execute/logic/toSent.ts'
import type { ActionDeclaration } from '../../logic/action.ts'
import type { GivenValuesOf, SentValuesOf } from '../../logic/declaration.ts'
import { permitAction } from '../../logic/permitAction.ts'
import type { Records } from '../../logic/Records.ts'
import type { FieldDeclarations } from '../../model/declare.ts'
import { serviceAuthorization } from '../../permission/Authorization.ts'
import { refuseFaults } from '../../plan/Faults.ts'
import { parseForm } from '../../plan/parseForm.ts'
import type { Declared } from '../loadDeclared.ts'
import type { TestCaller } from './TestCallers.ts'
import type { TestClock } from './TestClock.ts'

/** How an action is run. */
export interface ActOptions {
  /** The moment of the call: `context.moment`, `$today`, `now()` and what is written have it; now if absent. */
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

/** What runs logic in a test. */
interface Kit {
  readonly declared: Declared
  readonly services: ActionServices
  readonly clock: TestClock
  readonly timeout: number
  time(): number
}

function toDeadline(milliseconds: number) {
  return { at: performance.now() + milliseconds, mayBeWritten: false }
}

/** Returns the actions of a caller. */
export function toActions(kit: Kit, findCaller: () => Promise<TestCaller>): TestActions {
  return {
    act: async ({ name }, input, { at } = {}) => {
      const caller = await findCaller()
      const moment = at ?? new Date(kit.time())
      const [first, second] = await kit.clock.at(at, async () => [
        await runOnce(kit, caller, { name, input, moment, dryRun: true }),
        await runOnce(kit, caller, { name, input, moment, dryRun: false }),
      ])
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
  const sent = toSent(given, { model: action.takes, models, shown: ['id', 'version'] })
  const { values: input, unsent, faults } = parseForm(sent, action.takes, { models, userId: id, moment })
  refuseFaults(faults)
  const timeout = action.timeout ?? usual
  const deadline = toDeadline(timeout)
  const context = { authorization: { ...authorization, deadline }, requestId: 'test', dryRun }
  const plan = { action, input, unsent, caller: { id, username }, moment, context, deadline, timeout }
  const { text } = await runAction(plan, services)
  const { data }: { data: Record<string, unknown>[] } = JSON.parse(text)
  return data[0] ?? {}
}

/** Runs the work of a test on records, as logic with all rights. */
export function runRecords<T>({ declared, services }: Kit, { id }: TestCaller, work: (records: Records) => Promise<T>) {
  const all = serviceAuthorization(declared.models)
  const authorization = { ...all, userId: id, rights: all.rights.forLogic() }
  const options = { kind: 'action', name: 'test', statements: 10_000, requestId: 'test' } as const
  return runLogic({ ...options, authorization, deadline: toDeadline(60_000), timeout: 60_000 }, services, work)
}

/** New records get other ids the second time. */
function withoutIds(given: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(given, (name, value: unknown) => (name === 'id' ? 0 : value)))
}
