import type { Field } from '../../model/field/Field.ts'

/** What the text of a statement follows from, part by part. */
export type Shape = readonly (string | number | boolean)[]

/**
 * One text for one shape: the only maker of the keys by which plans share a statement, and by which pieces of SQL are
 * kept.
 */
export function toKey(shape: Shape): string {
  return JSON.stringify(shape)
}

/** Fields as a part of a shape: which they are, and in which order. */
export function fieldsPart(fields: readonly Field[]): string {
  return fields.map((field) => field.name).join()
}

/** The first of a group, for what all of the group share. */
export function firstOf<Item>([first]: readonly Item[]): Item {
  if (!first) throw new TypeError('A group has at least one plan.')
  return first
}
