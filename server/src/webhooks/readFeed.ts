import type { Change } from '../feed/Change.ts'
import { loadChanges } from '../feed/loadChanges.ts'
import { Failure } from '../failure/failure.ts'
import type { JournaledChange } from '../statement/JournaledChanges.ts'
import { addDeliveriesStatement } from '../statement/service/deliveries.ts'
import type { WebhookLease } from '../statement/service/webhooks.ts'
import type { DeliveryServices } from './DeliveryServices.ts'
import type { WebhookFault, WebhookScope, StoredWebhook } from './StoredWebhook.ts'

/** How many changes are read at a time. */
const pageSize = 100

/** How far the feed was read. */
export interface FeedRead {
  readonly fault: WebhookFault | null
  /** The position of the cursor, if it is at the end of what was released. */
  readonly end?: number
}

/** Reads a page of the feed as the user of a webhook sees it, and adds its changes to the deliveries. */
export async function readFeed(
  { cursor }: StoredWebhook,
  { models, authorization }: WebhookScope,
  lease: WebhookLease,
  services: DeliveryServices,
): Promise<FeedRead> {
  const plan = { models, authorization, after: cursor, limit: pageSize, rights: '', isReset: false }
  const page = await loadChanges(plan, services, toUnknown).catch(toGone)
  if (!page) return { fault: 'changes-gone' }
  const changes = page.changes.map(({ at, model, id, event }) => {
    const { version } = JSON.parse(event) as { readonly version: number }
    return { position: at.position, model: model.name, id, version }
  })
  const isMoved = page.next.position !== cursor.position
  const statement = addDeliveriesStatement(lease, changes, { from: cursor.position, to: page.next })
  const isAdded = !isMoved || (await services.database.run(statement, 'write')).length > 0
  return { fault: null, ...(isAdded && !page.more ? { end: page.next.position } : {}) }
}

/** A change becomes a delivery also if nobody can tell any more whether the user sees it: it is parked, not sent. */
function toUnknown({ at, model, id, version }: JournaledChange): Change {
  return { at, model, id, event: JSON.stringify({ version }) }
}

function toGone(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== 'changes-gone') throw error
}
