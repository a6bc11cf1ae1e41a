import type pg from 'pg'
import type { Sql } from '../sql/sql.ts'
import { toAddresses } from './address.ts'
import { findPrimary } from './findPrimary.ts'
import { destroy } from './openClient.ts'

/** A row, every value as the text that PostgreSQL wrote, or null. */
export type Row = Record<string, string | null>

/**
 * One connection of one's own, for work outside of requests: schema changes and the command line. It may hold locks,
 * settings and transactions, which the request path never does.
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
   * Runs one statement. Several in one text run as one transaction, unless they say otherwise, and must carry no
   * values.
   */
  async query(statement: Sql): Promise<Row[]> {
    const { text, values } = statement.toQuery()
    const result = await this.#client.query<Row>(values.length > 0 ? { text, values } : text)
    return Array.isArray(result) ? [] : result.rows
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  /** Ends it without a farewell. */
  destroy(): void {
    destroy(this.#client)
  }
}

/** The SQLSTATE of an error by PostgreSQL, or undefined for any other error. */
export function findSqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'severity' in error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
