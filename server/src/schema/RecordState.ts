import type { Sql } from '../sql/sql.ts'
import type { Row } from '../postgres/Connection.ts'

/** Runs a statement, on a dedicated connection or on the pool. Every value is returned as text. */
export type Query = (statement: Sql) => Promise<Row[]>

export interface ColumnState {
  readonly name: string
  /** The current name in the database. It differs from `name` if the plan renames the column. */
  readonly found: string
  /** The type as PostgreSQL prints it. */
  readonly type: string
  readonly required: boolean
  /** The declared default as JSON, stored in the column's comment: the form that PostgreSQL prints varies. */
  readonly default?: string
  /** The declared template of a computed field, also stored in the column's comment. */
  readonly template?: string
}

export interface CheckState {
  readonly name: string
  /** The checked column; empty for a check of several columns. */
  readonly column: string
  /** All columns that it checks: dropping one of them drops the check. */
  readonly columns: readonly string[]
  /** False after NOT VALID: the check applies to new records only. */
  readonly validated: boolean
}

export interface ReferenceState {
  readonly name: string
  readonly column: string
  /** The referenced table. */
  readonly target: string
  readonly validated: boolean
}

export interface IndexState {
  readonly name: string
  /** The indexed column; empty for an index over several columns or over an expression. */
  readonly column: string
  /** All columns that the index depends on: dropping one of them drops the index. */
  readonly columns: readonly string[]
  readonly unique: boolean
  /** False if CREATE INDEX CONCURRENTLY was interrupted. */
  readonly valid: boolean
  /** The index of an exclusion constraint of the same name. */
  readonly exclusion?: true
}

export interface TableState {
  readonly name: string
  /** The current name in the database. It differs from `name` if the plan renames the table. */
  readonly found: string
  readonly primaryKey?: string
  readonly columns: readonly ColumnState[]
  readonly checks: readonly CheckState[]
  readonly references: readonly ReferenceState[]
  readonly indexes: readonly IndexState[]
  /** The columns whose existing records do not all have their value yet. */
  readonly unfilled?: readonly string[]
}

/** The schema of the records as plain data. The order does not depend on the order of creation. */
export interface RecordState {
  readonly exists: boolean
  readonly sequences: readonly string[]
  readonly tables: readonly TableState[]
}
