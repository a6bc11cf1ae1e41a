import { Failure } from '../failure/failure.ts'
import { didYouMean } from '../text/didYouMean.ts'
import { type Comparator, comparators, operatorOf } from './operators.ts'

/** The long names of operators. A Map, because a client may send an operator named `constructor`. */
export const longNames: ReadonlyMap<string, Comparator> = new Map(
  comparators.flatMap((comparator) => {
    const { long } = operatorOf(comparator)
    return long === undefined ? [] : [[long, comparator]]
  }),
)

/** Parses an operator by its short or its long name. */
export function parseComparator(operator: unknown): Comparator {
  const comparator =
    typeof operator === 'string' ? (longNames.get(operator) ?? comparators.find((one) => one === operator)) : undefined
  if (comparator !== undefined) return comparator
  const known = [...comparators, ...longNames.keys()]
  const given =
    typeof operator === 'string'
      ? `There is no operator "${operator.slice(0, 50)}".${adviseOn(operator) ?? didYouMean(operator, known)}`
      : 'A criterion needs an operator.'
  throw new Failure('invalid-parameter', `${given} Operators are ${known.join(', ')}.`)
}

/** What others call our operators, in lower case and without separators. */
const otherNames: ReadonlyMap<string, { readonly operator: Comparator; readonly hint?: string }> = new Map([
  ['contains', { operator: 'like', hint: ' It finds text anywhere: %x%' }],
  ['icontains', { operator: 'like', hint: ' It finds text anywhere: %x%' }],
  ['ilike', { operator: 'like', hint: ' It ignores case' }],
  ['startswith', { operator: 'like', hint: ' Text that begins with x: x%' }],
  ['endswith', { operator: 'like', hint: ' Text that ends with x: %x' }],
  ['eq', { operator: '=' }],
  ['==', { operator: '=' }],
  ['is', { operator: '=' }],
  ['ne', { operator: '!=' }],
  ['neq', { operator: '!=' }],
  ['<>', { operator: '!=' }],
  ['lt', { operator: '<' }],
  ['lte', { operator: '<=' }],
  ['gt', { operator: '>' }],
  ['gte', { operator: '>=' }],
  ['nin', { operator: 'notIn' }],
  ['null', { operator: 'isNull' }],
])

function adviseOn(operator: string): string | undefined {
  const { operator: ours, hint } = otherNames.get(operator.toLowerCase().replace(/[_\s]/g, '')) ?? {}
  return ours && ` Did you mean "${ours}"?${hint === undefined ? '' : `${hint}.`}`
}
