import type { Sql } from '../sql/sql.ts'
import type { Row } from '../postgres/Connection.ts'

/** Whatever runs a statement: a connection of one's own or the server's pool. Every value comes as text. */
export type Query = (statement: Sql) => Promise<Row[]>

export interface ColumnState {
  readonly name: string
  /** Its name in the database, which differs while a rename is planned and not yet done. */
  readonly found: string
  /** The type as PostgreSQL spells it. */
  readonly type: string
  readonly required: boolean
  /** The declared default as JSON, remembered in the column's comment: what PostgreSQL prints of it varies. */
  readonly default?: string
  /** The declared template of a computed field, remembered in the column's comment likewise. */
  readonly template?: string
}

export interface CheckState {
  readonly name: string
  readonly column: string
  /** False after NOT VALID: it holds for new records only. */
  readonly validated: boolean
}

export interface ReferenceState {
  readonly name: string
  readonly column: string
  /** The table that it points to. */
  readonly target: string
  readonly validated: boolean
}

export interface IndexState {
  readonly name: string
  /** The one column that it is over; empty for one over several, or over what is made of them. */
  readonly column: string
  /** All columns that it needs: it goes when one of them does. */
  readonly columns: readonly string[]
  readonly unique: boolean
  /** False for what an interrupted CREATE INDEX CONCURRENTLY leaves behind. */
  readonly valid: boolean
}

export interface TableState {
  readonly name: string
  /** Its name in the database, which differs while a rename is planned and not yet done. */
  readonly found: string
  readonly primaryKey?: string
  readonly columns: readonly ColumnState[]
  readonly checks: readonly CheckState[]
  readonly references: readonly ReferenceState[]
  readonly indexes: readonly IndexState[]
}

/** The schema that holds the records, as plain data, in an order that does not depend on its history. */
export interface RecordState {
  readonly exists: boolean
  readonly sequences: readonly string[]
  readonly tables: readonly TableState[]
}
