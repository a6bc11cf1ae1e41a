import type { ChangesCall } from '../call/ChangesCall.ts'
import type { StreamEvent } from '../envelope/StreamEvent.ts'
import type { Change } from './Change.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { Failure } from '../failure/failure.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { AuthorizationChanged } from '../statement/authorization/authCheck.ts'
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
 * The changes from a position on, as they are released, until the session ends. The first event is a heartbeat, sent
 * when the call is accepted. Rights are those of the moment of delivery: if a statement finds that they have changed,
 * the caller is looked up again.
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
        const late = yield* toStreamEvents(page.changes, ({ at }) => feed.tokenAt(at, plan))
        if (page.changes.length > 0 || beat === -Infinity) beat = performance.now()
        after = late ?? next
        if (late !== undefined || page.more) continue
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

/**
 * Yields the changes of a page. If the client reads slowly, the rest of the page is not sent with rights that may have
 * changed meanwhile: then it returns the token from which on the changes are loaded again.
 */
async function* toStreamEvents(
  changes: readonly Change[],
  toToken: (change: Change) => string,
): AsyncGenerator<StreamEvent, string | undefined> {
  const loaded = performance.now()
  let held = changes.reduce((sum, change) => sum + sizeOf(change), 0)
  for (const change of changes) {
    const id = toToken(change)
    yield { id, data: toEventJson(change), held }
    held -= sizeOf(change)
    if (held > 0 && performance.now() - loaded > checkInterval) return id
  }
  return undefined
}

function sizeOf({ event, record = '' }: Change): number {
  return event.length + record.length
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
