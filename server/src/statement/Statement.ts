import type { Models } from '../model/Models.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { Effect, Rejected } from '../postgres/errors.ts'
import type { Sql } from '../sql/sql.ts'
import type { Shape } from './Shape.ts'

/**
 * Makes SQL from the plans of one operation. A statement is made for a group of plans of one shape, so a group of one
 * and a group of many use the same code. All functions are pure.
 */
export interface StatementMaker<Item, Result> {
  /** The name under which statements are counted and timed: short, stable and the same for all models. */
  readonly name: string
  readonly effect: Effect
  /** Everything that the text depends on, apart from the name. Items with equal shapes can share a statement. */
  shapeOf(item: Item): Shape
  /** Items with the same value must not share a group, such as two changes of one record. */
  clashOf?(item: Item): string | number
  /** What an item may have to wait for besides its record: see `Batcher`. */
  locksOf?(item: Item): readonly string[]
  /**
   * The caller's authorization; absent for the service's own statements. If present, the first column of every row is
   * the result of the auth check.
   */
  authorizationOf?(item: Item): Authorization
  /**
   * `authCheck` is the table that says whether the authorizations are still valid. If they are not, the statement does
   * nothing.
   */
  toSql(items: readonly Item[], models: Models, authCheck: Sql): Sql
  /** The result of each item, in the items' order. */
  toResults(items: readonly Item[], rows: readonly (readonly (string | null)[])[]): Result[]
  /** The failure for an error that PostgreSQL reported about a group of one. */
  toFailure?(rejected: Rejected, item: Item, models: Models): Error | undefined
}

/** A record as PostgreSQL returned it: its version, and the whole record as JSON text. */
export interface Stored {
  readonly version: number
  readonly json: string
  /** Which allowances to write hold for it, if the plan asks for them. */
  readonly held?: string
}
