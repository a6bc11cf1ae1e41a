import { type ExpressionTree, fieldsOf, variablesOf } from '../expression/ExpressionTree.ts'
import { ExpressionMistake } from '../expression/ExpressionMistake.ts'
import { findConverted, nounOf } from '../expression/Typed.ts'
import { readExpression } from '../expression/readExpression.ts'
import { isStored } from '../model/field/fieldTypes.ts'
import type { Field } from '../model/field/Field.ts'
import { isFormula } from '../model/field/formula.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { recordNames } from '../model/recordNames.ts'
import type { Condition } from './Condition.ts'
import { parseCheckCondition } from './parseCondition.ts'
import { parsePath, type Path } from './path.ts'

/** What a check asks for, after parsing. */
export type Test = Condition | { readonly is: 'expression'; readonly tree: ExpressionTree }

/** Parses what a check asks for: criteria, or an expression that is true or false. Fails with what is wrong with it. */
export function parseTest(test: object | string, model: Model, models: Models): Test {
  if (typeof test !== 'string') return parseCheckCondition(test, model, models)
  const names = recordNames({
    model,
    findModel: (name) => models.find(name),
    variables: ['$today', '$now', '$user', '$before'],
    refuse: refuseComputed,
  })
  const read = readExpression(test, names)
  const fit = findConverted(read, 'boolean')
  const example = test.length <= 40 ? `${test} is not null` : 'dueOn >= fromOn'
  if (!fit) throw new ExpressionMistake(`is ${nounOf(read.type)}, and must be true or false, such as ${example}`)
  return { is: 'expression', tree: fit.tree }
}

/** What is computed at read changes without the record, so no write could keep the check. */
function refuseComputed(field: Field): string | undefined {
  if (isStored(field)) return undefined
  if (isFormula(field)) return `is computed when it is read: write its expression: ${field.formula}`
  return `is a ${field.type}, which changes without the record: leave it out`
}

/** The fields that an expression names, own and dotted ones. */
export function pathsIn(tree: ExpressionTree, model: Model, models: Models): Path[] {
  return fieldsOf(tree).map((name) => parsePath(name, model, models))
}

/** The own fields of which an expression names the value before the write. */
export function beforeIn(tree: ExpressionTree, { fields }: Model): Field[] {
  const names = variablesOf(tree).flatMap((name) =>
    name.startsWith('$before.') ? [name.slice('$before.'.length)] : [],
  )
  return fields.filter(({ name }) => names.includes(name))
}
