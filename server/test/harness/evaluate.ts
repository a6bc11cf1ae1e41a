import type { Field } from '../../src/model/field/Field.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Comparator } from '../../src/criteria/operators.ts'
import { parseComparator } from '../../src/criteria/parseComparator.ts'
import { type Comparable, comparable, order, valueField } from './comparable.ts'
import type { Kept, Memory, Part } from './Memory.ts'

/** A search as a client sends it. */
export interface SearchBody {
  readonly offset?: number
  readonly limit?: number
  readonly fields?: readonly string[]
  readonly sortBy?: readonly string[]
  readonly total?: boolean
  readonly data?: Criterion
}

export type Criterion =
  | { readonly operator?: string; readonly criteria: readonly Criterion[] }
  | { readonly fieldName: string; readonly operator: string; readonly value?: unknown; readonly value2?: unknown }
  /** Neither met nor not met. */
  | { readonly unknown: true }

/** True, false or unknown: a missing value makes a comparison neither true nor false. */
export type Truth = true | false | null

/** All records that meet a search, in its order. */
export function searchIn(
  memory: Memory,
  model: Model,
  { data, sortBy = [] }: SearchBody,
  words: readonly string[] = [],
): Kept[] {
  return memory
    .all(model.name)
    .filter((kept) => data === undefined || evaluate(data, kept, model, memory) === true)
    .filter(({ record }) => words.every((word) => holdsWord(word, record, model)))
    .sort((a, b) => compareBy(sortBy, a, b, model, memory))
}

/** Whether a record meets a criterion, by the three-valued logic of SQL. */
export function evaluate(criterion: Criterion, kept: Kept, model: Model, memory: Memory): Truth {
  if ('unknown' in criterion) return null
  if ('criteria' in criterion) {
    const parts = criterion.criteria.map((part) => evaluate(part, kept, model, memory))
    if (criterion.operator === 'or') return or(parts)
    return criterion.operator === 'not' ? not(and(parts)) : and(parts)
  }
  return evaluateAlong(memory.partsOf(criterion.fieldName, model), criterion, kept, memory)
}

/** False if one is false; otherwise unknown if one is unknown. */
export function and(parts: readonly Truth[]): Truth {
  if (parts.includes(false)) return false
  return parts.includes(null) ? null : true
}

/** True if one is true; otherwise unknown if one is unknown. */
export function or(parts: readonly Truth[]): Truth {
  if (parts.includes(true)) return true
  return parts.includes(null) ? null : false
}

export function not(part: Truth): Truth {
  return part === null ? null : !part
}

type Comparison = Extract<Criterion, { fieldName: string }>

/** True if one record of the relation meets the criterion, otherwise false; never unknown. */
function evaluateAlong(
  [part, ...rest]: readonly Part[],
  criterion: Comparison,
  kept: Kept | undefined,
  memory: Memory,
): Truth {
  if (!part) throw new Error('A name has at least one part.')
  if ('relation' in part) {
    const others = kept ? memory.related(part.relation, kept) : []
    if (rest.length > 0) return others.some((one) => evaluateAlong(rest, criterion, one, memory) === true)
    if (criterion.operator === 'isNull') return others.length === 0
    if (criterion.operator === 'notNull') return others.length > 0
    return others.some(({ record }) => compare(criterion, record.id, idField) === true)
  }
  if (rest.length === 0) return compareField(criterion, part.field, kept, memory)
  return evaluateAlong(rest, criterion, kept && memory.follow(part.field, kept), memory)
}

const idField = { type: 'integer' } as const

function compareField(criterion: Comparison, field: Field, kept: Kept | undefined, memory: Memory): Truth {
  const own = valueField(field)
  return compare(criterion, kept ? comparable(memory.valueOf(field, kept), own) : null, own)
}

function compare({ operator, value, value2 }: Comparison, own: Comparable, field: Pick<Field, 'type'>): Truth {
  const comparator = parseComparator(operator)
  const given = (one: unknown) => comparable(one, field)
  // A set without elements counts as missing, but it is known that it has none of them.
  const isMissing = own === null || (field.type === 'choices' && elementsOf(own).length === 0)
  if (comparator === 'isNull') return isMissing
  if (comparator === 'notNull') return !isMissing
  // No value is in an empty list, and every value is outside of it, even a missing one.
  if (comparator === 'in' || comparator === 'notIn') {
    const list = value as readonly unknown[]
    const found = list.length === 0 ? false : own === null ? null : list.some((one) => order(own, given(one)) === 0)
    return comparator === 'in' ? found : not(found)
  }
  if (own === null) return null
  return comparisons[comparator](own, { value, value2, given })
}

