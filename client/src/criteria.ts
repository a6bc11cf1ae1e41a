import type { Group } from './types/Where.ts'

/** A criterion as the service takes it. */
export type WireCriterion =
  | { readonly operator: 'and' | 'or' | 'not'; readonly criteria: readonly WireCriterion[] }
  | { readonly fieldName: string; readonly operator: string; readonly value?: unknown; readonly value2?: unknown }

/** Criteria that were grouped. The class tells them from an object of fields, whatever these are called. */
class GroupedCriteria {
  declare readonly operator: 'and' | 'or' | 'not'
  declare readonly parts: readonly unknown[]
}

/** Met by records that meet at least one of the criteria. */
export function any<Criteria = never>(...parts: readonly NoInfer<Criteria>[]): Group<Criteria> {
  return toGroup('or', parts)
}

/** Met by records that meet all of the criteria. */
export function all<Criteria = never>(...parts: readonly NoInfer<Criteria>[]): Group<Criteria> {
  return toGroup('and', parts)
}

/** Met by records that meet none of the criteria. */
export function none<Criteria = never>(...parts: readonly NoInfer<Criteria>[]): Group<Criteria> {
  return toGroup('not', [toGroup('or', parts)])
}

function toGroup<Criteria>(operator: 'and' | 'or' | 'not', parts: readonly unknown[]): Group<Criteria> {
  return Object.assign(new GroupedCriteria(), { operator, parts }) as unknown as Group<Criteria>
}

/** The criteria in the form of the service. One without a value is a mistake, and must not find everything. */
export function toCriteria(where: unknown): WireCriterion {
  if (where instanceof GroupedCriteria) return fromGroup(where)
  if (!isObject(where)) throw new TypeError(`Criteria must be an object, not ${JSON.stringify(where)}.`)
  return { operator: 'and', criteria: Object.entries(where).flatMap(([path, value]) => toComparisons(path, value)) }
}

function fromGroup({ operator, parts }: GroupedCriteria): WireCriterion {
  if (parts.length === 0) throw new TypeError('There are no criteria.')
  return { operator, criteria: parts.map(toCriteria) }
}

function toComparisons(fieldName: string, value: unknown): WireCriterion[] {
  if (value === null || value === undefined)
    throw new TypeError(`There is no value for ${fieldName}: or write { isNull: true }.`)
  if (!isObject(value) || 'id' in value) return [{ fieldName, operator: '=', value }]
  const operators = Object.entries(value)
  if (operators.length === 0) throw new TypeError(`There is no operator for ${fieldName}.`)
  return operators.map(([operator, operand]) => toComparison(fieldName, operator, operand))
}

function toComparison(fieldName: string, operator: string, value: unknown): WireCriterion {
  if ([value].flat().some((one) => one === null || one === undefined))
    throw new TypeError(`There is no value for ${fieldName} ${operator}.`)
  if (operator === 'isNull' || operator === 'notNull') return { fieldName, operator }
  if (operator !== 'between' && operator !== 'notBetween') return { fieldName, operator, value }
  if (!Array.isArray(value)) throw new TypeError(`${fieldName} ${operator} takes two values: [from, to].`)
  return { fieldName, operator, value: value[0], value2: value[1] }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
