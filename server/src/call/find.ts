import type { FindCall } from './Call.ts'
import { readCount, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

const defaultLimit = 40

/** More than the most is refused and not cut: a client that adds `limit` to `offset` would skip records. */
export function readFind({ token, model = '', query }: Request, maxLimit: number): FindCall {
  const parameters = readParameters(query, ['offset', 'limit'])
  const offset = readCount('offset', parameters.offset, Number.MAX_SAFE_INTEGER) ?? 0
  const limit = readCount('limit', parameters.limit, maxLimit) ?? Math.min(defaultLimit, maxLimit)
  return { operation: 'find', token, model, offset, limit }
}
