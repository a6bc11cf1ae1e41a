import { unavailable } from '../../failure/failure.ts'

/** How much exports of one process may take. */
export interface ExportLimits {
  /** The most exports at once. */
  readonly maxExports: number
  /** The milliseconds that one may take. */
  readonly exportTimeout: number
  /** The most bytes of one. */
  readonly exportLimit: number
}

/**
 * The exports that run in a process. Each keeps a connection and a snapshot, so there are few; a user has one, so that
 * nobody takes the place of all others.
 */
export class Exports {
  readonly limits: ExportLimits
  /** When they began, by their users. */
  readonly #running = new Map<number, number>()

  constructor(limits: ExportLimits) {
    this.limits = limits
  }

  /** How long the oldest has run, in seconds; 0 without one. Its snapshot keeps PostgreSQL from cleaning up. */
  get oldest(): number {
    const [first] = this.#running.values()
    return first === undefined ? 0 : (performance.now() - first) / 1_000
  }

  /** Takes the place of a user, and returns what frees it. Fails if the user has one already, or if there is none. */
  enter(user: number): () => void {
    if (this.#running.has(user))
      throw unavailable('Another export of yours is running.', { reason: 'exportShare', retryAfter })
    if (this.#running.size >= this.limits.maxExports)
      throw unavailable('Too many exports run at the moment.', { reason: 'exports', retryAfter })
    const since = performance.now()
    this.#running.set(user, since)
    return () => {
      if (this.#running.get(user) === since) this.#running.delete(user)
    }
  }
}

/** When another try may be worth it, in seconds. */
const retryAfter = 10
