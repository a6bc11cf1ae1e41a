import { plainSession } from '../../model/builtIn/plainModels.ts'
import { type Authorization, keyIdOf } from '../../permission/Authorization.ts'
import type { Lifetimes } from '../../permission/Credential.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { sessionLives } from '../authorization/authCheck.ts'
import { countDeltas, journalRows } from '../journal/journal.ts'
import { contextIn } from '../journal/journalContext.ts'
import { deletedChanges } from '../journal/journalChanges.ts'
import { momentText } from '../condition/momentText.ts'
import { sessionColumns } from './openSession.ts'
import { serviceRequestId } from '../../request/requestIds.ts'

/** Ends the session of a token, with its user as the author. Returns the provider, and the encrypted ID token. */
export function closeSessionStatement(hash: string, requestId: string): NamedSql {
  const shown = sql`deleted.provider, deleted.id_token`
  return endStatement(sql`t.token_hash = ${hash}`, sql`t."user"`, requestId, undefined, shown).named('session.close')
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
  const by = sql`${authorization.userId}::bigint`
  return endStatement(which, by, requestId, keyIdOf(authorization)).named('session.endOthers')
}

/** Ends the sessions of a provider that has ended one of its own, or all of a person. Nobody here is the author. */
export function endSessionsByProviderStatement(
  which: { readonly issuer: string } & ({ readonly sid: string } | { readonly subject: string | null }),
  requestId: string,
): NamedSql {
  const of = 'sid' in which ? sql`t.sid = ${which.sid}::text` : sql`t.subject = ${which.subject}::text`
  const ended = sql`t.issuer = ${which.issuer}::text and ${of}`
  return endStatement(ended, sql`null::bigint`, requestId).named('session.endByProvider')
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

/** Deletes sessions like any other records: with an entry in the journal and a change of the counts. */
function endStatement(which: Sql, author: Sql, requestId: string, key?: number, shown = sql`deleted.id`): Sql {
  const model = plainSession
  const own = contextIn('deleted')
  const context = key === undefined ? own : { ...own, via: sql`${key}::bigint` }
  const changes = deletedChanges(model, 'deleted')
  return sql`with deleted as (
  delete from record.tabularium_session as t
  where ${which}
  returning t.id, t.version + 1 as version, ${author} as _by, ${requestId}::text as _request, ${sessionColumns('t')}
), ${journalRows(model, 'deleted', 'delete', changes, context)}, ${countDeltas(model, 'deleted', -1)}
select ${shown}
from deleted`
}
