import type { ExpressionTree } from '../../../expression/ExpressionTree.ts'
import { immutableScope } from '../../../expression/SqlScope.ts'
import { toSql, toStoredTime } from '../../../expression/toSql.ts'
import { toTemplate } from '../../../expression/toTemplate.ts'
import { name, type Sql } from '../../../sql/sql.ts'
import type { Model } from '../../Model.ts'
import { columnOf } from '../../names.ts'
import type { FormulaField } from '../formula.ts'
import { isNumeric, scaleOf, toBounded, toRounded } from './excess.ts'

/** The definition of the column of a stored formula. */
export function generatedSql(field: FormulaField, model: Model): { template: string; expression: Sql } {
  const value = valueSql(field, model)
  return {
    template: toTemplate(withFormulas(treeOf(field), model)),
    expression: isNumeric(field.result) ? toBounded(value, field.result) : value,
  }
}

/**
 * The value of a stored formula over the columns of the same row. PostgreSQL does not let a generated column use
 * another one, so the formulas that it uses are written in place of their names, each rounded as its own field is.
 */
export function valueSql(field: FormulaField, model: Model): Sql {
  const { result } = field
  const scope = immutableScope((used) => {
    const formula = findFormula(used, model)
    if (!formula) return name(columnOf(used))
    return isNumeric(formula.result) ? toRounded(valueSql(formula, model), formula.result) : valueSql(formula, model)
  })
  const value = toSql(treeOf(field), scope)
  return result.type === 'date' || result.type === 'dateTime' ? toStoredTime(value, result.type) : value
}

/** The tree with the formulas that it uses in place of their names. */
function withFormulas(tree: ExpressionTree, model: Model): ExpressionTree {
  if (tree.is === 'call') return { ...tree, of: tree.of.map((part) => withFormulas(part, model)) }
  const formula = tree.is === 'field' ? findFormula(tree.name, model) : undefined
  if (!formula) return tree
  const used = withFormulas(treeOf(formula), model)
  if (!isNumeric(formula.result)) return used
  const digits = { is: 'literal', type: 'integer', value: String(scaleOf(formula.result)) } as const
  return { is: 'call', type: used.type, name: 'round', of: [used, digits] }
}

function findFormula(fieldName: string, { fields }: Model): FormulaField | undefined {
  const field = fields.find((one) => one.name === fieldName)
  return field?.type === 'formula' ? field : undefined
}

function treeOf({ name: fieldName, tree }: FormulaField): ExpressionTree {
  if (!tree) throw new TypeError(`The formula ${fieldName} was not resolved.`)
  return tree
}
