import { Failure } from '../failure/failure.ts'
import type { Sent } from './Sent.ts'
import { parseJson } from './parseJson.ts'

/** The maximum number of unknown members in the errors of an answer. */
const maxUnknown = 100

/** The record in a body of the form `{"data": {…}}`. */
export function parseRecordBody(body: Uint8Array | undefined): Sent {
  const { data } = parseMembers(body, ['data'], ({ data, ...fields }) => {
    const [field = 'name'] = Object.keys(fields)
    return data === undefined ? `put the record into data: {"data": {"${field.slice(0, 100)}": …}}` : undefined
  })
  if (isObject(data)) return data
  throw invalidBody({ data: 'must be an object with the fields of the record' })
}

/**
 * The members of a body that is an object. Unknown members are refused, never ignored; `advise` may say what was
 * probably meant.
 */
export function parseMembers(
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

function isObject(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
