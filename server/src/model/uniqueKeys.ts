import type { Constraint } from './Constraint.ts'
import type { Field } from './field/Field.ts'
import { isSecret } from './field/text.ts'
import type { Model } from './Model.ts'

/** A unique field, or all fields of a unique group, in the order of the group. */
export type UniqueKey = readonly Field[]

/** The keys by which a record of the model can be named. Secrets are no keys: nobody may read them. */
export function uniqueKeysOf({ fields, unique = [], constraints = [] }: Model): UniqueKey[] {
  const find = (name: string) => fields.find((field) => field.name === name) ?? []
  const keys = [
    ...fields.filter((field) => field.unique).map((field) => [field]),
    ...[...unique, ...constraints.filter(isKey).map((one) => one.fields)].map((group) => group.flatMap(find)),
  ]
  return keys.filter((key) => !key.some(isSecret))
}

/** What is unique among some records only does not name a record. */
function isKey({ kind, where }: Constraint): boolean {
  return kind === 'unique' && where === undefined
}

/** Why these names are no key although they are declared to be unique; undefined if they are not declared so. */
export function findPartialKey(names: readonly unknown[], { constraints = [] }: Model): string | undefined {
  const found = constraints.find(
    ({ kind, where, fields }) =>
      kind === 'unique' && where && fields.length === names.length && fields.every((name) => names.includes(name)),
  )
  return found && `${found.fields.join(' and ')} is unique among some records only`
}

/** The keys for a message: `code, email, or order and product`. */
export function describeKeys(keys: readonly UniqueKey[]): string {
  const names = keys.map((key) => describeKey(key))
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`
}

/** The names of a key's fields: `order and product`. */
export function describeKey(key: UniqueKey): string {
  return key.map(({ name }) => name).join(' and ')
}
