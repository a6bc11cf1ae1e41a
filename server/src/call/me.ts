import type { MeCall } from './AccountCall.ts'
import { parseFlag, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a request for the caller's own account. */
export function parseMe({ token, query }: Request): MeCall {
  const { quiet } = parseParameters(query, ['quiet'])
  return { operation: 'me', token, quiet: parseFlag('quiet', quiet) }
}
