import { requireAt } from '../../failure/invariant.ts'
import type { Models } from '../../model/Models.ts'
import type { Transaction } from '../../postgres/Transaction.ts'
import { Rejected, toUnexpectedRejection } from '../../postgres/errors.ts'
import { openAuthCheck, requireAuthorized } from '../../statement/authorization/authCheck.ts'
import { toKey } from '../../statement/Shape.ts'
import type { StatementMaker } from '../../statement/Statement.ts'
import { atPath } from './record/WriteItem.ts'

/** An item of a statement, and its path in the request. */
export interface WithPath<Item> {
  readonly item: Item
  readonly path: string
}

/** The most rows of one statement. */
export const maxBatch = 1_000

/**
 * Runs the items of a statement maker inside a transaction; items of one shape share a statement. If PostgreSQL rejects
 * a group, it is halved until the rejected item is found. That item fails the whole transaction, with its path.
 */
export async function runBatched<Item, Result>(
  maker: StatementMaker<Item, Result>,
  items: readonly WithPath<Item>[],
  transaction: Transaction,
  models: Models,
): Promise<Result[]> {
  const results = new Map<WithPath<Item>, Result>()
  for (const group of Map.groupBy(items, ({ item }) => toKey(maker.shapeOf(item))).values())
    for (let start = 0; start < group.length; start += maxBatch) {
      const part = group.slice(start, start + maxBatch)
      const found = await runHalving(maker, part, transaction, models)
      for (const [index, entry] of part.entries()) results.set(entry, requireAt(found, index))
    }
  return items.map((entry) => {
    if (!results.has(entry)) throw new TypeError('A result of the group is missing.')
    return results.get(entry) as Result
  })
}

async function runHalving<Item, Result>(
  maker: StatementMaker<Item, Result>,
  group: readonly WithPath<Item>[],
  transaction: Transaction,
  models: Models,
): Promise<Result[]> {
  const items = group.map(({ item }) => item)
  try {
    const rows = await transaction.attempt(() =>
      transaction.run(maker.toSql(items, models, openAuthCheck).named(maker.name)),
    )
    return maker.toResults(items, maker.authorizationOf ? requireAuthorized(rows) : rows)
  } catch (error) {
    const [alone] = group
    if (!(error instanceof Rejected) || !alone) throw error
    if (group.length === 1)
      throw atPath(maker.toFailure?.(error, alone.item, models) ?? toUnexpectedRejection(error), alone.path)
    const middle = Math.ceil(group.length / 2)
    const first = await runHalving(maker, group.slice(0, middle), transaction, models)
    return [...first, ...(await runHalving(maker, group.slice(middle), transaction, models))]
  }
}
