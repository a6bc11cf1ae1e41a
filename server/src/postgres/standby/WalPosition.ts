import { type NamedSql, sql } from '../../sql/sql.ts'
import type { Values } from '../Query.ts'

/** A position in the WAL. Positions of different timelines can't be compared. */
export interface WalPosition {
  readonly timeline: number
  /** The log sequence number, in bytes. */
  readonly lsn: number
}

/**
 * A position on the primary that is behind the commit of every write that was acknowledged before. A commit is flushed
 * before it is visible, so the flushed position is enough, and standbys get no more than that. With asynchronous
 * commits it is not: then it is the position up to which anything was written, and standbys reach it a little later.
 */
export const positionStatement: NamedSql = sql`
  select case current_setting('synchronous_commit')
           when 'off' then pg_current_wal_insert_lsn()
           else pg_current_wal_flush_lsn()
         end,
         left(pg_walfile_name(pg_current_wal_lsn()), 8)`.named('standby.position')

/** Returns the position of a row of `positionStatement`. */
export function toPosition(row: Values | undefined): WalPosition {
  return { lsn: toLsn(row?.[0]), timeline: Number.parseInt(row?.[1] ?? '', 16) }
}

/** Returns the number of bytes of an LSN such as `16/B374D848`; NaN if there is none. */
export function toLsn(text: string | null | undefined): number {
  const [high = '', low = ''] = text?.split('/') ?? []
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}
