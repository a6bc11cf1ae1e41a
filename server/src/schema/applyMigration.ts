import type { Models } from '../model/Models.ts'
import { sql } from '../sql/sql.ts'
import { rememberApplied } from './appliedModels.ts'
import { findSteps } from './findSteps.ts'
import { MigrationRefused } from './MigrationRefused.ts'
import { planMigration } from './planMigration.ts'
import type { Query } from './RecordState.ts'
import { withRunnerLock, type LockOptions } from './runnerLock.ts'
import { runStep } from './runStep.ts'
import type { Step } from './Step.ts'

/** What a runner tells about each step as it goes. */
export interface StepEvent {
  readonly state: 'started' | 'retrying' | 'done'
  readonly step: Step
  /** Which step it is, from 1. */
  readonly number: number
  readonly total: number
  /** Milliseconds since it was started, by the clock that was given. */
  readonly duration: number
  /** Why it is tried again. */
  readonly message?: string
}

export interface ApplyOptions {
  readonly allowDataLoss: boolean
  /** The names of foreign constraints, indexes, triggers and sequences that may be dropped. */
  readonly dropForeign?: readonly string[]
  /** How long a step may wait for a lock, in milliseconds. */
  readonly lockTimeout?: number
  /** How many more times a step is tried that got no lock. */
  readonly retries?: number
  /** How long to wait for another runner, in milliseconds. */
  readonly patience?: number
  readonly onStep?: (event: StepEvent) => void
  readonly onWait?: LockOptions['onWait']
  /** A clock in milliseconds, for the durations. */
  readonly now?: () => number
}

export interface Applied {
  readonly applied: readonly Step[]
  /** What is still to be done, which is nothing unless something else changed the schema meanwhile. */
  readonly remaining: readonly Step[]
}

/**
 * Brings the database to the declared models. It may be ended at any statement and run again. The connection must be its own,
 * straight to PostgreSQL: the lock that keeps a second runner out lives in its session.
 */
export async function applyMigration(
  connection: { query: Query },
  models: Models,
  options: ApplyOptions,
): Promise<Applied> {
  const query: Query = (statement) => connection.query(statement)
  const { patience = 30_000, onWait, dropForeign = [] } = options
  return withRunnerLock(query, { patience, onWait }, async () => {
    const steps = await planMigration(query, models, { dropForeign })
    refuse(steps, options.allowDataLoss)
    await query(sql`set statement_timeout = 0`)
    for (const [index, step] of steps.entries())
      await runAndTell(query, step, { number: index + 1, total: steps.length }, options)
    await query(sql`reset statement_timeout`)
    await query(sql`reset lock_timeout`)
    const remaining = steps.length === 0 ? [] : await findSteps(query, models)
    if (remaining.length === 0) await rememberApplied(query, models)
    return { applied: steps, remaining }
  })
}

/** All or nothing: a plan that cannot be carried out to its end is not begun. */
function refuse(steps: readonly Step[], allowDataLoss: boolean): void {
  const blocked = steps.filter((step) => step.blocked !== undefined)
  if (blocked.length > 0)
    throw new MigrationRefused(
      [
        'Nothing was changed, because it could not be done to the end:',
        ...blocked.map((step) => `  - ${step.title}. ${step.blocked}`),
      ].join('\n'),
    )
  const losing = steps.filter((step) => step.loses !== undefined)
  if (losing.length > 0 && !allowDataLoss)
    throw new MigrationRefused(
      [
        'Nothing was changed, because data would be lost:',
        ...losing.map((step) => `  - ${step.title}. It loses ${step.loses}.`),
        'If that is meant, run `tabularium migrate apply --allow-data-loss`. If a field or a model was renamed, declare its old name with "was".',
      ].join('\n'),
    )
}

async function runAndTell(
  query: Query,
  step: Step,
  place: Pick<StepEvent, 'number' | 'total'>,
  { lockTimeout = 2_000, retries = 10, onStep, now = () => 0 }: ApplyOptions,
): Promise<void> {
  const start = now()
  const tell = (state: StepEvent['state'], message?: string) =>
    onStep?.({ state, step, ...place, duration: now() - start, ...(message === undefined ? {} : { message }) })
  tell('started')
  await runStep(query, step, { lockTimeout, retries, onRetry: (message) => tell('retrying', message) })
  tell('done')
}
