import type { Deadline } from '../../request/deadline.ts'
import type { Envelope } from '../../envelope/Envelope.ts'
import { toDataEnvelope } from '../../envelope/success.ts'
import { Failure } from '../../failure/failure.ts'
import { joinMembers, jsonMember } from '../../text/json.ts'
import type { LogicLog } from '../../logic/context.ts'
import type { Action } from '../../logic/Logic.ts'
import { isRefusal } from '../../logic/refuse.ts'
import { textFor } from '../../permission/Authorization.ts'
import type { RoleRights } from '../../permission/RoleRights.ts'
import type { FormValues } from '../../plan/parseForm.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import type { WriteResult } from '../inTransaction.ts'
import { storeResponse } from '../storeResponse.ts'
import { requireMet } from './requireMet.ts'
import { runLogic } from './runLogic.ts'
import { toGivenJson } from './toGivenJson.ts'
import { withFormDefaults } from './withFormDefaults.ts'

/** What will be done for a call of an action. */
export interface ActionPlan {
  readonly action: Action
  readonly input: FormValues
  /** The fields that were not sent and whose defaults are expressions. */
  readonly unsent: readonly string[]
  readonly caller: { readonly id: number; readonly username: string }
  readonly moment: Date
  /** The caller, with the caller's own rights. */
  readonly context: WriteContext
  readonly deadline: Deadline
  /** The time that the action may take, in milliseconds. */
  readonly timeout: number
}

/** What running actions needs besides executing plans. */
export interface ActionServices extends ExecutionServices {
  readonly roleRights: RoleRights
  /** The log for one action. */
  logOf(action: string): LogicLog
}

/** From this time on that an action keeps all other requests waiting, it is logged; in milliseconds. */
const longPause = 50

/** Runs an action, once per idempotency key. Its answer is what it gives. */
export function runAction(plan: ActionPlan, services: ActionServices): Promise<Envelope> {
  return services.idempotency.guard(
    plan.context,
    () => runOnce(plan, services).catch((error: unknown) => failWith(error, plan, services)),
    async () => undefined,
  )
}

async function runOnce(plan: ActionPlan, services: ActionServices): Promise<Envelope> {
  const { action, unsent, context, caller, moment, deadline, timeout } = plan
  const { name, statements, as } = action
  const { dryRun, authorization: own } = context
  const log = services.logOf(name)
  const input = await withFormDefaults(plan.input, unsent, action.takes, own, services)
  // What the role allows ends with the action: the caller's own rights stay as they are.
  const rights = as === undefined ? own.rights.forLogic() : services.roleRights.get(as)
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(deadline.at - performance.now())))
  let answer: WriteResult = { data: '' }
  await runLogic<string>(
    {
      name,
      kind: 'action',
      authorization: { ...own, rights },
      requestId: context.requestId,
      deadline,
      timeout,
      statements,
      dryRun,
      begin: (transaction, used) =>
        requireMet(action, input, { transaction, used, authorization: { ...own, rights }, models: services.models }),
      onPause: (milliseconds) => {
        if (milliseconds >= longPause)
          log.warn('an action kept all other requests waiting', { milliseconds: Math.round(milliseconds) })
      },
      finish: async (transaction, { result, changeSet }) => {
        answer = toWriteResult(result, dryRun, changeSet)
        if (!dryRun) await storeResponse(context, answer, transaction)
      },
    },
    services,
    async (records) => {
      const given = await action.run(input, records, { caller, moment, dryRun, signal, log })
      return toGivenJson(given ?? {}, action, services.models)
    },
  )
  return toDataEnvelope(answer)
}

function toWriteResult(data: string, dryRun: boolean, changeSet: number | undefined): WriteResult {
  const members = [
    ...(changeSet === undefined ? [] : [jsonMember('changeSet', changeSet)]),
    ...(dryRun ? [jsonMember('dryRun', true)] : []),
  ]
  return members.length === 0 ? { data } : { data, extraMembers: joinMembers(members) }
}

/** A refusal is an answer for the caller. Other errors of the code are faults, of which the caller learns nothing. */
function failWith(error: unknown, { action, timeout, context }: ActionPlan, { logOf }: ActionServices): never {
  if (error instanceof Failure && error.details.reason === 'deadline')
    logOf(action.name).warn('an action took longer than its timeout', { timeout })
  if (!isRefusal(error)) throw error
  const { reason, words, errors = {} } = error
  const told = Object.entries(errors).map(([field, text]) => [field, textFor(text, context.authorization)])
  const text = textFor(words, context.authorization)
  throw new Failure('refused', text, { data: { reason }, errors: Object.fromEntries(told) })
}
