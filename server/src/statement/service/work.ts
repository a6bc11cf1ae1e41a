import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'

/** What there is to do. */
export interface WorkState {
  /** The time of the database, in milliseconds since 1970. */
  readonly now: number
  /** The released mark. */
  readonly released: number
  readonly areJobsDue: boolean
  /** When each schedule is due, by name. */
  readonly schedules: Readonly<Record<string, number>>
}

/** Looks what there is to do: one statement for all kinds of work, which reads a few rows. */
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
  )
from tabularium.feed`.named('work.look')
}

/** Reads the one row. */
export function toWorkState([row]: readonly (readonly (string | null)[])[]): WorkState {
  const [now, released, areJobsDue, schedules] = row ?? []
  return {
    now: Number(now),
    released: Number(released),
    areJobsDue: areJobsDue === 't',
    schedules: JSON.parse(schedules ?? '{}'),
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

/** What failed and was not done since: jobs, and reactions that can't go on. The first column changes with each try. */
export const failedWorkStatement: NamedSql = sql`select jobs.id || ' ' || jobs.tries, jobs.name, jobs.error
from record.tabularium_job as jobs
where jobs.state in ('waiting', 'failed') and jobs.error is not null
union all
select cursors.name, cursors.name, cursors.error
from tabularium.cursors
where cursors.error is not null
order by 2, 1`.named('work.failed')

/** Jobs that failed or have waited for long, and reactions that can't go on, by name. */
export function workTroubleStatement(): Sql {
  return sql`select case when jobs.state = 'failed' then 'failed' else 'late' end as trouble, jobs.name,
  count(*) as count, max(jobs.error) as error
from record.tabularium_job as jobs
where jobs.state = 'failed'
  or jobs.state in ('waiting', 'running') and coalesce(jobs.due_on, jobs.updated_on) < now() - interval '15 minutes'
group by 1, 2
union all
select 'stuck', cursors.name, 1, cursors.error
from tabularium.cursors
where cursors.error is not null
order by 1, 2`
}

/** How many jobs wait and failed, how long the oldest that is due has waited, and how far reactions are behind. */
export const workFiguresStatement: NamedSql = sql`select
  (select count(*) from record.tabularium_job as jobs where jobs.state = 'waiting'),
  (select count(*) from record.tabularium_job as jobs where jobs.state = 'running'),
  (select count(*) from record.tabularium_job as jobs where jobs.state = 'failed'),
  (
    select greatest(0, extract(epoch from now() - min(coalesce(jobs.due_on, jobs.updated_on))))
    from record.tabularium_job as jobs
    where jobs.state = 'waiting'
  ),
  (
    select coalesce(max(greatest(feed.released - cursors.position, 0)), 0)
    from tabularium.cursors
    cross join tabularium.feed
  )`.named('work.figures')
