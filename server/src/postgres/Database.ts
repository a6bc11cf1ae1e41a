import { noteWrite } from '../deadline.ts'
import { isProgramError } from '../failure.ts'
import type { NamedSql, Sql } from '../sql/sql.ts'
import { acquireFor } from './acquireFor.ts'
import { toAddresses } from './address.ts'
import type { Row } from './Connection.ts'
import type { DatabaseOptions } from './DatabaseOptions.ts'
import type { Link } from './Link.ts'
import { observe } from './observe.ts'
import { destroy } from './openClient.ts'
import { Pool } from './Pool.ts'
import type { Query, Values } from './Query.ts'
import { sessionParameters } from './sessionParameters.ts'
import { StatementNames } from './StatementNames.ts'
import { toParameter } from './toParameter.ts'
import { type Ending, openTransaction, send, type Steps, type Transaction } from './Transaction.ts'
import {
  doubtful,
  type Effect,
  NoConnection,
  notApplied,
  noTrouble,
  readTrouble,
  StatementFailed,
  toFailure,
} from './trouble.ts'
import { patienceOf, type Work } from './Work.ts'

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

  constructor(options: DatabaseOptions) {
    this.#options = options
    const { url, poolSize, connectTimeout, queueTimeout, statementTimeout, preparedStatements } = options
    this.#pool = new Pool({
      addresses: toAddresses(url),
      size: poolSize,
      connectTimeout,
      queueTimeout,
      onChange: (reachable, cause) => options.onChange?.(reachable, cause),
      onMove: (host) => options.onMove?.(host),
      ...(preparedStatements ? { parameters: sessionParameters(statementTimeout) } : {}),
    })
  }

  /**
   * Runs a statement and gives its rows. What is certain to have had no effect is tried again; a refusal of the values is
   * thrown as Refused, everything else as a Failure that tells a writer what is known of the outcome.
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
   * Runs several statements on one connection as one transaction, which ends as asked for. What is certain to have had no
   * effect is tried again from its start. What the work itself throws takes everything back, and leaves as it came.
   */
  async transact<T>(ending: Ending, steps: Steps<T>, work: Work = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transactOnce(ending, steps, work)
      } catch (error) {
        if (!(error instanceof StatementFailed || error instanceof NoConnection)) throw error
        const trouble = error instanceof StatementFailed ? error.cause : error
        if (attempt < attempts && readTrouble(trouble).again && patienceOf(work) > 0) continue
        throw toFailure(trouble, 'write')
      }
    }
  }

  /** Grows when the primary is on another timeline than before: what was drawn or read there may not hold any more. */
  get generation(): number {
    return this.#pool.generation
  }

  close(): void {
    this.#pool.close()
  }

  async #transactOnce<T>(ending: Ending, steps: Steps<T>, work: Work): Promise<T> {
    const link = await acquireFor(work, 'slow', this.#pool)
    const longest = Math.min(this.#options.statementTimeout * transactionPatience, patienceOf(work))
    const deadline = setTimeout(() => this.#abandon(link), longest)
    let committing = false
    try {
      await send(link.client, 'begin')
      const result = await steps(this.#openTransaction(link))
      committing = ending === 'commit'
      if (committing) noteWrite(work.deadlines, true)
      const { command } = await send(link.client, ending)
      if (committing && link.warned) throw this.#distrust(link)
      if (committing && command !== 'COMMIT')
        throw new TypeError('A failed statement was passed over before the commit.')
      return result
    } catch (error) {
      const thrown = await this.#takeBack(link, error, committing)
      if (!link.broken) noteWrite(work.deadlines, false)
      throw thrown
    } finally {
      clearTimeout(deadline)
      this.#pool.release(link)
    }
  }

  /** Rolls back where that can still be done, and gives what is to be thrown. */
  async #takeBack(link: Link, error: unknown, committing: boolean): Promise<unknown> {
    const cause = error instanceof StatementFailed ? error.cause : undefined
    const { broken, again } = cause === undefined ? noTrouble : readTrouble(cause)
    if (broken) link.broken = true
    if (!link.broken) await link.client.query('rollback').catch(() => this.#abandon(link))
    // Until it was told to commit, nothing of it can have happened, however it ended.
    return broken && !again && !committing && !isProgramError(cause) ? notApplied(cause) : error
  }

  async #runPatiently<R extends Row | (string | null)[]>(query: Query, effect: Effect, work: Work): Promise<R[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#runOnce<R>(query, effect, work)
      } catch (error) {
        const { again, broken } = readTrouble(error)
        const mayRepeat = again || (broken && effect === 'read')
        if (mayRepeat && attempt < attempts && patienceOf(work) > 0) continue
        throw toFailure(error, effect)
      }
    }
  }

  async #runOnce<R extends Row | (string | null)[]>(query: Query, effect: Effect, work: Work): Promise<R[]> {
    const link = await acquireFor(work, effect === 'read' ? 'read' : 'write', this.#pool)
    const longest = Math.min(this.#options.statementTimeout + grace, patienceOf(work))
    const deadline = setTimeout(() => this.#abandon(link), longest)
    if (effect === 'write') noteWrite(work.deadlines, true)
    try {
      const { rows } = await link.client.query<R>(query)
      if (effect === 'write' && link.warned) throw this.#distrust(link)
      return rows
    } catch (error) {
      const { broken, notApplied: hadNoEffect } = readTrouble(error)
      if (broken) link.broken = true
      if (hadNoEffect) noteWrite(work.deadlines, false)
      throw error
    } finally {
      clearTimeout(deadline)
      this.#pool.release(link)
    }
  }

  /** Not cancelled, but left: cancelling a commit that waits for its standby would report a success that is none. */
  #abandon(link: Link): void {
    link.broken = true
    destroy(link.client)
  }

  /** A commit that came with a warning is on this host alone, and may be gone after a failover. */
  #distrust(link: Link): Error {
    link.broken = true
    return doubtful(new Error('The commit came with a warning.'))
  }

  #openTransaction({ client }: Link): Transaction {
    return openTransaction(client, (statement, sendIt) =>
      observe(statement, this.#options.onStatement, () => sendIt(this.#toQuery(statement))),
    )
  }

  #toQuery(statement: NamedSql): Query {
    const { text, values } = statement.toQuery()
    const parameters = values.map(toParameter)
    const named = this.#options.preparedStatements ? this.#names.find(text) : undefined
    return named ? { ...named, values: parameters } : { text, values: parameters }
  }
}
