import type { GroupRequest } from '../AggregateRequest.ts'
import { isObject, refuseUnknownMembers } from '../refuseUnknownMembers.ts'
import { Fault, type JsonKind } from './Kind.ts'
import { maxGroups } from './limits.ts'

/** The fields to group by. */
export const groups: JsonKind<GroupRequest[]> = {
  fromJson: (value) => {
    if (!Array.isArray(value)) throw notGroups()
    return value.map((group) => (typeof group === 'string' ? { fieldName: group } : parseGroup(group)))
  },
  schema: () => ({
    type: 'array',
    items: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/GroupBy' }] },
    maxItems: maxGroups,
  }),
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

function notGroups(): Fault {
  return new Fault(
    'must be an array of field names, or of objects such as ' +
      '{"fieldName": "createdOn", "by": "month", "timeZone": "Europe/Paris"}',
  )
}
