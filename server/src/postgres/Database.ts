import type { NamedSql, Sql } from '../sql/sql.ts'
import { StatementTexts } from '../sql/StatementTexts.ts'
import { AbandonedStatements } from './AbandonedStatements.ts'
import { acquireFor } from './acquireFor.ts'
import { toAddresses } from './address.ts'
import { closeStatements } from './closeStatements.ts'
import type { Row } from './Connection.ts'
import { Cursor, type CursorOptions, type CursorStatements, type OpenedCursor } from './Cursor.ts'
import type { Lane } from './ConnectionScheduler.ts'
import type { DatabaseOptions } from './DatabaseOptions.ts'
import { classifyError, type Effect, mayReadAgain, StatementFailed, toFailure } from './errors.ts'
import { NoConnection, TooManyAbandoned } from './NoConnection.ts'
import { type DatabaseFault, findFault } from './findFault.ts'
import { findRunningOf } from './findRunning.ts'
import { timeStatement } from './timeStatement.ts'
import { Pool } from './Pool.ts'
import type { PoolState } from './PoolState.ts'
import type { PooledConnection } from './PooledConnection.ts'
import { type KnownStatements, toQuery, type Values } from './Query.ts'
import { type Retrying, retry } from './retry.ts'
import { queryRows } from './RowQuery.ts'
import { type Limiting, limitInterval, type Send, sendOn } from './sendOn.ts'
import { sessionParameters } from './sessionParameters.ts'
import { StatementNames } from './StatementNames.ts'
import { TimeLimits } from '../request/TimeLimits.ts'
import { type Ending, type Steps, transactOn } from './Transaction.ts'
import { deadlineGrace, timeLeft, type StatementOptions } from './StatementOptions.ts'

/** A transaction without a deadline may take this many times the timeout of a statement. */
const transactionFactor = 4

/** Runs the statements of requests: one at a time, each in its own transaction, with a deadline. */
export class Database {
  readonly #options: DatabaseOptions
  readonly #pool: Pool
  readonly #known: KnownStatements
  readonly #limiting: Limiting
  readonly #retrying: Readonly<Record<Effect, Retrying>>
  readonly #random: () => number
  /** Called for every statement that failed by a fault that the operator must know of. */
  onFault: ((fault: DatabaseFault, cause: unknown) => void) | undefined
  /** Called after every statement and every transaction that wrote what a request or a job asked for. */
  onWritten: (() => void) | undefined
  readonly #abandoned = new AbandonedStatements(findRunningOf(this))

