import { maxSortKeys } from '../call/parameter/limits.ts'
import { idField, parsePath, type Path } from '../criteria/path.ts'
import { Failure } from '../failure/failure.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'

/** One key of an order. */
export interface SortKey {
  readonly path: Path
  readonly descending: boolean
}

/** Parses sort keys and adds the id, so that the order is total. */
export function parseSort(names: readonly string[], model: Model, models: Models): SortKey[] {
  if (names.length > maxSortKeys)
    throw new Failure('invalid-parameter', `The list sortBy must have at most ${maxSortKeys} names.`)
  const keys = names.map((name) => {
    const path = parsePath(name.replace(/^-/, ''), model, models)
    if (!typeOf(path.field).sortable)
      throw new Failure('invalid-parameter', `The field ${name} is of type ${path.field.type}, which has no order.`)
    return { path, descending: name.startsWith('-') }
  })
  const byId = keys.findIndex(({ path }) => path.steps.length === 0 && path.field.name === 'id')
  if (byId >= 0) return keys.slice(0, byId + 1)
  return [...keys, { path: { steps: [], field: idField }, descending: false }]
}
