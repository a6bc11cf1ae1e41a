import type { SearchRequest } from './SearchRequest.ts'
import type { SearchCall } from './Call.ts'
import { parseJson } from './parseJson.ts'
import { defaultLimit, invalid, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'
import { didYouMean } from '../nearest.ts'

const members = ['offset', 'limit', 'after', 'fields', 'sortBy', 'total', 'q', 'data'] as const

/** Parses a search in a body. Unknown members are refused, never ignored. */
export function parseSearch({ token, model = '', query, body }: Request, maxLimit: number): SearchCall {
  parseParameters(query, [])
  const sent = parseJson(body)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw invalid('The body of a search must be an object.')
  const unknown = Object.keys(sent).find((member) => !members.some((known) => known === member))
  if (unknown !== undefined)
    throw invalid(
      `A search has no member "${unknown.slice(0, 100)}".${didYouMean(unknown, members)} A search has ` +
        `${members.join(', ')}.`,
    )
  return {
    operation: 'search',
    token,
    model,
    request: toRequest(sent, maxLimit),
  }
}

function toRequest(sent: Partial<Record<(typeof members)[number], unknown>>, maxLimit: number): SearchRequest {
  const { offset, limit, after, fields, sortBy, total = true, q, data } = sent
  if (typeof total !== 'boolean') throw invalid('The member total must be true or false.')
  if (after !== undefined && typeof after !== 'string')
    throw invalid('The member after must be the value of next in an answer to the same search.')
  if (q !== undefined && typeof q !== 'string') throw invalid('The member q must be text.')
  if (after !== undefined && offset !== undefined) throw invalid('Send offset or after, not both.')
  return {
    offset: parseNumber('offset', offset, Number.MAX_SAFE_INTEGER) ?? 0,
    limit: parseNumber('limit', limit, maxLimit) ?? Math.min(defaultLimit, maxLimit),
    total,
    ...(after === undefined ? {} : { after }),
    ...(fields === undefined ? {} : { fields: parseNames('fields', fields) }),
    ...(sortBy === undefined ? {} : { sortBy: parseNames('sortBy', sortBy) }),
    ...(q === undefined ? {} : { q }),
    ...(data === undefined ? {} : { criteria: data }),
  }
}

function parseNumber(name: string, value: unknown, max: number): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalid(`The member ${name} must be a whole number from 0 on.`)
  if (value > max) throw invalid(`The member ${name} must be at most ${max}.`)
  return value
}

function parseNames(name: string, value: unknown): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
  throw invalid(`The member ${name} must be an array of field names.`)
}
