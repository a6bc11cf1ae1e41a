import type { Field } from '../../model/field/Field.ts'

/** Everything that the text of a statement depends on, part by part. */
export type Shape = readonly (string | number | boolean)[]

/**
 * The key of a shape. All keys by which plans share a statement, and by which pieces of SQL are cached, are made here.
 */
export function toKey(shape: Shape): string {
  return JSON.stringify(shape)
}

/** Fields as a part of a shape: their names in their order. */
export function fieldsPart(fields: readonly Field[]): string {
  return fields.map((field) => field.name).join()
}

/** The first item of a group, for what all items of the group share. */
export function firstOf<Item>([first]: readonly Item[]): Item {
  if (!first) throw new TypeError('A group has at least one plan.')
  return first
}
