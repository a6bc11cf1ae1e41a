import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { leaseEnd, toMillisecondsSql } from './jobs.ts'

/** Which jobs a process claims. */
export interface JobsWanted {
  readonly names: readonly string[]
  /** The jobs that it runs already: their leases are renewed and never claimed again, and their senders come later. */
  readonly running: readonly { readonly id: number; readonly sentBy: number | null }[]
  readonly limit: number
  /** For how long, in milliseconds. */
  readonly lease: number
  /** A later moment, whose jobs are claimed already now, in milliseconds since 1970. */
  readonly at?: number | undefined
  /** The turn of the senders begins after this one; `noSender` for the service itself. */
  readonly after: number
}

/** The position of the service itself, whose reactions and schedules send jobs, among the users who send jobs. */
export const noSender = 0
/** The most senders whose jobs one claim compares. Those that are left come first the next time. */
const maxSenders = 64
/** How many jobs one claim compares: enough for several processes that claim at the same time. */
const maxCompared = 256

/**
 * Claims some due jobs for a while: those whose lease has ended, because their process did, then those that wait, of
 * each sender in turn. A sender of whom fewer jobs run in this process comes first, so nobody waits behind the many
 * jobs of another. Of one sender, jobs that were tried before come first. Jobs that other processes claim at the same
 * time are passed over. All of it is read in the order of indexes, so that the jobs that are left cost nothing; a sort
 * by `created_by` that would change nothing keeps PostgreSQL from reading them in the order of their ids.
 */
export function claimJobsStatement({ names, running, limit, lease, at, after }: JobsWanted): NamedSql {
  const ids = running.map(({ id }) => id)
  const busy = running.map(({ sentBy }) => sentBy ?? noSender)
  const isKnown = sql`jobs.kind || ' ' || jobs.name = any(${names}::text[]) and jobs.id <> all(${ids}::bigint[])`
  const waiting = (isOfSender: Sql) => sql`(
    (
      select jobs.id, jobs.due_on
      from record.tabularium_job as jobs
      where jobs.state = 'waiting' and ${isOfSender} and jobs.due_on <= ${momentSql(at)} and ${isKnown}
      order by jobs.created_by, jobs.due_on, jobs.id
      limit (select most from depth)
    )
    union all
    (
      select jobs.id, jobs.due_on
      from record.tabularium_job as jobs
      where jobs.state = 'waiting' and ${isOfSender} and jobs.due_on is null and ${isKnown}
      order by jobs.created_by, jobs.due_on, jobs.id
      limit (select most from depth)
    )
  )`
  return sql`with recursive senders(id, lap, ordinal) as (
  values (${after}::bigint, 0, 0), (${noSender}::bigint, 1, 0)
  union all
  select next.id, senders.lap, senders.ordinal + 1
  from senders
  cross join lateral (
    select jobs.created_by as id
    from record.tabularium_job as jobs
    where jobs.state = 'waiting'
      and jobs.created_by > senders.id
      and jobs.created_by <= case senders.lap when 0 then ${Number.MAX_SAFE_INTEGER}::bigint else ${after}::bigint end
    order by jobs.created_by
    limit 1
  ) as next
  where senders.ordinal < ${maxSenders}::bigint
), depth(most) as materialized (
  select greatest(${limit}::bigint, ${maxCompared}::bigint / count(*)) from senders
), due as materialized (
  select senders.id as sender, senders.lap, waiting.id, waiting.due_on
  from senders
  cross join lateral ${waiting(sql`jobs.created_by between senders.id and senders.id`)} as waiting
  where senders.ordinal > 0
  union all
  select ${noSender}::bigint, case when ${after}::bigint < ${noSender}::bigint then 0 else 1 end,
    waiting.id, waiting.due_on
  from ${waiting(sql`jobs.created_by is null`)} as waiting
), lost as materialized (
  select jobs.id, jobs.state
  from record.tabularium_job as jobs
  where jobs.state = 'running' and jobs.due_on <= now() and ${isKnown}
  order by jobs.due_on, jobs.id
  limit ${limit}::bigint
  for update skip locked
), turns as materialized (
  select due.id, row_number() over (order by due.level + coalesce(busy.count, 0), due.lap, due.sender) as turn
  from (
    select due.*, row_number() over (partition by due.sender order by due.due_on nulls last, due.id) as level
    from due
  ) as due
  left join (
    select busy.sender, count(*) from unnest(${busy}::bigint[]) as busy(sender) group by busy.sender
  ) as busy on busy.sender = due.sender
), sent as materialized (
  select locked.id, locked.state, turns.turn
  from (select turns.id, turns.turn from turns order by turns.turn) as turns
  cross join lateral (
    select jobs.id, jobs.state
    from record.tabularium_job as jobs
    where jobs.id = turns.id and jobs.state = 'waiting'
    for update skip locked
  ) as locked
  limit ${limit}::bigint - (select count(*) from lost)
), claimed as (
  update record.tabularium_job as jobs
  set state = 'running', tries = jobs.tries + 1, due_on = ${leaseEnd(lease)},
    failures = jobs.failures + case when due.state = 'running' then 1 else 0 end
  from (select lost.id, lost.state, 0 as turn from lost union all select * from sent) as due
  where jobs.id = due.id
  returning jobs.*, due.turn
)
select claimed.id, claimed.kind, claimed.name, claimed.input, claimed.tries, claimed.failures, claimed.steps,
  claimed.created_by, claimed.key_id, ${toMillisecondsSql(sql`claimed.created_on`)}, claimed.request_id,
  ${toMillisecondsSql(sql`claimed.due_on`)}
from claimed
order by claimed.turn, claimed.id`.named('job.claim')
}

/** Now, or a moment that was given if it is later. */
export function momentSql(at: number | undefined): Sql {
  if (at === undefined) return sql`now()`
  return sql`greatest(now(), ${new Date(at).toISOString()}::timestamp with time zone)`
}
