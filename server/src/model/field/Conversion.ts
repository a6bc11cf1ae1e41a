import type { Sql } from '../../sql/sql.ts'

/** Returns the conversion between two column types, given as PostgreSQL prints them. */
export type Convert = (from: string, to: string) => Conversion

/** A conversion of a column to another type. */
export interface Conversion {
  readonly using: (column: Sql) => Sql
  /** `false` if PostgreSQL does not rewrite the table. */
  readonly rewrites?: false
  /** The part of the values that is lost, if any. */
  readonly loses?: string
  /** The condition for values that cannot be converted; the migration is then refused. */
  readonly unfit?: (column: Sql) => Sql
}

/** A change of stored values that the declaration of their field asks for. */
export interface Adaptation {
  /** What the step does, before the name of the field: `Tidy`. */
  readonly title: string
  readonly using: (column: Sql) => Sql
  /** The part of the values that is lost, if any. */
  readonly loses?: string
}
