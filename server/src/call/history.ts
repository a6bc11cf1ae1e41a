import type { HistoryCall } from './Call.ts'
import { invalid, parseId, parsePage, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a request for the history of a record. */
export function parseHistory({ token, model = '', id, query }: Request, maxLimit: number): HistoryCall {
  const parameters = parseParameters(query, ['offset', 'limit', 'members'])
  return {
    operation: 'history',
    token,
    model,
    id: parseId(id),
    ...parsePage(parameters, maxLimit),
    ...parseMembers(parameters.members),
  }
}

function parseMembers(text: string | undefined): { members?: true } {
  if (text !== undefined && text !== 'true' && text !== 'false')
    throw invalid('The parameter members must be true or false.')
  return text === 'true' ? { members: true } : {}
}
