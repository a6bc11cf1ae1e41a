import type { Caller } from './Caller.ts'

/** About a kilobyte each. */
const most = 20_000

interface CachedCaller {
  readonly caller: Caller
  /** When its use was last noted. */
  notedOn: number
}

export interface CallerCacheTimes {
  /** How long one is believed without being asked for, in milliseconds. */
  readonly idle: number
  /** How exactly the use of a session is noted. */
  readonly touch: number
}

/**
 * Who was behind a token when it was last looked up: a guess that the next statement confirms or refutes. The longest
 * unused go first.
 */
export class CallerCache {
  readonly #times: CallerCacheTimes
  readonly #known = new Map<string, CachedCaller>()

  constructor(times: CallerCacheTimes) {
    this.#times = times
  }

  /** `note` is called where the use of what was found is to be noted. */
  find(token: string, note: (caller: Caller) => void): Caller | undefined {
    const found = this.#known.get(token)
    if (!found) return undefined
    const unnoted = performance.now() - found.notedOn
    if (unnoted > this.#times.idle) return undefined
    if (unnoted > this.#times.touch) {
      this.keep(token, found.caller)
      note(found.caller)
    }
    return found.caller
  }

  /** As it was last looked up, however long ago; that it was asked for is not noted. */
  peek(token: string): Caller | undefined {
    return this.#known.get(token)?.caller
  }

  keep(token: string, caller: Caller): void {
    this.#known.delete(token)
    const [oldest] = this.#known.keys()
    if (this.#known.size >= most && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(token, { caller, notedOn: performance.now() })
  }

  forget(token: string): void {
    this.#known.delete(token)
  }
}
