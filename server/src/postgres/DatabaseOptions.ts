import type { OnStatement } from './timeStatement.ts'

/** The options of a Database. Times are in milliseconds. */
export interface DatabaseOptions {
  readonly url: string
  readonly poolSize: number
  readonly connectTimeout: number
  readonly queueTimeout: number
  readonly statementTimeout: number
  /** Named statements and forced generic plans; off behind a pooler that does not support them. */
  readonly preparedStatements: boolean
  /** A random number from 0 to 1, for the pauses between attempts; 0.5 if absent. */
  random?(): number
  onChange?(reachable: boolean, cause?: unknown): void
  onMove?(host: string | undefined): void
  readonly onStatement?: OnStatement
}
