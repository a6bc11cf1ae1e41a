import type pg from 'pg'
import { within } from '../openClient.ts'
import { toLsn } from './WalPosition.ts'

/**
 * What a host is at the moment: one that follows the primary; one that follows it too slowly, until it has caught up;
 * the primary itself; or one that does not answer.
 */
export type HostState = 'following' | 'behind' | 'primary' | 'away'

/** A state that is reported: that a host is behind for a moment is not. */
export type ReportedState = Exclude<HostState, 'behind'>

/** The host can't be read: it does not answer, or is another server than before. */
export class NotFollowing extends Error {
  override readonly name = 'NotFollowing'
}

type Row = Record<string, string | null>

/** Asks a host whether it is a standby, and up to where it has replayed the WAL. */
export async function look(client: pg.Client, timeout: number): Promise<{ isStandby: boolean; lsn: number }> {
  const query = `
    select pg_is_in_recovery() as standby,
           pg_last_wal_replay_lsn() as replayed`
  const { rows } = await within(timeout, client.query<Row>(query))
  return { isStandby: rows[0]?.['standby'] === 't', lsn: toLsn(rows[0]?.['replayed']) }
}

/**
 * Asks a host which timeline it follows, and when its server process was started. The control file may be minutes
 * behind after a promotion, but never ahead. Only a role that may read statistics sees the timeline that is being
 * received.
 */
export async function askServer(client: pg.Client, timeout: number): Promise<{ timeline: number; started: string }> {
  const query = `
    select greatest(
             (select timeline_id from pg_control_checkpoint()),
             (select min_recovery_end_timeline from pg_control_recovery()),
             (select received_tli from pg_stat_wal_receiver)
           ) as timeline,
           pg_postmaster_start_time() as started`
  const { rows } = await within(timeout, client.query<Row>(query))
  return { timeline: Number(rows[0]?.['timeline']), started: rows[0]?.['started'] ?? '' }
}
