import type { ExplainActionCall } from '../call/AccountCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import type { Logic } from '../logic/Logic.ts'
import { permitAction } from '../logic/permitAction.ts'
import type { Rights } from '../permission/Rights.ts'
import { isAbout } from '../permission/Rule.ts'
import type { Caller } from '../session/Caller.ts'
import type { Subject } from './checkRecord.ts'
import { type ExplainServices, findSubject, nameOf } from './explain.ts'

/** Explains whether a user may run an action, and why. Only administrators learn of actions that they may not run. */
export async function explainAction(
  call: ExplainActionCall,
  caller: Caller,
  services: ExplainServices & { readonly logic: Logic },
): Promise<Envelope> {
  const own = services.rights.get(caller)
  const action = permitAction(call.action, services.logic, own)
  const subject = await findSubject(call.user, caller, own, services)
  const applying = subject.rights.rules.filter(({ run, ...rule }) => run === true && isAbout(rule, action.name))
  return toEnvelope([
    {
      user: { id: subject.userId, username: subject.username },
      action: action.name,
      ...decide(subject, subject.rights, applying.map(nameOf), action.name),
      rules: applying.map(({ id, role, model }) => ({ id, role, model, allows: ['run'] })),
      // The rights that the action has over records are not those of its caller.
      as: action.as ?? null,
    },
  ])
}

function decide({ isDisabled }: Subject, rights: Rights, names: readonly string[], actionName: string): object {
  if (isDisabled) return { allowed: false, why: 'The user is disabled, and cannot do anything.' }
  if (rights.isAdmin) return { allowed: true, why: 'An administrator may do everything.' }
  const [first] = names
  if (first !== undefined) return { allowed: true, why: `The ${first} allows it.` }
  return { allowed: false, why: `No rule allows running ${actionName}.` }
}
