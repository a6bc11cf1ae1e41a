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

/** A progress event of a migration. */
export interface StepEvent {
  readonly state: 'started' | 'retrying' | 'done'
  readonly step: Step
  /** The number of the step, from 1. */
  readonly number: number
  readonly total: number
  /** Milliseconds since the step started, by the clock in the options. */
  readonly duration: number
  /** Why the step is retried. */
  readonly message?: string
}

export interface ApplyOptions {
  readonly allowDataLoss: boolean
  /** For how many seconds a step may lock a table; without limit if absent. */
  readonly allowLock?: number
  /** The names of foreign constraints, indexes, triggers and sequences that the migration may drop. */
  readonly dropForeign?: readonly string[]
  /** Runs a migration of records by its name. If it is absent, such steps are left out. */
  readonly runMigration?: (name: string) => Promise<void>
  /** Leaves out the steps for which it returns true; they remain to be done. */
  readonly skip?: (step: Step) => boolean
  /** How long a step waits for a lock, in milliseconds. */
  readonly lockTimeout?: number
  /** How often a step is retried that did not get its lock. */
  readonly retries?: number
  /** How long to wait for another migration, in milliseconds. */
  readonly patience?: number
  readonly onStep?: (event: StepEvent) => void
  readonly onWait?: LockOptions['onWait']
  /** A clock in milliseconds, for the durations. */
  readonly now?: () => number
}

export interface Applied {
  readonly applied: readonly Step[]
  /** The steps that are still missing: those left out, and others if something else changed the schema meanwhile. */
  readonly remaining: readonly Step[]
}

/**
 * Migrates the database to the declared models. It can be interrupted at any statement and run again. It needs a
 * dedicated, direct connection to PostgreSQL: the lock against a second migration belongs to the session.
 */
export async function applyMigration(
  connection: { query: Query },
  models: Models,
  options: ApplyOptions,
): Promise<Applied> {
  const query: Query = (statement) => connection.query(statement)
  const { patience = 30_000, onWait, dropForeign = [], skip = () => false, runMigration } = options
  const isRun = (step: Step) => step.migration === undefined || runMigration !== undefined
  return withRunnerLock(query, { patience, onWait }, async () => {
    const steps = (await planMigration(query, models, { dropForeign })).filter((step) => isRun(step) && !skip(step))
    requireRunnable(steps, options.allowDataLoss)
    requireShort(steps, options.allowLock)
    await query(sql`set statement_timeout = 0`)
    for (const [index, step] of steps.entries())
      await runAndReport(query, step, { number: index + 1, total: steps.length }, options)
    await query(sql`reset statement_timeout`)
    await query(sql`reset lock_timeout`)
    const remaining = steps.length === 0 ? [] : (await findSteps(query, models)).filter(isRun)
    if (remaining.length === 0) await rememberApplied(query, models)
    return { applied: steps, remaining }
  })
}

/** Throws if a step cannot run, or loses data without consent. A plan that cannot be completed is not started. */
function requireRunnable(steps: readonly Step[], allowDataLoss: boolean): void {
  const blocked = steps.filter((step) => step.blocked !== undefined)
  if (blocked.length > 0)
    throw new MigrationRefused(
      [
        'Nothing was changed, because the plan cannot be completed:',
        ...blocked.map((step) => `  - ${step.title}. ${step.blocked}`),
      ].join('\n'),
    )
  const losing = steps.filter((step) => step.loses !== undefined)
  if (losing.length > 0 && !allowDataLoss)
    throw new MigrationRefused(
      [
        'Nothing was changed, because data would be lost:',
        ...losing.map((step) => `  - ${step.title}. It loses ${step.loses}.`),
        'If you want that, run `npx tabularium migrate apply --allow-data-loss`. ' +
          'If a field or a model was renamed, declare its old name with "was".',
      ].join('\n'),
    )
}

/** Throws if a step would lock a table for longer than allowed: nobody could read or write it. */
function requireShort(steps: readonly Step[], allowLock = Infinity): void {
  const long = steps.filter(({ lockSeconds = 0 }) => lockSeconds > allowLock)
  if (long.length === 0) return
  const longest = Math.max(...long.map(({ lockSeconds = 0 }) => lockSeconds))
  throw new MigrationRefused(
    [
      'Nothing was changed, because tables would be locked for long:',
      ...long.map((step) => `  - ${step.title}. Lock: ${step.lock}, for about ${step.lockSeconds} s.`),
      `If you want that, run \`npx tabularium migrate apply --allow-lock ${Math.ceil((2 * longest) / 60)}m\` ` +
        'when there is little traffic.',
    ].join('\n'),
  )
}

async function runAndReport(
  query: Query,
  step: Step,
  position: Pick<StepEvent, 'number' | 'total'>,
  { lockTimeout = 2_000, retries = 10, onStep, now = () => 0, runMigration }: ApplyOptions,
): Promise<void> {
  const start = now()
  const report = (state: StepEvent['state'], message?: string) =>
    onStep?.({ state, step, ...position, duration: now() - start, ...(message === undefined ? {} : { message }) })
  report('started')
  if (step.migration === undefined)
    await runStep(query, step, { lockTimeout, retries, onRetry: (message) => report('retrying', message) })
  else await runMigration?.(step.migration)
  report('done')
}
