import { setTimeout as wait } from 'node:timers/promises'
import { findSqlState } from '../postgres/Connection.ts'
import { sql, trusted } from '../sql/sql.ts'
import { MigrationRefused } from './MigrationRefused.ts'
import type { Query } from './RecordState.ts'
import type { Step } from './Step.ts'

export interface RunOptions {
  /** How long a step waits for a lock, in milliseconds. Requests queue behind it during that time. */
  readonly lockTimeout: number
  /** How often a step is retried that did not get its lock. */
  readonly retries: number
  readonly onRetry?: (message: string) => void
}

/** Runs one step completely, or undoes it. */
export async function runStep(query: Query, step: Step, options: RunOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(query, step, options.lockTimeout)
    } catch (error) {
      await cleanUp(query, step)
      if (!isLockTimeout(error) || attempt > options.retries) throw toRefusal(step, error)
      const pause = Math.min(5_000, 100 * 2 ** attempt)
      options.onRetry?.(`got no lock, attempt ${attempt} of ${options.retries + 1}; next one in ${pause} ms`)
      await wait(pause)
    }
  }
}

async function runOnce(query: Query, step: Step, lockTimeout: number): Promise<void> {
  // A step that runs alone does not block requests while it waits for a lock, and a restart would cost far more.
  await query(sql`set lock_timeout = ${trusted(`${step.mode === 'alone' ? 0 : lockTimeout}`)}`)
  if (step.mode === 'batches') return runBatches(query, step)
  if (step.mode === 'transaction') await query(sql`begin`)
  for (const statement of step.statements) await query(trusted(statement))
  if (step.mode === 'transaction') await query(sql`commit`)
}

/** Each batch is a transaction and starts after the last id of the previous one. */
async function runBatches(query: Query, { statements }: Step): Promise<void> {
  for (const statement of statements) {
    const [start = '', ...rest] = statement.split('$1')
    for (let last: string | null = '0'; last !== null; ) {
      const [row] = await query(sql`${trusted(start)}${last}${trusted(rest.join('$1'))}`)
      last = row?.['last'] ?? null
    }
  }
}

/** Ignores errors: after a lost connection there is nothing to clean up, and the first error is the relevant one. */
async function cleanUp(query: Query, { mode, cleanup }: Step): Promise<void> {
  if (mode === 'transaction') await query(sql`rollback`).catch(() => {})
  if (cleanup !== undefined) await query(trusted(cleanup)).catch(() => {})
}

/** Whether the error is lock_not_available or deadlock_detected: the step can succeed later. */
function isLockTimeout(error: unknown): boolean {
  return ['55P03', '40P01'].includes(findSqlState(error) ?? '')
}

function toRefusal(step: Step, error: unknown): unknown {
  if (findSqlState(error) === undefined || !(error instanceof Error)) return error
  const detail = 'detail' in error && typeof error.detail === 'string' ? ` (${error.detail})` : ''
  const advice = isLockTimeout(error)
    ? ['A transaction holds the table: wait until it ends, or run the command when there is less traffic.']
    : (step.preconditions ?? []).map((precondition) => precondition.advice)
  const lines = [
    `This step failed: ${step.title}.`,
    `PostgreSQL says: ${error.message}${detail}.`,
    ...advice,
    'The steps before it are done; this one changed nothing. Run `npx tabularium migrate apply` again to continue.',
  ]
  return new MigrationRefused(lines.join('\n'), { cause: error })
}
