import type { Models } from '../../model/Models.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { Effect, Refused } from '../../postgres/errors.ts'
import type { Sql } from '../../sql/sql.ts'
import type { Shape } from './Shape.ts'

/**
 * How plans of one operation become SQL. A statement is made for a group of plans of one shape, so that a group of
 * one and a group of many take the same way. All of it is pure.
 */
export interface StatementMaker<Item, Result> {
  /** What the statement is called where statements are counted and timed: short, stable and the same for all models. */
  readonly name: string
  readonly effect: Effect
  /** All that the text follows from, beside the name: items share a statement where their shapes are equal. */
  shapeOf(item: Item): Shape
  /** Items that must not share a group, such as two changes of one record. */
  clashOf?(item: Item): string | number
  /**
   * By whose leave an item is carried out; absent where nobody's is needed. Then rows begin with what became of the
   * pass.
   */
  authorizationOf?(item: Item): Authorization
  /** `authCheck` is the table that tells whether their leave still holds: the statement does nothing where it does not. */
  toSql(items: readonly Item[], models: Models, authCheck: Sql): Sql
  /** The result of each item, in the items' order. */
  toResults(items: readonly Item[], rows: readonly (readonly (string | null)[])[]): Result[]
  /** What a refusal of a group of one by PostgreSQL means. */
  toFailure?(refused: Refused, item: Item, models: Models): Error | undefined
}

/** A record as PostgreSQL gave it: its version, and all of it as JSON text. */
export interface Stored {
  readonly version: number
  readonly json: string
}
