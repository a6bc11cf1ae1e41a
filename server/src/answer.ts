import { type Access, prepare } from './access/Access.ts'
import { changePassword, endSessions, hashNewPassword } from './access/account.ts'
import { explain } from './access/explain.ts'
import { withOwner } from './access/withOwner.ts'
import type { AccountCall, Call, LoginCall, LogoutCall, MetaCall, RecordCall } from './call/Call.ts'
import { carryOut } from './carryOut/carryOut.ts'
import type { Means } from './carryOut/Means.ts'
import { describe } from './describe.ts'
import type { Envelope } from './envelope/Envelope.ts'
import { toEnvelope, withMember } from './envelope/success.ts'
import { Failure, unavailable, withOutcome } from './failure.ts'
import { isBuiltIn } from './model/builtIn/names.ts'
import type { Model } from './model/Model.ts'
import type { Grant } from './permission/Grant.ts'
import { permit } from './permission/permit.ts'
import type { RightsBook } from './permission/RightsBook.ts'
import { actionsOf } from './plan/actionsOf.ts'
import type { Plan } from './plan/Plan.ts'
import { toPlan } from './plan/toPlan.ts'
import type { Caller } from './session/Caller.ts'
import type { Sessions } from './session/Sessions.ts'
import { Lapsed } from './statement/pass.ts'

/** What the stages of a request work with. */
export interface House extends Means {
  readonly sessions: Sessions
  readonly rights: RightsBook
  readonly access: Access
}

/** Told what becomes known on the way: for the log. */
export type Note = (known: { readonly caller?: Caller; readonly model?: Model }) => void

/** The way of a request: each line is a stage, and a failure of any of them leaves by being thrown. */
export function answer(call: Call, house: House, note: Note): Promise<Envelope> {
  if (call.operation === 'login') return login(call, house)
  if (call.operation === 'logout') return logout(call, house)
  if (isAboutCaller(call)) return answerCaller(call, house, note)
  const answered = answerRecords(call, house, note)
  return writes.includes(call.operation) ? answered.catch(failWithOutcome) : answered
}

const writes: readonly string[] = ['create', 'update', 'delete', 'restore', 'bulk', 'removal', 'mass']

/** How often a request starts over because rights change under it. */
const mostLapses = 10

/**
 * A request is planned with the rights that the caller had a moment ago, and its statement makes sure that they still hold. Where
 * they do not, or where planning fails, the caller is looked up and the request starts over: nobody is told anything on a guess.
 */
async function answerRecords(call: RecordCall, house: House, note: Note): Promise<Envelope> {
  const presumed = isBuiltIn(call.model) ? undefined : house.sessions.presume(call.token)
  const guess = presumed && tryPlan(call, presumed, house, note)
  const refused = guess instanceof Failure ? guess : undefined
  const done = guess && !(guess instanceof Failure) && (await unlessLapsed(carryOut(guess, house)))
  if (done) return done
  return whileRightsLast(call.token, house, async (caller) => {
    if (refused && presumed && isAsBefore(caller, presumed)) throw refused
    const { plan, key } = await prepare(planFor(call, caller, house, note), house.access)
    const answered = await carryOut(plan, house)
    return key === undefined || answered.replayed ? answered : withMember(answered, 'token', key)
  })
}

/** Looks the caller up and does something for them; where their rights change under it, it starts over. */
async function whileRightsLast(
  token: string | undefined,
  { sessions }: House,
  work: (caller: Caller) => Promise<Envelope>,
): Promise<Envelope> {
  for (let lapses = 0; lapses < mostLapses; lapses++) {
    const caller = await sessions.require(token)
    const answered = await unlessLapsed(work(caller))
    if (answered) return answered
  }
  throw unavailable('Rights change all the time at the moment.')
}

function planFor(call: RecordCall, caller: Caller, house: House, note: Note): Plan {
  note({ caller })
  const grant: Grant = { userId: caller.userId, rights: house.rights.find(caller), proof: caller.proof }
  const model = permit(call.model, actionsOf(call.operation), grant.rights)
  note({ model })
  return toPlan(withOwner(call, caller.userId), model, grant, house)
}

function tryPlan(call: RecordCall, caller: Caller, house: House, note: Note): Plan | Failure {
  try {
    return planFor(call, caller, house, note)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** Planning depends on the call and on these alone: where they are the same, it fails the same way, and is not repeated. */
function isAsBefore({ userId, admin, rules }: Caller, before: Caller): boolean {
  return userId === before.userId && admin === before.admin && rules === before.rules
}

function unlessLapsed<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Lapsed) return undefined
    throw error
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

const aboutCaller: readonly string[] = ['models', 'fields', 'explain', 'password', 'endSessions']

function isAboutCaller(call: AccountCall | MetaCall | RecordCall): call is AccountCall | MetaCall {
  return aboutCaller.includes(call.operation)
}

/** What depends on nothing but who asks: these are always looked up. */
async function answerCaller(call: AccountCall | MetaCall, house: House, note: Note): Promise<Envelope> {
  const caller = await house.sessions.require(call.token)
  note({ caller })
  switch (call.operation) {
    case 'explain':
      return explain(call, caller, house)
    case 'password': {
      const hash = await hashNewPassword(call, caller, house)
      return whileRightsLast(call.token, house, (again) => changePassword(hash, call, again, house))
    }
    case 'endSessions':
      return whileRightsLast(call.token, house, (again) => endSessions(call, again, house))
    default:
      return describe(call, house.rights.find(caller))
  }
}

/** A write's own statement tells its outcome itself. Where the database was away before or after it, nothing was written. */
function failWithOutcome(error: unknown): never {
  throw error instanceof Failure ? withOutcome(error, 'not-applied') : error
}
