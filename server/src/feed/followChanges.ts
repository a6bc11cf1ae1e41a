import type { ChangesCall } from '../call/ChangesCall.ts'
import type { StreamEvent } from '../envelope/StreamEvent.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { Failure } from '../failure.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { AuthorizationChanged } from '../statement/part/authCheck.ts'
import type { Feed } from './Feed.ts'
import { toEventJson } from './toEventJson.ts'

/** How often the session of an idle stream is checked, and how often it gets a heartbeat, in milliseconds. */
const [checkInterval, heartbeatInterval] = [3_500, 15_000]

/** What a stream needs besides the call. */
export interface FollowSteps {
  /** Looks up the caller. Fails if the session has ended. */
  authenticate(): Promise<Authorization>
  readonly services: ExecutionServices
  readonly feed: Feed
  /** Whether the client is gone. */
  isClosed(): boolean
}

/**
 * The changes from a place on, as they are released, until the session ends. The first event is a heartbeat, when the
 * call was accepted. Rights are those of the moment of delivery: if a statement finds that they have changed, the
 * caller is looked up again.
 */
export async function* followChanges(call: ChangesCall, steps: FollowSteps): AsyncGenerator<StreamEvent, void> {
  const { feed, services } = steps
  let authorization = await steps.authenticate()
  let after = call.after
  let beat = -Infinity
  let released: number | undefined
  while (!feed.mark.isStopped && !steps.isClosed()) {
    if (released === undefined) {
      const plan = feed.plan({ ...call, ...(after === undefined ? {} : { after }) }, authorization)
      const page = await feed.load(plan, services).catch(toUnauthorized)
      if (page) {
        const next = feed.tokenAt(page.next, plan)
        if (beat === -Infinity) yield heartbeat(after === undefined ? next : undefined)
        if (plan.isReset) yield { event: 'reset', data: '{}' }
        for (const change of page.changes) yield { id: feed.tokenAt(change.place, plan), data: toEventJson(change) }
        if (page.changes.length > 0 || beat === -Infinity) beat = performance.now()
        after = next
        if (page.more) continue
        released = page.released
      }
    }
    if (released !== undefined && (await feed.mark.movedFrom(released, checkInterval))) {
      released = undefined
      continue
    }
    const found = await steps.authenticate().catch(toEnd)
    if (found instanceof Failure) return yield { event: 'end', data: JSON.stringify({ code: found.code }) }
    // Nothing was released, so there is nothing to load unless the rights have changed: most streams are idle.
    if (!hasSameRights(found, authorization)) released = undefined
    authorization = found
    if (performance.now() - beat < heartbeatInterval || beat === -Infinity) continue
    beat = performance.now()
    yield heartbeat(after)
  }
}

/** Whether no rights of anybody have changed between two look-ups of a caller. */
function hasSameRights({ credential: one }: Authorization, { credential: other }: Authorization): boolean {
  return one?.revision === other?.revision && one?.rules === other?.rules && one?.isAdmin === other?.isAdmin
}

function heartbeat(id: string | undefined): StreamEvent {
  return { event: 'heartbeat', ...(id === undefined ? {} : { id }), data: '{}' }
}

/** The end of a session ends its streams. Other failures break them off, and clients connect again. */
function toEnd(error: unknown): Failure {
  if (error instanceof Failure && error.code === 'session-required') return error
  throw error
}

function toUnauthorized(error: unknown): undefined {
  if (!(error instanceof AuthorizationChanged)) throw error
}
