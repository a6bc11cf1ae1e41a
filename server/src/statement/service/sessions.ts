import { requireValue } from '../../invariant.ts'
import { Session } from '../../model/builtIn/Session.ts'
import { toModel } from '../../model/toModel.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { Lifetimes } from '../../permission/Credential.ts'
import { sql, type NamedSql, type Sql, trusted } from '../../sql/sql.ts'
import { countDeltas, journalRows } from '../part/journal.ts'
import { keyLives, sessionLives } from '../part/authCheck.ts'
import { limitsOf, rolesOf, rulesJson, rulesOfKey } from '../part/rights.ts'
import type { StatementMaker } from '../part/Statement.ts'
import { createdChanges, deletedChanges } from '../part/journalChanges.ts'

/** The session or API key of a caller, with the user and their current rights. */
export interface SessionRow {
  /** The id of the session or the API key. */
  readonly id: number
  readonly userId: number
  readonly username: string
  readonly admin: boolean
  /** The user's rules, as members of a JSON array without its brackets. */
  readonly rules: string
  /** The revision of all rights. */
  readonly revision: string
  /** Whether the recorded last use is old enough to be updated. */
  readonly stale: boolean
}

/** The lifetimes of sessions and keys, and the precision of their last use. */
export interface SessionTimes extends Lifetimes {
  /** The precision of the recorded last use. To record every request would make every read a write. */
  readonly touch: number
}

/** The sessions of many tokens (SHA-256, in hex), by PostgreSQL's clock; undefined if a token is not valid now. */
export function sessionStatement(times: SessionTimes): StatementMaker<string, SessionRow | undefined> {
  return {
    name: 'session.find',
    effect: 'read',
    shapeOf: () => [],
    toSql: (hashes) => sql`
select input.hash, sessions.id, users.id, users.username, users.admin, ${isStale('sessions', times)},
  (select access.revision from tabularium.access),
  case when users.admin then '' else ${rulesJson(rolesOf(sql`users.id`))} end
from unnest(${hashes}::text[]) as input(hash)
join record.tabularium_session as sessions on sessions.token_hash = input.hash
join record.tabularium_user as users on users.id = sessions."user"
where not users.disabled and ${isAlive(times)}`,
    toResults: (hashes, rows) => {
      const found = new Map(rows.map(([hash, ...columns]) => [hash, toSession(columns)]))
      return hashes.map((hash) => found.get(hash))
    },
  }
}

/**
 * The same for API keys. A key that is limited to roles has those of them that its user has, and never the rights of an
 * administrator.
 */
export function keyStatement(times: SessionTimes): StatementMaker<string, SessionRow | undefined> {
  return {
    ...sessionStatement(times),
    name: 'key.find',
    toSql: (hashes) => sql`
select input.hash, keys.id, users.id, users.username,
  users.admin and not exists (${limitsOf(sql`keys.id`)}),
  ${isStale('keys', times)},
  (select access.revision from tabularium.access),
  ${rulesOfKey(sql`keys.id`, sql`users.id`)}
from unnest(${hashes}::text[]) as input(hash)
join record.tabularium_key as keys on keys.token_hash = input.hash
join record.tabularium_user as users on users.id = keys."user"
where not users.disabled and ${keyLives('keys')}`,
  }
}

/** Records the use of API keys, unless they have expired. */
export function touchKeyStatement(hashes: readonly string[], times: SessionTimes): NamedSql {
  return sql`update record.tabularium_key as keys
set used_on = now()
from (select hash from unnest(${hashes}::text[]) as given(hash) order by hash) as input
where keys.token_hash = input.hash and ${keyLives('keys')} and ${isStale('keys', times)}`.named('key.touch')
}

/**
 * Records the use of sessions, unless they have ended. This makes no new version and no entry in the journal, because
 * it happens all the time.
 */
export function touchStatement(hashes: readonly string[], times: SessionTimes): NamedSql {
  return sql`update record.tabularium_session as sessions
set used_on = now()
from (select hash from unnest(${hashes}::text[]) as given(hash) order by hash) as input
where sessions.token_hash = input.hash and ${isAlive(times)} and ${isStale('sessions', times)}`.named('session.touch')
}

/** A new session for a user whose password was correct. */
export interface NewSession {
  /** SHA-256 of its token, in hex. */
  readonly hash: string
  readonly userId: number
  /** The hash that the password was checked against. */
  readonly passwordHash: string
  /** The client's user agent. */
  readonly agent: string | null
  readonly requestId: string
}

