import { plainSession } from '../../model/builtIn/plainModels.ts'
import { columnOf } from '../../model/names.ts'
import { join, name, type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { countDeltas, journalRows } from '../journal/journal.ts'
import { createdChanges } from '../journal/journalChanges.ts'
import { column } from '../record/columns.ts'
import type { Subject } from './identities.ts'
import { insertSignIn } from './signIns.ts'

/** A new session. */
export interface NewSession {
  /** SHA-256 of its token, in hex. */
  readonly hash: string
  /** The client's user agent. */
  readonly agent: string | null
  /** The client's network. */
  readonly network: string
  readonly requestId: string
}

/** A session for a person whom a provider has named. */
export interface TiedSession extends NewSession, Subject {
  readonly provider: string
  /** The session at the provider. */
  readonly sid: string | null
  /** When the person logged in there, in seconds since 1970; null if that is not known. */
  readonly authTime: number | null
  /** The roles that the provider gives, and which of them the person has; null if it gives none. */
  readonly roles: { readonly mapped: readonly string[]; readonly held: readonly string[] } | null
  /** Whether the person is an administrator; null if the provider does not say it. */
  readonly admin: boolean | null
  /** How long the session lives at most, in milliseconds; null: by the settings alone. */
  readonly lifetime: number | null
  /** The encrypted ID token; null if it is not kept. */
  readonly idToken: string | null
  /** What administrators should know of this login. */
  readonly reason: string | null
}

/**
 * Opens a session if the person is tied to a user who is not disabled, and has the roles that the provider gives and no
 * others of them. The tie and the user are locked until it is open: a tie that was removed meanwhile opens nothing.
 */
export function openTiedSessionStatement(session: TiedSession): NamedSql {
  const { issuer, subject, provider, sid, authTime, roles, admin, lifetime, idToken } = session
  const hasRoles = roles
    ? sql` and array(
      select role.name
      from record.tabularium_user_roles_links as links
      join record.tabularium_role as role on role.id = links.target
      where links.source = users.id and role.name = any(${roles.mapped}::text[])
      order by role.name collate "C"
    ) = array(select held.name from unnest(${roles.held}::text[]) as held(name) order by held.name collate "C")`
    : sql``
  const isAdmin = admin === null ? sql`` : sql` and users.admin = ${admin}::boolean`
  const holder = sql`${tiedTo(session)}, holder as (${holderOfTie}${hasRoles}${isAdmin}
  for share of users
)`
  const origin = {
    method: 'oidc',
    factors: ['provider'],
    provider,
    issuer,
    subject,
    sid,
    authTime,
    lifetime,
    idToken,
  } as const
  return openStatement(holder, session, origin).named('session.openTied')
}

/** A session for a person whom an access token names. */
export interface TokenSession extends NewSession, Subject {
  readonly provider: string
  readonly sid: string | null
  readonly authTime: number
  /** When the token ends, in seconds since 1970. */
  readonly expiresOn: number
  /** For how many seconds longer the token is remembered. */
  readonly remembered: number
  readonly roles: readonly string[] | null
}

/**
 * Opens the session of an access token, if it has opened none: the token is noted in the same statement, so that of two
 * processes that see it at once one opens a session. A token of nobody is not noted: the person may be tied later.
 */
export function openTokenSessionStatement(session: TokenSession): NamedSql {
  const { hash, expiresOn, remembered, provider, issuer, subject, sid, authTime, roles } = session
  const digest = sql`decode(${hash}, 'hex')`
  const isNew = sql` and not exists (select from tabularium.used_tokens as used where used.digest = ${digest})`
  const holder = sql`${tiedTo(session, isNew)}, person as (${holderOfTie}
  for share of users
), used as (
  insert into tabularium.used_tokens (digest, until)
  select ${digest}, to_timestamp(${expiresOn + remembered}::double precision)
  from person
  on conflict do nothing
  returning 1
), holder as (select person.id from person cross join used)`
  const origin = { provider, issuer, subject, sid, authTime, expiresOn, roles } as const
  return openStatement(holder, session, { method: 'token', factors: ['provider'], ...origin }).named(
    'session.openToken',
  )
}

/** How a session was opened. */
interface Origin {
  readonly method: 'password' | 'oidc' | 'token'
  readonly factors: readonly string[]
  readonly provider?: string
  readonly issuer?: string
  readonly subject?: string
  readonly sid?: string | null
  readonly authTime?: number | null
  /** In seconds since 1970; null: the session ends by the settings alone. */
  readonly expiresOn?: number | null
  /** In milliseconds; null: the session ends by the settings alone. */
  readonly lifetime?: number | null
  readonly idToken?: string | null
  /** The names of the only roles that count; null: all of the user. */
  readonly roles?: readonly string[] | null
}

/** Notes the use of a tie, which is locked until the session is open. */
function tiedTo({ issuer, subject }: Subject, more: Sql = sql``): Sql {
  return sql`tied as (
  update record.tabularium_identity as identity
  set used_on = now()
  where identity.issuer = ${issuer}::text and identity.subject = ${subject}::text${more}
  returning identity."user"
)`
}

/** The user of the tie, unless the user is disabled. */
const holderOfTie = sql`
  select users.id
  from tied
  join record.tabularium_user as users on users.id = tied."user"
  where not users.disabled and users.kind = 'person'`

/** Opens a session for the one row of `holder`, if there is one, and notes the login. */
export function openStatement(
  holder: Sql,
  session: NewSession & { readonly reason?: string | null },
  origin: Origin,
): Sql {
  const { hash, agent, network, requestId, reason = null } = session
  const { method, factors, provider = null, issuer = null, subject = null, sid = null, authTime = null } = origin
  const { expiresOn = null, lifetime = null, idToken = null, roles = null } = origin
  const model = plainSession
  const noted = { method, provider, result: 'ok', reason, network, agent, requestId } as const
  return sql`with ${holder}, accepted as (
  select nextval('record.tabularium_session_ids') as id, 0 as version, holder.id as _by, ${requestId}::text as _request,
    holder.id as "user", ${hash}::text as token_hash, now()::timestamp(3) with time zone as used_on,
    ${agent}::text as agent, ${method}::text as method, ${provider}::text as provider, ${issuer}::text as issuer,
    ${subject}::text as subject, ${sid}::text as sid, ${factors}::text[] as factors,
    coalesce(to_timestamp(${authTime}::double precision), now())::timestamp(3) with time zone as confirmed_on,
    ${network}::text as network, ${idToken}::text as id_token,
    coalesce(
      to_timestamp(${expiresOn}::double precision), now() + ${lifetime}::bigint * interval '1 millisecond'
    )::timestamp(3) with time zone as expires_on,
    ${roles && JSON.stringify(roles)}::text::jsonb as roles
  from holder
), inserted as (
  insert into record.tabularium_session (
    id, version, created_on, created_by, updated_on, updated_by, ${sessionColumns()}
  )
  select accepted.id, accepted.version, now(), accepted._by, now(), accepted._by, ${sessionColumns('accepted')}
  from accepted
  returning id, "user"
), noted as (
  ${insertSignIn(noted, sql`holder.id`, sql` from holder`)}
), ${journalRows(model, 'accepted', 'create', createdChanges(model, 'accepted'))}, ${countDeltas(model, 'inserted', 1)}
select inserted.id, users.id, users.username, coalesce(users.name, users.username)
from inserted
join record.tabularium_user as users on users.id = inserted."user"`
}

/** The columns of the fields of a session. */
export function sessionColumns(table?: string): Sql {
  const names = plainSession.fields.map((field) => columnOf(field.name))
  return join(names.map((own) => (table === undefined ? name(own) : column(table, own))))
}
