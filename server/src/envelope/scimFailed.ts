import type { Failure, ScimType } from '../failure/failure.ts'
import type { Code } from '../failure/failureCodes.ts'

/** What is wrong in the words of SCIM, by code, where the failure does not say it itself. */
const scimTypeOf: Partial<Record<Code, ScimType>> = {
  'malformed-json': 'invalidSyntax',
  'invalid-record': 'invalidValue',
  'invalid-parameter': 'invalidValue',
  'not-unique': 'uniqueness',
}

/** The HTTP status of a failure in SCIM, where it is another one than everywhere else. */
export function scimStatusOf({ code }: Failure): number | undefined {
  // A resource that has changed since is a failed precondition there; 409 is for what is not unique.
  return code === 'version-conflict' ? 412 : undefined
}

/** Builds the body of a failure in SCIM (RFC 7644, section 3.12). */
export function toScimFailureText({ code, message, details }: Failure, status: number, requestId: string): string {
  const faults = Object.entries(details.errors ?? {}).map(([field, fault]) => `${field} ${fault}`)
  const scimType = details.scimType ?? scimTypeOf[code]
  return JSON.stringify({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: [message, ...faults].join(' ').trim(),
    code,
    requestId,
  })
}
