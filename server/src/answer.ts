import type { Call, MetaCall, RecordCall } from './call/Call.ts'
import { carryOut } from './carryOut/carryOut.ts'
import type { Means } from './carryOut/Means.ts'
import type { Envelope } from './envelope/Envelope.ts'
import { toEnvelope } from './envelope/success.ts'
import { Failure } from './failure.ts'
import type { Model } from './model/Model.ts'
import { isPermitted, permit } from './permission/permit.ts'
import { toPlan } from './plan/toPlan.ts'
import type { Caller } from './session/Caller.ts'
import type { Sessions } from './session/Sessions.ts'

/** What the stages of a request work with. */
export interface House extends Means {
  readonly sessions: Sessions
  /** Told what becomes known on the way: for the log. */
  readonly note: (known: { caller?: Caller; model?: Model }) => void
}

/** The way of a request: each line is a stage, and a failure of any of them leaves by being thrown. */
export async function answer(call: Call, house: House): Promise<Envelope> {
  if (call.operation === 'login') return login(call.username, call.password, house)
  if (call.operation === 'logout') return logout(call.token, house)
  try {
    return await answerCaller(call, house)
  } catch (error) {
    throw writes.includes(call.operation) ? withOutcome(error) : error
  }
}

const writes: readonly string[] = ['create', 'update', 'delete', 'restore', 'bulk', 'removal', 'mass']

async function answerCaller(call: MetaCall | RecordCall, house: House): Promise<Envelope> {
  const caller = await house.sessions.require(call.token)
  house.note({ caller })
  if (call.operation === 'models' || call.operation === 'fields') return describe(call, caller, house)
  const model = house.models.require(call.model)
  house.note({ model })
  const grant = permit(caller, model)
  const plan = toPlan(call, model, grant, house)
  return carryOut(plan, house)
}

async function login(username: string, password: string, { sessions }: House): Promise<Envelope> {
  const { user, token } = await sessions.open(username, password)
  return { ...toEnvelope([user]), session: token }
}

async function logout(token: string | undefined, { sessions }: House): Promise<Envelope> {
  await sessions.close(token)
  return { ...toEnvelope([]), session: null }
}

/** What there is to know about the models, for programs, from their plain-data form. */
function describe(call: MetaCall, caller: Caller, { models }: House): Envelope {
  if (call.operation === 'models') {
    const permitted = models.all.filter((one) => isPermitted(caller, one))
    return toEnvelope(permitted.map(({ name, label }) => ({ name, label })))
  }
  const described = models.require(call.model)
  permit(caller, described)
  const { fields, relations, ...others } = described
  return toEnvelope([{ ...others, fields: [...fields, ...relations] }])
}

/** A write's own statement tells its outcome itself. Where the database was away before or after it, nothing was written. */
function withOutcome(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'unavailable' || error.details.data?.['outcome']) return error
  const message = error.message.replace('Send the request again.', 'Nothing was written: send the request again.')
  return new Failure('unavailable', message, {
    ...error.details,
    data: { ...error.details.data, outcome: 'not-applied' },
  })
}
