import type { Field } from './field/Field.ts'
import { typeOf } from './field/fieldTypes.ts'
import type { Series } from './field/series/Series.ts'
import { isAuthor } from './field/reference.ts'
import type { Model } from './Model.ts'

/** Derived lists of a model's members, used by every write. */
export interface ModelMembers {
  /** The fields that a client can set. */
  readonly writable: readonly Field[]
  /** Their names, separated by commas. */
  readonly writableNames: string
  /** The names of all fields and relations. */
  readonly names: ReadonlySet<string>
  /** The fields that a series numbers, in the order of the declaration. */
  readonly series: readonly NumberedField[]
  /** Their names. */
  readonly numbered: ReadonlySet<string>
}

/** A field whose values the service counts. */
export interface NumberedField {
  readonly field: Field
  readonly series: Series
}

/** Made once for each model: to make it again takes longer than the rest of planning a record. */
const known = new WeakMap<Model, ModelMembers>()

export function membersOf(model: Model): ModelMembers {
  const found = known.get(model)
  if (found) return found
  const writable = model.fields.filter((field) => typeOf(field).writable && !isAuthor(field))
  const series = model.fields.flatMap((field) => {
    const own = typeOf(field).series?.(field, model)
    return own ? [{ field, series: own }] : []
  })
  const made = {
    writable,
    writableNames: namesOf(writable).join(),
    names: new Set(namesOf([...model.fields, ...model.relations])),
    series,
    numbered: new Set(namesOf(series.map(({ field }) => field))),
  }
  known.set(model, made)
  return made
}

function namesOf(members: readonly { readonly name: string }[]): string[] {
  return members.map(({ name }) => name)
}
