import type { LogoutCall } from './Call.ts'
import { refuseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a logout. */
export function parseLogout({ token, query, requestId }: Request): LogoutCall {
  refuseParameters(query)
  return { operation: 'logout', token, requestId }
}
