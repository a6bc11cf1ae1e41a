import type { FindModel } from '../../meta/columns.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import type { RecordRoute } from '../../route/recordRoutes.ts'

/** The collection that a new record was begun from: its record, and its field. */
interface Collection {
  readonly route: RecordRoute
  readonly field: string
}

/** The collection of another record that a new one belongs to, by the reference that its form began with. */
export function collectionOf(
  model: ModelMeta,
  set: Readonly<Record<string, string>> | undefined,
  find: FindModel,
): Collection | undefined {
  const [[by, value] = ['', ''], ...others] = Object.entries(set ?? {})
  const owner = find(model.fields.find(({ name }) => name === by)?.target ?? '')
  const field = owner?.fields.find((each) => each.type === 'collection' && each.target === model.name && each.by === by)
  const id = Number(value)
  if (others.length > 0 || !owner || !field || !Number.isSafeInteger(id) || id <= 0) return undefined
  return { route: { screen: 'record', model: owner.name, id }, field: field.name }
}

// The next form takes it: between the two there is nothing that both belong to.
let returning: Collection | undefined

/** Notes that somebody comes back to a collection. */
export function noteReturn(to: Collection): void {
  returning = to
}

/** The field of the collection that somebody comes back to, if it is one of this record. It is told once. */
export function takeReturn(model: string, id: number | undefined): string | undefined {
  const noted = returning
  returning = undefined
  return noted?.route.model === model && noted.route.id === id ? noted.field : undefined
}
