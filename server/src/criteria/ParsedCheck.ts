import { typeOf } from '../model/field/fieldTypes.ts'
import type { Check } from '../model/Check.ts'
import type { Field } from '../model/field/Field.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { findVarying } from '../expression/findVarying.ts'
import { fieldsOf } from '../expression/ExpressionTree.ts'
import { type Condition, isVariable } from './Condition.ts'
import { beforeIn, parseTest, pathsIn, type Test } from './parseTest.ts'

/** A field that a check speaks of, with the model that has it. */
export interface SpokenField {
  readonly model: string
  readonly field: Field
}

/** A check with its criteria or expressions as conditions. */
export interface ParsedCheck {
  readonly check: Check
  readonly when: Test | undefined
  readonly holds: Test
  /** The record's own fields, as they would become. */
  readonly own: readonly Field[]
  /** The record's own fields, as they were: `$before`. */
  readonly before: readonly Field[]
  /** Fields of records that it refers to. */
  readonly others: readonly SpokenField[]
  /** Whether it depends on the caller or on the time. */
  readonly isVarying: boolean
  /** Whether it compares fields of the record with each other. */
  readonly comparesFields: boolean
}

/** Parses a check. Fails with a mistake that names the part. */
export function parseCheck(check: Check, model: Model, models: Models): ParsedCheck {
  const holds = parseTest(check.holds, model, models)
  const when = check.when === undefined ? undefined : parseTest(check.when, model, models)
  const tests = [holds, ...(when ? [when] : [])]
  const leaves = tests.flatMap(leavesOf)
  const trees = tests.flatMap((test) => (test.is === 'expression' ? [test.tree] : []))
  const paths = [...leaves.map(({ path }) => path), ...trees.flatMap((tree) => pathsIn(tree, model, models))]
  const variables = leaves.flatMap(({ operands }) => operands.filter(isVariable))
  const named = (kind: 'record' | 'before') =>
    variables.flatMap((variable) => (variable.variable === kind ? [variable.field] : []))
  return {
    check,
    when,
    holds,
    own: [...paths.map(({ steps, field }) => steps[0] ?? field), ...named('record')],
    before: [...named('before'), ...trees.flatMap((tree) => beforeIn(tree, model))],
    others: paths.flatMap(({ steps, field }) =>
      steps.map(({ target }, index) => ({ model: target, field: steps[index + 1] ?? field })),
    ),
    isVarying:
      variables.some(({ variable }) => variable === 'user' || variable === 'now') ||
      trees.some((tree) => findVarying(tree) !== undefined),
    comparesFields:
      variables.some(({ variable }) => variable === 'record') || trees.some((tree) => fieldsOf(tree).length > 1),
  }
}

type Comparison = Extract<Condition, { is: 'comparison' }>

/** The comparisons of a condition. A check has no relations: `checkCriteria` refuses them. */
function leavesOf(condition: Test): Comparison[] {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.flatMap(leavesOf)
    case 'not':
      return leavesOf(condition.part)
    case 'comparison':
      return [condition]
    case 'expression':
    case 'some':
    case 'held':
    case 'archived':
      return []
  }
}

/** Whether a condition asks for records of a collection or links. */
export function asksRelations(condition: Test): boolean {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.some(asksRelations)
    case 'not':
      return asksRelations(condition.part)
    case 'some':
      return true
    case 'comparison':
    case 'expression':
    case 'held':
    case 'archived':
      return false
  }
}

/** Whether the value of a field follows from what is written, so that a statement knows it before the write. */
export function isKnownBeforeWrite(field: Field): boolean {
  const { writable, generated } = typeOf(field)
  return writable || generated !== undefined
}
