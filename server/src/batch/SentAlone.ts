import { toKey } from '../statement/Shape.ts'

const defaultTime = 10_000
const maxRemembered = 1_000

/** What is sent alone for a while, by the key of its group, because a group with it failed late. */
export class SentAlone {
  readonly #time: number
  /** The time until which each is sent alone. */
  readonly #until = new Map<string, number>()

  constructor(time = defaultTime) {
    this.#time = time
  }

  get size(): number {
    return this.#until.size
  }

  add(key: string, clashes: readonly (string | number)[]): void {
    if (this.#until.size > maxRemembered) this.#until.clear()
    for (const clash of clashes) this.#until.set(toKey([key, clash]), performance.now() + this.#time)
  }

  has(key: string, clash: string | number): boolean {
    const name = toKey([key, clash])
    const until = this.#until.get(name)
    if (until === undefined) return false
    if (until > performance.now()) return true
    this.#until.delete(name)
    return false
  }
}
