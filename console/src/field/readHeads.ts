import type { FieldMeta } from '../meta/ModelMeta.ts'

/** The fields that the first row of a table names, by labels or names, a cell each; undefined if it is no head. */
export function readHeads(
  cells: readonly string[],
  fields: readonly FieldMeta[],
): readonly (FieldMeta | undefined)[] | undefined {
  const named = cells.map((cell) => {
    const text = cell.trim().toLowerCase()
    return fields.find(({ name, label }) => [name.toLowerCase(), label.toLowerCase()].includes(text))
  })
  const isHead = named.some((field) => field) && cells.every((cell, at) => cell.trim() === '' || named[at])
  return isHead ? named : undefined
}
