import { plainSession } from '../../model/builtIn/plainModels.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { Lifetimes } from '../../permission/Credential.ts'
import { join, name, type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { sessionLives } from '../authorization/authCheck.ts'
import { countDeltas, journalRows } from '../journal/journal.ts'
import { createdChanges, deletedChanges } from '../journal/journalChanges.ts'
import { momentText } from '../condition/momentText.ts'
import { column } from '../record/columns.ts'
import { columnOf } from '../../model/names.ts'
import { serviceRequestId } from '../../request/requestIds.ts'

/** A new session for a user whose password was correct. */
export interface NewSession {
  /** SHA-256 of its token, in hex. */
  readonly hash: string
  readonly userId: number
  /** The hash that the password was checked against. */
  readonly passwordHash: string
  /** The client's user agent. */
  readonly agent: string | null
  /** The client's network. */
  readonly network: string
  readonly requestId: string
}

/** Opens a session if the user and the password are still those that were checked; both are locked until it is open. */
export function openSessionStatement({ hash, userId, passwordHash, agent, network, requestId }: NewSession): NamedSql {
  const model = plainSession
  return sql`with holder as (
  select users.id
  from record.tabularium_user as users
  where users.id = ${userId}::bigint and not users.disabled and users.password = ${passwordHash}
  for share of users
), accepted as (
  select nextval('record.tabularium_session_ids') as id, 0 as version, holder.id as _by, ${requestId}::text as _request,
    holder.id as "user", ${hash}::text as token_hash, now()::timestamp(3) with time zone as used_on,
    ${agent}::text as agent, 'password' as method, null::text as provider, null::text as issuer,
    null::text as subject, null::text as sid, array['password'] as factors,
    now()::timestamp(3) with time zone as confirmed_on, ${network}::text as network
  from holder
), inserted as (
  insert into record.tabularium_session (
    id, version, created_on, created_by, updated_on, updated_by, ${sessionColumns()}
  )
  select accepted.id, accepted.version, now(), accepted._by, now(), accepted._by, ${sessionColumns('accepted')}
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

/** Ends some sessions on behalf of a command, without an author. */
export function endSessionsByIdStatement(ids: readonly number[], requestId: string): NamedSql {
  return endStatement(sql`t.id = any(${ids}::bigint[])`, sql`null::bigint`, requestId).named('session.endById')
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

/** The sessions of a user, or of all users. Those that have expired are there until they are swept. */
export function listSessionsStatement(userId?: number): Sql {
  const which = userId === undefined ? sql`` : sql`where sessions."user" = ${userId}::bigint`
  return sql`
select sessions.id, users.username, ${momentText('sessions.created_on')} as created_on,
  ${momentText('sessions.used_on')} as used_on, sessions.agent
from record.tabularium_session as sessions
join record.tabularium_user as users on users.id = sessions."user"
${which}
order by users.username, sessions.id`
}

/** Deletes a batch of expired sessions. */
export function sweepSessionsStatement(times: Lifetimes): NamedSql {
  const ended = sql`
    select sessions.id
    from record.tabularium_session as sessions
    where (${sessionLives('sessions', times)}) is not true
    order by sessions.id
    limit 1000
    for update skip locked
  `
  return endStatement(sql`t.id in (${ended})`, sql`null::bigint`, serviceRequestId('housekeeping')).named(
    'session.sweep',
  )
}

/** The columns of the fields of a session. */
function sessionColumns(table?: string): Sql {
  const names = plainSession.fields.map((field) => columnOf(field.name))
  return join(names.map((own) => (table === undefined ? name(own) : column(table, own))))
}

/** Deletes sessions like any other records: with an entry in the journal and a change of the counts. */
function endStatement(which: Sql, author: Sql, requestId: string): Sql {
  const model = plainSession
  return sql`with deleted as (
  delete from record.tabularium_session as t
  where ${which}
  returning t.id, t.version + 1 as version, ${author} as _by, ${requestId}::text as _request, ${sessionColumns('t')}
), ${journalRows(model, 'deleted', 'delete', deletedChanges(model, 'deleted'))}, ${countDeltas(model, 'deleted', -1)}
select deleted.id
from deleted`
}
