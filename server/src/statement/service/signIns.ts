import { momentJson } from '../../model/field/dateTime.ts'
import type { Credential } from '../../permission/Credential.ts'
import { type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { authCheckFor, authorizedRows } from '../authorization/authCheck.ts'

/** How a login went. */
export interface SignIn {
  /** The id or the name of the user; null if none is known: what was typed as a name may be a password. */
  readonly user: number | string | null
  readonly method: 'password' | 'oidc' | 'token'
  readonly provider: string | null
  readonly result: 'ok' | 'refused'
  /** Why it was refused, or what the administrator should know of one that was not. */
  readonly reason: string | null
  readonly network: string
  readonly agent: string | null
  readonly requestId: string
}

/** Notes a login. */
export function noteSignInStatement(signIn: SignIn): NamedSql {
  const [id, username] = typeof signIn.user === 'number' ? [signIn.user, null] : [null, signIn.user]
  const user = sql`coalesce(
    ${id}::bigint,
    (select users.id from record.tabularium_user as users where users.username = ${username}::text)
  )`
  return insertSignIn(signIn, user, sql``).named('signIn.note')
}

/** The statement that notes a login of the user of a table. */
export function insertSignIn(signIn: Omit<SignIn, 'user'>, user: Sql, from: Sql): Sql {
  const { method, provider, result, reason, network, agent, requestId } = signIn
  return sql`insert into tabularium.sign_ins ("user", method, provider, result, reason, network, agent, request_id)
  select ${user}, ${method}::text, ${provider}::text, ${result}::text, ${reason}::text, ${network}::text,
    ${agent}::text, ${requestId}::text${from}
  returning id`
}

/** A look as another user. */
export interface SeenAs {
  readonly userId: number
  /** As whom. */
  readonly seen: number
  readonly credential: Credential
  readonly network: string
  readonly agent: string | null
  readonly requestId: string
}

/** Notes a look as another user, once for each session or API key and each user. */
export function noteSeenAsStatement({ userId, seen, credential, network, agent, requestId }: SeenAs): NamedSql {
  const held = `${credential.isKey ? 'key' : 'session'}:${credential.id}`
  return sql`insert into tabularium.sign_ins ("user", method, result, network, agent, request_id, seen, credential)
select ${userId}::bigint, 'see-as', 'ok', ${network}::text, ${agent}::text, ${requestId}::text, ${seen}::bigint,
  ${held}::text
where not exists (
  select from tabularium.sign_ins
  where sign_ins.credential = ${held}::text and sign_ins.seen = ${seen}::bigint
)
on conflict do nothing`.named('signIn.noteSeenAs')
}

export interface SignInPage {
  readonly limit: number
  /** The id before which the page begins; absent: the newest. */
  readonly after?: number | undefined
  /** Those of one user; absent: of all. */
  readonly userId?: number | undefined
  /** Of those, the ones of the user with this name; absent: all of them. */
  readonly user?: string | undefined
  readonly method?: string | undefined
}

/** The newest logins as JSON, one more than the page has if there are others. */
export function listSignInsStatement(
  credential: Credential,
  { limit, after, userId, user, method }: SignInPage,
): NamedSql {
  const ofName = sql`(select named.id from record.tabularium_user as named where named.username = ${user ?? ''}::text)`
  const rows = sql`
select json_build_object(
    'id', sign_ins.id, 'on', ${momentJson(sql`sign_ins.at`)},
    'user', ${userJson('users')}, 'seen', ${userJson('seen')},
    'method', sign_ins.method, 'provider', sign_ins.provider, 'result', sign_ins.result, 'reason', sign_ins.reason,
    'network', sign_ins.network, 'agent', sign_ins.agent, 'requestId', sign_ins.request_id
  )::text
from tabularium.sign_ins
left join record.tabularium_user as users on users.id = sign_ins."user"
left join record.tabularium_user as seen on seen.id = sign_ins.seen
where ${userId === undefined ? sql`true` : sql`sign_ins."user" = ${userId}::bigint`}
  and ${user === undefined ? sql`true` : sql`sign_ins."user" = ${ofName}`}
  and ${method === undefined ? sql`true` : methodSql(method)}
  and ${after === undefined ? sql`true` : sql`sign_ins.id < ${after}::bigint`}
order by sign_ins.id desc
limit ${limit + 1}::integer`
  return sql`with ${authCheckFor([credential])} ${authorizedRows(rows, 1)}`.named('signIn.list')
}

/** Looks as another user are few among many logins: their index finds them. */
function methodSql(method: string): Sql {
  return method === 'see-as' ? sql`sign_ins.credential is not null` : sql`sign_ins.method = ${method}::text`
}

/** A user as somebody who sees the login sees them; null if there is none any more. */
function userJson(alias: 'users' | 'seen'): Sql {
  const own = (name: string) => trusted(`${alias}.${name}`)
  return sql`case when ${own('id')} is null then null
      else json_build_object('id', ${own('id')}, 'username', ${own('username')}, 'name', ${own('name')}) end`
}

/** Deletes a batch of logins that were noted longer ago than this, in milliseconds. */
export function sweepSignInsStatement(retention: number): NamedSql {
  return sql`with old as (
  select id
  from tabularium.sign_ins
  where at <= now() - ${retention}::bigint * interval '1 millisecond'
  order by at
  limit 1000
  for update skip locked
)
delete from tabularium.sign_ins using old
where sign_ins.id = old.id
returning 1`.named('signIn.sweep')
}

/** The time of the database, in milliseconds since 1970. */
export function clockStatement(): NamedSql {
  return sql`select round(extract(epoch from clock_timestamp()) * 1000)`.named('signIn.clock')
}
