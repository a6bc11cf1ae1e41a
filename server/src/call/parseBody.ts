import { Failure } from '../failure.ts'
import type { Sent } from './Sent.ts'
import { parseJson } from './parseJson.ts'

/** Unknown members of a body that are named at most. */
const mostUnknown = 100

/** The record in a body of the form `{"data": {…}}`. */
export function parseRecordBody(body: Uint8Array | undefined): Sent {
  const { data } = parseMembers(body, ['data'])
  if (isObject(data)) return data
  throw invalidBody({ data: 'must be an object with the fields of the record' })
}

/** The members of a body that is an object. Unknown members are refused, never ignored. */
export function parseMembers(body: Uint8Array | undefined, allowed: readonly string[]): Sent {
  const value = parseJson(body)
  if (!isObject(value)) throw invalidBody({ body: `must be an object with ${allowed.join(', ')}` })
  const unknown = Object.keys(value).filter((member) => !allowed.includes(member))
  if (unknown.length > 0)
    throw invalidBody(
      Object.fromEntries(
        unknown
          .slice(0, mostUnknown)
          .map((member) => [member.slice(0, 100), `is not known here; the body takes ${allowed.join(', ')}`]),
      ),
    )
  return value
}

/** All faults of a body at once. */
export function invalidBody(errors: Record<string, string>): Failure {
  const names = Object.keys(errors).slice(0, 10).join(', ')
  return new Failure('invalid-record', `The request was not accepted; see errors for ${names}.`, { errors })
}

function isObject(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
