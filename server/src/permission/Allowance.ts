import type { Condition } from '../criteria/Condition.ts'
import type { Rule } from './Rule.ts'

/** What one rule allows for one action on one model. */
export interface Allowance {
  readonly rule: Rule
  /** Which records; undefined: all. */
  readonly condition: Condition | undefined
  /** Which fields and relations; undefined: all. */
  readonly fields: ReadonlySet<string> | undefined
}

/** Whether one of the allowances is without any condition or limit. */
export function isFree(allowances: readonly Allowance[]): boolean {
  return allowances.some(({ condition, fields }) => condition === undefined && fields === undefined)
}