interface Given {
  readonly value: unknown
  readonly value2: unknown
  /** A value that was sent, in the form in which it is compared. */
  given(one: unknown): Comparable
}

/** Each operator for a value that is not missing. */
const comparisons: Record<
  Exclude<Comparator, 'in' | 'notIn' | 'isNull' | 'notNull'>,
  (own: Comparable, given: Given) => boolean
> = {
  '=': (own, { value, given }) => order(own, given(value)) === 0,
  '!=': (own, { value, given }) => order(own, given(value)) !== 0,
  '<': (own, { value, given }) => order(own, given(value)) < 0,
  '<=': (own, { value, given }) => order(own, given(value)) <= 0,
  '>': (own, { value, given }) => order(own, given(value)) > 0,
  '>=': (own, { value, given }) => order(own, given(value)) >= 0,
  between: (own, { value, value2, given }) => order(own, given(value)) >= 0 && order(own, given(value2)) <= 0,
  notBetween: (own, { value, value2, given }) => order(own, given(value)) < 0 || order(own, given(value2)) > 0,
  has: (own, { value }) => elementsOf(own).includes(value),
  hasAny: (own, { value }) => listOf(value).some((one) => elementsOf(own).includes(one)),
  hasAll: (own, { value }) => listOf(value).every((one) => elementsOf(own).includes(one)),
  like: (own, { value }) => isLike(String(own), String(value)),
  notLike: (own, { value }) => !isLike(String(own), String(value)),
}

/** The elements of a set, whose comparable form is JSON. */
function elementsOf(own: Comparable): unknown[] {
  return listOf(JSON.parse(String(own)))
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** One element of a pattern: a character, any one character, or any number of characters. */
type Sign = { readonly letter: string } | 'one' | 'many'

/** Whether a text matches a pattern; without wildcards, whether it contains it. Case is ignored. */
export function isLike(text: string, pattern: string): boolean {
  const signs = toSigns(pattern.toLowerCase())
  const whole = signs.some((sign) => typeof sign === 'string') ? signs : (['many', ...signs, 'many'] as const)
  return matches(Array.from(text.toLowerCase()), whole)
}

function toSigns(pattern: string): Sign[] {
  const [letter, ...rest] = Array.from(pattern)
  if (letter === undefined) return []
  if (letter === '%') return ['many', ...toSigns(rest.join(''))]
  if (letter === '_') return ['one', ...toSigns(rest.join(''))]
  if (letter !== '\\') return [{ letter }, ...toSigns(rest.join(''))]
  return [{ letter: rest[0] ?? '\\' }, ...toSigns(rest.slice(1).join(''))]
}

function matches(text: readonly string[], [sign, ...rest]: readonly Sign[]): boolean {
  if (sign === undefined) return text.length === 0
  if (sign === 'many') return text.some((_, start) => matches(text.slice(start), rest)) || matches([], rest)
  if (text.length === 0 || (typeof sign === 'object' && sign.letter !== text[0])) return false
  return matches(text.slice(1), rest)
}

function holdsWord(word: string, record: Kept['record'], { search = [] }: Model): boolean {
  return search.some((field) =>
    String(record[field] ?? '')
      .toLowerCase()
      .includes(word.toLowerCase()),
  )
}

/** Missing values last in both directions; equal ones in the order of their ids. */
function compareBy(sortBy: readonly string[], a: Kept, b: Kept, model: Model, memory: Memory): number {
  for (const key of [...sortBy, 'id']) {
    const [x, y] = [a, b].map((kept) => valueAt(memory.partsOf(key.replace(/^-/, ''), model), kept, memory))
    if (x === undefined || y === undefined || x === y) continue
    if (x === null || y === null) return x === null ? 1 : -1
    const difference = order(x, y)
    if (difference !== 0) return key.startsWith('-') ? -difference : difference
  }
  return 0
}

/** The value at the end of a dotted name over references; null if there is none. */
export function valueAt([part, ...rest]: readonly Part[], kept: Kept | undefined, memory: Memory): Comparable {
  if (!part || 'relation' in part) throw new Error('Nothing is sorted by many records.')
  if (!kept) return null
  return rest.length === 0
    ? comparable(memory.valueOf(part.field, kept), valueField(part.field))
    : valueAt(rest, memory.follow(part.field, kept), memory)
}
