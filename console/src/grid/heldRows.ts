/** A row that was changed in its list, and where it stood then. */
export interface HeldRow<Row> {
  readonly row: Row
  readonly index: number
}

/** A row of a page, and whether it is there only because it was changed in the list. */
export interface ShownRow<Row> {
  readonly row: Row
  readonly isOutside: boolean
}

/**
 * The rows of a page, with those that were changed in the list and no longer belong to it: they stay where they were,
 * so that nothing disappears under the hand of whoever changed it.
 */
export function withHeld<Row extends { readonly id: number }>(
  rows: readonly Row[],
  held: ReadonlyMap<number, HeldRow<Row>>,
): ShownRow<Row>[] {
  const shown = rows.map((row) => ({ row, isOutside: false }))
  const present = new Set(rows.map(({ id }) => id))
  const missing = [...held.values()].filter(({ row }) => !present.has(row.id)).sort((a, b) => a.index - b.index)
  for (const { row, index } of missing) shown.splice(Math.min(index, shown.length), 0, { row, isOutside: true })
  return shown
}
