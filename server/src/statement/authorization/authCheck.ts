import type { Credential } from '../../permission/Credential.ts'
import { join, type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'

/**
 * The table `auth_check` with one row: whether the credentials of all callers who share a statement are still valid,
 * and their rights are those with which it was planned. It is a part of the statement, so it is decided in the snapshot
 * in which the statement runs.
 */
export function authCheckFor(credentials: readonly (Credential | undefined)[]): Sql {
  const first = credentials.find((credential) => credential !== undefined)
  if (!first) return openAuthCheck
  if (!credentials.every((credential) => credential === first)) return checkAll(credentials, first)
  const known = checksByCredential.get(first)
  if (known) return known
  const check = checkAll([first], first)
  checksByCredential.set(first, check)
  return check
}

/** The checks of single credentials, which do not change: most statements are of one caller. */
const checksByCredential = new WeakMap<Credential, Sql>()

function checkAll(credentials: readonly (Credential | undefined)[], first: Credential): Sql {
  const [sessions, keys, administrators, directories] = [
    new Map<string, Credential>(),
    new Map<string, Credential>(),
    new Map<string, Credential>(),
    new Map<string, Credential>(),
  ]
  const revisions = new Set<string>()
  for (const credential of credentials) {
    if (!credential) continue
    const byRules = credential.isKey ? keys : sessions
    const byOther = credential.scope === 'scim' ? directories : administrators
    const sameKind = dependsOnRules(credential) ? byRules : byOther
    sameKind.set(credential.hash, credential)
    if (dependsOnRevision(credential)) revisions.add(credential.revision)
  }
  if (revisions.size > 1) return closedAuthCheck
  const conditions: Sql[] = []
  for (const revision of revisions)
    conditions.push(sql`(select access.revision from tabularium.access) = ${revision}::bigint`)
  const lives = sessionLives('session', first.times)
  if (sessions.size > 0) conditions.push(allLive('session', sessions, lives))
  if (keys.size > 0) conditions.push(allLive('key', keys, keyLives('key')))
  if (administrators.size > 0) conditions.push(allLive('session', administrators, sql`${lives} and ${isAdmin}`))
  if (directories.size > 0) conditions.push(allLive('key', directories, isDirectoryKey))
  return sql`auth_check as materialized (select ${join(conditions, ' and ')} as holds)`
}

/** Whether the rights of a credential depend on rules, and so on their revision. */
export function dependsOnRules({ isAdmin, isKey, scope }: Credential): boolean {
  return scope !== 'scim' && (!isAdmin || isKey)
}

/** Whether a statement must run in the revision of its credential: also if an administrator sees as another user. */
export function dependsOnRevision(credential: Credential): boolean {
  return dependsOnRules(credential) || credential.seenAs !== undefined
}

/** The check of the service's own statements, which always holds. */
export const openAuthCheck: Sql = sql`auth_check as (select true as holds)`

/** Some callers of the group were authenticated before the rights changed and some after: all must be planned again. */
const closedAuthCheck: Sql = sql`auth_check as (select false as holds)`

/** A condition that is true if the auth check holds. */
export const authorized: Sql = sql`(select auth_check.holds from auth_check)`

/**
 * As `authorizedRows`, with the JSON of a record in the last column. JSON of more than `maxBytes` is replaced by the
 * reason why it is not shown. The outer join makes the JSON once, so its length costs nothing; a separate subquery
 * would change the plan.
 */
export function authorizedRecords(rows: Sql, columns: number, maxBytes: number): Sql {
  const { names, others, last: json } = namesOf(columns)
  return sql`select auth_check.holds,
  ${others}case when octet_length(${json}) > ${maxBytes}::bigint then '"bytes"' else ${json} end
from auth_check left join (${rows}) as _row(${names}) on auth_check.holds`
}

/**
 * The rows of a statement, preceded by a first column that says whether its auth check holds. If there are no rows, the
 * result is one row in which the other columns are null.
 */
export function authorizedRows(rows: Sql, columns: number): Sql {
  const { names, others, last } = namesOf(columns)
  return sql`select auth_check.holds, ${others}${last}
from auth_check
left join (${rows}) as _row(${names}) on auth_check.holds`
}

/** Names of columns, and the columns by these names: the last one, and all others with a comma after each. */
interface ColumnNames {
  readonly names: Sql
  readonly others: Sql
  readonly last: Sql
}

const namesByCount = new Map<number, ColumnNames>()

/** The names for a number of columns. Made once for each number. */
function namesOf(columns: number): ColumnNames {
  const known = namesByCount.get(columns)
  if (known) return known
  const names = Array.from({ length: columns }, (_, index) => `c${index + 1}`)
  const shown = names.map((own) => `_row.${own}`)
  const others = shown.slice(0, -1).map((own) => `${own}, `)
  const made = {
    names: trusted(names.join(', ')),
    others: trusted(others.join('')),
    last: trusted(shown.at(-1) ?? ''),
  }
  namesByCount.set(columns, made)
  return made
}

/** Whether a session is valid: it was used recently, is not too old, and has not reached an end of its own. */
export function sessionLives(alias: string, { idle, lifetime }: Credential['times']): Sql {
  const own = (column: string) => trusted(`${alias}.${column}`)
  // A subquery, so that it is computed once and not for every session.
  const ago = (milliseconds: number) => sql`(select now() - ${milliseconds}::bigint * interval '1 millisecond')`
  const isOpen = sql`(${own('expires_on')} is null or ${own('expires_on')} > now())`
  return sql`${own('used_on')} > ${ago(idle)} and ${own('created_on')} > ${ago(lifetime)} and ${isOpen}`
}

/** Whether an API key is valid. */
export function keyLives(alias: string): Sql {
  return sql`(${trusted(alias)}.expires_on is null or ${trusted(alias)}.expires_on > now())`
}

/** Whether the user of a session is an administrator now. No join: PostgreSQL might start from all administrators. */
const isAdmin = sql`(
  select users.admin and not users.disabled
  from record.tabularium_user as users
  where users.id = session."user"
)`

/**
 * Whether an API key is one for SCIM now. It has no rules, so it does not start over whenever rights change: each group
 * that it fills changes them.
 */
export const isDirectoryKey = sql`${keyLives('key')} and key.scope = 'scim' and not (
  select users.disabled
  from record.tabularium_user as users
  where users.id = key."user"
)`

/**
 * Whether all of these sessions or keys are valid. The id finds each quickly, and the hash proves that it is the same
 * one: after a backup is restored, ids are used again.
 */
function allLive(own: 'session' | 'key', credentials: ReadonlyMap<string, Credential>, lives: Sql): Sql {
  const [ids, hashes] = [[...credentials.values()].map(({ id }) => id), [...credentials.keys()]]
  const table = trusted(`record.tabularium_${own} as ${own}`)
  return sql`(
  select count(*) filter (where ${trusted(own)}.token_hash = any(${hashes}::text[]))
  from ${table}
  where ${trusted(own)}.id = any(${ids}::bigint[]) and ${lives}
) = ${credentials.size}::bigint`
}

/** The authorization with which a request was planned is not valid any more. Nothing was done: plan it again. */
export class AuthorizationChanged extends Error {
  override readonly name = 'AuthorizationChanged'
}

/** Whether the auth check of a statement with these rows holds. */
export function isAuthorized(rows: readonly (readonly (string | null)[])[]): boolean {
  return rows[0]?.[0] === 't'
}

/** Returns the rows without the column of the auth check; throws if the check failed. */
export function requireAuthorized(rows: readonly (readonly (string | null)[])[]): (string | null)[][] {
  if (!isAuthorized(rows)) throw new AuthorizationChanged('Rights have changed since this was planned.')
  return rows.filter((row) => row[1] !== null).map((row) => row.slice(1))
}

/** The check as a statement of its own, at the start of a transaction of several statements. */
export function authCheckStatement(credential: Credential | undefined): NamedSql {
  return sql`with ${authCheckFor([credential])} select auth_check.holds from auth_check`.named('rights.check')
}
