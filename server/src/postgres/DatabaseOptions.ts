import type { OnStatement } from './observe.ts'

/** What the way to PostgreSQL is told when it is made. */
export interface DatabaseOptions {
  readonly url: string
  readonly poolSize: number
  readonly connectTimeout: number
  readonly queueTimeout: number
  readonly statementTimeout: number
  /** Named statements and forced generic plans; off behind a pooler that cannot carry them. */
  readonly preparedStatements: boolean
  onChange?(reachable: boolean, cause?: unknown): void
  onMove?(host: string | undefined): void
  readonly onStatement?: OnStatement
}
