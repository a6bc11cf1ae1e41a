import type { ExpressionTree } from '../expression/ExpressionTree.ts'
import { sqlLengthOf } from '../expression/readExpression.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import type { Mistake } from '../model/checkModels.ts'
import { expressionDefaults } from '../model/expressionDefaults.ts'
import { isFormula } from '../model/field/formula.ts'
import { valueSql } from '../model/field/formula/generatedSql.ts'
import { findFill } from '../model/fill.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { parseCheck } from './ParsedCheck.ts'

/** The maximum length of the SQL of all expressions of a model in characters. */
const maxTogether = 200_000

interface Sized {
  /** The field or check. */
  readonly of: string
  readonly length: number
}

/** Returns the models whose expressions become too much SQL together. All of them must be right. */
export function checkSize(models: Models, fileOf: (model: string) => string): Mistake[] {
  return models.all.flatMap((model) => {
    if (isBuiltIn(model.name)) return []
    const sizes = sizesOf(model, models)
    const sum = sizes.reduce((total, { length }) => total + length, 0)
    if (sum <= maxTogether) return []
    const { of: field, length } = sizes.reduce((longest, one) => (one.length > longest.length ? one : longest))
    const message =
      `the expressions of the model become ${sum} characters of SQL, and ${maxTogether} is the maximum: ` +
      `make the longest ones shorter, such as this one with ${length}`
    return [{ file: fileOf(model.name), model: model.name, field, message }]
  })
}

function sizesOf(model: Model, models: Models): Sized[] {
  const formulas = model.fields.filter(isFormula).map((field) => ({
    of: field.name,
    length: field.computed === 'read' && field.tree ? sqlLengthOf(field.tree) : valueSql(field, model).length,
  }))
  const defaults = expressionDefaults(model, models)
    .flat()
    .map(({ field, tree }) => ({ of: field.name, length: sqlLengthOf(tree) }))
  const fills = model.fields.flatMap((field) => {
    const fill = field.fill === undefined ? undefined : findFill(field, model)
    return fill ? [{ of: field.name, length: fill.value.length }] : []
  })
  const checks = (model.checks ?? []).flatMap((check) =>
    treesOf(check, model, models).map((tree) => ({ of: check.name, length: sqlLengthOf(tree) })),
  )
  return [...formulas, ...defaults, ...fills, ...checks]
}

function treesOf(check: NonNullable<Model['checks']>[number], model: Model, models: Models): ExpressionTree[] {
  const { holds, when } = parseCheck(check, model, models)
  return [holds, when].flatMap((test) => (test?.is === 'expression' ? [test.tree] : []))
}
