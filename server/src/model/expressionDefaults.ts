import { isExpression } from '../expression/Expression.ts'
import { ExpressionMistake } from '../expression/ExpressionMistake.ts'
import { type ExpressionTree, fieldsOf, variablesOf } from '../expression/ExpressionTree.ts'
import { readExpression, toFitting } from '../expression/readExpression.ts'
import type { Field } from './field/Field.ts'
import { typeOf } from './field/fieldTypes.ts'
import type { Model } from './Model.ts'
import type { Models } from './Models.ts'
import { recordNames, typeOfField } from './recordNames.ts'
import { isNumbered } from './seriesOf.ts'

/** A field whose default is an expression. */
export interface ExpressionDefault {
  readonly field: Field
  readonly tree: ExpressionTree
  /** The own fields that it uses. */
  readonly uses: readonly string[]
}

/** The most levels of defaults that use other defaults. */
export const maxLevels = 4

/** Whether the default of a field is an expression. */
export function hasExpression({ default: given }: Pick<Field, 'default'>): boolean {
  return isExpression(given)
}

/** Made once for each model: every write needs it. */
const known = new WeakMap<Model, readonly (readonly ExpressionDefault[])[]>()

/** The defaults of a model that are expressions, by levels: a default uses only those of the levels before it. */
export function expressionDefaults(model: Model, models: Models): readonly (readonly ExpressionDefault[])[] {
  const found = known.get(model)
  if (found) return found
  const defaults = model.fields.filter(hasExpression).map((field) => readDefault(field, model, models))
  const made = toLevels(defaults)
  known.set(model, made)
  return made
}

function toLevels(defaults: readonly ExpressionDefault[]): ExpressionDefault[][] {
  const levels: ExpressionDefault[][] = []
  let left = defaults
  while (left.length > 0) {
    const isWaiting = ({ uses }: ExpressionDefault) =>
      uses.some((name) => left.some(({ field }) => field.name === name))
    const ready = left.filter((one) => !isWaiting(one))
    // A cycle is a mistake, and never gets here.
    if (ready.length === 0) throw new TypeError('Defaults use each other.')
    levels.push(ready)
    left = left.filter((one) => !ready.includes(one))
  }
  return levels
}

/** The tree of a default. Throws an `ExpressionMistake` if it has one. */
export function readDefault(field: Field, model: Model, models: Models): ExpressionDefault {
  if (!isExpression(field.default)) throw new TypeError(`The default of ${field.name} is no expression.`)
  const type = typeOfField(field)
  if (typeof type === 'string' || type.type === 'list')
    throw new ExpressionMistake(`is an expression, and a field of type ${field.type} takes none: write a value`)
  const names = recordNames({
    model,
    findModel: (name) => models.find(name),
    variables: ['$today', '$now', '$user'],
    refuse: (own) => refuseOwn(own, field),
  })
  const tree = toFitting(readExpression(field.default.expression, names), type)
  const deep = variablesOf(tree).find((name) => name.split('.').length > 3)
  if (deep !== undefined)
    throw new ExpressionMistake(`names ${deep}, which has more than one step: use $user.<field>.<field>`)
  return { field, tree, uses: ownFieldsOf(tree) }
}

/** The fields of the record itself in a tree, also those that a dotted name begins with. */
function ownFieldsOf(tree: ExpressionTree): string[] {
  return [...new Set(fieldsOf(tree).map((name) => name.split('.', 1)[0] ?? name))]
}

function refuseOwn(own: Field, field: Field): string | undefined {
  if (own.name === field.name) return 'is the field itself'
  if (isNumbered(own)) return 'is numbered when the record is written, so it is not known before'
  return typeOf(own).writable ? undefined : 'is computed from the record: write its expression instead'
}

/** Returns the mistakes in a default that is an expression. */
export function checkExpressionDefault(field: Field, model: Model, models: Models): string[] {
  try {
    readDefault(field, model, models)
  } catch (error) {
    if (error instanceof ExpressionMistake) return [`the default ${error.message}`]
    throw error
  }
  const chain = findChain(field.name, model, models)
  if (chain.length > 1 && chain[0] === chain.at(-1)) return [`the defaults use each other: ${chain.join(' → ')}`]
  if (chain.length > maxLevels)
    return [`the defaults use each other over more than ${maxLevels} levels: ${chain.join(' → ')}`]
  return []
}

/** The longest chain of defaults that use each other from a field on. It ends where it began if it is a cycle. */
function findChain(start: string, model: Model, models: Models, before: readonly string[] = []): string[] {
  const chain = [...before, start]
  if (before.includes(start)) return chain
  const field = model.fields.find(({ name }) => name === start)
  if (!field || !hasExpression(field) || chain.length > maxLevels + 1) return before.length === 0 ? chain : [...before]
  const others = usesOf(field, model, models).map((name) => findChain(name, model, models, chain))
  const cycle = others.find((one) => one.length > 1 && one[0] === one.at(-1))
  return cycle ?? others.reduce((longest, one) => (one.length > longest.length ? one : longest), chain)
}

/** A default with a mistake uses nothing; the mistake is reported with its own field. */
function usesOf(field: Field, model: Model, models: Models): readonly string[] {
  try {
    return readDefault(field, model, models).uses
  } catch (error) {
    if (error instanceof ExpressionMistake) return []
    throw error
  }
}
