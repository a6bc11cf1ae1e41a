import { requireAt } from '../../invariant.ts'
import type { Models } from '../../model/Models.ts'
import type { Transaction } from '../../postgres/Transaction.ts'
import { Refused, toUnexpectedRefusal } from '../../postgres/errors.ts'
import { openAuthCheck, requireAuthorized } from '../../statement/part/authCheck.ts'
import { toKey } from '../../statement/part/Shape.ts'
import type { StatementMaker } from '../../statement/part/Statement.ts'
import { atPath } from './WriteItem.ts'

/** An item of a statement and its place in the request. */
export interface WithPath<Item> {
  readonly item: Item
  readonly path: string
}

/** Rows in one statement at most. */
const maxBatch = 1_000

/**
 * Runs items through a statement maker inside a transaction, those of one shape together. Where PostgreSQL refuses a
 * group it is halved until the one that is at fault is found; that one fails everything, told with its place.
 */
export async function runTogether<Item, Result>(
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
      for (const [index, one] of part.entries()) results.set(one, requireAt(found, index))
    }
  return items.map((one) => {
    if (!results.has(one)) throw new TypeError('A group came back without one of its results.')
    return results.get(one) as Result
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
    if (!(error instanceof Refused) || !alone) throw error
    if (group.length === 1)
      throw atPath(maker.toFailure?.(error, alone.item, models) ?? toUnexpectedRefusal(error), alone.path)
    const middle = Math.ceil(group.length / 2)
    const first = await runHalving(maker, group.slice(0, middle), transaction, models)
    return [...first, ...(await runHalving(maker, group.slice(middle), transaction, models))]
  }
}
