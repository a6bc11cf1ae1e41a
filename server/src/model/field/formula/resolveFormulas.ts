import { ExpressionMistake } from '../../../expression/ExpressionMistake.ts'
import { type ExpressionTree, fieldsOf } from '../../../expression/ExpressionTree.ts'
import { findVarying } from '../../../expression/findVarying.ts'
import type { Model } from '../../Model.ts'
import type { Field } from '../Field.ts'
import type { FormulaField } from '../formula.ts'
import { checkResult } from './checkResult.ts'
import { readFormula } from './readFormula.ts'

/** The models with the trees of their formulas, and where each is computed. A formula with a mistake stays as it is. */
export function resolveFormulas(models: readonly Model[]): readonly Model[] {
  const byName = new Map(models.map((model) => [model.name, model]))
  return models.map((model) => {
    if (!model.fields.some(isOpen)) return model
    const withTrees = { ...model, fields: model.fields.map((field) => withTree(field, model, byName)) }
    return { ...model, fields: withTrees.fields.map((field) => withPlace(field, withTrees, byName)) }
  })
}

function isOpen(field: Field): field is FormulaField {
  return field.type === 'formula' && field.computed === undefined
}

function withTree(field: Field, model: Model, byName: ReadonlyMap<string, Model>): Field {
  if (!isOpen(field) || checkResult(field.result).length > 0) return field
  try {
    return { ...field, tree: readFormula(field, model, (name) => byName.get(name)).tree }
  } catch (error) {
    if (error instanceof ExpressionMistake) return field
    throw error
  }
}

function withPlace(field: Field, model: Model, byName: ReadonlyMap<string, Model>): Field {
  if (!isOpen(field) || !field.tree) return field
  if (whyAtRead(field.tree, model) === undefined) return { ...field, computed: 'stored' }
  const reads = new Set(fieldsOf(field.tree).flatMap((name) => modelsAlong(name.split('.'), model, byName)))
  return { ...field, computed: 'read', ...(reads.size > 0 ? { reads: [...reads] } : {}) }
}

function modelsAlong([step, ...rest]: string[], model: Model, byName: ReadonlyMap<string, Model>): string[] {
  const field = rest.length > 0 ? model.fields.find(({ name }) => name === step) : undefined
  const target = field?.type === 'reference' ? byName.get(field.target) : undefined
  return target ? [target.name, ...modelsAlong(rest, target, byName)] : []
}

/** Why a formula is computed when the record is read; undefined if it is stored. */
export function whyAtRead(tree: ExpressionTree, model: Model, visited = new Set<string>()): string | undefined {
  const varying = findVarying(tree)
  if (varying !== undefined) return `${varying} changes without the record`
  for (const name of fieldsOf(tree)) {
    if (name.includes('.')) return `${name} is a field of another record`
    const field = model.fields.find((one) => one.name === name)
    if (field?.type === 'rollup') return `${name} is a rollup`
    if (field?.type !== 'formula' || !field.tree || visited.has(name)) continue
    visited.add(name)
    if (whyAtRead(field.tree, model, visited) !== undefined) return `${name} is computed when it is read`
  }
  return undefined
}
