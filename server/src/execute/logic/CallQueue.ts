/** A call of logic that waits for its statement. Calls of one tick with the same key share one. */
interface WaitingCall {
  readonly group: CallGroup<never, never>
  readonly item: never
  resolve(result: never): void
  reject(error: unknown): void
}

/** What does all calls of a kind that were made together. It returns a result or an error for each of them. */
export interface CallGroup<Item, Result> {
  /** Calls with the same key are done together. */
  readonly key: string
  run(items: readonly Item[]): Promise<readonly (Result | FailedCall)[]>
}

/** A call that fails alone, while others of its group succeed. */
export class FailedCall {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

/** How many microtasks pass until code that waited for a result has certainly gone on. */
const hops = 16

/**
 * Collects the calls that logic makes in one tick of the event loop, and does them one group after the other, since a
 * transaction has one connection. After an error of a group, nothing more is done: the transaction has ended.
 */
export class CallQueue {
  #waiting: WaitingCall[] = []
  #isRunning = false
  #error: { readonly cause: unknown } | undefined
  readonly #expired = Promise.withResolvers<never>()
  #idle: Promise<void> = Promise.resolve()
  readonly #onPause: (milliseconds: number) => void

  /** `onPause` learns how long the code of the logic ran without a pause, after each tick. */
  constructor(onPause: (milliseconds: number) => void) {
    this.#onPause = onPause
    ignoreRejection(this.#expired.promise)
  }

  /** The first error of a group, if there was one. */
  get error(): { readonly cause: unknown } | undefined {
    return this.#error
  }

  /** Fails all calls that wait, and all that come. */
  close(cause: unknown): void {
    this.#error ??= { cause }
    for (const { reject } of this.#waiting.splice(0)) reject(this.#error.cause)
  }

  /** Does not wait for the code any longer: its time is up. */
  expire(cause: unknown): void {
    this.close(cause)
    this.#expired.reject(toError(cause))
  }

  /** Waits for the code and for all calls that it has made, or until its time is up. */
  async untilDone<T>(running: Promise<T>): Promise<T> {
    ignoreRejection(running)
    const result = await Promise.race([running, this.#expired.promise])
    await Promise.race([this.untilIdle(), this.#expired.promise])
    return result
  }

  /** Waits until no statement of a call is under way. */
  async untilIdle(): Promise<void> {
    while (this.#isRunning) await this.#idle
  }

  submit<Item, Result>(group: CallGroup<Item, Result>, item: Item): Promise<Result> {
    if (this.#error) return Promise.reject(toError(this.#error.cause))
    const submitted = new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ group, item, resolve, reject } as unknown as WaitingCall)
    })
    ignoreRejection(submitted)
    if (!this.#isRunning) this.#idle = this.#run()
    return submitted
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      await untilNextTick()
      const calls = this.#waiting.splice(0)
      for (const group of Map.groupBy(calls, (call) => call.group.key).values()) await this.#runGroup(group)
      await this.#watch()
    }
    this.#isRunning = false
  }

  async #runGroup(calls: readonly WaitingCall[]): Promise<void> {
    const [first] = calls
    if (!first) return
    if (this.#error) return rejectAll(calls, this.#error.cause)
    try {
      const results = await first.group.run(calls.map(({ item }) => item))
      for (const [index, { resolve, reject }] of calls.entries()) {
        const result: unknown = results[index]
        if (result instanceof FailedCall) reject(result.error)
        else resolve(result as never)
      }
    } catch (error) {
      this.close(error)
      rejectAll(calls, error)
    }
  }

  /** Measures how long the code that waited for the results runs: nothing but microtasks happens meanwhile. */
  async #watch(): Promise<void> {
    const begun = performance.now()
    for (let hop = 0; hop < hops; hop++) await Promise.resolve()
    this.#onPause(performance.now() - begun)
  }
}

/** Marks a promise as handled: Node ends the process if one is rejected that nobody handles. */
export function ignoreRejection(promise: Promise<unknown>): void {
  promise.catch(() => undefined)
}

function rejectAll(calls: readonly WaitingCall[], error: unknown): void {
  for (const { reject } of calls) reject(error)
}

function toError(cause: unknown): Error {
  return cause instanceof Error ? cause : new TypeError(String(cause))
}

function untilNextTick(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
