import { typeOf } from '../model/field/fieldTypes.ts'
import type { Check } from '../model/Check.ts'
import type { Field } from '../model/field/Field.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { type Condition, isVariable } from './Condition.ts'
import { parseCheckCondition } from './parseCondition.ts'

/** A field that a check speaks of, with the model that has it. */
export interface SpokenField {
  readonly model: string
  readonly field: Field
}

/** A check with its criteria as conditions. */
export interface ParsedCheck {
  readonly check: Check
  readonly when: Condition | undefined
  readonly holds: Condition
  /** The record's own fields, as they would become. */
  readonly own: readonly Field[]
  /** The record's own fields, as they were: `$before`. */
  readonly before: readonly Field[]
  /** Fields of records that it refers to. */
  readonly others: readonly SpokenField[]
  /** Whether it depends on the caller or on the time. */
  readonly isVarying: boolean
}

/** Parses a check. Fails with a mistake that names the part. */
export function parseCheck(check: Check, model: Model, models: Models): ParsedCheck {
  const holds = parseCheckCondition(check.holds, model, models)
  const when = check.when === undefined ? undefined : parseCheckCondition(check.when, model, models)
  const leaves = [holds, ...(when ? [when] : [])].flatMap(leavesOf)
  const variables = leaves.flatMap(({ operands }) => operands.filter(isVariable))
  const named = (kind: 'record' | 'before') =>
    variables.flatMap((variable) => (variable.variable === kind ? [variable.field] : []))
  return {
    check,
    when,
    holds,
    own: [...leaves.map(({ path }) => path.steps[0] ?? path.field), ...named('record')],
    before: named('before'),
    others: leaves.flatMap(({ path: { steps, field } }) =>
      steps.map(({ target }, index) => ({ model: target, field: steps[index + 1] ?? field })),
    ),
    isVarying: variables.some(({ variable }) => variable === 'user' || variable === 'now'),
  }
}

type Comparison = Extract<Condition, { is: 'comparison' }>

/** The comparisons of a condition. A check has no relations: `checkCriteria` refuses them. */
function leavesOf(condition: Condition): Comparison[] {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.flatMap(leavesOf)
    case 'not':
      return leavesOf(condition.part)
    case 'comparison':
      return [condition]
    case 'some':
    case 'held':
      return []
  }
}

/** Whether a condition asks for records of a collection or links. */
export function asksRelations(condition: Condition): boolean {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.some(asksRelations)
    case 'not':
      return asksRelations(condition.part)
    case 'some':
      return true
    case 'comparison':
    case 'held':
      return false
  }
}

/** Whether the value of a field follows from what is written, so that a statement knows it before the write. */
export function isKnownBeforeWrite(field: Field): boolean {
  const { writable, generated } = typeOf(field)
  return writable || generated !== undefined
}
