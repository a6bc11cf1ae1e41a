import type { ReadCall } from './Call.ts'
import { invalid, parseCount, parseFields, parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a read of one record. */
export function parseRead({ token, model = '', id, query }: Request): ReadCall {
  const parameters = parseParameters(query, ['version', 'fields'])
  const version = parseCount('version', parameters.version, Number.MAX_SAFE_INTEGER)
  if (version !== undefined && parameters.fields !== undefined) throw invalid('Send version or fields, not both.')
  return {
    operation: 'read',
    token,
    model,
    id: parseId(id),
    ...(version === undefined ? {} : { version }),
    ...parseFields(parameters.fields),
  }
}
