interface Entry<T> {
  readonly value: T
  readonly size: number
}

/** What was used last, up to a size: the least recently used is forgotten first, whoever else floods it with what is used once. */
export class RecentlyUsed<T> {
  readonly #most: number
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry<T>>()
  #size = 0

  /** `most` is the size of all of them, their keys included. */
  constructor(most: number) {
    this.#most = most
  }

  /** Undefined where it is not there (any more). */
  find(key: string): { readonly value: T } | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  /** Adds what is not there yet. What is larger than all may be is not kept. */
  add(key: string, value: T, size = 0): void {
    const entry = { value, size: size + key.length }
    if (entry.size > this.#most) return
    this.#entries.set(key, entry)
    this.#size += entry.size
    for (const [oldest, { size: freed }] of this.#entries) {
      if (this.#size <= this.#most) return
      this.#entries.delete(oldest)
      this.#size -= freed
    }
  }
}
