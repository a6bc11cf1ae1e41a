import type { Change } from '../feed/Change.ts'
import { toVisibleChanges } from '../feed/toVisibleChanges.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { requireAt } from '../failure/invariant.ts'
import type { JournaledChange } from '../statement/JournaledChanges.ts'
import type { Delivery } from '../statement/service/deliveries.ts'
import type { WebhookScope } from './StoredWebhook.ts'

/**
 * What there is at a position: a change, one that the user does not see, none any more (or not enough to tell whether
 * the user sees it), or none yet.
 */
export type FoundChange = Change | 'unseen' | 'gone' | 'unreleased'

/** How many entries of the journal are read at a time. */
const partSize = 100

/**
 * Loads the changes of deliveries as a user sees them now. Those that follow each other share a statement. What is not
 * in the result is of a model that is not asked for any more.
 */
export async function loadChangesAt(
  deliveries: readonly Delivery[],
  { models, authorization }: WebhookScope,
  services: ExecutionServices,
): Promise<Map<number, FoundChange>> {
  const found = new Map<number, FoundChange>()
  const entries: JournaledChange[] = []
  const names = new Set(models.map(({ name }) => name))
  let rest = deliveries
    .filter(({ model }) => names.has(model))
    .map(({ position }) => position)
    .toSorted((a, b) => a - b)
  while (rest.length > 0) {
    const first = rest[0] ?? 0
    const question = { models, authorization, after: 'start', from: first - 1, limit: partSize } as const
    const part = await services.run.changes(question)
    entries.push(...part.entries.filter(({ at }) => rest.includes(at.position)))
    const upTo = Math.max(part.upTo, first)
    for (const position of rest) {
      if (position > part.released) found.set(position, 'unreleased')
      else if (position <= upTo) found.set(position, 'gone')
    }
    rest = rest.filter((position) => !found.has(position))
  }
  const changes = await toVisibleChanges(entries, authorization, services)
  for (const [index, { at }] of entries.entries()) {
    const change = requireAt(changes, index)
    found.set(at.position, change === 'unknown' ? 'gone' : change)
  }
  return found
}
