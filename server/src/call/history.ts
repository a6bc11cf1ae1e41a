import type { HistoryCall } from './Call.ts'
import { parseFlag, parseId, parsePage, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a request for the history of a record. */
export function parseHistory({ token, model = '', id, query }: Request, maxLimit: number): HistoryCall {
  const parameters = parseParameters(query, ['offset', 'limit', 'members', 'titles'])
  return {
    operation: 'history',
    token,
    model,
    id: parseId(id),
    ...parsePage(parameters, maxLimit),
    ...(parseFlag('members', parameters.members) ? { members: true } : {}),
    ...(parseFlag('titles', parameters.titles) ? { titles: true } : {}),
  }
}
