import type { AccessChangesCall, NewestCall } from '../call/ChangesCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { type ChangesPage, loadChanges } from './loadChanges.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { newestChanges } from '../execute/newestChanges.ts'
import { Failure, unavailable } from '../failure/failure.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { type AskedChanges, type ChangesPlan, planChanges } from '../plan/changes.ts'
import { type NewestChangesPlan, planAccessChanges, planNewestChanges } from '../plan/newestChanges.ts'
import type { ChangeTokens, FeedPosition } from '../plan/changeToken.ts'
import type { NewestChange } from '../statement/newestChanges.ts'
import { type StreamSlot, Followers } from './Followers.ts'
import type { ReleasedMark } from './ReleasedMark.ts'
import { toEventJson } from './toEventJson.ts'

/** The parts of the feed. */
export interface FeedOptions {
  readonly tokens: ChangeTokens
  readonly mark: ReleasedMark
  /** The most streams and waiting requests at once. */
  readonly maxStreams: number
  /** Moves the mark to the last write that has ended. */
  release(): Promise<unknown>
}

/** How long a request waits for changes. */
export interface Wait {
  /** When it ends, by `performance.now()`. */
  readonly until: number
  /** Whether the client is gone, which ends it earlier. */
  isGone(): boolean
  /** Called when it begins to wait. */
  onWait(): void
}

/** How often a request that waits looks whether its client is gone, in milliseconds. */
const goneInterval = 1_000

function isOver({ until, isGone }: Wait): boolean {
  return performance.now() >= until || isGone()
}

/** Pages of the change feed, their tokens, and the slots of clients that wait for more. */
export class Feed {
  readonly #options: FeedOptions
  readonly #followers: Followers

  constructor(options: FeedOptions) {
    this.#options = options
    this.#followers = new Followers(options.maxStreams)
  }

  get mark(): ReleasedMark {
    return this.#options.mark
  }

  /** Takes the slot of a stream or of a request that waits. Fails if there are too many. */
  enter(): StreamSlot {
    if (this.mark.isStopped) throw unavailable('The process is about to end.', { reason: 'draining' })
    return this.#followers.enter()
  }

  plan(call: AskedChanges, authorization: Authorization): ChangesPlan {
    return planChanges(call, authorization, this.#options.tokens)
  }

  /** Loads a page. If the feed can't continue at its token, the failure has the token of the present end. */
  async load(plan: ChangesPlan, services: ExecutionServices): Promise<ChangesPage> {
    // Who begins now must not be told later of what was written before.
    if (plan.after === 'now') await this.#options.release()
    try {
      return await loadChanges(plan, services)
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'changes-gone') throw error
      const { next } = await loadChanges({ ...plan, after: 'now' }, services)
      const why = String(error.details.data?.['why'])
      throw new Failure('changes-gone', error.message, { data: { why, now: this.tokenAt(next, plan) } })
    }
  }

  tokenAt(at: FeedPosition, { rights }: { readonly rights: string }): string {
    return this.#options.tokens.toToken({ ...at, rights })
  }

  /** The token of the present end, for clients that load records next and follow their changes. */
  async now(authorization: Authorization, services: ExecutionServices): Promise<string> {
    const plan = this.plan({ models: [], limit: 1 }, authorization)
    const { next } = await loadChanges(plan, services)
    return this.tokenAt(next, plan)
  }

  planNewest(call: NewestCall, authorization: Authorization): NewestChangesPlan {
    return planNewestChanges(call, authorization, this.#options.tokens)
  }

  planAccess(call: AccessChangesCall, authorization: Authorization): NewestChangesPlan {
    return planAccessChanges(call, authorization, this.#options.tokens)
  }

  /** Answers a page of the newest changes. Its token is a position, too, and leads back. */
  async answerNewest(
    plan: NewestChangesPlan,
    services: ExecutionServices,
    toShown: (entry: NewestChange) => object = (entry) => entry,
  ): Promise<Envelope> {
    const { entries, next, more } = await newestChanges(plan, services)
    return {
      text: JSON.stringify({
        status: 0,
        data: entries.map(toShown),
        next: this.tokenAt({ position: next, digest: '' }, plan),
        more,
      }),
    }
  }

  /** Answers a page. If there is nothing yet, it waits until then. */
  async answer(planned: ChangesPlan, wait: Wait, services: ExecutionServices, withTokens = false): Promise<Envelope> {
    let plan = planned
    for (;;) {
      const page = await this.load(plan, services)
      const isDone = page.changes.length > 0 || page.more || plan.isReset || isOver(wait)
      if (isDone || this.mark.isStopped) return this.#toEnvelope(page, plan, withTokens)
      wait.onWait()
      await this.#moved(page.released, wait)
      plan = { ...plan, after: page.next }
    }
  }

  /** Waits until the mark has moved from a position, or the wait is over. */
  async #moved(position: number, wait: Wait): Promise<void> {
    while (!isOver(wait) && !this.mark.isStopped)
      if (await this.mark.movedFrom(position, Math.min(wait.until - performance.now(), goneInterval))) return
  }

  #toEnvelope({ changes, next, more }: ChangesPage, plan: ChangesPlan, withTokens: boolean): Envelope {
    const data = changes.map((change) => toEventJson(change, withTokens ? this.tokenAt(change.at, plan) : undefined))
    const others = { next: this.tokenAt(next, plan), more, ...(plan.isReset ? { reset: true } : {}) }
    return { text: `{"status":0,"data":[${data.join()}],${JSON.stringify(others).slice(1)}` }
  }
}
