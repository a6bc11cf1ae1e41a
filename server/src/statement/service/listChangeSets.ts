import { momentJson } from '../../model/field/dateTime.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import type { PastAuthor } from '../../versions/Past.ts'
import { authCheckFor, authorizedRows } from '../authorization/authCheck.ts'
import { authorJson } from '../record/recordJson.ts'

/** Which change sets are listed. */
export interface ChangeSetFilter {
  /** The username of their author. */
  readonly user?: string
  /** The full name of a model of which they name records. */
  readonly model?: string
}

/** A change set as the table has it. */
export interface StoredChangeSet {
  readonly id: number
  readonly kind: string
  /** The declared name of the action, job, reaction or schedule that wrote it. */
  readonly name: string | null
  readonly on: string
  readonly by: PastAuthor | null
  readonly requestId: string
  readonly records: number
  /** The full names of the models of which it names records. */
  readonly models: readonly string[]
  /** The change set that it undid, and the newest that undid it. */
  readonly undoes: number | null
  readonly undoneBy: number | null
}

/** A page of change sets as JSON, newest first, and one more if there is one. Administrators see those of all users. */
export function listChangeSetsStatement(
  { user, model }: ChangeSetFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  authorization: Authorization,
): NamedSql {
  const ofUser =
    user === undefined
      ? sql``
      : sql`
  and change_sets.author = (select users.id from record.tabularium_user as users where users.username = ${user})`
  const ofModel =
    model === undefined
      ? sql``
      : sql`
  and change_sets.models @> array[(select models.number from tabularium.models where models.name = ${model})]`
  const rows = sql`
select ${changeSetJson(authorization)}
from tabularium.change_sets
where ${isSeen('change_sets', authorization)}${ofUser}${ofModel}
order by change_sets.id desc
offset ${offset}::bigint
limit ${limit + 1}::bigint`
  return sql`with ${authCheckFor([authorization.credential])} ${authorizedRows(rows, 1)}`.named('changeSet.list')
}

/** A change set as JSON; no row if the caller does not see it. */
export function readChangeSetStatement(id: number, authorization: Authorization): NamedSql {
  const rows = sql`
select ${changeSetJson(authorization)}
from tabularium.change_sets
where change_sets.id = ${id}::bigint and ${isSeen('change_sets', authorization)}`
  return sql`with ${authCheckFor([authorization.credential])} ${authorizedRows(rows, 1)}`.named('changeSet.read')
}

/**
 * The records of a change set, those that were written last first: the name of the model, the id, and the first and the
 * last version.
 */
export function changeSetRecordsStatement(id: number): NamedSql {
  return sql`select models.name, journal.record, min(journal.version), max(journal.version)
from tabularium.journal
join tabularium.models on models.number = journal.model
where journal.change_set = ${id}::bigint
group by models.name, journal.record
order by max(journal.position) desc`.named('changeSet.records')
}

function isSeen(set: 'change_sets' | 'other', { rights, userId }: Authorization): Sql {
  const author = set === 'other' ? sql`other.author` : sql`change_sets.author`
  return rights.isAdmin ? sql`true` : sql`${author} = ${userId}::bigint`
}

/** To all but administrators, it has only those records that its call named: they may not see the others. */
function changeSetJson(authorization: Authorization): Sql {
  const also = authorization.rights.isAdmin ? sql`` : sql` - change_sets.also`
  return sql`(
  select row_to_json(_set)
  from (
    select change_sets.id as "id", change_sets.kind as "kind", change_sets.name as "name",
      ${momentJson(sql`coalesce(change_sets.ended_on, now()::timestamp(3) with time zone)`)} as "on",
      ${authorJson(sql`change_sets.author`)} as "by", change_sets.request_id as "requestId",
      change_sets.records${also} as "records",
      array(
        select models.name from tabularium.models where models.number = any(change_sets.models) order by models.name
      ) as "models",
      change_sets.undoes as "undoes",
      (
        select max(other.id) from tabularium.change_sets as other
        where other.undoes = change_sets.id and ${isSeen('other', authorization)}
      ) as "undoneBy"
  ) as _set
)`
}
