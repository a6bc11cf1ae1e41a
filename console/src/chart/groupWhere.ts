import { asText } from '../field/kinds.ts'
import type { Json } from '../meta/ModelMeta.ts'
import type { GroupField } from './Grouping.ts'
import { daysOf } from './periods.ts'
import { momentOf } from './momentOf.ts'

/** The criteria that the records of a group meet, and no others. */
export function criteriaOfGroup({ path, by, field }: GroupField, value: Json, timeZone: string): Json {
  if (value === null) return { fieldName: path, operator: 'isNull' }
  const days = by && daysOf(asText(value), by)
  if (!days) return { fieldName: path, operator: '=', value: idOf(value) }
  const [first, next] =
    (field.result?.type ?? field.type) === 'dateTime' ? days.map((day) => momentOf(day, timeZone)) : days
  return {
    operator: 'and',
    criteria: [
      { fieldName: path, operator: '>=', value: first ?? '' },
      { fieldName: path, operator: '<', value: next ?? '' },
    ],
  }
}

/** All of these criteria; undefined for all records. */
export function allOf(criteria: readonly (Json | undefined)[]): Json | undefined {
  const given = criteria.filter((each) => each !== undefined)
  return given.length > 1 ? { operator: 'and', criteria: given } : given[0]
}

/** The criteria of a list, as its address has them. The service says what is wrong with those that are no JSON. */
export function readCriteria(where: string): Json | undefined {
  if (where === '') return undefined
  try {
    return JSON.parse(where) as Json
  } catch {
    return where
  }
}

/** A reference is compared by its id. */
function idOf(value: Json): Json {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}
