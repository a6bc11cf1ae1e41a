import { requireValue } from '../../failure/invariant.ts'
import type { PasswordChoice } from '../../model/signIn/signIn.ts'
import type { ClientLimits, KeyLimits, Lifetimes } from '../../permission/Credential.ts'
import { literal, sql, type NamedSql, type Sql, trusted } from '../../sql/sql.ts'
import { keyLives, sessionLives } from '../authorization/authCheck.ts'
import { isAdminKey, limitsJson, missingRolesOf, rulesOfKey } from '../authorization/keyRights.ts'
import { isAdminSession, rulesOfSession } from '../authorization/sessionRights.ts'
import type { StatementMaker } from '../Statement.ts'
import { mayUsePassword } from './passwordUse.ts'

/** The session or API key of a caller, with the user and their current rights. */
export interface SessionRow {
  /** The id of the session or the API key. */
  readonly id: number
  readonly userId: number
  readonly username: string
  readonly admin: boolean
  readonly language: string | null
  /** The user's rules, as members of a JSON array without its brackets. */
  readonly rules: string
  /** The revision of all rights. */
  readonly revision: string
  /** Whether the recorded last use is old enough to be updated. */
  readonly stale: boolean
  /** Whether it is an API key that is limited to roles of which its user does not have all. */
  readonly lacksRoles: boolean
  /** What an API key is limited to besides roles; undefined if it is not. */
  readonly limits: KeyLimits | undefined
  /** What limits the program that holds an access token; undefined for all other sessions, and for keys. */
  readonly client: ClientLimits | undefined
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
select input.hash, sessions.id, users.id, users.username, ${isAdminSession('sessions')}, ${isStale('sessions', times)},
  (select access.revision from tabularium.access),
  case when ${isAdminSession('sessions')} then '' else ${rulesOfSession('sessions')} end, users.language, false, null,
  case when sessions.method = 'token' then json_build_object('roles', sessions.roles) end
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
 * The same for API keys of a scope. A key that is limited to roles has those of them that its user has. One that is
 * limited, other than to networks, never has the rights of an administrator.
 */
export function keyStatement(
  times: SessionTimes,
  scope: 'api' | 'scim' = 'api',
): StatementMaker<string, SessionRow | undefined> {
  return {
    ...sessionStatement(times),
    name: scope === 'api' ? 'key.find' : 'key.findForScim',
    toSql: (hashes) => sql`
select input.hash, keys.id, users.id, users.username,
  ${isAdminKey('keys')},
  ${isStale('keys', times)},
  (select access.revision from tabularium.access),
  ${rulesOfKey('keys')}, users.language,
  exists (${missingRolesOf('keys')}), ${limitsJson('keys')}
from unnest(${hashes}::text[]) as input(hash)
join record.tabularium_key as keys on keys.token_hash = input.hash
join record.tabularium_user as users on users.id = keys."user"
where not users.disabled and keys.scope = ${literal(scope)} and ${keyLives('keys')}`,
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

/** The data of a user that login needs; no row if the user cannot log in. */
export function credentialsStatement(username: string, choice: PasswordChoice): NamedSql {
  return sql`select users.id, users.username, coalesce(users.name, users.username), users.password,
  exists (select from record.tabularium_factor as factor where factor."user" = users.id)
from record.tabularium_user as users
where users.username = ${username} and not users.disabled and users.password is not null
  and users.kind = 'person' and ${mayUsePassword(choice)}`.named('session.credentials')
}

/** Whether the recorded last use is old enough to be updated. */
function isStale(alias: 'sessions' | 'keys', { touch }: SessionTimes): Sql {
  const usedOn = trusted(`${alias}.used_on`)
  return sql`(${usedOn} is null or ${usedOn} < now() - ${touch}::bigint * interval '1 millisecond')`
}

function isAlive(times: Lifetimes): Sql {
  return sessionLives('sessions', times)
}

function toSession(columns: readonly (string | null)[]): SessionRow {
  const [id, userId, username, admin, stale, revision, rules, language = null, lacksRoles, limits, client] = columns
  return {
    id: Number(id),
    userId: Number(userId),
    username: requireValue(username, 'The name of a user'),
    admin: admin === 't',
    stale: stale === 't',
    revision: requireValue(revision, 'The revision of all rights'),
    rules: requireValue(rules, 'The rules of a user'),
    language,
    lacksRoles: lacksRoles === 't',
    limits: JSON.parse(limits ?? 'null') ?? undefined,
    client: JSON.parse(client ?? 'null') ?? undefined,
  }
}
