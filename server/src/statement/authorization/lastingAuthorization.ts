import type { Credential } from '../../permission/Credential.ts'
import { type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { dependsOnRules, isDirectoryKey } from './authCheck.ts'
import { isAdminKey, rulesOfKey } from './keyRights.ts'
import { isAdminSession, rulesOfSession } from './sessionRights.ts'

/** The check at the end of a transaction as a statement of its own. Undefined if there is nothing to check. */
export function stillAuthorizedStatement(credential: Credential | undefined): NamedSql | undefined {
  return lastingAuthorization(credential)?.named('rights.checkLasting')
}

/**
 * The check at the end of a transaction, whose statements have seen later snapshots than the first check. It holds if
 * no rights have changed, apart from the transaction's own changes; or at least not the rights of the caller: an
 * administrator must still be one. Undefined for the service's own statements.
 */
export function lastingAuthorization(credential: Credential | undefined): Sql | undefined {
  if (!credential) return undefined
  const { revision, hash, scope } = credential
  if (scope === 'scim')
    return sql`select exists (
  select from record.tabularium_key as key where key.token_hash = ${hash} and ${isDirectoryKey}
)`
  const own = sql`access.changed_in = pg_current_xact_id_if_assigned()`
  return sql`select access.revision = ${revision}::bigint
  or case
    when ${own} then access.before = ${revision}::bigint or ${isUntouchedAdministrator(credential)}
    else ${hasSameRights(credential)}
  end
from tabularium.access`
}

function hasSameRights(credential: Credential): Sql {
  const { isKey, isAdmin, rules, limits } = credential
  const from = fromHolder(credential)
  if (!isKey && isAdmin) return sql`(select ${isAdminSession('session')} ${from})`
  if (!isKey) return sql`(select ${rulesOfSession('session')} = ${rules} ${from})`
  return sql`(
  select ${isAdminKey('key')} = ${isAdmin}::boolean and ${rulesOfKey('key')} = ${rules}
    and key.writes = ${limits?.writes ?? 'all'}
  ${from}
)`
}

/**
 * Whether the caller is an administrator by a session, and not by a change of this transaction: many of them may change
 * rights at once. `age` tells it, since the parts of a transaction have later numbers than the transaction.
 */
function isUntouchedAdministrator(credential: Credential): Sql {
  if (dependsOnRules(credential)) return sql`false`
  return sql`(select users.admin and age(users.xmin) > 0 ${fromHolder(credential)})`
}

/** The session or key of the caller with its user, unless the user is disabled. */
function fromHolder({ hash, isKey }: Credential): Sql {
  const own = isKey ? 'key' : 'session'
  return sql`from ${trusted(`record.tabularium_${own} as ${own}`)}
  join record.tabularium_user as users on users.id = ${trusted(own)}."user"
  where ${trusted(own)}.token_hash = ${hash} and not users.disabled`
}
