/** The index of the record that a path leads to; undefined for a single record. */
export function toIndex(path: string): number | undefined {
  const index = Number.parseInt(path, 10)
  return Number.isNaN(index) ? undefined : index
}