  constructor(options: DatabaseOptions) {
    this.#options = options
    this.#random = options.random ?? (() => 0.5)
    const { url, poolSize, connectTimeout, queueTimeout, statementTimeout, preparedStatements } = options
    this.#known = { texts: new StatementTexts(), names: preparedStatements ? new StatementNames() : undefined }
    this.#limiting = {
      statementTimeout,
      limits: new TimeLimits(limitInterval),
      abandon: (pooled) => this.#abandoned.abandon(pooled),
    }
    const retryingOf = (effect: Effect) => this.#retryingOf(effect)
    this.#retrying = { read: retryingOf('read'), write: retryingOf('write'), internal: retryingOf('internal') }
    this.#pool = new Pool({
      addresses: toAddresses(url),
      size: poolSize,
      connectTimeout,
      queueTimeout,
      onChange: (reachable, cause) => options.onChange?.(reachable, cause),
      onMove: (host) => {
        this.#abandoned.clear()
        options.onMove?.(host)
      },
      ...(preparedStatements ? { parameters: sessionParameters(statementTimeout) } : {}),
    })
  }

  /**
   * Runs a statement and returns its rows. A statement that certainly had no effect is retried. Throws Rejected if the
   * database rejects the values. Any other error is a Failure, which says what is known of a write.
   */
  async run(statement: NamedSql, effect: Effect, options: StatementOptions = {}): Promise<Values[]> {
    const query = toQuery(statement, this.#known)
    const { onStatement } = this.#options
    const start = onStatement ? performance.now() : 0
    let rows: Values[] | undefined
    try {
      rows = await this.#runWithRetry((client) => queryRows(client, query), effect, options)
      if (effect === 'write' && options.isUpkeep !== true) this.onWritten?.()
      return rows
    } finally {
      onStatement?.(statement.statement, performance.now() - start, rows?.length, options.items)
    }
  }

  /** Reads rows with their columns by name; for statements that are run rarely. */
  async query(statement: Sql, options: StatementOptions = {}): Promise<Row[]> {
    const query = statement.toQuery()
    return this.#runWithRetry(async (client) => (await client.query<Row>(query)).rows, 'read', options)
  }

  /**
   * Runs several statements on one connection in one transaction, which is committed or rolled back as `ending` says. A
   * transaction that certainly had no effect is retried from its start. An error that `steps` throws rolls back the
   * transaction and is thrown unchanged.
   */
  async transact<T>(ending: Ending, steps: Steps<T>, options: StatementOptions = {}): Promise<T> {
    const causeOf = (error: unknown) => (error instanceof StatementFailed ? error.cause : error)
    const isOurs = (error: unknown) => error instanceof StatementFailed || error instanceof NoConnection
    const result = await retry(() => this.#transactOnce(ending, steps, options), options, {
      causeOf,
      mayRetry: (error) => isOurs(error) && classifyError(causeOf(error)).retryable,
      toFailure: (error) => (isOurs(error) ? this.#toFailure(causeOf(error), 'write') : error),
      random: this.#random,
    })
    if (ending === 'commit') this.onWritten?.()
    return result
  }

  /** Opens a cursor over the rows of a statement. Nothing of it is retried. */
  async openCursor(statements: CursorStatements, options: CursorOptions): Promise<OpenedCursor> {
    const pooled = await this.#acquire(options, 'export', false)
    const owner = { known: this.#known, abandoned: this.#abandoned, release: () => this.#pool.release(pooled) }
    return Cursor.open(pooled, statements, options, owner, (error) => this.#toFailure(error, 'read'))
  }

  /** The connections of the pool, and the statements that were abandoned. */
  get connections(): PoolState & { readonly abandoned: number } {
    return { ...this.#pool.state, abandoned: this.#abandoned.count }
  }

  /** Grows when the timeline of the primary changes: ids drawn and rows read before may not hold any more. */
  get generation(): number {
    return this.#pool.generation
  }

  close(): void {
    this.#abandoned.close()
    this.#pool.close()
  }

  async #transactOnce<T>(ending: Ending, steps: Steps<T>, options: StatementOptions): Promise<T> {
    const pooled = await this.#acquire(options, options.lane ?? 'slow', true)
    if (this.#known.names) closeStatements(pooled, this.#known.names)
    const timeout = options.deadlines?.length
      ? timeLeft(options) + deadlineGrace
      : this.#options.statementTimeout * transactionFactor
    const timer = setTimeout(() => this.#abandoned.abandon(pooled), timeout)
    try {
      return await transactOn(pooled, ending, steps, options, (statement, send) =>
        timeStatement(statement, this.#options.onStatement, () => send(toQuery(statement, this.#known))),
      )
    } finally {
      clearTimeout(timer)
      this.#pool.release(pooled)
    }
  }

  #runWithRetry<R>(send: Send<R>, effect: Effect, options: StatementOptions): Promise<R[]> {
    return retry(() => this.#runOnce(send, effect, options), options, this.#retrying[effect])
  }

  async #runOnce<R>(send: Send<R>, effect: Effect, options: StatementOptions): Promise<R[]> {
    const lane = options.lane ?? (effect === 'read' ? 'read' : 'write')
    const mayWait = effect !== 'read' || lane === 'write'
    const acquired = this.#acquire(options, lane, mayWait, effect === 'write')
    const pooled = acquired instanceof Promise ? await acquired : acquired
    if (this.#known.names) closeStatements(pooled, this.#known.names)
    try {
      return await sendOn(pooled, send, effect, options, this.#limiting)
    } finally {
      this.#pool.release(pooled)
    }
  }

  /**
   * Returns a connection, at once if one is idle. `mayWait`: its commit may wait for a standby. Drawing ids is a read
   * for the client, and commits as well. `writes`: it writes what requests ask for.
   */
  #acquire(
    options: StatementOptions,
    lane: Lane,
    mayWait: boolean,
    writes = false,
  ): PooledConnection | Promise<PooledConnection> {
    if (mayWait && this.#abandoned.count >= this.#options.poolSize)
      throw new TooManyAbandoned(`${this.#abandoned.count} abandoned statements are still running.`)
    return acquireFor(options, lane, this.#pool, writes)
  }

  #retryingOf(effect: Effect): Retrying {
    return {
      mayRetry: (error) => classifyError(error).retryable || (effect === 'read' && mayReadAgain(error)),
      toFailure: (error) => this.#toFailure(error, effect),
      random: this.#random,
    }
  }

  #toFailure(error: unknown, effect: Effect): Error {
    const fault = findFault(error)
    if (fault) this.onFault?.(fault, error)
    return toFailure(error, effect)
  }
}
