import type { Condition } from '../criteria/Condition.ts'
import { isVariable } from '../criteria/Condition.ts'
import type { Path } from '../criteria/path.ts'
import { Failure } from '../failure/failure.ts'
import { currencyOf } from '../model/field/money.ts'
import type { AggregatePlan } from './AggregatePlan.ts'

/**
 * Refuses figures and groups of amounts in several currencies. Their currency must be a group of its own, or criteria
 * must demand one. Only their number means something without it.
 */
export function refuseMixedSums({ groups, measures, condition }: Pick<AggregatePlan, MixedParts>): void {
  const figures = measures.filter((measure) => measure.function !== 'countDistinct' && measure.function !== 'filled')
  for (const { path } of [...groups, ...figures]) {
    const currency = currencyNameOf(path)
    const isGrouped = groups.some((group) => nameOf(group.path) === currency)
    if (currency === undefined || isGrouped || isPinned(condition, currency)) continue
    throw new Failure(
      'invalid-parameter',
      `The amounts of ${nameOf(path)} are in several currencies: add groupBy: ["${currency}"], ` +
        'or a criterion that compares it with = to one of them.',
    )
  }
}

type MixedParts = 'groups' | 'measures' | 'condition'

/** The name of the field with the currency of amounts, seen from the record that the aggregate is about. */
function currencyNameOf({ steps, field }: Path): string | undefined {
  const currency = currencyOf(field)
  return typeof currency === 'object' ? [...steps.map(({ name }) => name), currency.field].join('.') : undefined
}

function nameOf({ steps, field }: Path): string {
  return [...steps, field].map(({ name }) => name).join('.')
}

/** Whether a condition is met only by records with one value of a field. */
function isPinned(condition: Condition, name: string): boolean {
  if (condition.is === 'and') return condition.parts.some((part) => isPinned(part, name))
  if (condition.is !== 'comparison' || condition.comparator !== '=') return false
  return nameOf(condition.path) === name && !condition.operands.some(isVariable)
}
