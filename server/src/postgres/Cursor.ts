import { type NamedSql, sql, trusted } from '../sql/sql.ts'
import type { AbandonedStatements } from './AbandonedStatements.ts'
import { closeStatements } from './closeStatements.ts'
import { classifyError, NoAnswer, toFailure } from './errors.ts'
import type { PooledConnection } from './PooledConnection.ts'
import { type KnownStatements, toQuery, type Values } from './Query.ts'
import { queryRows } from './RowQuery.ts'
import type { StatementOptions } from './StatementOptions.ts'

/** The statements of a cursor. */
export interface CursorStatements {
  /** Runs before the cursor is opened, in the same snapshot. */
  readonly check: NamedSql
  /** Declares the cursor `rows`. */
  readonly declare: NamedSql
}

/** `timeout` is how long a cursor may be open, in milliseconds. */
export type CursorOptions = StatementOptions & { readonly timeout: number }

/** How long a statement may go on when its cursor is closed, in milliseconds: a new connection costs more. */
const patience = 500

/** A cursor that was opened, and the rows of the statement before it. */
export interface OpenedCursor {
  readonly cursor: Cursor
  readonly checked: Values[]
}

/** What a cursor needs of the pool. */
export interface CursorOwner {
  readonly known: KnownStatements
  readonly abandoned: Pick<AbandonedStatements, 'abandon'>
  readonly release: () => void
}

/**
 * Rows of one statement that are read in batches, all from one snapshot: a transaction that only reads. It has a
 * connection of its own until it is closed.
 */
export class Cursor {
  readonly #pooled: PooledConnection
  readonly #owner: CursorOwner
  /** Settles with the statement under way. */
  #reading: Promise<unknown> = Promise.resolve()
  #isClosed = false

  private constructor(pooled: PooledConnection, owner: CursorOwner) {
    this.#pooled = pooled
    this.#owner = owner
  }

  /** Opens a cursor on a connection. */
  static async open(
    pooled: PooledConnection,
    { check, declare }: CursorStatements,
    { timeout }: CursorOptions,
    owner: CursorOwner,
    asFailure: (error: unknown) => Error,
  ): Promise<OpenedCursor> {
    const { client } = pooled
    const { known } = owner
    if (known.names) closeStatements(pooled, known.names)
    const cursor = new Cursor(pooled, owner)
    const limit = trusted(String(Math.max(1, Math.ceil(timeout))))
    // A client may read slowly: the transaction is idle meanwhile, and the export has a limit of its own.
    const begin = sql`begin isolation level repeatable read read only;
set local statement_timeout = ${limit};
set local idle_in_transaction_session_timeout = ${limit}`
    const timer = setTimeout(() => owner.abandoned.abandon(pooled), timeout)
    try {
      await client.query(begin.toText())
      const checked = await queryRows(client, toQuery(check, known))
      await queryRows(client, toQuery(declare, known))
      return { cursor, checked }
    } catch (error) {
      cursor.#note(error)
      cursor.close()
      throw asFailure(pooled.abandoned ? new NoAnswer('The database did not answer in time.', { cause: error }) : error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Reads up to `count` further rows; none if there are no more. */
  next(count: number): Promise<Values[]> {
    const read = this.#isClosed ? Promise.reject(new NoAnswer('The cursor is closed.')) : this.#read(count)
    this.#reading = read.catch(() => {})
    return read
  }

  async #read(count: number): Promise<Values[]> {
    const fetch = sql`fetch forward ${trusted(String(Math.ceil(count)))} from rows`
    try {
      return await queryRows(this.#pooled.client, { text: fetch.toText(), values: [] })
    } catch (error) {
      this.#note(error)
      throw toFailure(error, 'read')
    }
  }

  /** Ends the transaction. A statement under way that does not end soon is cancelled. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const timer = setTimeout(() => this.#owner.abandoned.abandon(this.#pooled), patience)
    void this.#reading.then(() => {
      clearTimeout(timer)
      this.#end()
    })
  }

  #end(): void {
    const [pooled, { release }] = [this.#pooled, this.#owner]
    if (pooled.broken) {
      release()
      return
    }
    pooled.client.query('rollback').then(release, () => {
      pooled.broken = true
      release()
    })
  }

  #note(error: unknown): void {
    if (classifyError(error).broken) this.#pooled.broken = true
  }
}
