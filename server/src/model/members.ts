import type { Field } from './field/Field.ts'
import { typeOf } from './field/fieldTypes.ts'
import type { Model } from './Model.ts'
import { isNumbered } from './seriesOf.ts'

/** Derived lists of a model's members, used by every write. */
export interface ModelMembers {
  /** The fields that a client can set. */
  readonly writable: readonly Field[]
  /** Their names, separated by commas. */
  readonly writableNames: string
  /** The names of all fields and relations. */
  readonly names: ReadonlySet<string>
  /** The names of the fields that a series numbers. */
  readonly numbered: ReadonlySet<string>
}

/** Made once for each model: to make it again takes longer than the rest of planning a record. */
const known = new WeakMap<Model, ModelMembers>()

export function membersOf(model: Model): ModelMembers {
  const found = known.get(model)
  if (found) return found
  const writable = model.fields.filter((field) => typeOf(field).writable)
  const made = {
    writable,
    writableNames: namesOf(writable).join(),
    names: new Set(namesOf([...model.fields, ...model.relations])),
    numbered: new Set(namesOf(model.fields.filter(isNumbered))),
  }
  known.set(model, made)
  return made
}

function namesOf(members: readonly { readonly name: string }[]): string[] {
  return members.map(({ name }) => name)
}
