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

/** Who is calling and what they may do, as the tables say at this moment. */
export interface SessionRow {
  /** Of the session or the API key. */
  readonly id: number
  readonly userId: number
  readonly username: string
  readonly admin: boolean
  /** Their rules, as members of a JSON array without its brackets. */
  readonly rules: string
  /** That of all rights. */
  readonly revision: string
  /** Its last use was noted so long ago that it is to be noted again. */
  readonly stale: boolean
}

export interface SessionTimes extends Lifetimes {
  /** How exact the noted last use is; noting every request would make every read a write. */
  readonly touch: number
}

/** The sessions of many tokens (SHA-256, in hex), by PostgreSQL's clock; undefined for one that is not valid now. */
export function sessionStatement(times: SessionTimes): StatementMaker<string, SessionRow | undefined> {
  return {
    name: 'session.find',
    effect: 'read',
    shapeOf: () => [],
    toSql: (
      hashes,
    ) => sql`select input.hash, sessions.id, users.id, users.username, users.admin, ${isStale('sessions', times)},
  (select access.revision from tabularium.access), case when users.admin then '' else ${rulesJson(rolesOf(sql`users.id`))} end
from unnest(${hashes}::text[]) as input(hash)
join record.tabularium_session as sessions on sessions.token_hash = input.hash
join record.tabularium_user as users on users.id = sessions."user"
where not users.disabled and ${alive(times)}`,
    toResults: (hashes, rows) => {
      const found = new Map(rows.map(([hash, ...columns]) => [hash, toSession(columns)]))
      return hashes.map((hash) => found.get(hash))
    },
  }
}

/** The same for API keys. One that is limited to roles has those of them that its user has, and is never an administrator's. */
export function keyStatement(times: SessionTimes): StatementMaker<string, SessionRow | undefined> {
  return {
    ...sessionStatement(times),
    name: 'key.find',
    toSql: (
      hashes,
    ) => sql`select input.hash, keys.id, users.id, users.username, users.admin and not exists (${limitsOf(sql`keys.id`)}), ${isStale('keys', times)},
  (select access.revision from tabularium.access), ${rulesOfKey(sql`keys.id`, sql`users.id`)}
from unnest(${hashes}::text[]) as input(hash)
join record.tabularium_key as keys on keys.token_hash = input.hash
join record.tabularium_user as users on users.id = keys."user"
where not users.disabled and ${keyLives('keys')}`,
  }
}

/** Notes that API keys are in use, unless they have ended. */
export function touchKeyStatement(hashes: readonly string[], times: SessionTimes): NamedSql {
  return sql`update record.tabularium_key as keys set used_on = now()
from (select hash from unnest(${hashes}::text[]) as given(hash) order by hash) as input
where keys.token_hash = input.hash and ${keyLives('keys')} and ${isStale('keys', times)}`.named('key.touch')
}

/** Notes that sessions are in use, unless they have ended. This is no new version, and the journal does not tell of it: it happens all the time. */
export function touchStatement(hashes: readonly string[], times: SessionTimes): NamedSql {
  return sql`update record.tabularium_session as sessions set used_on = now()
from (select hash from unnest(${hashes}::text[]) as given(hash) order by hash) as input
where sessions.token_hash = input.hash and ${alive(times)} and ${isStale('sessions', times)}`.named('session.touch')
}

/** A session that is to be opened for a user whose password was right. */
export interface NewSession {
  /** SHA-256 of its token, in hex. */
  readonly hash: string
  readonly userId: number
  /** The hash that the password was checked against. */
  readonly passwordHash: string
  /** What the client calls itself. */
  readonly agent: string | null
  readonly requestId: string
}

/** Opens a session, provided that the user and the password are still those that were checked, and stay so until it is open. */
export function openSessionStatement({ hash, userId, passwordHash, agent, requestId }: NewSession): NamedSql {
  return sql`with holder as (
  select users.id from record.tabularium_user as users
  where users.id = ${userId}::bigint and not users.disabled and users.password = ${passwordHash}
  for share of users
), accepted as (
  select nextval('record.tabularium_session_ids') as id, 0 as version, holder.id as _by, ${requestId}::text as _request,
    holder.id as "user", ${hash}::text as token_hash, now()::timestamp(3) with time zone as used_on, ${agent}::text as agent
  from holder
), inserted as (
  insert into record.tabularium_session (id, version, created_on, created_by, updated_on, updated_by, "user", token_hash, used_on, agent)
  select accepted.id, accepted.version, now(), accepted._by, now(), accepted._by, accepted."user", accepted.token_hash, accepted.used_on, accepted.agent
  from accepted
  returning id
), ${journalRows(session(), 'accepted', 'create', createdChanges(session(), 'accepted'))}, ${countDeltas(session(), 'inserted', 1)}
select inserted.id from inserted`.named('session.open')
}

/** Ends the session of a token, in the name of its user. */
export function closeSessionStatement(hash: string, requestId: string): NamedSql {
  return endStatement(sql`t.token_hash = ${hash}`, sql`t."user"`, requestId).named('session.close')
}

/** Ends all sessions of a user, by a command. */
export function endSessionsStatement(userId: number, requestId: string): NamedSql {
  return endStatement(sql`t."user" = ${userId}::bigint`, sql`null::bigint`, requestId).named('session.endAll')
}

/** Ends all sessions of some users, but for the one with which it is done. */
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

/** Forgets a lot of sessions that have ended by themselves. */
export function sweepSessionsStatement(times: Lifetimes): NamedSql {
  const ended = sql`select sessions.id from record.tabularium_session as sessions where (${alive(times)}) is not true
  order by sessions.id limit 1000 for update skip locked`
  return endStatement(sql`t.id in (${ended})`, sql`null::bigint`, 'housekeeping').named('session.sweep')
}

/** What login needs to know of a user; no row for one that cannot log in. */
export function credentialsStatement(username: string): NamedSql {
  return sql`select id, username, name, password from record.tabularium_user
where username = ${username} and not disabled and password is not null`.named('session.credentials')
}

/** Deletes sessions as all records are deleted: with a row of the journal and a change of the counts. */
function endStatement(which: Sql, author: Sql, requestId: string): Sql {
  return sql`with deleted as (
  delete from record.tabularium_session as t where ${which}
  returning t.id, t.version + 1 as version, ${author} as _by, ${requestId}::text as _request, t."user", t.token_hash, t.used_on, t.agent
), ${journalRows(session(), 'deleted', 'delete', deletedChanges(session(), 'deleted'))}, ${countDeltas(session(), 'deleted', -1)}
select deleted.id from deleted`
}

function session() {
  return toModel(Session)
}

/** Whether the last use was noted so long ago that it is to be noted again. */
function isStale(alias: 'sessions' | 'keys', { touch }: SessionTimes): Sql {
  const usedOn = trusted(`${alias}.used_on`)
  return sql`(${usedOn} is null or ${usedOn} < now() - ${touch}::bigint * interval '1 millisecond')`
}

function alive(times: Lifetimes): Sql {
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
