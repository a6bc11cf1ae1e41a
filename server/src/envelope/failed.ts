import type { Failure } from '../failure/failure.ts'
import { statusOf, titleOf } from '../failure/failureCodes.ts'
import { JsonText } from '../text/json.ts'

/** Builds the body of a failure reply. */
export function toFailureText({ code, message, details }: Failure, requestId: string): string {
  const data = { code, title: titleOf[code], message, requestId, ...details.data }
  const members = Object.entries(data).map(([member, value]) => `${JSON.stringify(member)}:${toJson(value)}`)
  const errors = details.errors ? `,"errors":${JSON.stringify(details.errors)}` : ''
  return `{"status":${statusOf[code]},"data":{${members.join()}}${errors}}`
}

function toJson(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value)
}
