import { checkIndexes } from '../../model/checkIndexes.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'

const thenApply = 'then run npx tabularium migrate apply.'

/** The declaration of an index over these keys; nothing if there are no keys. */
export function adviseIndex({ keys, sorted }: { keys: readonly string[]; sorted: boolean }, model: Model): string[] {
  const [first] = keys
  if (first === undefined) return []
  if (isDeclared(keys, sorted, model))
    return [
      `${model.name} has an index for it. If many records match, PostgreSQL is right not to use it: ` +
        'ask for fewer records, or omit the total (total: false). Otherwise run: analyze.',
    ]
  const declaration = sorted || keys.length > 1 ? toList(keys, model) : `${first} with indexed: true`
  const isSet = model.fields.some((field) => field.name === first && typeOf(field).multiple)
  const mistakes = isSet ? [] : checkIndexes({ ...model, indexes: [keys] })
  const before = mistakes.length > 0 ? ` But ${mistakes.join('; ')}.` : ''
  return [
    model.fields.some(({ name }) => name === first.replace(/^-/, '')) || sorted || keys.length > 1
      ? `In ${model.name} declare ${declaration}, ${thenApply}${before}`
      : `In ${model.name} declare ${toList(keys, model)}, ${thenApply}`,
  ]
}

/** The declaration with the existing indexes and the new one: `indexes: [['status', '-credit']]`. */
function toList(keys: readonly string[], { indexes = [] }: Model): string {
  const lists = [...indexes, keys].map((list) => `[${list.map((key) => `'${key}'`).join(', ')}]`)
  return `indexes: [${lists.join(', ')}]`
}

/** Whether the model has an index that starts with these keys. An index of one field is enough without a sort. */
function isDeclared(keys: readonly string[], sorted: boolean, { fields, indexes = [] }: Model): boolean {
  if (indexes.some((list) => keys.every((key, index) => list[index] === key))) return true
  if (sorted || keys.length > 1) return false
  const field = fields.find(({ name }) => name === keys[0])
  return field !== undefined && (field.indexed || field.unique || field.type === 'reference')
}
