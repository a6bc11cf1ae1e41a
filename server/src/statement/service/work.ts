import { drawnPosition } from './journalKeeping.ts'
import { freeWebhooks } from './webhooks.ts'
import { literal, type NamedSql, type Sql, sql } from '../../sql/sql.ts'

/** What there is to do. */
export interface WorkState {
  /** The time of the database, in milliseconds since 1970. */
  readonly now: number
  /** The released mark. */
  readonly released: number
  readonly areJobsDue: boolean
  /** When each schedule is due, by name. */
  readonly schedules: Readonly<Record<string, number>>
  /** The last position that a write has drawn: what is behind the released mark is to be released. */
  readonly drawn: number
  readonly areCountsPending: boolean
  /** Whether there are active webhooks for which no process delivers. */
  readonly areWebhooksFree: boolean
  /** Whether somebody asked for a link by mail, and it is time to look up who. */
  readonly areLinksAsked: boolean
  /** Whether there are logins that were not compared with those before. */
  readonly areLoginsNew: boolean
}

/** Looks what there is to do: one statement for all kinds of work and housekeeping, which reads a few rows. */
export function lookForWorkStatement(names: readonly string[]): NamedSql {
  return sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint, feed.released, exists (
    select
    from record.tabularium_job as jobs
    where (
        jobs.state = 'waiting' and jobs.due_on is null
        or jobs.state = 'waiting' and jobs.due_on <= now()
        or jobs.state = 'running' and jobs.due_on <= now()
      )
      and jobs.kind || ' ' || jobs.name = any(${names}::text[])
  ), (
    select json_object_agg(schedules.name, (extract(epoch from schedules.next_on) * 1000)::bigint)
    from tabularium.schedules
  ), ${drawnPosition}, exists (select from tabularium.count_deltas), exists (${freeWebhooks}),
  exists (select from tabularium.mail_requests as requests where requests.due_on <= now()),
  exists (select from tabularium.sign_ins where not sign_ins.compared)
from tabularium.feed`.named('work.look')
}

/** Reads the one row. */
export function toWorkState([row]: readonly (readonly (string | null)[])[]): WorkState {
  const [now, released, areJobsDue, schedules, drawn, areCountsPending, ...isThere] = row ?? []
  const [areWebhooksFree, areLinksAsked, areLoginsNew] = isThere
  return {
    now: Number(now),
    released: Number(released),
    areJobsDue: areJobsDue === 't',
    schedules: JSON.parse(schedules ?? '{}'),
    drawn: Number(drawn),
    areCountsPending: areCountsPending === 't',
    areWebhooksFree: areWebhooksFree === 't',
    areLinksAsked: areLinksAsked === 't',
    areLoginsNew: areLoginsNew === 't',
  }
}

/** Keeps when a schedule is due, unless that is known for the same declaration. */
export function keepScheduleStatement(name: string, times: string, next: number): NamedSql {
  return sql`insert into tabularium.schedules (name, times, next_on)
values (${name}, ${times}, ${new Date(next).toISOString()}::timestamp with time zone)
on conflict (name) do update
set times = excluded.times, next_on = excluded.next_on
where schedules.times <> excluded.times`.named('schedule.keep')
}

/** What failed since: jobs, and reactions that can't continue. The first column changes with each try. */
export const failedWorkStatement: NamedSql = sql`select jobs.id || ' ' || jobs.tries, jobs.name, jobs.error
from record.tabularium_job as jobs
where jobs.state in ('waiting', 'failed') and jobs.error is not null
union all
select cursors.name, cursors.name, cursors.error
from tabularium.cursors
where cursors.error is not null
order by 2, 1`.named('work.failed')

/** Jobs that failed or have waited for long, and those of these reactions that can't continue, by name. */
export function workTroubleStatement(reactions: readonly string[]): Sql {
  return sql`select case when jobs.state = 'failed' then 'failed' else 'late' end as trouble, jobs.name,
  count(*) as count, max(jobs.error) as error
from record.tabularium_job as jobs
where jobs.state = 'failed'
  or jobs.state in ('waiting', 'running') and coalesce(jobs.due_on, jobs.updated_on) < now() - interval '15 minutes'
group by 1, 2
union all
select 'stuck', cursors.name, 1, cursors.error
from tabularium.cursors
where cursors.error is not null and cursors.name = any(${reactions}::text[])
order by 1, 2`
}

/** What there is to do besides requests, and what waits for people. */
export interface WorkFigures {
  readonly jobs: { readonly waiting: number; readonly running: number; readonly failed: number }
  /** How long ago the oldest waiting job was due, in seconds. */
  readonly late: number
  /** How many positions the slowest reaction is behind. */
  readonly behind: number
  /** How many records reactions could not handle yet. */
  readonly held: number
  readonly deliveries: { readonly waiting: number; readonly parked: number }
}

/** Counts no further than this: a long queue must not make its own count slow. */
const most = 100_000

/**
 * Reads the figures by indexes: its time does not grow with the jobs that are done, nor with the length of a queue.
 * Only these reactions count: the cursor of one that is declared no more stays where it is.
 */
export function workFiguresStatement(reactions: readonly string[]): NamedSql {
  return sql`select ${countJobs('waiting')}, ${countJobs('running')},
  ${countJobs('failed')}, (
    select coalesce(max(greatest(0, extract(epoch from now() - oldest.due))), 0)
    from (
      (
        select jobs.due_on as due
        from record.tabularium_job as jobs
        where jobs.state = 'waiting' and jobs.due_on is not null
        order by jobs.due_on
        limit 1
      )
      union all
      (
        select jobs.updated_on
        from record.tabularium_job as jobs
        where jobs.state = 'waiting' and jobs.due_on is null
        order by jobs.id
        limit 1
      )
    ) as oldest
  ), (
    select coalesce(max(greatest(feed.released - cursors.position, 0)), 0)
    from tabularium.cursors
    cross join tabularium.feed
    where cursors.name = any(${reactions}::text[])
  ), (
    select count(*)
    from (
      select
      from record.tabularium_job as jobs
      where jobs.kind = 'reaction' and jobs.state in ('waiting', 'running', 'failed')
      limit ${most}::bigint
    ) as held
  ), (
    select count(*)
    from (select from tabularium.deliveries where not deliveries.parked limit ${most}::bigint) as waiting
  ), (
    select count(*)
    from (select from tabularium.deliveries where deliveries.parked limit ${most}::bigint) as parked
  )`.named('work.figures')
}

function countJobs(state: 'waiting' | 'running' | 'failed'): Sql {
  return sql`(
    select count(*)
    from (
      select
      from record.tabularium_job as jobs
      where jobs.state = ${literal(state)}
      limit ${most}::bigint
    ) as counted
  )`
}

/** Names the columns of the one row. */
export function toWorkFigures([row]: readonly (readonly (string | null)[])[]): WorkFigures {
  const [waiting = 0, running = 0, failed = 0, late = 0, behind = 0, held = 0, ...deliveries] = row?.map(Number) ?? []
  const [waitingDeliveries = 0, parked = 0] = deliveries
  return {
    jobs: { waiting, running, failed },
    late,
    behind,
    held,
    deliveries: { waiting: waitingDeliveries, parked },
  }
}
