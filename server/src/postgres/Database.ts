import { noteWrite } from '../deadline.ts'
import { type NamedSql, type Sql, sql } from '../sql/sql.ts'
import { acquireFor } from './acquireFor.ts'
import { toAddresses } from './address.ts'
import { cancel, processOf } from './cancel.ts'
import { closeStatements } from './closeStatements.ts'
import type { Row } from './Connection.ts'
import type { DatabaseOptions } from './DatabaseOptions.ts'
import { type DatabaseFault, findFault } from './findFault.ts'
import { LeftStatements } from './LeftStatements.ts'
import type { PooledConnection } from './Link.ts'
import { observe } from './observe.ts'
import { destroy } from './openClient.ts'
import { Pool } from './Pool.ts'
import type { Query, Values } from './Query.ts'
import { sessionParameters } from './sessionParameters.ts'
import type { Lane } from './Shares.ts'
import { StatementNames } from './StatementNames.ts'
import { toParameter } from './toParameter.ts'
import { distrust, type Ending, type Steps, transactOn } from './Transaction.ts'
import {
  type Effect,
  mayReadAgain,
  NoAnswer,
  NoConnection,
  classifyError,
  StatementFailed,
  TooManyLeft,
  toFailure,
} from './errors.ts'
import { lateness, patienceOf, type Work } from './Work.ts'

const attempts = 3
/** How many times the time of one statement a transaction may take. */
const transactionPatience = 4
/** How much later than PostgreSQL itself we give up on a statement, so that its own, certain answer comes first. */
const grace = 1_000

/** The way to PostgreSQL for requests: one statement at a time, each its own transaction, with a deadline. */
export class Database {
  readonly #options: DatabaseOptions
  readonly #pool: Pool
  readonly #names = new StatementNames()
  /** Told of every statement that failed by a fault which an operator must know of. */
  onFault: ((fault: DatabaseFault, cause: unknown) => void) | undefined
  readonly #left = new LeftStatements((processes) => this.#findAlive(processes))

