import { type Condition, isRecordVariable, type Operand } from '../criteria/Condition.ts'
import { type Comparator, operators } from '../criteria/operators.ts'
import type { Path } from '../criteria/path.ts'
import type { AggregatePlan } from './AggregatePlan.ts'
import type { SortKey } from './parseSort.ts'
import type { SearchPlan } from './SearchPlan.ts'

/** A search without its values: enough to decide which index would serve it. */
export interface SearchShape {
  readonly model: string
  /** Criteria that every record must meet. */
  readonly all: readonly Criterion[]
  /** Criteria inside `or`, `not` and relations, where an index on the field alone does not help. */
  readonly inside: readonly Criterion[]
  /** The sort keys, `-` for descending, without the id that completes them. */
  readonly sort: readonly string[]
  /** Whether it has search words (`q`). */
  readonly words: boolean
  /** The fields that an aggregate groups by and computes with; absent for a search. */
  readonly aggregated?: readonly string[]
}

/** A compared field; its name is dotted if it belongs to another record. */
export interface Criterion {
  readonly field: string
  readonly comparator: Comparator
}

/** Removes the values from a search. */
export function toSearchShape(plan: SearchPlan | AggregatePlan): SearchShape {
  const { model, condition, words } = plan
  const parts = condition.is === 'and' ? condition.parts : [condition]
  // No index serves a comparison of two fields of the record.
  const isPlain = (part: Condition) => part.is === 'comparison' && !part.operands.some(isRecordVariable)
  return {
    model: model.name,
    all: parts.filter(isPlain).flatMap((part) => criteriaIn(part)),
    inside: parts.filter((part) => !isPlain(part)).flatMap((part) => criteriaIn(part)),
    sort: plan.operation === 'search' ? sortNames(plan.sort) : [],
    words: words.length > 0,
    ...(plan.operation === 'search' ? {} : { aggregated: aggregatedNames(plan) }),
  }
}

/** Describes a search in one line: `com.example.contacts.Contact where company.country = … sorted by -credit`. */
export function describeSearch(plan: SearchPlan | AggregatePlan): string {
  return plan.operation === 'search' ? describeRecords(plan) : describeAggregate(plan)
}

function describeRecords(plan: SearchPlan): string {
  const { sort, after, limit, total } = plan
  const keys = sortNames(sort)
  return [
    describeWanted(plan),
    keys.length > 0 ? ` sorted by ${keys.join(', ')}` : '',
    after ? ', continued' : '',
    limit === 0 ? ', the total alone' : total ? '' : ', without total',
  ].join('')
}

/** Describes an aggregate: `com.example.orders.Order where placedOn >= … : count, sum of total by status`. */
function describeAggregate(plan: AggregatePlan): string {
  const { groups, measures, count } = plan
  const figures = [
    ...(count ? ['count'] : []),
    ...measures.map((measure) => `${measure.function} of ${measure.name}`),
  ].join(', ')
  const by = groups.map(({ name, by: period }) => (period === undefined ? name : `${period} of ${name}`)).join(', ')
  return `${describeWanted(plan)}: ${figures === '' ? 'groups' : figures}${by === '' ? '' : ` by ${by}`}`
}

/** The model and the criteria. */
function describeWanted({ model, condition, words }: SearchPlan | AggregatePlan): string {
  const wanted = [...(words.length > 0 ? ['q …'] : []), describeCondition(condition)].filter((text) => text !== '')
  return `${model.name}${wanted.length > 0 ? ` where ${wanted.join(' and ')}` : ''}`
}

/** The fields that an aggregate reads of each record, each once. */
function aggregatedNames({ groups, measures }: AggregatePlan): string[] {
  return [...new Set([...groups, ...measures].map(({ path }) => nameOf(path)))]
}

function describeCondition(condition: Condition, within?: 'and' | 'or'): string {
  switch (condition.is) {
    case 'and':
    case 'or': {
      const text = condition.parts.map((part) => describeCondition(part, condition.is)).join(` ${condition.is} `)
      return within !== undefined && within !== condition.is && condition.parts.length > 1 ? `(${text})` : text
    }
    case 'not':
      return `not (${describeCondition(condition.part)})`
    case 'some': {
      const name = [...condition.steps, condition.relation].map((step) => step.name).join('.')
      const inner = describeCondition(condition.part)
      return inner === '' ? `some ${name}` : `some ${name} (${inner})`
    }
    case 'comparison':
      return describeComparison(nameOf(condition.path), condition.comparator, condition.operands)
    case 'held':
      return 'held'
    case 'archived':
      return condition.value ? 'archived' : 'not archived'
  }
}

/** Values are never shown, and fields of the record are. */
function describeComparison(name: string, comparator: Comparator, operands: readonly Operand[]): string {
  const { takes } = operators[comparator]
  if (takes === 'nothing') return `${name} ${comparator}`
  const shown = takes === 'list' ? ['…'] : operands.map(describeOperand)
  return `${name} ${comparator} ${shown.join(' and ')}`
}

function describeOperand(operand: Operand): string {
  return isRecordVariable(operand) ? `$record.${operand.field.name}` : '…'
}

function criteriaIn(condition: Condition): Criterion[] {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.flatMap((part) => criteriaIn(part))
    case 'not':
      return criteriaIn(condition.part)
    case 'some': {
      const start = [...condition.steps, condition.relation].map((step) => step.name).join('.')
      return criteriaIn(condition.part).map(({ field, comparator }) => ({ field: `${start}.${field}`, comparator }))
    }
    case 'comparison':
      return [{ field: nameOf(condition.path), comparator: condition.comparator }]
    case 'held':
    case 'archived':
      return []
  }
}

/** The sort keys as a client sends them, without the ascending id that completes every order. */
function sortNames(sort: readonly SortKey[]): string[] {
  const names = sort.map(({ path, descending }) => `${descending ? '-' : ''}${nameOf(path)}`)
  return names.at(-1) === 'id' ? names.slice(0, -1) : names
}

function nameOf({ steps, field }: Path): string {
  return [...steps, field].map((step) => step.name).join('.')
}
