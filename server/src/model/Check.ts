import type { Words } from '../text/words.ts'

/**
 * A condition that the records of a model must meet. It is broken by a record for which `when` is true and `holds` is
 * false: a comparison with a missing value is neither, so it passes.
 */
export interface Check {
  /** Names the check in answers and in the metadata. */
  readonly name: string
  /** The fields whose values a person would correct: the errors of an answer name them. */
  readonly fields: readonly string[]
  /** Criteria or an expression of the records that the check is about; all records if absent. */
  readonly when?: object | string
  /** Criteria that these records must meet, or an expression that must not be false: `'dueOn >= fromOn'`. */
  readonly holds: object | string
  /** What is wrong with a record that breaks the check, for people. */
  readonly message: Words
}

/**
 * By the name of a choice field and its present value: the values that may follow. A value that is not listed is final;
 * a field may always keep its value.
 */
export type Transitions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** The values that may follow the present one. */
export function followersOf(transitions: Transitions, field: string, present: string): readonly string[] {
  const byValue = Object.hasOwn(transitions, field) ? transitions[field] : undefined
  return byValue && Object.hasOwn(byValue, present) ? (byValue[present] ?? []) : []
}
