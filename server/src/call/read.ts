import type { ReadCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { invalid, parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a read takes. */
export const readTakes = takes({
  query: ['atVersion', 'fields', 'mayDo', 'quiet', 'changes'],
  headers: ['If-None-Match'],
})

/** Parses a read of one record. */
export function parseRead({ token, model = '', id, query }: Request): ReadCall {
  const parameters = parseParameters(query, readTakes)
  const { version, fields, may } = parameters
  if (version !== undefined && fields) throw invalid('Send version or fields, not both.')
  if (version !== undefined && may) throw invalid('Send version or may, not both: nobody changes an old version.')
  return { operation: 'read', token, model, id: parseId(id), ...parameters }
}
