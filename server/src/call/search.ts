import type { SearchCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseJson } from './parseJson.ts'
import { parseMembers, refuseMember } from './parseMembers.ts'
import { invalid, parseParameters } from './parseParameters.ts'
import { isObject, refuseUnknownMembers } from './refuseUnknownMembers.ts'
import type { Request } from './Request.ts'
import type { SearchRequest } from './SearchRequest.ts'

/** What a search takes. */
export const searchTakes = takes({
  query: ['may', 'changes'],
  body: ['offset', 'limit', 'after', 'fields', 'sortBy', 'total', 'q', 'criteria', 'archived', 'changes'],
})

/** Parses a search in a body. Unknown members are refused, never ignored. */
export function parseSearch({ token, model = '', query, body }: Request, maxLimit: number): SearchCall {
  const { may, changes: inQuery } = parseParameters(query, searchTakes)
  const sent = parseJson(body)
  if (!isObject(sent)) throw invalid('The body of a search must be an object.')
  refuseUnknownMembers(sent, 'A search', searchTakes.members.names)
  const members = parseMembers(sent, searchTakes.members, refuseMember, maxLimit)
  const { data, changes = inQuery } = members
  const request = toSearchRequest(members, data, may)
  return { operation: 'search', token, model, ...(changes ? { changes } : {}), request }
}

/** What is searched for, from a body or from a query string. */
export function toSearchRequest(
  asked: Omit<SearchRequest, 'total' | 'may'> & { total?: boolean },
  criteria: unknown,
  may: true | undefined,
) {
  const { offset, limit, after, fields, sortBy, total = true, q, archived } = asked
  return {
    offset,
    limit,
    total,
    ...(after === undefined ? {} : { after }),
    ...(fields ? { fields } : {}),
    ...(sortBy ? { sortBy } : {}),
    ...(q === undefined ? {} : { q }),
    ...(archived ? { archived } : {}),
    ...(may ? { may } : {}),
    ...(criteria === undefined ? {} : { criteria }),
  } satisfies SearchRequest
}
