/** How often it is asked which statements are still at work, in milliseconds. */
const lookInterval = 1_000

/**
 * Statements that were given up while PostgreSQL may still be at work on them: such as commits that wait for a standby.
 * Each holds a connection of the server. They are counted, so that no more of them are left than the server can carry.
 */
export class LeftStatements {
  readonly #processes = new Set<number>()
  readonly #findAlive: (processes: readonly number[]) => Promise<readonly number[]>
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /** `findAlive` tells which of these processes of the server are still there. */
  constructor(findAlive: (processes: readonly number[]) => Promise<readonly number[]>) {
    this.#findAlive = findAlive
  }

  get count(): number {
    return this.#processes.size
  }

  add(process: number): void {
    this.#processes.add(process)
    this.#lookLater()
  }

  /** They belong to a server that is not in use any more. */
  clear(): void {
    this.#processes.clear()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #lookLater(): void {
    if (this.#closed || this.#timer || this.#processes.size === 0) return
    this.#timer = setTimeout(() => void this.#look(), lookInterval)
  }

  async #look(): Promise<void> {
    const asked = [...this.#processes]
    // While nobody can be asked they count: then nothing is known of them.
    const alive = await this.#findAlive(asked).catch(() => asked)
    for (const process of asked) if (!alive.includes(process)) this.#processes.delete(process)
    this.#timer = undefined
    this.#lookLater()
  }
}
