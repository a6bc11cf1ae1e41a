import { requireAt } from '../failure/invariant.ts'
import type { Models } from '../model/Models.ts'
import type { Database } from '../postgres/Database.ts'
import type { Lane } from '../postgres/ConnectionScheduler.ts'
import { isGivenUp, isPartlyLate, Rejected, toUnexpectedRejection } from '../postgres/errors.ts'
import { toKey } from '../statement/Shape.ts'
import type { StatementMaker } from '../statement/Statement.ts'
import {
  dependsOnRevision,
  openAuthCheck,
  authCheckFor,
  isAuthorized,
  requireAuthorized,
} from '../statement/authorization/authCheck.ts'
import { Batcher, type Settlement } from './Batcher.ts'
import { runOneByOne } from './runOneByOne.ts'
import { optionsOf, runUnexpired } from './optionsOf.ts'

/**
 * The most rows of one statement: with more, the first would wait for the last. Writes in one statement share a commit.
 * Reads have no commit to share: with smaller batches, the database works on some while this process works on others.
 */
export const maxBatch = { read: 32, write: 256 }

/** Runs one item. Items that wait at the same time share a statement. */
export type Run<Item, Result> = (item: Item) => Promise<Result>

/** Creates a runner that batches the items of a statement maker. */
export function createRunner<Item, Result>(
  maker: StatementMaker<Item, Result>,
  database: Pick<Database, 'run'>,
  models: Models,
  lane?: Lane,
): Run<Item, Result> {
  const batcher = new Batcher<Item, Result>({
    keyOf: (item) => groupKey(maker, item),
    ...(maker.clashOf ? { clashOf: maker.clashOf } : {}),
    ...(maker.locksOf ? { locksOf: maker.locksOf } : {}),
    isHeldUp: isGivenUp,
    limit: maxBatch[maker.effect === 'read' ? 'read' : 'write'],
    run: (items) =>
      runUnexpired(items, maker.authorizationOf, (waited) => runGroup(maker, waited, database, models, lane)),
  })
  return (item) => batcher.submit(item)
}

/**
 * Returns the key of the items that can share a statement. Requests that were authenticated at different revisions of
 * the rights never share one: a single stale request would make all of them start over. The revision does not matter
 * for callers whose rights do not depend on rules, and who may be cached for long.
 */
export function groupKey<Item, Result>(maker: StatementMaker<Item, Result>, item: Item): string {
  const credential = maker.authorizationOf?.(item).credential
  const shape = maker.shapeOf(item)
  return toKey(credential && dependsOnRevision(credential) ? [...shape, credential.revision] : shape)
}

/**
 * Runs a group. If PostgreSQL rejects it, the group is halved until the rejected item is alone, so that the others
 * succeed. If the group is cancelled, because a record is locked or slow, its items are sent one by one for the same
 * reason. If the deadline of an item passed before the group was sent, the others are sent without it.
 */
export async function runGroup<Item, Result>(
  maker: StatementMaker<Item, Result>,
  items: readonly Item[],
  database: Pick<Database, 'run'>,
  models: Models,
  lane?: Lane,
): Promise<Settlement<Result>[]> {
  try {
    const authorizations = maker.authorizationOf ? items.map((item) => maker.authorizationOf?.(item)) : []
    const authCheck = maker.authorizationOf
      ? authCheckFor(authorizations.map((authorization) => authorization?.credential))
      : openAuthCheck
    const statement = maker.toSql(items, models, authCheck).named(maker.name)
    const rows = await database.run(statement, maker.effect, {
      ...optionsOf(authorizations, lane),
      items: items.length,
      // A standby may have a change of rights that is not acknowledged yet: the primary decides.
      ...(maker.authorizationOf ? { accepts: isAuthorized } : {}),
    })
    return maker.toResults(items, maker.authorizationOf ? requireAuthorized(rows) : rows).map((value) => ({ value }))
  } catch (error) {
    const [alone] = items
    if (isPartlyLate(error))
      return runUnexpired([...items], maker.authorizationOf, (waited) =>
        runGroup(maker, waited, database, models, lane),
      )
    if (isGivenUp(error) && items.length > 1)
      return runOneByOne(
        items,
        error,
        async (item) => requireAt(await runGroup(maker, [item], database, models, lane), 0),
        { locksOf: maker.locksOf },
      )
    if (!(error instanceof Rejected) || alone === undefined) return items.map(() => ({ error }))
    if (items.length === 1) return [{ error: maker.toFailure?.(error, alone, models) ?? toUnexpectedRejection(error) }]
    const middle = Math.ceil(items.length / 2)
    const first = await runGroup(maker, items.slice(0, middle), database, models, lane)
    return [...first, ...(await runGroup(maker, items.slice(middle), database, models, lane))]
  }
}

/** The most items of one call in one statement. */
const maxOfCall = 1_000

/** Runs all items of one call together, apart from the batches. The first that fails fails them all. */
export async function runAll<Item, Result>(
  maker: StatementMaker<Item, Result>,
  items: readonly Item[],
  database: Pick<Database, 'run'>,
  models: Models,
): Promise<Result[]> {
  const results = new Map<Item, Result>()
  for (const group of Map.groupBy(items, (item) => groupKey(maker, item)).values())
    for (let start = 0; start < group.length; start += maxOfCall) {
      const part = group.slice(start, start + maxOfCall)
      const settled = await runGroup(maker, part, database, models, 'slow')
      for (const [index, item] of part.entries()) {
        const own = requireAt(settled, index)
        if ('error' in own) throw own.error
        results.set(item, own.value)
      }
    }
  return items.map((item) => results.get(item) as Result)
}
