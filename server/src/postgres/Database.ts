import { isProgramError } from '../failure.ts'
import type { NamedSql, Sql } from '../sql/sql.ts'
import { toAddresses } from './address.ts'
import type { Row } from './Connection.ts'
import type { DatabaseOptions } from './DatabaseOptions.ts'
import { observe } from './observe.ts'
import { destroy } from './openClient.ts'
import { type Link, Pool } from './Pool.ts'
import { sessionParameters } from './sessionParameters.ts'
import { StatementNames } from './StatementNames.ts'
import { toParameter } from './toParameter.ts'
import { type Ending, openTransaction, send, type Transaction } from './Transaction.ts'
import {
  doubtful,
  type Effect,
  NoConnection,
  notApplied,
  noTrouble,
  readTrouble,
  StatementFailed,
  TimelineEnded,
  toFailure,
} from './trouble.ts'

/** A row in the order of its columns, every value as the text that PostgreSQL wrote. */
export type Values = readonly (string | null)[]

/** A statement as the driver takes it. */
export interface Query {
  readonly text: string
  readonly values: unknown[]
  readonly name?: string
}

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
   * thrown as Refused, everything else as a Failure that tells a writer what is known of the outcome. Where a generation is given,
   * the statement is sent only while it lasts.
   */
  async run(statement: NamedSql, effect: Effect, generation?: number): Promise<Values[]> {
    const query = { ...this.#toQuery(statement), rowMode: 'array' as const }
    const run = () => this.#runPatiently<(string | null)[]>(query, effect, generation)
    return observe(statement, this.#options.onStatement, run)
  }

  /** Reads rows whose columns are asked for by name; for the seldom statements. */
  async query(statement: Sql): Promise<Row[]> {
    return this.#runPatiently<Row>(statement.toQuery(), 'read')
  }

  /**
   * Runs several statements on one connection as one transaction, which ends as asked for. What is certain to have had no
   * effect is tried again from its start. What the work itself throws takes everything back, and leaves as it came.
   */
  async transact<T>(ending: Ending, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transactOnce(ending, work)
      } catch (error) {
        if (!(error instanceof StatementFailed || error instanceof NoConnection)) throw error
        const trouble = error instanceof StatementFailed ? error.cause : error
        if (attempt < attempts && readTrouble(trouble).again) continue
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

  async #transactOnce<T>(ending: Ending, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const link = await this.#pool.acquire()
    const deadline = setTimeout(() => this.#abandon(link), this.#options.statementTimeout * transactionPatience)
    let committing = false
    try {
      await send(link.client, 'begin')
      const result = await work(this.#openTransaction(link))
      committing = ending === 'commit'
      const { command } = await send(link.client, ending)
      if (committing && link.warned) throw this.#distrust(link)
      if (committing && command !== 'COMMIT')
        throw new TypeError('A failed statement was passed over before the commit.')
      return result
    } catch (error) {
      throw await this.#takeBack(link, error, committing)
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

  async #runPatiently<R extends Row | (string | null)[]>(
    query: Query,
    effect: Effect,
    generation?: number,
  ): Promise<R[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#runOnce<R>(query, effect, generation)
      } catch (error) {
        const { again, broken } = readTrouble(error)
        if (attempt < attempts && (again || (broken && effect === 'read'))) continue
        throw toFailure(error, effect)
      }
    }
  }

  async #runOnce<R extends Row | (string | null)[]>(query: Query, effect: Effect, generation?: number): Promise<R[]> {
    const link = await this.#pool.acquire()
    if (generation !== undefined && generation !== this.generation) {
      this.#pool.release(link)
      throw new TimelineEnded('The primary is on another timeline.')
    }
    const deadline = setTimeout(() => this.#abandon(link), this.#options.statementTimeout + grace)
    try {
      const { rows } = await link.client.query<R>(query)
      if (effect === 'write' && link.warned) throw this.#distrust(link)
      return rows
    } catch (error) {
      if (readTrouble(error).broken) link.broken = true
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
