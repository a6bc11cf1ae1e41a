import type { ActionCall } from '../call/action.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { type ActionPlan, type ActionServices, runAction } from '../execute/logic/runAction.ts'
import { withSlowDigest } from '../execute/withSlowDigest.ts'
import type { Action, Logic } from '../logic/Logic.ts'
import { permitAction } from '../logic/permitAction.ts'
import { type Log, toLogicLog } from '../request/log.ts'
import { isSecret } from '../model/field/text.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole } from '../model/role.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import { RoleRights } from '../permission/RoleRights.ts'
import { refuseFaults } from '../plan/Faults.ts'
import { parseForm } from '../plan/parseForm.ts'
import type { Caller } from '../session/Caller.ts'
import type { Sessions } from '../session/Sessions.ts'
import { withCachedCaller } from '../session/withCachedCaller.ts'

/** What the requests for actions need of the services of a request. */
export interface ActionRequestServices extends ActionServices {
  readonly sessions: Sessions
  readonly rights: RightsCache
  readonly logic: Logic
  /** The time that an action may take, if it declares none; in milliseconds. */
  readonly actionTimeout: number
  /** The time of day, in milliseconds since 1970. */
  now(): number
}

/** What the request knows that an action belongs to, and what learns of it. */
interface ActionContext {
  readonly deadline: Deadline
  onCaller(caller: Caller): void
  onAction(action: Action): void
}

/** Authenticate, permit, read the input, run: the path of a request for an action. */
export function answerAction(
  call: ActionCall,
  services: ActionRequestServices,
  underway: ActionContext,
  authenticate: () => Promise<Caller>,
): Promise<Envelope> {
  const moment = new Date(services.now())
  return withCachedCaller({
    findCached: () => services.sessions.cachedCaller(call.token, false),
    authenticate,
    plan: (caller) => {
      underway.onCaller(caller)
      return planAction(call, caller, services, { ...underway, moment })
    },
    execute: async (plan) => runAction(await toRecognise(plan, services), services),
  })
}

/** A plan with the digest that recognises its request: a slow one if the action takes a secret. */
async function toRecognise(plan: ActionPlan, { passwords }: ActionRequestServices): Promise<ActionPlan> {
  const hasSecret = plan.action.takes.fields.some((field) => isSecret(field) && plan.input[field.name] !== null)
  return hasSecret ? { ...plan, context: await withSlowDigest(plan.context, passwords) } : plan
}

function planAction(
  { action: name, sent, requestId, dryRun, idempotency }: ActionCall,
  caller: Caller,
  { rights: cache, logic, models, actionTimeout }: ActionRequestServices,
  { deadline, onAction, moment }: ActionContext & { readonly moment: Date },
): ActionPlan {
  const { userId, username, credential } = caller
  const rights = cache.get(caller)
  const action = permitAction(name, logic, rights)
  onAction(action)
  const { values, faults } = parseForm(sent, action.takes, { models, userId, moment })
  refuseFaults(faults)
  const context = {
    authorization: { userId, rights, credential, deadline },
    requestId,
    dryRun,
    ...(idempotency ? { idempotency } : {}),
  }
  const timeout = action.timeout ?? actionTimeout
  const own = within(deadline, timeout)
  return { action, input: values, caller: { id: userId, username }, moment, context, deadline: own, timeout }
}

/** The deadline of the action: its own time, or that of the request, whichever ends first. Both know of the commit. */
function within(request: Deadline, timeout: number): Deadline {
  return {
    at: Math.min(request.at, performance.now() + timeout),
    get mayBeWritten() {
      return request.mayBeWritten
    },
    set mayBeWritten(isUnderWay) {
      request.mayBeWritten = isUnderWay
    },
  }
}

/** How long after its own deadline an action is still waited for, in milliseconds: it ends its transaction first. */
const grace = 500

/** What actions need besides what all requests have. */
export function toActionServices({
  logic,
  roles,
  models,
  log,
  actionTimeout,
}: {
  readonly logic: Logic
  readonly roles: readonly DeclaredRole[]
  readonly models: Models
  readonly log: Log
  readonly actionTimeout: number
}) {
  const actions = [...logic.actions.values()]
  return {
    logic,
    actionNames: actions.map(({ name }) => name),
    jobs: logic.jobs,
    isUndoable: (name: string) => logic.actions.get(name)?.undo ?? true,
    roleRights: new RoleRights(roles, models),
    actionTimeout,
    logOf: (action: string) => toLogicLog(log, { action }),
    /** The longest time that an action may take, in milliseconds. */
    longest: Math.max(actionTimeout, ...actions.map(({ timeout = 0 }) => timeout)) + grace,
  }
}
