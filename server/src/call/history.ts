import type { HistoryCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a request for a history takes. */
export const historyTakes = takes({ query: ['offset', 'limit', 'members', 'titles'] })

/** Parses a request for the history of a record. */
export function parseHistory({ token, model = '', id, query }: Request, maxLimit: number): HistoryCall {
  const parameters = parseParameters(query, historyTakes, maxLimit)
  return { operation: 'history', token, model, id: parseId(id), ...parameters }
}
