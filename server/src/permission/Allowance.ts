import type { Condition } from '../criteria/Condition.ts'
import type { Rule } from './Rule.ts'

/** What one rule allows of one action on one model. */
export interface Allowance {
  readonly rule: Rule
  /** Which records; undefined: all. */
  readonly condition: Condition | undefined
  /** Which fields and relations; undefined: all. */
  readonly fields: ReadonlySet<string> | undefined
}

/** Whether an allowance includes a field or relation. */
export function isFieldIn({ fields }: Allowance, name: string): boolean {
  return fields?.has(name) ?? true
}

/** Whether one of the allowances covers all records and all fields. */
export function isFree(allowances: readonly Allowance[]): boolean {
  return allowances.some(({ condition, fields }) => condition === undefined && fields === undefined)
}
