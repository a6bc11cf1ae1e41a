import type { Credential } from '../../permission/Credential.ts'
import { join, type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { limitsOf, rolesOf, rulesJson, rulesOfKey } from './rights.ts'

/**
 * The table `authCheck` with one row: whether all who share a statement are still who they were when it was planned, and may
 * still do what they could. It is a part of the statement, so it is decided in the snapshot in which the statement is
 * carried out.
 */
export function authCheckFor(credentials: readonly (Credential | undefined)[]): Sql {
  const first = credentials.find((credential) => credential !== undefined)
  if (!first) return openAuthCheck
  const [sessions, keys, administrators] = [
    new Map<string, Credential>(),
    new Map<string, Credential>(),
    new Map<string, Credential>(),
  ]
  const revisions = new Set<string>()
  for (const credential of credentials) {
    if (!credential) continue
    const alike = !dependsOnRules(credential) ? administrators : credential.isKey ? keys : sessions
    alike.set(credential.hash, credential)
    if (dependsOnRules(credential)) revisions.add(credential.revision)
  }
  if (revisions.size > 1) return closedAuthCheck
  const conditions: Sql[] = []
  for (const revision of revisions)
    conditions.push(sql`(select access.revision from tabularium.access) = ${revision}::bigint`)
  const lives = sessionLives('session', first.times)
  if (sessions.size > 0) conditions.push(allLive('session', sessions, lives))
  if (keys.size > 0) conditions.push(allLive('key', keys, keyLives('key')))
  if (administrators.size > 0) conditions.push(allLive('session', administrators, sql`${lives} and ${isAdmin}`))
  return sql`auth_check as materialized (select ${join(conditions, ' and ')} as holds)`
}

/** Whether it depends on the revision of all rights. */
export function dependsOnRules({ isAdmin, isKey }: Credential): boolean {
  return !isAdmin || isKey
}

/** For statements of the service itself. */
export const openAuthCheck: Sql = sql`auth_check as (select true as holds)`

/** Some of those who share the statement were recognised before rights changed, and some after: start over. */
const closedAuthCheck: Sql = sql`auth_check as (select false as holds)`

/** What a statement does only while the auth check holds. */
export const authorized: Sql = sql`(select auth_check.holds from auth_check)`

/**
 * The same, with the JSON of a record in the last column, or in its place why it is not shown: where it takes more
 * bytes than `most`. The outer join makes it once, so that its length costs nothing; a subquery of its own would change
 * the plan.
 */
export function passedRecords(rows: Sql, columns: number, most: number): Sql {
  const others = trusted(Array.from({ length: columns - 1 }, (_, index) => `_row.c${index + 1}, `).join(''))
  const json = trusted(`_row.c${columns}`)
  const [names] = namesOf(columns)
  return sql`select auth_check.holds,
  ${others}case when octet_length(${json}) > ${most}::bigint then '"bytes"' else ${json} end
from auth_check left join (${rows}) as _row(${names}) on auth_check.holds`
}

/**
 * The rows of a statement behind a first column that tells whether its auth check holds; where there are none, that column
 * alone.
 */
export function authorizedRows(rows: Sql, columns: number): Sql {
  const [names, shown] = namesOf(columns)
  return sql`select auth_check.holds, ${shown} from auth_check left join (${rows}) as _row(${names}) on auth_check.holds`
}

const namesByCount = new Map<number, readonly [Sql, Sql]>()

/** Names for so many columns, and the columns by these names. Made once. */
function namesOf(columns: number): readonly [Sql, Sql] {
  const known = namesByCount.get(columns)
  if (known) return known
  const names = Array.from({ length: columns }, (_, index) => `c${index + 1}`)
  const made = [trusted(names.join(', ')), trusted(names.map((own) => `_row.${own}`).join(', '))] as const
  namesByCount.set(columns, made)
  return made
}

/** Whether a session lives: it was used lately, and is not too old. */
export function sessionLives(alias: string, { idle, lifetime }: Credential['times']): Sql {
  const own = (column: string) => trusted(`${alias}.${column}`)
  // Asked for apart, so that it is worked out once and not for every session.
  const ago = (milliseconds: number) => sql`(select now() - ${milliseconds}::bigint * interval '1 millisecond')`
  return sql`${own('used_on')} > ${ago(idle)} and ${own('created_on')} > ${ago(lifetime)}`
}

/** Whether an API key lives. */
export function keyLives(alias: string): Sql {
  return sql`(${trusted(alias)}.expires_on is null or ${trusted(alias)}.expires_on > now())`
}

/**
 * Whether a session is that of who is an administrator now. Not joined: PostgreSQL might begin with all administrators.
 */
const isAdmin = sql`(
  select users.admin and not users.disabled
  from record.tabularium_user as users
  where users.id = session."user"
)`

/**
 * Whether all of these sessions or keys live. The number is the short way to each, and the hash tells that it is still
 * that one: where a backup was restored, numbers come again.
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

/** The leave under which a request was planned does not hold any more. Nothing was done: it is to be planned anew. */
export class AuthorizationChanged extends Error {
  override readonly name = 'AuthorizationChanged'
}

/** The rows behind an auth check that held. */
export function requireAuthorized(rows: readonly (readonly (string | null)[])[]): (string | null)[][] {
  if (rows[0]?.[0] !== 't') throw new AuthorizationChanged('Rights have changed since this was planned.')
  return rows.filter((row) => row[1] !== null).map((row) => row.slice(1))
}

/** The check alone, before several statements that happen together. */
export function authCheckStatement(credential: Credential | undefined): NamedSql {
  return sql`with ${authCheckFor([credential])} select auth_check.holds from auth_check`.named('rights.check')
}

/**
 * The check at the end of several statements, each of which has seen a later moment than the check before them: whether
 * rights are still as they were, but for what this transaction changed itself; or else at least those of who does it.
 * Undefined for those whom rules do not concern.
 */
export function stillAuthorizedStatement(credential: Credential | undefined): NamedSql | undefined {
  if (!credential || !dependsOnRules(credential)) return undefined
  const { revision } = credential
  const own = sql`access.changed_in = pg_current_xact_id_if_assigned()`
  return sql`select access.revision = ${revision}::bigint
  or case when ${own} then access.before = ${revision}::bigint else ${hasSameRights(credential)} end
from tabularium.access`.named('rights.checkLasting')
}

function hasSameRights({ hash, isKey, isAdmin, rules }: Credential): Sql {
  const own = isKey ? 'key' : 'session'
  const from = sql`from ${trusted(`record.tabularium_${own} as ${own}`)}
  join record.tabularium_user as users on users.id = ${trusted(own)}."user"
  where ${trusted(own)}.token_hash = ${hash} and not users.disabled`
  if (!isKey) return sql`(select ${rulesJson(rolesOf(sql`users.id`))} = ${rules} ${from})`
  const isFree = sql`(users.admin and not exists (${limitsOf(sql`key.id`)}))`
  return sql`(select ${isFree} = ${isAdmin}::boolean and ${rulesOfKey(sql`key.id`, sql`users.id`)} = ${rules} ${from})`
}
