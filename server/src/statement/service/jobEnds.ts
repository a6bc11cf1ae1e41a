import { plainJob } from '../../model/builtIn/plainModels.ts'
import type { Field } from '../../model/field/Field.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { countDeltas, journalRows } from '../journal/journal.ts'
import { deletedChanges, updatedChanges } from '../journal/journalChanges.ts'
import { nextVersion } from '../record/nextVersion.ts'
import { type JobClaim, toMillisecondsSql } from './jobs.ts'
import { serviceRequestId } from '../../request/requestIds.ts'

/** Ends a job that succeeded. Returns no row if the claim does not hold any more. */
export function endJobStatement(claim: JobClaim, requestId: string): NamedSql {
  const set = sql`state = 'done', error = null, note = null, progress = 100, due_on = null`
  return versionedStatement(claim, set, requestId).named('job.end')
}

/** Ends a job for which there was nothing to do, with the reason. */
export function endIdleJobStatement(claim: JobClaim, requestId: string, note: string): NamedSql {
  const set = sql`state = 'done', error = null, note = ${note}::text, progress = 100, due_on = null`
  return versionedStatement(claim, set, requestId).named('job.endIdle')
}

/** Lets a job wait for the next hour, in which more mails may be sent. No failure is counted. */
export function postponeJobStatement({ id, tries }: JobClaim): NamedSql {
  return sql`update record.tabularium_job as jobs
set state = 'waiting', due_on = date_trunc('hour', now()) + interval '1 hour'
where jobs.id = ${id}::bigint and jobs.tries = ${tries}::bigint and jobs.state = 'running'
returning jobs.id`.named('job.postpone')
}

/** Lets a job that failed wait until it is tried again, without a version. */
export function retryJobStatement({ id, tries }: JobClaim, error: string, delay: number): NamedSql {
  return sql`update record.tabularium_job as jobs
set state = 'waiting', failures = jobs.failures + 1, error = ${error}::text,
  due_on = clock_timestamp() + ${delay}::bigint * interval '1 millisecond'
where jobs.id = ${id}::bigint and jobs.tries = ${tries}::bigint and jobs.state = 'running'
returning jobs.id`.named('job.retry')
}

/**
 * Gives a claim back: the process can't run the job now, and nothing is wrong with it. No failure is counted. With the
 * end of its lease, only that claim is given back: another primary may have a claim of the same number.
 */
export function giveBackJobStatement({ id, tries }: JobClaim, leaseEnd?: number): NamedSql {
  const isThis = leaseEnd === undefined ? sql`` : sql` and ${toMillisecondsSql(sql`jobs.due_on`)} = ${leaseEnd}::bigint`
  return sql`update record.tabularium_job as jobs
set state = 'waiting', due_on = null
where jobs.id = ${id}::bigint and jobs.tries = ${tries}::bigint and jobs.state = 'running'${isThis}
returning jobs.id`.named('job.giveBack')
}

/** Parks a job that failed too often: it is not tried again until its state is set to waiting. */
export function parkJobStatement(claim: JobClaim, error: string, requestId: string): NamedSql {
  const set = sql`state = 'failed', error = ${error}::text, due_on = null, failures = 0`
  return versionedStatement(claim, set, requestId).named('job.park')
}

/** A change with a version and an entry of the journal, outside of any change set: an undo must not start it again. */
function versionedStatement({ id, tries }: JobClaim, set: Sql, requestId: string): Sql {
  const model = plainJob
  const fields = model.fields.filter(({ name }: Field) => name === 'state' || name === 'error')
  return sql`with claimed as (
  select jobs.id, jobs.error
  from record.tabularium_job as jobs
  where jobs.id = ${id}::bigint and jobs.tries = ${tries}::bigint and jobs.state = 'running'
  for update
), updated as (
  update record.tabularium_job as jobs
  set ${set}, version = ${nextVersion(sql`jobs.version`, sql`jobs.updated_on`)}, updated_on = now(), updated_by = null
  from claimed
  where jobs.id = claimed.id
  returning jobs.id, jobs.version, jobs.state, jobs.error, 'waiting'::text as _old_state, claimed.error as _old_error,
    null::bigint as _by, ${requestId}::text as _request
), ${journalRows(model, 'updated', 'update', updatedChanges(fields, 'updated'), {
    by: sql`updated._by`,
    request: sql`updated._request`,
    changeSet: sql`null::bigint`,
  })}
select updated.id
from updated`
}

/** Deletes a batch of jobs that were done some time ago. */
export function sweepJobsStatement(lifetime: number): NamedSql {
  const model = plainJob
  return sql`with deleted as (
  delete from record.tabularium_job as t
  where t.id in (
    select jobs.id
    from record.tabularium_job as jobs
    where jobs.state = 'done' and jobs.updated_on < now() - ${lifetime}::bigint * interval '1 millisecond'
    limit 1000
    for update skip locked
  )
  returning t.id, t.version + 1 as version, null::bigint as _by,
    ${serviceRequestId('housekeeping')}::text as _request, t.name, t.kind, t.state, t.input, t.due_on, t.progress,
    t.note, t.tries, t.failures, t.error, t.steps, t.request_id, t.key_id
), ${journalRows(model, 'deleted', 'delete', deletedChanges(model, 'deleted'))}, ${countDeltas(model, 'deleted', -1)}
select deleted.id
from deleted`.named('job.sweep')
}
