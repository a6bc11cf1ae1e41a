import type { Deadline } from '../deadline.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { Lane } from '../postgres/Shares.ts'
import { NoConnection, toFailure } from '../postgres/errors.ts'
import type { Work } from '../postgres/Work.ts'
import type { Settlement } from './Batcher.ts'

/** The work of a group: of one user, or of nobody where several share it. */
export function workOf(grants: readonly (Authorization | undefined)[], lane?: Lane): Work {
  const user = grants[0]?.userId
  const deadlines: Deadline[] = []
  let isShared = false
  for (const authorization of grants) {
    if (authorization?.userId !== user) isShared = true
    if (authorization?.deadline) deadlines.push(authorization.deadline)
  }
  // Where somebody waits without a deadline, the group has none.
  return { lane, user: isShared ? null : user, deadlines: deadlines.length < grants.length ? [] : deadlines }
}

/** Whether the request of an item was answered already, since its deadline has passed while it waited in a queue. */
function isLate(authorization: Authorization | undefined, now: number): boolean {
  return authorization?.deadline !== undefined && authorization.deadline.at <= now
}

/** Runs those of a group whose requests still wait. Nothing is sent for the others. */
export async function runWaited<Item, Result>(
  items: Item[],
  authorizationOf: ((item: Item) => Authorization | undefined) | undefined,
  run: (items: Item[]) => Promise<Settlement<Result>[]>,
): Promise<Settlement<Result>[]> {
  if (!authorizationOf) return run(items)
  const now = performance.now()
  const waited = items.filter((item) => !isLate(authorizationOf(item), now))
  if (waited.length === items.length) return run(items)
  const settled = waited.length > 0 ? await run(waited) : []
  const left = settled.values()
  return items.map((item) => {
    const own = isLate(authorizationOf(item), now) ? undefined : left.next().value
    return (
      own ?? { error: toFailure(new NoConnection('The deadline of the request passed in a queue.', true), 'write') }
    )
  })
}
