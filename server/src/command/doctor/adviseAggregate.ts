import { operators } from '../../criteria/operators.ts'
import { indexableColumns, isIndexable } from '../../model/checkIndexes.ts'
import type { Model } from '../../model/Model.ts'
import type { SearchShape } from '../../plan/SearchShape.ts'
import { adviseIndex } from './adviseIndex.ts'

const narrow =
  'No index can serve this aggregate: add a criterion that every record must meet and few do, such as a range of dates.'

/**
 * What to declare so that an aggregate does not read the whole table: an index over the fields of its criteria and
 * those that it groups by and computes with. PostgreSQL then reads the index instead of the records.
 */
export function adviseAggregate({ all, inside, words, aggregated = [] }: SearchShape, model: Model): string[] {
  const known = [...model.fields.filter(isIndexable).map(({ name }) => name), ...indexableColumns]
  const fieldsFor = (index: 'equal' | 'range') =>
    all.filter(({ comparator }) => operators[comparator].index === index).map(({ field }) => field)
  const compared = [...fieldsFor('equal'), ...fieldsFor('range')].filter((field) => known.includes(field))
  const isCovered = inside.length === 0 && !words && [...all.map(({ field }) => field), ...aggregated].every(isOwn)
  const covering = [...new Set([...compared, ...aggregated])]
  const isOneIndex = isCovered && covering.every((field) => known.includes(field)) && covering.length <= maxKeys
  const keys = isOneIndex ? covering : [...new Set(compared)].slice(0, maxKeys)
  const advice = adviseIndex({ keys, sorted: false }, model)
  return advice.length > 0 ? advice : [narrow]
}

/** The most fields of an index. */
const maxKeys = 8

/** Whether a name is not dotted: the field of another record is in no index of this model. */
function isOwn(field: string): boolean {
  return !field.includes('.')
}
