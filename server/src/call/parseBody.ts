import { Failure } from '../failure/failure.ts'
import type { JsonKind } from './parameter/Kind.ts'
import type { MemberKey, QueryKey, Rows, Takes } from './parameter/takes.ts'
import type { MemberValues } from './parameter/Values.ts'
import { parseJson } from './parseJson.ts'
import { parseMembers } from './parseMembers.ts'
import { isObject } from './refuseUnknownMembers.ts'
import type { Sent } from './Sent.ts'

/** The maximum number of unknown members in the errors of an answer. */
const maxUnknown = 100

/** The record in a body of the form `{"data": {…}}`. */
export function parseRecordBody(body: Uint8Array | undefined): Sent {
  const { data } = readMembers(body, ['data'], ({ data, ...fields }) => {
    const [field = 'name'] = Object.keys(fields)
    return data === undefined ? `put the record into data: {"data": {"${field.slice(0, 100)}": …}}` : undefined
  })
  if (isObject(data)) return data
  throw invalidBody({ data: 'must be an object with the fields of the record' })
}

/** Parses the members of a body. Everything that is wrong with them is reported at once. */
export function parseBody<M extends MemberKey>(
  body: Uint8Array | undefined,
  { members }: Takes<QueryKey, M>,
  advise?: (sent: Sent) => string | undefined,
): MemberValues<M> {
  return parseSent(readMembers(body, members.names, advise), members)
}

/** Parses members whose names are known. Everything that is wrong with them is reported at once. */
export function parseSent<M extends MemberKey>(sent: Sent, members: Rows<M, JsonKind<unknown>>): MemberValues<M> {
  const errors = new Map<string, string>()
  const values = parseMembers(sent, members, (name, fault) => errors.set(name, fault))
  if (errors.size > 0) throw invalidBody(Object.fromEntries(errors))
  return values
}

/**
 * The members of a body that is an object. Unknown members are refused, never ignored; `advise` may say what was
 * probably meant.
 */
function readMembers(
  body: Uint8Array | undefined,
  allowed: readonly string[],
  advise: (sent: Sent) => string | undefined = () => undefined,
): Sent {
  const value = parseJson(body)
  if (!isObject(value)) throw invalidBody({ body: `must be an object with ${allowed.join(', ')}` })
  const unknown = Object.keys(value).filter((member) => !allowed.includes(member))
  if (unknown.length === 0) return value
  const fault = `is not known here; ${advise(value) ?? `the body can have ${allowed.join(', ')}`}`
  throw invalidBody(Object.fromEntries(unknown.slice(0, maxUnknown).map((member) => [member.slice(0, 100), fault])))
}

/** The failure of a request with a wrong body; `errors` has a message for each wrong member. */
export function invalidBody(errors: Record<string, string>): Failure {
  const names = Object.keys(errors).slice(0, 10).join(', ')
  return new Failure('invalid-record', `The request was not accepted; see errors for ${names}.`, { errors })
}
