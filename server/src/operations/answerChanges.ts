import type { ChangesCall } from '../call/ChangesCall.ts'
import type { RecordCall } from '../call/Call.ts'
import type { TransactionCall } from '../call/TransactionCall.ts'
import { type Deadline, untilGone } from '../request/deadline.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import type { StreamEvent } from '../envelope/StreamEvent.ts'
import { withMember } from '../envelope/success.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import type { Feed } from '../feed/Feed.ts'
import { followChanges } from '../feed/followChanges.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import type { Plan } from '../plan/Plan.ts'
import type { TransactionPlan } from '../plan/transaction.ts'
import type { Caller } from '../session/Caller.ts'
import { withCaller } from '../session/withCachedCaller.ts'

/** What the change feed needs of the services of a request. */
export interface FeedServices extends ExecutionServices {
  readonly rights: RightsCache
  readonly feed: Feed
}

/** Until when a request for changes is answered, and whether its client still waits. */
interface Waiting {
  readonly deadline: Deadline
  isGone(): boolean
  /** Calls a function as soon as the client is gone. */
  onGone(release: () => void): void
  /** Called when it has nothing to answer yet and begins to wait. */
  onWait(): void
}

/** Looks up the caller. A quiet look-up does not count as a use of the session. */
export type Authenticate = (quiet: boolean) => Promise<Caller>

/** Answers a page of changes, or opens a stream of them. */
export function answerChanges(
  call: ChangesCall,
  services: FeedServices,
  context: Waiting & { onCaller(caller: Caller): void },
  findCaller: Authenticate,
): Promise<Envelope> {
  const authenticate: Authenticate = async (quiet) => {
    const caller = await findCaller(quiet)
    context.onCaller(caller)
    return caller
  }
  return call.operation === 'changes'
    ? answerPage(call, services, context, authenticate)
    : openStream(call, services, authenticate)
}

async function answerPage(
  call: ChangesCall,
  services: FeedServices,
  { deadline, isGone, onGone, onWait }: Waiting,
  authenticate: Authenticate,
): Promise<Envelope> {
  const wait = { until: performance.now() + call.wait, isGone, onWait }
  const slot = call.wait > 0 ? services.feed.enter() : undefined
  if (slot) onGone(slot.release)
  try {
    return await withCaller(
      () => authenticate(call.quiet),
      (caller) => {
        slot?.assign(caller.userId)
        return services.feed.answer(
          call,
          toAuthorization(caller, services, untilGone(isGone, deadline)),
          wait,
          services,
        )
      },
    )
  } finally {
    slot?.release()
  }
}

/** A stream is open when its first event is there: until then its failures are answered like those of other calls. */
async function openStream(call: ChangesCall, services: FeedServices, authenticate: Authenticate): Promise<Envelope> {
  const slot = services.feed.enter()
  let isClosed = false
  const isGone = () => isClosed
  let isQuiet = call.quiet
  let user = 0
  const events = followChanges(call, {
    services,
    feed: services.feed,
    authenticate: async () => {
      const caller = await authenticate(isQuiet)
      isQuiet = true
      user = caller.userId
      slot.assign(user)
      return toAuthorization(caller, services, untilGone(isGone))
    },
    isClosed: isGone,
  })
  const close = () => {
    isClosed = true
    slot.release()
  }
  try {
    const first = await events.next()
    return { text: '', stream: { events: rejoin(first, events), user, close } }
  } catch (error) {
    slot.release()
    throw error
  }
}

async function* rejoin(
  first: IteratorResult<StreamEvent, void>,
  rest: AsyncGenerator<StreamEvent, void>,
): AsyncGenerator<StreamEvent, void> {
  if (!first.done) yield first.value
  yield* rest
}

/** The deadline is also that of a stream, which outlives its request: nothing is done for a client that is gone. */
function toAuthorization(caller: Caller, { rights }: FeedServices, deadline: Deadline): Authorization {
  return { userId: caller.userId, rights: rights.get(caller), credential: caller.credential, deadline }
}

/**
 * Adds a token to the answer of a read if the call asks for it. It is taken before the records are read: a change in
 * between is in the answer and in the feed, and none is missed.
 */
export async function withFollowToken(
  call: RecordCall | TransactionCall,
  plan: Plan | TransactionPlan,
  services: FeedServices,
  work: () => Promise<Envelope>,
): Promise<Envelope> {
  if (!('changes' in call && call.changes) || !('authorization' in plan)) return work()
  const token = await services.feed.now(plan.authorization, services)
  return withMember(await work(), 'changes', token)
}
