import { requireAt } from '../invariant.ts'
import type { Models } from '../model/Models.ts'
import type { Database } from '../postgres/Database.ts'
import type { Lane } from '../postgres/Shares.ts'
import { isGivenUp, Refused, toUnexpectedRefusal } from '../postgres/errors.ts'
import { toKey } from '../statement/part/Shape.ts'
import type { StatementMaker } from '../statement/part/Statement.ts'
import { dependsOnRules, openAuthCheck, authCheckFor, requireAuthorized } from '../statement/part/authCheck.ts'
import { Batcher, type Settlement } from './Batcher.ts'
import { runApart } from './runApart.ts'
import { runWaited, workOf } from './workOf.ts'

/**
 * Rows in one statement at most: more would make the first wait for the last. Writes that go together share a commit.
 * Reads have none to share: with fewer, the database is at work on some while this process is at work on others, and
 * neither waits.
 */
export const maxBatch = { read: 32, write: 256 }

/** Carries out one item; many that wait together share a statement. */
export type Run<Item, Result> = (item: Item) => Promise<Result>

/** Puts natural batching in front of a statement maker. */
export function createRunner<Item, Result>(
  maker: StatementMaker<Item, Result>,
  database: Database,
  models: Models,
  lane?: Lane,
): Run<Item, Result> {
  const batcher = new Batcher<Item, Result>({
    keyOf: (item) => groupKey(maker, item),
    ...(maker.clashOf ? { clashOf: maker.clashOf } : {}),
    isHeldUp: isGivenUp,
    limit: maxBatch[maker.effect === 'read' ? 'read' : 'write'],
    run: (items) =>
      runWaited(items, maker.authorizationOf, (waited) => runGroup(maker, waited, database, models, lane)),
  })
  return (item) => batcher.submit(item)
}

/**
 * Who was recognised before rights changed goes with nobody who was recognised after: they would all have to start
 * over. It does not matter for those whom rules do not concern, and who may be remembered for long.
 */
export function groupKey<Item, Result>(maker: StatementMaker<Item, Result>, item: Item): string {
  const credential = maker.authorizationOf?.(item).credential
  const shape = maker.shapeOf(item)
  return toKey(credential && dependsOnRules(credential) ? [...shape, credential.revision] : shape)
}

/**
 * Runs a group. One that PostgreSQL refuses is halved until the refused item stands alone, so its neighbours live.
 * One that is given up, since a record of it is locked or takes too long, is sent apart for the same reason.
 */
export async function runGroup<Item, Result>(
  maker: StatementMaker<Item, Result>,
  items: readonly Item[],
  database: Pick<Database, 'run'>,
  models: Models,
  lane?: Lane,
): Promise<Settlement<Result>[]> {
  try {
    const grants = maker.authorizationOf ? items.map((item) => maker.authorizationOf?.(item)) : []
    const authCheck = maker.authorizationOf
      ? authCheckFor(grants.map((authorization) => authorization?.credential))
      : openAuthCheck
    const statement = maker.toSql(items, models, authCheck).named(maker.name)
    const rows = await database.run(statement, maker.effect, workOf(grants, lane))
    return maker.toResults(items, maker.authorizationOf ? requireAuthorized(rows) : rows).map((value) => ({ value }))
  } catch (error) {
    const [alone] = items
    if (isGivenUp(error) && items.length > 1)
      return runApart(items, error, async (item) => requireAt(await runGroup(maker, [item], database, models, lane), 0))
    if (!(error instanceof Refused) || alone === undefined) return items.map(() => ({ error }))
    if (items.length === 1) return [{ error: maker.toFailure?.(error, alone, models) ?? toUnexpectedRefusal(error) }]
    const middle = Math.ceil(items.length / 2)
    const first = await runGroup(maker, items.slice(0, middle), database, models, lane)
    return [...first, ...(await runGroup(maker, items.slice(middle), database, models, lane))]
  }
}
