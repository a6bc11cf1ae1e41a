import type { Json } from '../meta/ModelMeta.ts'

/** A value as it is sent: of a record that a reference leads to, its id. */
export function toSent(value: Json): Json {
  return typeof value === 'object' && value !== null && 'id' in value ? { id: value.id } : value
}
