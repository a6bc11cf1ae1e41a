import type { FieldMeta, FieldType } from '../meta/ModelMeta.ts'
import type { Test } from './Chip.ts'

/** Families of types whose tests have the same words. */
export type Family = 'text' | 'number' | 'time' | 'choice' | 'relation' | 'opaque'

/** The family of each type. A type without an entry does not compile. */
const families: Record<FieldType, Family> = {
  text: 'text',
  computed: 'text',
  series: 'text',
  integer: 'number',
  decimal: 'number',
  formula: 'number',
  rollup: 'number',
  date: 'time',
  dateTime: 'time',
  boolean: 'choice',
  choice: 'choice',
  reference: 'choice',
  collection: 'relation',
  links: 'relation',
  json: 'opaque',
}

const ordered: readonly Test[] = ['<', '<=', '>', '>=', 'between', 'notBetween']

/** What can be asked of each family, the most usual first. */
const tests: Record<Family, readonly Test[]> = {
  text: ['contains', 'is', 'isNot', 'lacks', 'like', 'notLike', ...ordered, 'isNull', 'notNull'],
  number: ['is', 'isNot', ...ordered, 'isNull', 'notNull'],
  time: ['>=', '<=', '>', '<', 'between', 'notBetween', 'is', 'isNot', 'isNull', 'notNull'],
  choice: ['is', 'isNot', 'isNull', 'notNull'],
  relation: ['is', 'isNull', 'notNull'],
  opaque: ['isNull', 'notNull'],
}

/** The family of a field. */
export function familyOf({ type }: FieldMeta): Family {
  return families[type]
}

/** What can be asked of a field, the most usual first. */
export function testsOf(field: FieldMeta): readonly Test[] {
  return tests[familyOf(field)]
}
