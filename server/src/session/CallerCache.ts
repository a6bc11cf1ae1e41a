import type { Database } from '../postgres/Database.ts'
import type { Caller } from './Caller.ts'

/** An entry takes about a kilobyte. */
const maxCallers = 20_000

interface CachedCaller {
  readonly caller: Caller
  /** When the use of the token was last recorded. */
  recordedOn: number
}

/** The times of cached callers, in milliseconds. */
export interface CallerCacheTimes {
  /** An entry that is not used for this long is not returned any more. */
  readonly idle: number
  /** How often the use of a token is recorded. */
  readonly touch: number
}

/**
 * The caller behind each token, as of its last look-up. The statement of the request checks that it still holds. When
 * the cache is full, the entry that was recorded the longest ago is evicted.
 *
 * Entries belong to one timeline of the database. After a failover or a restore, rights may be different while their
 * revision has the same number: so all entries are forgotten.
 */
export class CallerCache {
  readonly #times: CallerCacheTimes
  readonly #database: Pick<Database, 'generation'>
  readonly #entries = new Map<string, CachedCaller>()
  #generation = 0

  constructor(times: CallerCacheTimes, database: Pick<Database, 'generation'>) {
    this.#times = times
    this.#database = database
  }

  /** Returns the cached caller. Calls `record` if the use of the token must be recorded again. */
  find(token: string, record: (caller: Caller) => void): Caller | undefined {
    const entry = this.#current().get(token)
    if (!entry) return undefined
    const { caller, recordedOn } = entry
    const now = performance.now()
    if (now - recordedOn > this.#times.idle) return undefined
    if (now - recordedOn > this.#times.touch) {
      this.#set(token, caller, now)
      record(caller)
    }
    return caller
  }

  /** Returns the cached caller. This does not count as a use of the token. */
  findQuietly(token: string): Caller | undefined {
    const entry = this.#current().get(token)
    return entry && performance.now() - entry.recordedOn <= this.#times.idle ? entry.caller : undefined
  }

  /** Returns the cached caller, however old the entry is. This does not count as a use of the token. */
  peek(token: string): Caller | undefined {
    return this.#current().get(token)?.caller
  }

  /**
   * Caches a caller whose look-up began in this generation of the database. A quiet look-up was not recorded as a use,
   * so the next use is recorded as if there had been none.
   */
  set(token: string, caller: Caller, generation: number, quiet = false): void {
    if (generation !== this.#database.generation) return
    const recordedOn = quiet ? this.#current().get(token)?.recordedOn : performance.now()
    if (recordedOn !== undefined) this.#set(token, caller, recordedOn)
  }

  forget(token: string): void {
    this.#entries.delete(token)
  }

  #set(token: string, caller: Caller, recordedOn: number): void {
    const entries = this.#current()
    entries.delete(token)
    const [oldest] = entries.keys()
    if (entries.size >= maxCallers && oldest !== undefined) entries.delete(oldest)
    entries.set(token, { caller, recordedOn })
  }

  /** The entries of the timeline that the database is on now. */
  #current(): Map<string, CachedCaller> {
    if (this.#generation !== this.#database.generation) this.#entries.clear()
    this.#generation = this.#database.generation
    return this.#entries
  }
}
