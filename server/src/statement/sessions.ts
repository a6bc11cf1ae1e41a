import { sql, type Sql } from '../sql/sql.ts'
import type { StatementMaker } from './Statement.ts'

/** Who is calling, as the session table says at this moment. */
export interface SessionRow {
  readonly userId: number
  readonly username: string
  readonly admin: boolean
  /** Its last use was noted so long ago that it is to be noted again. */
  readonly stale: boolean
}

/** How long sessions live, in milliseconds. */
export interface SessionTimes {
  readonly idle: number
  readonly lifetime: number
  /** How exact the noted last use is; noting every request would make every read a write. */
  readonly touch: number
}

/** The sessions of many tokens (SHA-256, in hex), by PostgreSQL's clock; undefined for one that is not valid now. */
export function sessionStatement(times: SessionTimes): StatementMaker<string, SessionRow | undefined> {
  return {
    effect: 'read',
    keyOf: () => 'session',
    toSql: (
      hashes,
    ) => sql`select input.hash, users.id, users.username, users.admin, sessions.used_on < now() - ${times.touch}::bigint * interval '1 millisecond'
from unnest(${hashes}::text[]) as input(hash)
join tabularium.sessions on sessions.token_hash = decode(input.hash, 'hex')
join tabularium.users on users.id = sessions.user_id
where not users.disabled and ${alive(times)}`,
    toResults: (hashes, rows) => {
      const found = new Map(rows.map(([hash, ...columns]) => [hash, toSession(columns)]))
      return hashes.map((hash) => found.get(hash))
    },
  }
}

/** Notes that sessions are in use. */
export function touchStatement(times: SessionTimes): StatementMaker<string, undefined> {
  return {
    effect: 'write',
    keyOf: () => 'touch',
    toSql: (hashes) => sql`update tabularium.sessions set used_on = now()
from (select distinct hash from unnest(${hashes}::text[]) as given(hash) order by hash) as input
where token_hash = decode(input.hash, 'hex') and used_on < now() - ${times.touch}::bigint * interval '1 millisecond'`,
    toResults: (hashes) => hashes.map(() => undefined),
  }
}

/**
 * Opens a session, provided that the user and the password are still those that were checked (and stay so until it is
 * open), and sweeps out a few sessions that have ended.
 */
export function openSessionStatement(hash: string, userId: number, passwordHash: string, times: SessionTimes): Sql {
  return sql`with swept as (
  delete from tabularium.sessions where token_hash in (
    select token_hash from tabularium.sessions where not (${alive(times)}) order by used_on limit 100 for update skip locked
  )
)
insert into tabularium.sessions (token_hash, user_id)
select decode(${hash}, 'hex'), users.id from tabularium.users
where users.id = ${userId}::bigint and not users.disabled and users.password_hash = ${passwordHash}
for share of users
returning user_id`
}

export function closeSessionStatement(hash: string): Sql {
  return sql`delete from tabularium.sessions where token_hash = decode(${hash}, 'hex')`
}

/** What login needs to know of a user; no row for one that cannot log in. */
export function credentialsStatement(username: string): Sql {
  return sql`select id, username, name, password_hash from tabularium.users
where username = ${username} and not disabled and password_hash is not null`
}

function alive({ idle, lifetime }: SessionTimes): Sql {
  return sql`sessions.used_on > now() - ${idle}::bigint * interval '1 millisecond' and sessions.created_on > now() - ${lifetime}::bigint * interval '1 millisecond'`
}

function toSession([id, username, admin, stale]: readonly (string | null)[]): SessionRow {
  return { userId: Number(id), username: username ?? '', admin: admin === 't', stale: stale === 't' }
}
