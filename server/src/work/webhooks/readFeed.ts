import { loadChanges } from '../../execute/changes/loadChanges.ts'
import { Failure } from '../../failure.ts'
import { addDeliveriesStatement } from '../../statement/service/deliveries.ts'
import type { Holding } from '../../statement/service/webhooks.ts'
import type { DeliveryServices } from './DeliveryServices.ts'
import type { HookFault, HookScope, StoredHook } from './Hook.ts'

/** How many changes are read at a time. */
const pageSize = 100

/** How far the feed was read. */
export interface FeedRead {
  readonly fault: HookFault | null
  /** The position of the cursor, if it is at the end of what was released. */
  readonly end?: number
}

/** Reads a page of the feed as the user of a webhook sees it, and adds its changes to the deliveries. */
export async function readFeed(
  { cursor }: StoredHook,
  { models, authorization }: HookScope,
  { now, ...held }: Holding & { readonly now: string },
  services: DeliveryServices,
): Promise<FeedRead> {
  const plan = { models, authorization, after: cursor, limit: pageSize, rights: '', isReset: false }
  const page = await loadChanges(plan, services).catch(toGone)
  if (!page) return { fault: 'changes-gone' }
  const changes = page.changes.map(({ place, model, id, event }) => {
    const { version } = JSON.parse(event) as { readonly version: number }
    return { position: place.position, model: model.name, id, version }
  })
  const isMoved = page.next.position !== cursor.position
  const statement = addDeliveriesStatement(held, changes, { from: cursor.position, to: page.next, now })
  const isAdded = !isMoved || (await services.database.run(statement, 'write')).length > 0
  return { fault: null, ...(isAdded && !page.more ? { end: page.next.position } : {}) }
}

function toGone(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== 'changes-gone') throw error
}
