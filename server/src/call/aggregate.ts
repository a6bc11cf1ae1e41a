import { type AggregateRequest, aggregateFunctions, type GroupRequest } from './AggregateRequest.ts'
import type { AggregateCall } from './Call.ts'
import { parseJson } from './parseJson.ts'
import { isObject, parseNames, parsePageMembers, parseQ, refuseUnknownMembers } from './parseMember.ts'
import { invalid, refuseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

const members = ['data', 'q', 'groupBy', 'count', ...aggregateFunctions, 'sortBy', 'offset', 'limit'] as const

/** Parses an aggregate. Unknown members are refused, never ignored. */
export function parseAggregate({ token, model = '', query, body }: Request, maxLimit: number): AggregateCall {
  refuseParameters(query)
  const sent = parseJson(body)
  if (!isObject(sent)) throw invalid('The body of an aggregate must be an object.')
  refuseUnknownMembers(sent, 'An aggregate', members)
  return { operation: 'aggregate', token, model, request: toRequest(sent, maxLimit) }
}

function toRequest(sent: Partial<Record<(typeof members)[number], unknown>>, maxLimit: number): AggregateRequest {
  const { data, q, groupBy, count = false, sortBy } = sent
  if (typeof count !== 'boolean') throw invalid('The member count must be true or false.')
  const namesOf = (member: (typeof members)[number]) =>
    sent[member] === undefined ? [] : parseNames(member, sent[member])
  const [sum, avg, min, max, countDistinct] = [
    namesOf('sum'),
    namesOf('avg'),
    namesOf('min'),
    namesOf('max'),
    namesOf('countDistinct'),
  ]
  return {
    ...parsePageMembers(sent, maxLimit),
    ...parseQ(q),
    ...(data === undefined ? {} : { criteria: data }),
    groupBy: parseGroups(groupBy),
    count,
    fields: { sum, avg, min, max, countDistinct },
    sortBy: sortBy === undefined ? [] : parseNames('sortBy', sortBy),
  }
}

function parseGroups(sent: unknown = []): GroupRequest[] {
  if (!Array.isArray(sent)) throw notGroups()
  return sent.map((group) => (typeof group === 'string' ? { fieldName: group } : parseGroup(group)))
}

function parseGroup(group: unknown): GroupRequest {
  if (!isObject(group)) throw notGroups()
  refuseUnknownMembers(group, 'A group', ['fieldName', 'by', 'timeZone'])
  const { fieldName, by, timeZone } = group
  const isText = (value: unknown) => value === undefined || typeof value === 'string'
  if (typeof fieldName !== 'string' || !isText(by) || !isText(timeZone)) throw notGroups()
  return {
    fieldName,
    ...(typeof by === 'string' ? { by } : {}),
    ...(typeof timeZone === 'string' ? { timeZone } : {}),
  }
}

function notGroups() {
  return invalid(
    'The member groupBy must be an array of field names, or of objects such as ' +
      '{"fieldName": "createdOn", "by": "month", "timeZone": "Europe/Paris"}.',
  )
}
