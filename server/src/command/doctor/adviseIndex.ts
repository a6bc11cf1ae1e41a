import { checkIndexes } from '../../model/checkIndexes.ts'
import type { Model } from '../../model/Model.ts'

const thenApply = 'then run tabularium migrate apply.'

/** What to write in a model for an index over these keys; nothing where there are none. */
export function adviseIndex({ keys, sorted }: { keys: readonly string[]; sorted: boolean }, model: Model): string[] {
  const [first] = keys
  if (first === undefined) return []
  if (isDeclared(keys, sorted, model))
    return [
      `${model.name} has an index for it. Where many records match, PostgreSQL is right to pass it over: ask for fewer, or leave the total out (total: false). Else run: analyze.`,
    ]
  const declaration = sorted || keys.length > 1 ? toList(keys, model) : `${first} with indexed: true`
  const mistakes = checkIndexes({ ...model, indexes: [keys] })
  const before = mistakes.length > 0 ? ` But ${mistakes.join('; ')}.` : ''
  return [
    model.fields.some(({ name }) => name === first.replace(/^-/, '')) || sorted || keys.length > 1
      ? `In ${model.name} declare ${declaration}, ${thenApply}${before}`
      : `In ${model.name} declare ${toList(keys, model)}, ${thenApply}`,
  ]
}

/** `indexes: [['status', '-credit']]`, with those that the model has already. */
function toList(keys: readonly string[], { indexes = [] }: Model): string {
  const lists = [...indexes, keys].map((list) => `[${list.map((key) => `'${key}'`).join(', ')}]`)
  return `indexes: [${lists.join(', ')}]`
}

/** Whether there is an index that begins with these keys. One of a field alone serves what is not sorted. */
function isDeclared(keys: readonly string[], sorted: boolean, { fields, indexes = [] }: Model): boolean {
  if (indexes.some((list) => keys.every((key, index) => list[index] === key))) return true
  if (sorted || keys.length > 1) return false
  const field = fields.find(({ name }) => name === keys[0])
  return field !== undefined && (field.indexed || field.unique || field.type === 'reference')
}
