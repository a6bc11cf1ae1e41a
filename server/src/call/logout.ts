import type { LogoutCall } from './Call.ts'
import { readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readLogout({ token, query, requestId }: Request): LogoutCall {
  readParameters(query, [])
  return { operation: 'logout', token, requestId }
}
