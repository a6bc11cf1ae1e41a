import type { AggregateCall } from './Call.ts'
import { aggregateFunctions } from '../model/aggregates.ts'
import { takes } from './parameter/takes.ts'
import { parseJson } from './parseJson.ts'
import { parseMembers, refuseMember } from './parseMembers.ts'
import { invalid, refuseParameters } from './parseParameters.ts'
import { isObject, refuseUnknownMembers } from './refuseUnknownMembers.ts'
import type { Request } from './Request.ts'

/** What an aggregate takes. */
export const aggregateTakes = takes({
  body: ['criteria', 'q', 'archived', 'groupBy', 'count', ...aggregateFunctions, 'sortGroups', 'offset', 'limit'],
})

/** Parses an aggregate. Unknown members are refused, never ignored. */
export function parseAggregate({ token, model = '', query, body }: Request, maxLimit: number): AggregateCall {
  refuseParameters(query)
  const sent = parseJson(body)
  if (!isObject(sent)) throw invalid('The body of an aggregate must be an object.')
  refuseUnknownMembers(sent, 'An aggregate', aggregateTakes.members.names)
  const members = parseMembers(sent, aggregateTakes.members, refuseMember, maxLimit)
  const {
    data,
    groupBy = [],
    sum = [],
    avg = [],
    min = [],
    max = [],
    countDistinct = [],
    filled = [],
    sortBy = [],
  } = members
  const { offset, limit, count, q, archived } = members
  return {
    operation: 'aggregate',
    token,
    model,
    request: {
      offset,
      limit,
      count,
      groupBy,
      sortBy,
      fields: { sum, avg, min, max, countDistinct, filled },
      ...(q === undefined ? {} : { q }),
      ...(archived ? { archived } : {}),
      ...(data === undefined ? {} : { criteria: data }),
    },
  }
}
