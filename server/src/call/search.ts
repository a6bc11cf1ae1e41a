import type { SearchRequest } from './SearchRequest.ts'
import type { SearchCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseJson } from './parseJson.ts'
import { isObject, parseNames, parsePageMembers, parseQ, refuseUnknownMembers } from './parseMember.ts'
import { invalid, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

const members = ['offset', 'limit', 'after', 'fields', 'sortBy', 'total', 'q', 'data', 'changes'] as const

/** What a search takes. */
export const searchTakes = takes(['may', 'changes'])

/** Parses a search in a body. Unknown members are refused, never ignored. */
export function parseSearch({ token, model = '', query, body }: Request, maxLimit: number): SearchCall {
  const { may, changes } = parseParameters(query, searchTakes)
  const sent = parseJson(body)
  if (!isObject(sent)) throw invalid('The body of a search must be an object.')
  refuseUnknownMembers(sent, 'A search', members)
  const followed = isFollowed(sent['changes']) || changes ? { changes: true as const } : {}
  const request = { ...toRequest(sent, maxLimit), ...(may ? { may } : {}) }
  return { operation: 'search', token, model, ...followed, request }
}

function isFollowed(changes: unknown): boolean {
  if (changes !== undefined && typeof changes !== 'boolean') throw invalid('The member changes must be true or false.')
  return changes === true
}

function toRequest(sent: Partial<Record<(typeof members)[number], unknown>>, maxLimit: number): SearchRequest {
  const { offset, after, fields, sortBy, total = true, q, data } = sent
  if (typeof total !== 'boolean') throw invalid('The member total must be true or false.')
  if (after !== undefined && typeof after !== 'string')
    throw invalid('The member after must be the value of next in an answer to the same search.')
  if (after !== undefined && offset !== undefined) throw invalid('Send offset or after, not both.')
  return {
    ...parsePageMembers(sent, maxLimit),
    total,
    ...(after === undefined ? {} : { after }),
    ...(fields === undefined ? {} : { fields: parseNames('fields', fields) }),
    ...(sortBy === undefined ? {} : { sortBy: parseNames('sortBy', sortBy) }),
    ...parseQ(q),
    ...(data === undefined ? {} : { criteria: data }),
  }
}
