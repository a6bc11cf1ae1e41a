import type { ExpressionTree } from '../../../expression/ExpressionTree.ts'
import { type ReadExpression, readExpression, toFitting } from '../../../expression/readExpression.ts'
import type { Model } from '../../Model.ts'
import { recordNames } from '../../recordNames.ts'
import type { FormulaField } from '../formula.ts'
import { isNumeric } from './excess.ts'

/** A formula after parsing, as an expression of the type of its result. Throws an `ExpressionMistake`. */
export function readFormula(
  field: FormulaField,
  model: Model,
  findModel: (name: string) => Model | undefined,
): { readonly read: ReadExpression; readonly tree: ExpressionTree } {
  const names = recordNames({
    model,
    findModel,
    variables: ['$today', '$now'],
    refuse: (used) => (used.name === field.name ? 'is the formula itself' : undefined),
  })
  const read = readExpression(field.formula, names)
  // A number is rounded to the digits of the result, so each fits each.
  const type = isNumeric(field.result) ? 'decimal' : field.result.type
  return { read, tree: toFitting(read, { type }) }
}
