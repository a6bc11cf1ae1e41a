import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'

/** What a job belongs to: a declared job, a reaction (a record that it could not handle) or a schedule (one time). */
export type JobKind = 'job' | 'reaction' | 'schedule'

/** A job that this process has claimed: until its lease ends, no other process runs it. */
export interface ClaimedJob {
  readonly id: number
  readonly kind: JobKind
  readonly name: string
  readonly input: unknown
  /** How often it was begun: a number that no other claim of it has in the same generation of the database. */
  readonly tries: number
  /** The generation of the database that it was claimed in: another primary may not have the claim. */
  readonly generation: number
  /** When the claim ends if it is not renewed, in milliseconds since 1970. */
  readonly leaseEnd: number
  /** How often it failed since it was sent, with the times that its process ended before it did. */
  readonly failures: number
  /** What its committed transactions returned. */
  readonly steps: readonly unknown[]
  /** The user who sent it; null if a reaction or a schedule did. */
  readonly sentBy: number | null
  /** The id of the API key that sent it; null if it was a session, a reaction or a schedule. */
  readonly keyId: number | null
  /** When it was sent, in milliseconds since 1970. */
  readonly sentOn: number
  readonly requestId: string
}

/** The job, reaction or schedule that a job belongs to, as one text. */
export function toWorkName({ kind, name }: Pick<ClaimedJob, 'kind' | 'name'>): string {
  return `${kind} ${name}`
}

/** Which jobs a process claims. */
export interface JobsWanted {
  readonly names: readonly string[]
  /** The ids of the jobs that it runs already: their leases are renewed and never claimed again. */
  readonly running: readonly number[]
  readonly limit: number
  /** For how long, in milliseconds. */
  readonly lease: number
  /** A later moment, whose jobs are claimed already now, in milliseconds since 1970. */
  readonly at?: number | undefined
}

/**
 * Claims some due jobs for a while: those that were tried before, then those whose lease has ended, because their
 * process did, then those that were never tried. So what was begun does not wait for a backlog. Jobs that others claim
 * at the same time are passed over.
 */
export function claimJobsStatement({ names, running, limit, lease, at }: JobsWanted): NamedSql {
  const columns = sql`jobs.id, jobs.state`
  const isKnown = sql`jobs.kind || ' ' || jobs.name = any(${names}::text[]) and jobs.id <> all(${running}::bigint[])`
  return sql`with tried as materialized (
  select ${columns}
  from record.tabularium_job as jobs
  where jobs.state = 'waiting' and jobs.due_on <= ${momentSql(at)} and ${isKnown}
  order by jobs.due_on, jobs.id
  limit ${limit}::bigint
  for update skip locked
), lost as materialized (
  select ${columns}
  from record.tabularium_job as jobs
  where jobs.state = 'running' and jobs.due_on <= now() and ${isKnown}
  order by jobs.due_on, jobs.id
  limit ${limit}::bigint - (select count(*) from tried)
  for update skip locked
), sent as materialized (
  select ${columns}
  from record.tabularium_job as jobs
  where jobs.state = 'waiting' and jobs.due_on is null and ${isKnown}
  order by jobs.id
  limit ${limit}::bigint - (select count(*) from tried) - (select count(*) from lost)
  for update skip locked
), claimed as (
  update record.tabularium_job as jobs
  set state = 'running', tries = jobs.tries + 1, due_on = ${leaseEnd(lease)},
    failures = jobs.failures + case when due.state = 'running' then 1 else 0 end
  from (select * from tried union all select * from lost union all select * from sent) as due
  where jobs.id = due.id
  returning jobs.*
)
select claimed.id, claimed.kind, claimed.name, claimed.input, claimed.tries, claimed.failures, claimed.steps,
  claimed.created_by, claimed.key_id, ${toMillisecondsSql(sql`claimed.created_on`)}, claimed.request_id,
  ${toMillisecondsSql(sql`claimed.due_on`)}
from claimed
order by claimed.id`.named('job.claim')
}

/** The jobs that the statement claimed, in this generation of the database. */
export function toClaimedJobs(rows: readonly (readonly (string | null)[])[], generation: number): ClaimedJob[] {
  return rows.map(([id, kind, name, input, tries, failures, steps, sentBy, keyId, sentOn, requestId, leaseEnd]) => ({
    id: Number(id),
    kind: kind as JobKind,
    name: name ?? '',
    input: JSON.parse(input ?? 'null'),
    tries: Number(tries),
    generation,
    leaseEnd: Number(leaseEnd),
    failures: Number(failures),
    steps: JSON.parse(steps ?? '[]'),
    sentBy: toId(sentBy),
    keyId: toId(keyId),
    sentOn: Number(sentOn),
    requestId: requestId ?? '',
  }))
}

function toId(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text)
}

/** A claim of a job. */
export type JobClaim = Pick<ClaimedJob, 'id' | 'tries'>

/** Renews the leases of claims, and returns the ids of those that still hold with the new ends. */
export function renewJobsStatement(claims: readonly JobClaim[], lease: number): NamedSql {
  const [ids, tries] = [claims.map(({ id }) => id), claims.map((claim) => claim.tries)]
  return sql`update record.tabularium_job as jobs
set due_on = ${leaseEnd(lease)}
from unnest(${ids}::bigint[], ${tries}::bigint[]) as claims(id, tries)
where jobs.id = claims.id and jobs.tries = claims.tries and jobs.state = 'running'
returning jobs.id, ${toMillisecondsSql(sql`jobs.due_on`)}`.named('job.renew')
}

/** Saves how far a job is, without a version. */
export function saveProgressStatement({ id, tries }: JobClaim, percent: number, note: string | null): NamedSql {
  return sql`update record.tabularium_job as jobs
set progress = ${percent}::bigint, note = ${note}::text
where jobs.id = ${id}::bigint and jobs.tries = ${tries}::bigint and jobs.state = 'running'
returning jobs.id`.named('job.progress')
}

/**
 * Adds what a transaction of a job returned, in that transaction, and returns how many steps there are then. Returns no
 * row if the claim does not hold any more.
 */
export function addStepStatement({ id, tries }: JobClaim, result: unknown): NamedSql {
  const step = JSON.stringify([result ?? null])
  return sql`update record.tabularium_job as jobs
set steps = coalesce(jobs.steps, '[]'::jsonb) || ${step}::text::jsonb
where jobs.id = ${id}::bigint and jobs.tries = ${tries}::bigint and jobs.state = 'running'
returning jsonb_array_length(jobs.steps)`.named('job.step')
}

/** Notes that a job of a reaction has handled the changes up to a position: it goes on behind it, in another try. */
export function advanceJobStatement({ id, tries }: JobClaim, position: number): NamedSql {
  return sql`update record.tabularium_job as jobs
set state = 'waiting',
  due_on = null,
  error = null,
  input = jsonb_set(jobs.input, '{after}', to_jsonb(${position}::bigint))
where jobs.id = ${id}::bigint and jobs.tries = ${tries}::bigint and jobs.state = 'running'
returning jobs.id`.named('job.advance')
}

/** Now, or a moment that was given if it is later. */
function momentSql(at: number | undefined): Sql {
  if (at === undefined) return sql`now()`
  return sql`greatest(now(), ${new Date(at).toISOString()}::timestamp with time zone)`
}

/** A moment in milliseconds since 1970. */
export function toMillisecondsSql(moment: Sql): Sql {
  return sql`(extract(epoch from ${moment}) * 1000)::bigint`
}

function leaseEnd(lease: number): Sql {
  return sql`clock_timestamp() + ${lease}::bigint * interval '1 millisecond'`
}
