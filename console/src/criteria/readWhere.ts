import type { Json } from '../meta/ModelMeta.ts'
import { type Chip, type GroupChip, otherTest, type Test, type TestChip } from './Chip.ts'
import { fromPattern } from './pattern.ts'

type Members = { readonly [name: string]: Json }

/**
 * The chips of criteria as an address holds them. Criteria that all must be met become a chip each, groups a chip of
 * chips; what has no form in words stays JSON, and what is not even JSON stays as it is: the service says what is wrong
 * with it.
 */
export function readWhere(where: string): Chip[] {
  if (where.trim() === '') return []
  const criterion = parse(where)
  if (criterion === null) return []
  return criterion === undefined ? [{ kind: 'json', text: where }] : chipsOf(criterion)
}

function chipsOf(criterion: Json): Chip[] {
  const parts = partsOf(criterion, 'and')
  if (parts) return parts.flatMap(chipsOf)
  const known = comparisonOf(criterion) ?? groupOf(criterion)
  return [known ?? { kind: 'json', text: JSON.stringify(criterion) }]
}

/** One member of a group: several criteria that all must be met are a group in it. */
function memberOf(criterion: Json): Chip {
  const chips = chipsOf(criterion)
  const [first = { kind: 'json' as const, text: JSON.stringify(criterion) }] = chips
  return chips.length > 1 ? { kind: 'group', of: 'all', chips } : first
}

/** The service's `not` means that its criteria are not all met: "none of" is that not any of them is. */
function groupOf(criterion: Json): GroupChip | TestChip | undefined {
  const any = (partsOf(criterion, 'or') ?? []).map(memberOf).flatMap(alternativesOf)
  if (any.length > 0) return withMissing(any) ?? { kind: 'group', of: 'any', chips: any }
  const not = partsOf(criterion, 'not') ?? []
  if (not.length === 0) return undefined
  const member = memberOf(not.length === 1 ? (not[0] ?? null) : { criteria: not })
  return { kind: 'group', of: 'none', chips: alternativesOf(member) }
}

function alternativesOf(chip: Chip): readonly Chip[] {
  return chip.kind === 'group' && chip.of === 'any' ? chip.chips : [chip]
}

/** The criteria of a group; `and` is also what has no operator. */
function partsOf(criterion: Json, operator: 'and' | 'or' | 'not'): readonly Json[] | undefined {
  if (!isObject(criterion) || 'fieldName' in criterion || !hasOnly(criterion, ['operator', 'criteria']))
    return undefined
  if ((criterion.operator ?? 'and') !== operator) return undefined
  const { criteria = [] } = criterion
  return Array.isArray(criteria) ? (criteria as readonly Json[]) : undefined
}

/** A comparison, or that there is no value: the second form of a chip. */
function withMissing([first, second, ...more]: readonly Chip[]): TestChip | undefined {
  if (first?.kind !== 'test' || second?.kind !== 'test' || second.test !== 'isNull' || more.length > 0) return undefined
  const isOne = first.path === second.path && !first.orMissing && first.values.length > 0
  return isOne ? { ...first, orMissing: true } : undefined
}

function comparisonOf(criterion: Json): TestChip | undefined {
  if (!isObject(criterion) || !hasOnly(criterion, ['fieldName', 'operator', 'value', 'value2'])) return undefined
  const { fieldName: path, operator } = criterion
  if (typeof path !== 'string' || typeof operator !== 'string') return undefined
  const found = testOf(longNames.get(operator) ?? operator, criterion)
  return found && { kind: 'test', path, ...found, orMissing: false }
}

function testOf(operator: string, { value, value2 }: Members): { test: Test; values: readonly Json[] } | undefined {
  const has = isPlain(value)
  const single = has && value2 === undefined
  switch (operator) {
    case '=':
    case '!=':
      return single ? { test: operator === '=' ? 'is' : 'isNot', values: [value] } : undefined
    case 'in':
    case 'notIn':
      return isList(value) && value2 === undefined
        ? { test: operator === 'in' ? 'is' : 'isNot', values: value }
        : undefined
    case 'has':
      return single ? { test: 'hasAny', values: [value] } : undefined
    case 'hasAny':
    case 'hasAll':
      return isList(value) && value2 === undefined ? { test: operator, values: value } : undefined
    case 'like':
    case 'notLike':
      return single && typeof value === 'string' ? patternOf(operator, value) : undefined
    case '<':
    case '<=':
    case '>':
    case '>=':
      return single ? { test: operator, values: [value] } : undefined
    case 'between':
    case 'notBetween':
      return has && isPlain(value2) ? { test: operator, values: [value, value2] } : undefined
    case 'isNull':
    case 'notNull':
      return value === undefined && value2 === undefined ? { test: operator, values: [] } : undefined
    default:
      return single ? { test: otherTest(operator), values: [value] } : undefined
  }
}

function patternOf(operator: 'like' | 'notLike', value: string): { test: Test; values: readonly Json[] } {
  const text = fromPattern(value)
  if (text === undefined) return { test: operator, values: [value] }
  return { test: operator === 'like' ? 'contains' : 'lacks', values: [text] }
}

/** A Map, because an address may have an operator named `constructor`. */
const longNames: ReadonlyMap<string, string> = new Map([
  ['equals', '='],
  ['notEqual', '!='],
  ['lessThan', '<'],
  ['lessOrEqual', '<='],
  ['greaterThan', '>'],
  ['greaterOrEqual', '>='],
])

/** Whether it is a value to compare with: there is one, and it is no list. */
function isPlain(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && !Array.isArray(value)
}

/** Whether it is a list of values to compare with. */
function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPlain)
}

function isObject(value: Json): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasOnly(members: Members, known: readonly string[]): boolean {
  return Object.keys(members).every((name) => known.includes(name))
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
