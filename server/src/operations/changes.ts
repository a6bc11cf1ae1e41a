import {
  accessChangesTakes,
  changesTakes,
  changeStreamTakes,
  parseAccessChanges,
  parseChanges,
  parseChangeStream,
} from '../call/changes.ts'
import type { ChangesCall, NewestCall } from '../call/ChangesCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import type { StreamEvent } from '../envelope/StreamEvent.ts'
import { followChanges } from '../feed/followChanges.ts'
import type { ChangesPlan } from '../plan/changes.ts'
import type { NewestChangesPlan } from '../plan/newestChanges.ts'
import { throughOf } from '../request/requestIds.ts'
import { untilGone } from '../request/deadline.ts'
import { timeStage } from '../request/timeStages.ts'
import { operation, own } from './operation.ts'
import { answerWith, requireCaller, type Steps } from './answer.ts'
import type { RequestContext, Services } from './Services.ts'

/** The operations of the change feed. */
export const changeOperations = {
  changes: operation({
    route: 'GET /ws/changes',
    takes: changesTakes,
    parse: parseChanges,
    answer: (call, services, context) =>
      call.newest ? answerNewest(call, services, context) : answerPage(call, services, context),
    about: 'service',
    tag: 'Description',
    describe: (of) => of.changes,
  }),
  accessChanges: own({
    route: 'GET /ws/access/changes',
    tag: 'Session',
    takes: accessChangesTakes,
    parse: parseAccessChanges,
    plan: (call, authorization) => ({ call, authorization }),
    execute: ({ call, authorization }, services) => {
      const providers = services.signIns.options.providers.map(({ name }) => name)
      const plan = services.feed.planAccess(call, authorization)
      return services.feed.answerNewest(plan, services, (entry) => toAccessChange(entry, providers))
    },
    describe: (of) => of.accessChanges,
  }),
  changeStream: operation({
    route: 'GET /ws/changes/stream',
    seeable: false,
    // Streams are counted by the feed.
    counted: false,
    takes: changeStreamTakes,
    parse: parseChangeStream,
    answer: openStream,
    about: 'service',
    tag: 'Description',
    describe: (of) => of.changeStream,
  }),
}

/** What is shown of a change of who may do what: in place of its change set, what wrote it. */
function toAccessChange({ through: _, name: __, ...entry }: WrittenEntry, providers: readonly string[]): object {
  return { ...entry, via: entry.via ?? null, through: throughOf(entry.requestId, entry.via !== undefined, providers) }
}

interface WrittenEntry {
  readonly requestId: string
  readonly via?: object
  readonly through?: string
  readonly name?: string
}

/** Answers a page of the newest changes. */
function answerNewest(call: NewestCall, services: Services, context: RequestContext): Promise<Envelope> {
  const { feed } = services
  const steps: Steps<NewestCall, undefined, NewestChangesPlan> = {
    mayUseCache: () => false,
    permit: () => undefined,
    plan: (_, __, authorization) => feed.planNewest(call, authorization),
    execute: (plan) => feed.answerNewest(plan, services),
  }
  return answerWith(steps, call, services, context)
}

/** Answers a page of changes. If it waits for some, it has one of the slots of the feed. */
async function answerPage(call: ChangesCall, services: Services, context: RequestContext): Promise<Envelope> {
  const { feed } = services
  const { deadline, isGone, onGone, onWait } = context
  const wait = { until: performance.now() + call.wait, isGone, onWait }
  const slot = call.wait > 0 ? feed.enter() : undefined
  if (slot) onGone(slot.release)
  const steps: Steps<ChangesCall, undefined, ChangesPlan> = {
    mayUseCache: () => false,
    permit: () => undefined,
    plan: (_, __, authorization, ___, caller) => {
      slot?.assign(caller.userId)
      return feed.plan(call, { ...authorization, deadline: untilGone(isGone, deadline) })
    },
    execute: (plan) => feed.answer(plan, wait, services, call.withTokens),
  }
  try {
    return await answerWith(steps, call, services, context)
  } finally {
    slot?.release()
  }
}

/** A stream is open when its first event is there: until then its failures are answered like those of other calls. */
async function openStream(call: ChangesCall, services: Services, context: RequestContext): Promise<Envelope> {
  const { feed } = services
  const { onStage, onCaller } = context
  const slot = feed.enter()
  let isClosed = false
  // The stream outlives its request: nothing is done for a client that is gone.
  const deadline = untilGone(() => isClosed)
  const lookUp = async (quiet: boolean) => {
    const caller = await requireCaller({ ...call, quiet }, services, context)
    onCaller(caller)
    slot.assign(caller.userId)
    return { userId: caller.userId, rights: services.rights.get(caller), credential: caller.credential, deadline }
  }
  try {
    const caller = await timeStage(onStage, 'authenticate', () => lookUp(call.quiet))
    let known: typeof caller | undefined = caller
    const events = followChanges(call, {
      services,
      feed,
      authenticate: async () => {
        const authorization = known ?? (await lookUp(true))
        known = undefined
        return authorization
      },
      isClosed: () => isClosed,
    })
    const first = await timeStage(onStage, 'execute', () => events.next())
    const close = () => {
      isClosed = true
      slot.release()
    }
    return { text: '', stream: { events: rejoin(first, events), user: caller.userId, close } }
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
