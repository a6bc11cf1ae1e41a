import { type Access, prepare } from './access/Access.ts'
import { changePassword, endSessions, confirmNewPassword } from './access/account.ts'
import { explain } from './access/explain.ts'
import { withOwner } from './access/withOwner.ts'
import type { AccountCall, Call, LoginCall, LogoutCall, MetaCall, RecordCall } from './call/Call.ts'
import { isWrite } from './call/Request.ts'
import { carryOut } from './carryOut/carryOut.ts'
import type { Means } from './carryOut/Means.ts'
import type { Deadline } from './deadline.ts'
import { describe } from './describe.ts'
import type { Envelope } from './envelope/Envelope.ts'
import { toEnvelope, withMember } from './envelope/success.ts'
import { Failure, withOutcome } from './failure.ts'
import { isBuiltIn } from './model/builtIn/names.ts'
import type { Model } from './model/Model.ts'
import { type OnStage, timed } from './observe.ts'
import { permit } from './permission/permit.ts'
import type { RightsBook } from './permission/RightsBook.ts'
import { actionsOf } from './plan/actionsOf.ts'
import type { Plan } from './plan/Plan.ts'
import { toPlan } from './plan/toPlan.ts'
import type { Caller } from './session/Caller.ts'
import type { Sessions } from './session/Sessions.ts'
import { withCachedCaller, withCaller } from './session/withCachedCaller.ts'

/** What the stages of a request work with. */
export interface House extends Means {
  readonly sessions: Sessions
  readonly rights: RightsBook
  readonly access: Access
  readonly onStage?: OnStage | undefined
}

/** One request while it is under way. */
export interface Underway {
  readonly deadline: Deadline
  /** Told who the caller is; throws where they have too many requests under way. */
  admit(caller: Caller): void
  /** Told which model it is about: for the log. */
  note(model: Model): void
}

/** The way of a request. A failure of any stage leaves by being thrown. */
export function answer(call: Call, house: House, underway: Underway): Promise<Envelope> {
  switch (call.operation) {
    case 'login':
      return login(call, house)
    case 'logout':
      return logout(call, house)
    case 'models':
    case 'fields':
    case 'explain':
    case 'password':
    case 'endSessions':
      return answerAboutCaller(call, house, underway)
    default:
      return answerAboutRecords(call, house, underway)
  }
}

/** Authenticate, permit, plan, execute: each a stage that takes a value and gives a value, and reports how long it took. */
function answerAboutRecords(call: RecordCall, house: House, { deadline, admit, note }: Underway): Promise<Envelope> {
  const stage = <T>(name: string, work: () => T) => timed(house.onStage, name, work)
  const answered = withCachedCaller({
    findCached: () => (isBuiltIn(call.model) ? undefined : house.sessions.presume(call.token)),
    authenticate: () => stage('authenticate', () => house.sessions.require(call.token)),
    plan: (caller) => {
      admit(caller)
      const rights = house.rights.find(caller)
      const model = stage('permit', () => permit(call.model, actionsOf(call.operation), rights))
      note(model)
      const grant = { userId: caller.userId, rights, proof: caller.proof, deadline }
      return stage('plan', () => toPlan(withOwner(call, caller.userId), model, grant, house))
    },
    execute: (plan) => stage('execute', () => execute(plan, house)),
  })
  // A write's own statement says what became of it. If the database was away before or after it, nothing was written.
  return isWrite[call.operation] ? answered.catch(failAsNotApplied) : answered
}

function failAsNotApplied(error: unknown): never {
  throw error instanceof Failure ? withOutcome(error, 'not-applied') : error
}

/** Does what a plan says. A new API key is shown once, beside the record that was made for it. */
async function execute(plan: Plan, house: House): Promise<Envelope> {
  const prepared = await prepare(plan, house)
  const answered = await carryOut(prepared.plan, house)
  const isShown = prepared.key !== undefined && !answered.replayed
  return isShown ? withMember(answered, 'token', prepared.key) : answered
}

/** What depends on nothing but the caller, who is always looked up. */
function answerAboutCaller(call: AccountCall | MetaCall, house: House, { admit }: Underway): Promise<Envelope> {
  const authenticate = () => timed(house.onStage, 'authenticate', () => house.sessions.require(call.token))
  return withCaller(authenticate, async (caller) => {
    admit(caller)
    switch (call.operation) {
      case 'explain':
        return explain(call, caller, house)
      case 'password': {
        const confirmed = await confirmNewPassword(call, caller, house)
        return withCaller(authenticate, (again) => changePassword(confirmed, call, again, house))
      }
      case 'endSessions':
        return endSessions(call, caller, house)
      default:
        return describe(call, house.rights.find(caller))
    }
  })
}

async function login(call: LoginCall, { sessions }: House): Promise<Envelope> {
  const { user, token } = await sessions.open(call)
  return { ...toEnvelope([user]), session: token }
}

async function logout({ token, requestId }: LogoutCall, { sessions }: House): Promise<Envelope> {
  await sessions.close(token, requestId)
  return { ...toEnvelope([]), session: null }
}
