import { isDeepStrictEqual } from 'node:util'
import type { Condition } from '../criteria/Condition.ts'
import type { Allowance } from './Allowance.ts'

/** Whether all records of one allowance are among those of another. */
export type IsWithin = (one: Allowance, other: Allowance) => boolean

/**
 * Compares allowances by their conditions, as far as these are written alike: one is within another if it has all its
 * parts that are joined by `and`. Equal parts get the same number, so that each is compared once.
 */
export function compareAllowances(allowances: readonly Allowance[]): IsWithin {
  const known: Condition[] = []
  const numberOf = (part: Condition) => {
    const found = known.findIndex((one) => isDeepStrictEqual(one, part))
    return found === -1 ? known.push(part) - 1 : found
  }
  const numbers = new Map(allowances.map((one) => [one, new Set(partsOf(one.condition).map(numberOf))]))
  return (one, other) => [...(numbers.get(other) ?? [])].every((part) => numbers.get(one)?.has(part))
}

/** No condition has no parts: every record meets it. */
function partsOf(condition: Condition | undefined): readonly Condition[] {
  if (!condition) return []
  return condition.is === 'and' ? condition.parts.flatMap(partsOf) : [condition]
}
