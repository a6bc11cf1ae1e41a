import type { Change, FeedEvent } from '../service/FeedEvent.ts'

/** What a follower needs, and whom it tells. */
export interface FollowerSteps {
  /** The models on the screen, and none while nobody looks at it. */
  wanted(): readonly string[]
  /** The position in the feed of what was read first; undefined to begin now. */
  beginning(): string | undefined
  follow(models: readonly string[], after: string | undefined, signal: AbortSignal): AsyncIterable<FeedEvent>
  /** Waits, and fails when the signal says so. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>
  onChange(change: Change): void
  /** What was read may be more or less than what is there now: it is to be read again. */
  onReset(): void
  onEnd(): void
  /** The service has ended the stream in order, as it does before it stops. */
  onClosed(): void
  /** Whether changes arrive by themselves. */
  onLive(isLive: boolean): void
}

const [shortest, longest] = [2_000, 60_000]

/**
 * Follows the changes of what is on the screen, by one stream at most. A stream that ends or is refused is opened again
 * where it was, later and later; until then the others have to ask.
 */
export class Follower {
  readonly #steps: FollowerSteps
  #after: string | undefined
  #followed = ''
  #ending = new AbortController()
  #pausing = new AbortController()

  constructor(steps: FollowerSteps) {
    this.#steps = steps
  }

  /** Follows what is on the screen now. */
  look(): void {
    const models = [...new Set(this.#steps.wanted())].sort()
    const followed = models.join(',')
    if (followed === this.#followed) return
    this.#followed = followed
    this.#ending.abort()
    this.#ending = new AbortController()
    if (models.length > 0) void this.#run(models, this.#ending.signal)
    else this.#steps.onLive(false)
  }

  /** Tries again now, instead of after the pause. */
  hurry(): void {
    this.#pausing.abort()
  }

  stop(): void {
    this.#ending.abort()
  }

  async #run(models: readonly string[], signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        let last: FeedEvent['is'] | undefined
        for await (const event of this.#steps.follow(models, this.#after ?? this.#steps.beginning(), signal)) {
          if (signal.aborted) return
          if (event.is === 'open') failures = 0
          last = event.is
          this.#take(event)
        }
        if (last === 'open' || last === 'change') this.#steps.onClosed()
      } catch {
        if (signal.aborted) return
      }
      this.#steps.onLive(false)
      const wait = Math.min(longest, shortest * 2 ** failures)
      this.#pausing = new AbortController()
      await this.#steps.pause(wait, AbortSignal.any([signal, this.#pausing.signal])).catch(() => undefined)
    }
  }

  #take(event: FeedEvent): void {
    this.#after = event.after ?? this.#after
    if (event.is === 'change') this.#steps.onChange(event.change)
    else if (event.is === 'end') this.#steps.onEnd()
    else if (event.is === 'open') this.#steps.onLive(true)
    else this.#steps.onReset()
  }
}
