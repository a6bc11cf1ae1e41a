import type { Json } from '../meta/ModelMeta.ts'
import type { Refusal, Shown } from './Calls.ts'
import type { RecordName } from './Target.ts'

/** What becomes of a record. */
export type Outcome = 'changed' | 'same' | 'refused'

/** A record in a preview. */
export interface Row extends Shown {
  readonly outcome: Outcome
  readonly reasons: readonly Refusal[]
}

/** One call of a bulk change, after it was tried. */
export interface Round {
  /** The records that it writes. */
  readonly writes: readonly RecordName[]
  /** The criteria that mean exactly these records; undefined if they have to be named. */
  readonly criteria: Json | undefined
  readonly rows: readonly Row[]
  readonly deleted: number
  readonly cleared: number
}

/** What a bulk change would do, as far as it was tried. */
export interface Preview {
  /** How many records were tried, of how many. */
  readonly tried: number
  readonly total: number
  readonly counts: Readonly<Record<Outcome, number>>
  /** How many other records are deleted with them, and how many lose their reference. */
  readonly deleted: number
  readonly cleared: number
  /** The first records; the counts are those of all. */
  readonly rows: readonly Row[]
  /** What is to be written, without rows. */
  readonly rounds: readonly Pick<Round, 'writes' | 'criteria'>[]
}

/** How many records a preview lists at most. */
export const mostRows = 1_000

/** A preview before anything was tried. */
export function emptyPreview(total: number): Preview {
  const counts = { changed: 0, same: 0, refused: 0 }
  return { tried: 0, total, counts, deleted: 0, cleared: 0, rows: [], rounds: [] }
}

/** A preview with one more round. */
export function addRound(preview: Preview, { rows, writes, criteria, deleted, cleared }: Round): Preview {
  const counts = { ...preview.counts }
  for (const { outcome } of rows) counts[outcome] += 1
  const tried = preview.tried + rows.length
  // Refusals come first into what is listed: they are what one has to look at.
  const room = mostRows - preview.rows.length
  const sorted = rows.length > room ? rows.toSorted((a, b) => rank(a) - rank(b)) : rows
  return {
    tried,
    total: Math.max(preview.total, tried),
    counts,
    deleted: preview.deleted + deleted,
    cleared: preview.cleared + cleared,
    rows: [...preview.rows, ...sorted.slice(0, Math.max(0, room))],
    rounds: writes.length > 0 ? [...preview.rounds, { writes, criteria }] : preview.rounds,
  }
}

function rank({ outcome }: Row): number {
  return outcome === 'refused' ? 0 : outcome === 'changed' ? 1 : 2
}

/** The records of a preview with one outcome, or all of them. */
export function rowsOf({ rows }: Preview, outcome: Outcome | undefined): readonly Row[] {
  return outcome === undefined ? rows : rows.filter((row) => row.outcome === outcome)
}
