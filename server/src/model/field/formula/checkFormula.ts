import { maxParts, sizeOf } from '../../../expression/checkTypes.ts'
import { ExpressionMistake } from '../../../expression/ExpressionMistake.ts'
import { type ExpressionTree, fieldsOf, partsOf } from '../../../expression/ExpressionTree.ts'
import { maxSqlLength } from '../../../expression/toSql.ts'
import type { Model } from '../../Model.ts'
import type { Field } from '../Field.ts'
import type { FormulaField } from '../formula.ts'
import { checkResult } from './checkResult.ts'
import { valueSql } from './generatedSql.ts'
import { readFormula } from './readFormula.ts'
import { whyAtRead } from './resolveFormulas.ts'

const example = "such as formula('quantity * price', decimal({ precision: 14, scale: 2 }))"

/** Returns the mistakes in the text of a formula, each with its position; none for other fields. */
export function checkFormula(field: Field, model: Model, findModel: (name: string) => Model | undefined): string[] {
  if (field.type !== 'formula' || checkResult(field.result).length > 0) return []
  if (typeof field.formula !== 'string') return [`a formula is a text, ${example}`]
  try {
    const { read, tree } = readFormula(field, model, findModel)
    const why = whyAtRead(tree, model)
    if (why === undefined && fieldsOf(tree).length === 0) return [`the formula names no field, ${example}`]
    const mistakes = checkFormulas(read.size, tree, model, field)
    return mistakes.length > 0 || why === undefined ? mistakes : checkAtRead(field, why)
  } catch (error) {
    if (error instanceof ExpressionMistake) return [`the formula ${error.message}`]
    throw error
  }
}

/** What a formula that is computed when the record is read can't have. */
function checkAtRead({ unique, indexed, was }: FormulaField, why: string): string[] {
  const because = `is computed when it is read, because ${why}`
  return [
    ...(indexed ? [`${because}: it can't have an index`] : []),
    ...(unique ? [`${because}: it can't be unique`] : []),
    ...(was === undefined ? [] : [`${because}: nothing of it is stored, so leave was out`]),
  ]
}

/** A formula may use others, but not itself by way of others. The mistakes of the others are reported as theirs. */
function checkFormulas(ownSize: number, tree: ExpressionTree, model: Model, field: FormulaField): string[] {
  const loop = findLoop(tree, model, [field.name], new Set())
  if (loop) return [`the formulas use each other: ${loop.join(' → ')}`]
  const size = ownSize + usedSize(tree, model, new Map())
  if (size > maxParts)
    return [`the formula has ${size} parts with those of the formulas that it uses, and ${maxParts} is the maximum`]
  const length = field.computed === 'stored' ? valueSql(field, model).length : 0
  if (length <= maxSqlLength) return []
  return [`the formula becomes ${length} characters of SQL with those that it uses, and ${maxSqlLength} is the maximum`]
}

/** The names on the way from a formula back to itself; undefined if there is none. Each formula is visited once. */
function findLoop(
  tree: ExpressionTree,
  model: Model,
  path: readonly string[],
  visited: Set<string>,
): readonly string[] | undefined {
  for (const { name, tree: used } of formulasIn(tree, model)) {
    const way = [...path, name]
    if (name === path[0]) return way
    if (!used || visited.has(name)) continue
    visited.add(name)
    const loop = findLoop(used, model, way, visited)
    if (loop) return loop
  }
  return undefined
}

/** Called for formulas without a loop. A loop of others is reported as theirs: here it counts once. */
function usedSize(tree: ExpressionTree, model: Model, known: Map<string, number>): number {
  return formulasIn(tree, model).reduce((sum, { name, tree: used }) => {
    if (!known.has(name)) {
      known.set(name, 0)
      known.set(name, used ? sizeOf(used) + usedSize(used, model, known) : 0)
    }
    return sum + (known.get(name) ?? 0)
  }, 0)
}

/** The formulas that a formula uses, each as often as it is used. */
function formulasIn(tree: ExpressionTree, model: Model): FormulaField[] {
  return partsOf(tree).flatMap((part) => {
    const field = part.is === 'field' ? model.fields.find(({ name }) => name === part.name) : undefined
    return field?.type === 'formula' ? [field] : []
  })
}
