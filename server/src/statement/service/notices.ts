import { plainNotice } from '../../model/builtIn/plainModels.ts'
import { type NamedSql, sql } from '../../sql/sql.ts'
import { countDeltas, journalRows } from '../journal/journal.ts'
import { createdChanges } from '../journal/journalChanges.ts'

/** Users whom a comment mentions, and where. */
export interface NewMentions {
  readonly userIds: readonly number[]
  readonly model: string
  readonly record: number
  readonly comment: number
  /** Who wrote the comment. */
  readonly by: number | null
  readonly requestId: string
}

/**
 * Gives users their notices of a mention, in the transaction that writes the comment, like any other records: with an
 * entry in the journal and a change of the counts. They belong to no change set: an undo does not unsay a notice.
 */
export function notifyStatement({ userIds, model: of, record, comment, by, requestId }: NewMentions): NamedSql {
  const model = plainNotice
  return sql`with given as (
  select nextval('record.tabularium_notice_ids') as id, 0 as version, ${by}::bigint as _by,
    ${requestId}::text as _request,
    users.id as "user", 'mention'::text as kind, ${of}::text as model, ${record}::bigint as record,
    ${comment}::bigint as comment, null::timestamp(3) with time zone as seen_on
  from record.tabularium_user as users
  where users.id = any(${userIds}::bigint[])
  for key share of users
), inserted as (
  insert into record.tabularium_notice (
    id, version, created_on, created_by, updated_on, updated_by, "user", kind, model, record, comment
  )
  select given.id, given.version, now(), given._by, now(), given._by, given."user", given.kind, given.model,
    given.record, given.comment
  from given
  returning id
), ${journalRows(model, 'given', 'create', createdChanges(model, 'given'), {
    by: sql`given._by`,
    request: sql`given._request`,
    changeSet: sql`null::bigint`,
  })}, ${countDeltas(model, 'inserted', 1)}
select inserted.id
from inserted`.named('notice.mention')
}
