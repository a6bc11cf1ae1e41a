import { type Family, familyOf } from '../meta/fieldTypes.ts'
import type { FieldMeta } from '../meta/ModelMeta.ts'
import { type KnownTest, otherTest, type Test } from './Chip.ts'

const ordered: readonly KnownTest[] = ['<', '<=', '>', '>=', 'between', 'notBetween']

/** What is usually asked of each family, the most usual first. */
const tests: Record<Family, readonly KnownTest[]> = {
  text: ['contains', 'is', 'isNot', 'lacks', 'like', 'notLike', ...ordered, 'isNull', 'notNull'],
  number: ['is', 'isNot', ...ordered, 'isNull', 'notNull'],
  time: ['>=', '<=', '>', '<', 'between', 'notBetween', 'is', 'isNot', 'isNull', 'notNull'],
  choice: ['is', 'isNot', 'isNull', 'notNull'],
  set: ['hasAny', 'hasAll', 'isNull', 'notNull'],
  relation: ['is', 'isNull', 'notNull'],
  opaque: ['isNull', 'notNull'],
  other: ['is', 'isNot', 'isNull', 'notNull'],
}

/** The operators by which each test is asked. */
export const operatorsOf: Record<KnownTest, readonly string[]> = {
  is: ['=', 'in'],
  isNot: ['!=', 'notIn'],
  contains: ['like'],
  lacks: ['notLike'],
  like: ['like'],
  notLike: ['notLike'],
  '<': ['<'],
  '<=': ['<='],
  '>': ['>'],
  '>=': ['>='],
  between: ['between'],
  notBetween: ['notBetween'],
  hasAny: ['has', 'hasAny'],
  hasAll: ['hasAll'],
  isNull: ['isNull'],
  notNull: ['notNull'],
}

const allTests = Object.keys(operatorsOf) as KnownTest[]
const knownOperators = Object.values(operatorsOf).flat()

/** The names of days by which something must be done: people ask which of them have passed. */
const deadline = /^(due|until|expires)|Due|Until|Expires/

/** Whether something must be done by the day or moment of a field. */
export function isDeadline(field: FieldMeta): boolean {
  return familyOf(field) === 'time' && deadline.test(field.name)
}

/** What is asked of a field to begin with. */
export function firstTest(field: FieldMeta): Test | undefined {
  const all = testsOf(field)
  return isDeadline(field) && all.includes('<') ? '<' : all[0]
}

/**
 * What can be asked of a field, the most usual first. If the service says which operators the type has, those decide;
 * ones that the console does not know are offered by their names if they take one value.
 */
export function testsOf(field: FieldMeta): readonly Test[] {
  const family = familyOf(field)
  const operators = field.traits?.operators
  if (!operators || family === 'relation') return tests[family]
  const has = (test: KnownTest) => operatorsOf[test].every((operator) => Object.hasOwn(operators, operator))
  const known = (family === 'other' ? allTests : tests[family]).filter(has)
  // The values of a choice are chosen from a list, not typed.
  if (family === 'choice' || family === 'set') return known
  const others = Object.entries(operators).flatMap(([operator, takes]) =>
    !knownOperators.includes(operator) && (takes === 'value' || takes === 'pattern') ? [otherTest(operator)] : [],
  )
  return [...known, ...others]
}
