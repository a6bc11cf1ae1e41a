interface Row {
  readonly id: number
  readonly version: number
}

/** The rows of a page that others have changed since it was shown. */
export interface Steady<Shown extends Row> {
  /** The rows in the order in which they are shown, with what they have now. */
  readonly rows: readonly Shown[]
  /** Whether there are other rows now, or another order of them. */
  readonly isOther: boolean
  /** The rows that changed, as they were shown before. */
  readonly before: ReadonlyMap<number, Shown>
}

/**
 * Puts what others changed into the rows that are shown. None of them moves or goes under somebody's hand: that there
 * are others now is only said.
 */
export function steadyRows<Shown extends Row>(shown: readonly Shown[], latest: readonly Shown[]): Steady<Shown> {
  // Where nothing stands, nothing can jump.
  if (shown.length === 0) return { rows: latest, isOther: false, before: new Map() }
  const now = new Map(latest.map((row) => [row.id, row]))
  const rows = shown.map((row) => now.get(row.id) ?? row)
  const changed = shown.filter(({ id, version }) => (now.get(id)?.version ?? version) !== version)
  const isOther = shown.length !== latest.length || shown.some(({ id }, index) => id !== latest[index]?.id)
  return { rows, isOther, before: new Map(changed.map((row) => [row.id, row])) }
}
