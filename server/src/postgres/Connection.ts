import type pg from 'pg'
import type { Sql } from '../sql/sql.ts'
import { toAddresses } from './address.ts'
import { findPrimary } from './findPrimary.ts'
import { destroy } from './openClient.ts'

/** A row by column names. Every value is the text that PostgreSQL returned, or null. */
export type Row = Record<string, string | null>

/**
 * A connection outside the pool, for schema changes and the command line. Unlike connections for requests, it may hold
 * locks, settings and transactions.
 */
export class Connection {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(url: string, connectTimeout = 5_000): Promise<Connection> {
    const { client } = await findPrimary({ addresses: toAddresses(url), connectTimeout })
    return new Connection(client)
  }

  /**
   * Runs one statement. Several statements in one text run in one transaction, unless they control transactions
   * themselves, and must not have values.
   */
  async query(statement: Sql): Promise<Row[]> {
    const { text, values } = statement.toQuery()
    const result = await this.#client.query<Row>(values.length > 0 ? { text, values } : text)
    return Array.isArray(result) ? [] : result.rows
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  /** Closes the socket without ending the session first. */
  destroy(): void {
    destroy(this.#client)
  }
}

/** Returns the SQLSTATE of an error from PostgreSQL; undefined for any other error. */
export function findSqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'severity' in error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
