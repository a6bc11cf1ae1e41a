import type { FieldMeta, Json, ModelMeta } from './ModelMeta.ts'
import { followersOf, isFinal } from './steps.ts'

/** The values of a choice that a record may get. */
export interface Offered {
  readonly values: readonly string[]
  /** Whether it can't get none: a field with transitions keeps having a value. */
  readonly always: boolean
  /** Those among them that no other may follow. */
  readonly final?: readonly string[]
  /** How many of several records may get each value, where not all of them may. */
  readonly some?: { readonly many: Readonly<Record<string, number>>; readonly of: number }
}

/**
 * The values of a choice that a record may get: those in use, and its present ones. Where the field has transitions,
 * those that may follow the present one.
 */
export function offeredValues(
  model: Pick<ModelMeta, 'transitions'>,
  field: FieldMeta,
  present: Json | undefined,
): Offered {
  const followers = followersOf(model, field.name, present)
  const { values } = offeredOf(field, present)
  if (!followers) return { values, always: false }
  const offered = values.filter((value) => value === present || followers.includes(value))
  const final = offered.filter((value) => isFinal(model, field.name, value))
  return { values: offered, always: true, ...(final.length > 0 ? { final } : {}) }
}

/** The values of a choice that can be newly chosen, and those that are there. */
export function offeredOf({ values = [], retired = [] }: FieldMeta, present: Json = null): Offered {
  const there = [present].flat()
  return { values: values.filter((value) => !retired.includes(value) || there.includes(value)), always: false }
}

/**
 * The values of a choice that some of several records may get, by how many records have each value now. Whoever has a
 * value already keeps it.
 */
export function offeredToMany(
  model: Pick<ModelMeta, 'transitions'>,
  field: FieldMeta,
  groups: readonly { readonly value: Json; readonly count: number }[],
): Offered {
  const of = groups.reduce((sum, { count }) => sum + count, 0)
  const mayGet = (value: string) =>
    groups.reduce((sum, each) => {
      const followers = followersOf(model, field.name, each.value)
      return !followers || each.value === value || followers.includes(value) ? sum + each.count : sum
    }, 0)
  const many = Object.fromEntries(offeredOf(field).values.map((value) => [value, mayGet(value)]))
  const values = Object.keys(many).filter((value) => (many[value] ?? 0) > 0)
  const final = values.filter((value) => isFinal(model, field.name, value))
  return { values, always: true, final, some: { many, of } }
}