/** Opens a session if the user and the password are still those that were checked; both are locked until it is open. */
export function openSessionStatement({ hash, userId, passwordHash, agent, requestId }: NewSession): NamedSql {
  const model = session()
  return sql`with holder as (
  select users.id
  from record.tabularium_user as users
  where users.id = ${userId}::bigint and not users.disabled and users.password = ${passwordHash}
  for share of users
), accepted as (
  select nextval('record.tabularium_session_ids') as id, 0 as version, holder.id as _by, ${requestId}::text as _request,
    holder.id as "user", ${hash}::text as token_hash, now()::timestamp(3) with time zone as used_on,
    ${agent}::text as agent
  from holder
), inserted as (
  insert into record.tabularium_session (
    id, version, created_on, created_by, updated_on, updated_by, "user", token_hash, used_on, agent
  )
  select accepted.id, accepted.version, now(), accepted._by, now(), accepted._by, accepted."user",
    accepted.token_hash, accepted.used_on, accepted.agent
  from accepted
  returning id
), ${journalRows(model, 'accepted', 'create', createdChanges(model, 'accepted'))}, ${countDeltas(model, 'inserted', 1)}
select inserted.id
from inserted`.named('session.open')
}

/** Ends the session of a token, with its user as the author. */
export function closeSessionStatement(hash: string, requestId: string): NamedSql {
  return endStatement(sql`t.token_hash = ${hash}`, sql`t."user"`, requestId).named('session.close')
}

/** Ends all sessions of a user on behalf of a command, without an author. */
export function endSessionsStatement(userId: number, requestId: string): NamedSql {
  return endStatement(sql`t."user" = ${userId}::bigint`, sql`null::bigint`, requestId).named('session.endAll')
}

/** Ends all sessions of some users, except the session that makes the request. */
export function endSessionsOfStatement(
  userIds: readonly number[],
  {
    authorization,
    requestId,
    except,
  }: { readonly authorization: Authorization; readonly requestId: string; readonly except: string | null },
): NamedSql {
  const which = sql`t."user" = any(${userIds}::bigint[]) and t.token_hash is distinct from ${except}::text`
  return endStatement(which, sql`${authorization.userId}::bigint`, requestId).named('session.endOthers')
}

/** Deletes a batch of expired sessions. */
export function sweepSessionsStatement(times: Lifetimes): NamedSql {
  const ended = sql`
    select sessions.id
    from record.tabularium_session as sessions
    where (${isAlive(times)}) is not true
    order by sessions.id
    limit 1000
    for update skip locked
  `
  return endStatement(sql`t.id in (${ended})`, sql`null::bigint`, 'housekeeping').named('session.sweep')
}

/** The data of a user that login needs; no row if the user cannot log in. */
export function credentialsStatement(username: string): NamedSql {
  return sql`select id, username, name, password
from record.tabularium_user
where username = ${username} and not disabled and password is not null`.named('session.credentials')
}

/** Deletes sessions like any other records: with an entry in the journal and a change of the counts. */
function endStatement(which: Sql, author: Sql, requestId: string): Sql {
  const model = session()
  return sql`with deleted as (
  delete from record.tabularium_session as t
  where ${which}
  returning t.id, t.version + 1 as version, ${author} as _by, ${requestId}::text as _request, t."user", t.token_hash,
    t.used_on, t.agent
), ${journalRows(model, 'deleted', 'delete', deletedChanges(model, 'deleted'))}, ${countDeltas(model, 'deleted', -1)}
select deleted.id
from deleted`
}

function session() {
  return toModel(Session)
}

/** Whether the recorded last use is old enough to be updated. */
function isStale(alias: 'sessions' | 'keys', { touch }: SessionTimes): Sql {
  const usedOn = trusted(`${alias}.used_on`)
  return sql`(${usedOn} is null or ${usedOn} < now() - ${touch}::bigint * interval '1 millisecond')`
}

function isAlive(times: Lifetimes): Sql {
  return sessionLives('sessions', times)
}

function toSession([id, userId, username, admin, stale, revision, rules]: readonly (string | null)[]): SessionRow {
  return {
    id: Number(id),
    userId: Number(userId),
    username: requireValue(username, 'The name of a user'),
    admin: admin === 't',
    stale: stale === 't',
    revision: requireValue(revision, 'The revision of all rights'),
    rules: requireValue(rules, 'The rules of a user'),
  }
}
