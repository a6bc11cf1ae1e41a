import type { Deadline } from '../request/deadline.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { Lane } from '../postgres/ConnectionScheduler.ts'
import { toFailure } from '../postgres/errors.ts'
import { NoConnection } from '../postgres/NoConnection.ts'
import type { StatementOptions } from '../postgres/StatementOptions.ts'
import type { Settlement } from './Batcher.ts'

/**
 * Returns the options of the statement of a group. It belongs to one user, or to none if several share
 * it. It is sent only in the generation of the database in which the oldest of its credentials was looked up.
 */
export function optionsOf(authorizations: readonly (Authorization | undefined)[], lane?: Lane): StatementOptions {
  const user = authorizations[0]?.userId
  const deadlines: Deadline[] = []
  let isShared = false
  let generation = Infinity
  for (const authorization of authorizations) {
    if (authorization?.userId !== user) isShared = true
    if (authorization?.deadline) deadlines.push(authorization.deadline)
    if (authorization?.credential) generation = Math.min(generation, authorization.credential.generation)
  }
  return {
    lane,
    user: isShared ? null : user,
    // If one request has no deadline, the group has none.
    deadlines: deadlines.length < authorizations.length ? [] : deadlines,
    ...(generation === Infinity ? {} : { generation }),
  }
}

/** Whether the request of an item was answered already, because its deadline passed while it waited in a queue. */
function isLate(authorization: Authorization | undefined, now: number): boolean {
  return authorization?.deadline !== undefined && authorization.deadline.at <= now
}

/** Runs the items whose requests still wait. Nothing is sent for the others. */
export function runUnexpired<Item, Result>(
  items: Item[],
  authorizationOf: ((item: Item) => Authorization | undefined) | undefined,
  run: (items: Item[]) => Promise<Settlement<Result>[]>,
): Promise<Settlement<Result>[]> {
  const now = performance.now()
  const hasLate = authorizationOf !== undefined && items.some((item) => isLate(authorizationOf(item), now))
  return hasLate ? runWithoutLate(items, authorizationOf, now, run) : run(items)
}

async function runWithoutLate<Item, Result>(
  items: readonly Item[],
  authorizationOf: (item: Item) => Authorization | undefined,
  now: number,
  run: (items: Item[]) => Promise<Settlement<Result>[]>,
): Promise<Settlement<Result>[]> {
  const waited = items.filter((item) => !isLate(authorizationOf(item), now))
  const settled = waited.length > 0 ? await run(waited) : []
  const left = settled.values()
  return items.map((item) => {
    const own = isLate(authorizationOf(item), now) ? undefined : left.next().value
    return (
      own ?? {
        error: toFailure(new NoConnection('The deadline of the request passed in a queue.', 'crowded'), 'write'),
      }
    )
  })
}
