import { momentJson } from '../../model/field/dateTime.ts'
import type { Credential } from '../../permission/Credential.ts'
import { type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { authCheckFor, authorizedRows } from '../authorization/authCheck.ts'
import { limitsOf } from '../authorization/keyRights.ts'
import { rolesOf } from '../authorization/rights.ts'
import { withinSession } from '../authorization/sessionRights.ts'

/**
 * The user of a credential: the name, the language and time zone, the names of the roles as a JSON array, the session
 * or the key as JSON, and the time. The roles are those that count in the session or key.
 */
export function meStatement(credential: Credential): NamedSql {
  const { id, isKey, seenAs } = credential
  const own = isKey ? 'key' : 'session'
  const limits = limitsOf(sql`key.id`)
  const within = isKey ? sql` and (not exists (${limits}) or links.target in (${limits}))` : withinSession('session')
  const limited = seenAs === undefined ? within : sql``
  const user = seenAs === undefined ? trusted(`${own}."user"`) : sql`${seenAs}::bigint`
  const rows = sql`
select coalesce(users.name, users.username), users.language, users.time_zone,
  (
    select coalesce('[' || string_agg(to_json(role.name)::text, ',' order by role.name) || ']', '[]')
    from record.tabularium_role as role
    where role.id in (${rolesOf(sql`users.id`)}${limited})
  ),
  (select row_to_json(_own) from (select ${isKey ? keyColumns : sessionColumns(credential)}) as _own),
  ${momentJson(sql`now()`)}
from ${trusted(`record.tabularium_${own} as ${own}`)}
join record.tabularium_user as users on users.id = ${user}
where ${trusted(own)}.id = ${id}::bigint`
  return sql`with ${authCheckFor([credential])} ${authorizedRows(rows, 6)}`.named('me.find')
}

const keyColumns = sql`key.id as "id", key.name as "name", ${momentJson(sql`key.expires_on`)} as "until",
    key.writes as "writes", key.models as "models", key.networks as "networks"`

/** The end of a session if it is not used any more. Its last use is recorded to the minute, so it may live longer. */
function sessionColumns({ times: { idle, lifetime } }: Credential): Sql {
  const after = (milliseconds: number) => sql`${milliseconds}::bigint * interval '1 millisecond'`
  const [unused, latest] = [
    sql`(session.used_on + ${after(idle)})`,
    sql`least(session.created_on + ${after(lifetime)}, session.expires_on)`,
  ]
  return sql`${momentJson(sql`session.created_on`)} as "since",
    ${momentJson(sql`least(${unused}, ${latest})`)} as "until",
    ${momentJson(unused)} as "idleUntil", ${momentJson(latest)} as "latest", session.method as "method",
    session.provider as "provider", session.factors as "factors",
    ${momentJson(sql`session.confirmed_on`)} as "confirmedOn"`
}
