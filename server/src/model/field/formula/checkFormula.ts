import { didYouMean } from '../../../text/didYouMean.ts'
import type { FormulaField } from '../formula.ts'
import type { Model } from '../../Model.ts'
import { type Formula, fieldsOf, sizeOf } from './Formula.ts'
import { FormulaMistake, parseFormula } from './parseFormula.ts'

/** The maximum number of parts of a formula, together with those of the formulas that it uses. */
const maxSize = 250

const example = "such as formula('quantity * price', decimal({ precision: 14, scale: 2 }))"

/** Returns the mistakes in the declared type of a formula's result. */
export function checkResult(result: unknown): string[] {
  if (typeof result !== 'object' || result === null || !('type' in result))
    return [`a formula needs a type, ${example}`]
  const { type, ...options } = result as { type: unknown; precision?: unknown; scale?: unknown }
  if (type !== 'decimal' && type !== 'integer')
    return [`the result of a formula is a decimal or an integer, ${example}`]
  const allowed = type === 'decimal' ? ['precision', 'scale'] : []
  const other = Object.keys(options).find((option) => !allowed.includes(option))
  if (other !== undefined)
    return [`the type of a formula has no option "${other}": options of the field are the third argument of formula()`]
  return type === 'integer' ? [] : checkDigits(options)
}

function checkDigits({ precision, scale }: { precision?: unknown; scale?: unknown }): string[] {
  const isWhole = (digits: unknown, from: number, to: number) =>
    typeof digits === 'number' && Number.isInteger(digits) && digits >= from && digits <= to
  if (!isWhole(precision, 1, 100)) return ['precision must be a whole number from 1 to 100, such as precision: 12']
  if (!isWhole(scale, 0, Number(precision)))
    return ['scale must be a whole number from 0 to the precision, such as scale: 2']
  return []
}

/** Returns the mistakes in the text of a formula, each with its position. */
export function checkFormula(field: FormulaField, model: Model): string[] {
  if (typeof field.formula !== 'string') return [`a formula is a text, ${example}`]
  try {
    const formula = parseFormula(field.formula)
    const fields = fieldsOf(formula)
    if (fields.length === 0) return [`the formula names no field, ${example}`]
    const mistakes = fields.flatMap((part) => checkPart(part, field, model))
    return mistakes.length > 0 ? mistakes : checkFormulas(formula, model, field.name)
  } catch (error) {
    if (error instanceof FormulaMistake) return [error.message]
    throw error
  }
}

function checkPart({ name, at }: { name: string; at: number }, own: FormulaField, model: Model): string[] {
  const where = `the formula names ${name} at character ${at}`
  const field = model.fields.find((candidate) => candidate.name === name)
  const numbers = model.fields.filter((one) => one.name !== own.name && isNumber(one)).map((one) => one.name)
  if (!field) return [`${where}, which is not a field of this model.${didYouMean(name, numbers)}`]
  if (field.name === own.name) return [`${where}, which is the formula itself`]
  if (!isNumber(field))
    return [`${where}, which is of type ${field.type}; it can hold integers, decimals and formulas only`]
  return []
}

function isNumber({ type }: { type: string }): boolean {
  return type === 'integer' || type === 'decimal' || type === 'formula'
}

/** A formula may use others, but not itself by way of others. The mistakes of the others are reported as theirs. */
function checkFormulas(formula: Formula, model: Model, name: string): string[] {
  const loop = findLoop(formula, model, [name], new Set())
  if (loop) return [`the formulas use each other: ${loop.join(' → ')}`]
  const size = wholeSizeOf(formula, model, new Map())
  if (size <= maxSize) return []
  return [`the formula has ${size} parts with those of the formulas that it uses, and ${maxSize} is the maximum`]
}

/** The names on the way from a formula back to itself; undefined if there is none. Each formula is visited once. */
function findLoop(
  formula: Formula,
  model: Model,
  path: readonly string[],
  visited: Set<string>,
): readonly string[] | undefined {
  for (const { name, formula: used } of formulasIn(formula, model)) {
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
function wholeSizeOf(formula: Formula, model: Model, known: Map<string, number>): number {
  return formulasIn(formula, model).reduce((sum, { name, formula: used }) => {
    if (!known.has(name)) {
      known.set(name, 0)
      known.set(name, used ? wholeSizeOf(used, model, known) : 0)
    }
    return sum + (known.get(name) ?? 0)
  }, sizeOf(formula))
}

/** The formulas that a formula uses; without the formula if it cannot be parsed. */
function formulasIn(formula: Formula, model: Model): { name: string; formula: Formula | undefined }[] {
  return fieldsOf(formula).flatMap(({ name }) => {
    const field = model.fields.find((candidate) => candidate.name === name)
    return field?.type === 'formula' ? [{ name, formula: tryToParse(field.formula) }] : []
  })
}

function tryToParse(text: string): Formula | undefined {
  try {
    return parseFormula(text)
  } catch (error) {
    if (error instanceof FormulaMistake) return undefined
    throw error
  }
}