  constructor(options: DatabaseOptions) {
    this.#options = options
    const { url, poolSize, connectTimeout, queueTimeout, statementTimeout, preparedStatements } = options
    this.#pool = new Pool({
      addresses: toAddresses(url),
      size: poolSize,
      connectTimeout,
      queueTimeout,
      onChange: (reachable, cause) => options.onChange?.(reachable, cause),
      onMove: (host) => {
        this.#left.clear()
        options.onMove?.(host)
      },
      ...(preparedStatements ? { parameters: sessionParameters(statementTimeout) } : {}),
    })
  }

  /**
   * Runs a statement and gives its rows. What is certain to have had no effect is tried again; a refusal of the values
   * is thrown as Refused, everything else as a Failure that tells a writer what is known of the outcome.
   */
  async run(statement: NamedSql, effect: Effect, work: Work = {}): Promise<Values[]> {
    const query = { ...this.#toQuery(statement), rowMode: 'array' as const }
    const run = () => this.#runPatiently<(string | null)[]>(query, effect, work)
    return observe(statement, this.#options.onStatement, run)
  }

  /** Reads rows whose columns are asked for by name; for the seldom statements. */
  async query(statement: Sql, work: Work = {}): Promise<Row[]> {
    return this.#runPatiently<Row>(statement.toQuery(), 'read', work)
  }

  /**
   * Runs several statements on one connection as one transaction, which ends as asked for. What is certain to have had
   * no effect is tried again from its start. What the work itself throws takes everything back, and leaves as it came.
   */
  async transact<T>(ending: Ending, steps: Steps<T>, work: Work = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transactOnce(ending, steps, work)
      } catch (error) {
        if (!(error instanceof StatementFailed || error instanceof NoConnection)) throw error
        const trouble = error instanceof StatementFailed ? error.cause : error
        if (attempt < attempts && classifyError(trouble).again && patienceOf(work) > 0) continue
        throw this.#toFailure(trouble, 'write')
      }
    }
  }

  /** Grows when the primary is on another timeline than before: what was drawn or read there may not hold any more. */
  get generation(): number {
    return this.#pool.generation
  }

  /** Statements that were given up and are still at work in PostgreSQL. */
  get leftStatements(): number {
    return this.#left.count
  }

  close(): void {
    this.#left.close()
    this.#pool.close()
  }

  async #transactOnce<T>(ending: Ending, steps: Steps<T>, work: Work): Promise<T> {
    const pooled = await this.#acquire(work, 'slow')
    const longest = Math.min(this.#options.statementTimeout * transactionPatience, patienceOf(work) + lateness)
    const deadline = setTimeout(() => this.#giveUp(pooled), longest)
    try {
      return await transactOn(pooled, ending, steps, work, (statement, sendIt) =>
        observe(statement, this.#options.onStatement, () => sendIt(this.#toQuery(statement))),
      )
    } finally {
      clearTimeout(deadline)
      this.#pool.release(pooled)
    }
  }

  async #runPatiently<R extends Row | (string | null)[]>(query: Query, effect: Effect, work: Work): Promise<R[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#runOnce<R>(query, effect, work)
      } catch (error) {
        const mayRepeat = classifyError(error).again || (effect === 'read' && mayReadAgain(error))
        if (mayRepeat && attempt < attempts && patienceOf(work) > 0) continue
        throw this.#toFailure(error, effect)
      }
    }
  }

  async #runOnce<R extends Row | (string | null)[]>(query: Query, effect: Effect, work: Work): Promise<R[]> {
    const pooled = await this.#acquire(work, effect === 'read' ? 'read' : 'write')
    const longest = Math.min(this.#options.statementTimeout + grace, patienceOf(work) + lateness)
    pooled.committing = effect !== 'read'
    const deadline = setTimeout(() => this.#giveUp(pooled), longest)
    if (effect === 'write') noteWrite(work.deadlines, true)
    try {
      const { rows } = await pooled.client.query<R>(query)
      if (effect === 'write' && pooled.warned) throw distrust(pooled)
      return rows
    } catch (error) {
      const { broken, notApplied: hadNoEffect } = classifyError(error)
      if (broken) pooled.broken = true
      if (hadNoEffect) noteWrite(work.deadlines, false)
      throw pooled.givenUp ? new NoAnswer('The database did not answer in time.', { cause: error }) : error
    } finally {
      clearTimeout(deadline)
      this.#pool.release(pooled)
    }
  }

  async #acquire(work: Work, lane: Lane): Promise<PooledConnection> {
    if (lane !== 'read' && this.#left.count >= this.#options.poolSize)
      throw new TooManyLeft(`${this.#left.count} statements that were given up are still at work.`)
    const pooled = await acquireFor(work, lane, this.#pool)
    closeStatements(pooled, this.#names)
    return pooled
  }

  /**
   * A write is left and not cancelled: cancelling a commit that waits for its standby would report a success that is
   * none. What cannot have written anything is cancelled, or it would go on to keep the server busy for nobody.
   */
  #giveUp(pooled: PooledConnection): void {
    pooled.broken = true
    pooled.givenUp = true
    if (!pooled.committing) cancel(pooled.client)
    this.#left.add(processOf(pooled.client))
    destroy(pooled.client)
  }

  #toFailure(error: unknown, effect: Effect): Error {
    const fault = findFault(error)
    if (fault) this.onFault?.(fault, error)
    return toFailure(error, effect)
  }

  async #findAlive(processes: readonly number[]): Promise<number[]> {
    const alive = sql`select pid from pg_stat_activity where pid = any(${processes}::integer[])`
    const rows = await this.run(alive.named('left statements'), 'read')
    return rows.map(([pid]) => Number(pid))
  }

  #toQuery(statement: NamedSql): Query {
    const { text, values } = statement.toQuery()
    const parameters = values.map(toParameter)
    const named = this.#options.preparedStatements ? this.#names.find(text) : undefined
    return named ? { ...named, values: parameters } : { text, values: parameters }
  }
}
