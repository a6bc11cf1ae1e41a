import { plainJob } from '../../model/builtIn/plainModels.ts'
import { type Authorization, keyIdOf } from '../../permission/Authorization.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { countDeltas, journalRows } from '../journal/journal.ts'
import { createdChanges } from '../journal/journalChanges.ts'
import { serviceRequestId } from '../../request/requestIds.ts'

/** A record that a reaction could not handle. */
export interface HeldRecord {
  readonly model: string
  readonly id: number
  /** The position after which its changes are not handled. */
  readonly after: number
}

/** How a job begins for a record that a reaction could not handle. */
export interface JobForRecord {
  readonly record: HeldRecord
  readonly error: string
  /** After how many milliseconds it is tried again; null: it is parked at once. */
  readonly delay: number | null
  readonly requestId: string
}

/** Sends a job for a record that a reaction could not handle, in the transaction that moves the cursor past it. */
export function sendJobForRecordStatement(
  reaction: string,
  { record, error, delay, requestId }: JobForRecord,
): NamedSql {
  const due = sql`clock_timestamp() + ${delay}::bigint * interval '1 millisecond'`
  const sent = sql`
  select ${reaction}::text as name, ${delay === null ? sql`'failed'::text` : sql`'waiting'::text`} as state,
    ${JSON.stringify(record)}::text::jsonb as input, ${due} as due_on,
    ${delay === null ? sql`0` : sql`1`}::bigint as failures, ${error}::text as error`
  return sendStatement('reaction', sent, requestId).named('job.hold')
}

/** A job or mail that logic sends, and its input. */
export interface SentJob {
  readonly kind: 'job' | 'mail'
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The most jobs of one user that wait to be run. */
export const maxWaitingJobs = 10_000

/**
 * Sends jobs of one kind in the transaction of the logic that wants them. They belong to no change set: an undo of
 * what the logic wrote neither takes them back nor fails because they have run. Returns no row, and sends none, if more
 * than `maxWaitingJobs` of the user would wait; the index is read as far as that.
 */
export function sendJobsStatement(jobs: readonly SentJob[], authorization: Authorization, requestId: string): NamedSql {
  const [names, inputs] = [jobs.map(({ name }) => name), jobs.map(({ input }) => JSON.stringify(input))]
  const sent = sql`
  select sent.name, 'waiting'::text as state, sent.input::jsonb as input, null::timestamp(3) with time zone as due_on,
    0::bigint as failures, null::text as error
  from unnest(${names}::text[], ${inputs}::text[]) as sent(name, input)
  where not exists (
    select
    from record.tabularium_job as jobs
    where jobs.state = 'waiting' and jobs.created_by = ${authorization.userId}::bigint
    offset ${maxWaitingJobs - jobs.length}::bigint
  )`
  return sendStatement(jobs[0]?.kind ?? 'job', sent, requestId, {
    by: authorization.userId,
    key: keyIdOf(authorization),
  }).named('job.send')
}

/** The records that a reaction could not handle yet: their changes wait behind the first one. */
export function heldRecordsStatement(reaction: string): NamedSql {
  return sql`select jobs.input ->> 'model', jobs.input ->> 'id'
from record.tabularium_job as jobs
where jobs.state in ('waiting', 'running', 'failed') and jobs.kind = 'reaction' and jobs.name = ${reaction}`.named(
    'reaction.held',
  )
}

/**
 * Sends the job of a schedule's time and sets the next time, unless another process did. If the job of an earlier time
 * has not ended, no second job is created.
 */
export function sendScheduledStatement(name: string, times: { on: number; next: number }): NamedSql {
  const sent = sql`
  select moved.name, 'waiting'::text as state,
    ${JSON.stringify({ on: new Date(times.on).toISOString() })}::text::jsonb as input,
    null::timestamp(3) with time zone as due_on, 0::bigint as failures, null::text as error
  from moved
  where not exists (
    select
    from record.tabularium_job as jobs
    where jobs.state in ('waiting', 'running') and jobs.kind = 'schedule' and jobs.name = moved.name
  )`
  const moved = sql`moved as (
  update tabularium.schedules
  set next_on = ${new Date(times.next).toISOString()}::timestamp with time zone
  where schedules.name = ${name} and schedules.next_on = ${new Date(times.on).toISOString()}::timestamp with time zone
  returning schedules.name
), `
  return sendStatement('schedule', sent, serviceRequestId('schedule', name), { before: moved }).named('schedule.send')
}

/** Creates jobs like any other records: with an entry in the journal and a change of the counts. */
export function sendStatement(
  kind: string,
  sent: Sql,
  requestId: string,
  { by = null, key, before = sql`` }: { by?: number | null; key?: number | undefined; before?: Sql } = {},
): Sql {
  const model = plainJob
  return sql`with ${before}given as (${sent}
), sent as (
  select nextval('record.tabularium_job_ids') as id, 0 as version, ${by}::bigint as _by, ${requestId}::text as _request,
    given.name, ${kind}::text as kind, given.state, given.input, given.due_on::timestamp(3) with time zone,
    null::bigint as progress, null::text as note, 0::bigint as tries, given.failures, given.error,
    null::jsonb as steps, ${requestId}::text as request_id, ${key ?? null}::bigint as key_id
  from given
), inserted as (
  insert into record.tabularium_job (
    id, version, created_on, created_by, updated_on, updated_by, name, kind, state, input, due_on, tries, failures,
    error, request_id, key_id
  )
  select sent.id, sent.version, now(), sent._by, now(), sent._by, sent.name, sent.kind, sent.state, sent.input,
    sent.due_on, sent.tries, sent.failures, sent.error, sent.request_id, sent.key_id
  from sent
  returning id
), ${journalRows(model, 'sent', 'create', createdChanges(model, 'sent'), {
    by: sql`sent._by`,
    request: sql`sent._request`,
    changeSet: sql`null::bigint`,
    ...(key === undefined ? {} : { via: sql`sent.key_id` }),
  })}, ${countDeltas(model, 'inserted', 1)}
select inserted.id
from inserted`
}
