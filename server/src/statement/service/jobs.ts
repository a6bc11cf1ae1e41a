import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'

/**
 * What a job belongs to: a declared job or mail, a reaction (a record that it could not handle), a schedule (one time),
 * or the service itself.
 */
export type JobKind = 'job' | 'reaction' | 'schedule' | 'mail' | 'service'

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

/** A moment in milliseconds since 1970. */
export function toMillisecondsSql(moment: Sql): Sql {
  return sql`(extract(epoch from ${moment}) * 1000)::bigint`
}

/** When a lease that begins now ends. */
export function leaseEnd(lease: number): Sql {
  return sql`clock_timestamp() + ${lease}::bigint * interval '1 millisecond'`
}
