import { type ActionCall, actionTakes, parseAction } from '../call/action.ts'
import type { Deadline } from '../request/deadline.ts'
import { type ActionPlan, runAction } from '../execute/logic/runAction.ts'
import { withSlowDigest } from '../execute/withSlowDigest.ts'
import { type Action, type Logic, sendableOf } from '../logic/Logic.ts'
import { permitAction } from '../logic/permitAction.ts'
import { type Log, toLogicLog } from '../request/log.ts'
import { isSecret } from '../model/field/text.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole } from '../model/role.ts'
import type { CallerAuthorization } from './answer.ts'
import { RoleRights } from '../permission/RoleRights.ts'
import { refuseFaults } from '../plan/Faults.ts'
import { parseForm } from '../plan/parseForm.ts'
import type { Caller } from '../session/Caller.ts'
import { operationOf } from './operation.ts'
import type { Services } from './Services.ts'

/** The operations that run code of the application. */
export const actionOperations = {
  action: operationOf<ActionCall, Action, ActionPlan, true>(
    {
      route: 'POST /ws/action/:name',
      writes: true,
      timeLimit: 'action',
      takes: actionTakes,
      parse: parseAction,
      about: 'actions',
      tag: 'Action',
      describe: (of) => of.action,
    },
    {
      mayUseCache: () => true,
      permit: ({ action: name }, rights, { logic }, { onAction }) => {
        const action = permitAction(name, logic, rights)
        onAction(action)
        return action
      },
      plan: planAction,
      execute: async (plan, services) => runAction(await toRecognize(plan, services), services),
    },
  ),
}

/** A plan with the digest that recognizes its request: a slow one if the action takes a secret. */
async function toRecognize(plan: ActionPlan, { passwords }: Services): Promise<ActionPlan> {
  const hasSecret = plan.action.takes.fields.some((field) => isSecret(field) && plan.input[field.name] !== null)
  return hasSecret ? { ...plan, context: await withSlowDigest(plan.context, passwords) } : plan
}

function planAction(
  { sent, requestId, dryRun, idempotency }: ActionCall,
  action: Action,
  authorization: CallerAuthorization,
  { models, actionTimeout, now }: Services,
  { userId, username }: Caller,
): ActionPlan {
  const moment = new Date(now())
  const { values, unsent, faults } = parseForm(sent, action.takes, { models, userId, moment })
  refuseFaults(faults)
  const context = { authorization, requestId, dryRun, ...(idempotency ? { idempotency } : {}) }
  const timeout = action.timeout ?? actionTimeout
  const deadline = within(authorization.deadline, timeout)
  return { action, input: values, unsent, caller: { id: userId, username }, moment, context, deadline, timeout }
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
    jobs: sendableOf(logic),
    isUndoable: (name: string) => logic.actions.get(name)?.undo ?? true,
    roleRights: new RoleRights(roles, models),
    actionTimeout,
    logOf: (action: string) => toLogicLog(log, { action }),
    /** The longest time that an action may take, in milliseconds. */
    longest: Math.max(actionTimeout, ...actions.map(({ timeout = 0 }) => timeout)) + grace,
  }
}
