import { cancel, processOf } from './cancel.ts'
import { destroy } from './openClient.ts'
import type { PooledConnection } from './PooledConnection.ts'

/** How often the server is asked which statements are still running, in milliseconds. */
const checkInterval = 1_000

type FindRunning = (processes: readonly number[]) => Promise<readonly number[]>

/**
 * Statements that were abandoned while PostgreSQL may still be executing them, such as commits that wait for a standby.
 * Each uses a connection of the server, so their number is limited.
 */
export class AbandonedStatements {
  readonly #processes = new Set<number>()
  readonly #findRunning: FindRunning
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /** `findRunning` returns which of these server processes still exist. */
  constructor(findRunning: FindRunning) {
    this.#findRunning = findRunning
  }

  get count(): number {
    return this.#processes.size
  }

  /**
   * Abandons the current statement of a connection. A commit is not cancelled: if it waits for a standby, cancelling
   * would report a success although the standby does not have it. Any other statement is cancelled, so that it does
   * not use the server any longer.
   */
  abandon(pooled: PooledConnection): void {
    pooled.broken = true
    pooled.abandoned = true
    if (!pooled.committing) cancel(pooled.client)
    this.#processes.add(processOf(pooled.client))
    this.#scheduleCheck()
    destroy(pooled.client)
  }

  /** Forgets all statements: their server is not in use any more. */
  clear(): void {
    this.#processes.clear()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #scheduleCheck(): void {
    if (this.#closed || this.#timer || this.#processes.size === 0) return
    this.#timer = setTimeout(() => void this.#check(), checkInterval)
  }

  async #check(): Promise<void> {
    const asked = [...this.#processes]
    // If the server can't be asked, nothing is known of them: they still count.
    const running = await this.#findRunning(asked).catch(() => asked)
    for (const process of asked) if (!running.includes(process)) this.#processes.delete(process)
    this.#timer = undefined
    this.#scheduleCheck()
  }
}
