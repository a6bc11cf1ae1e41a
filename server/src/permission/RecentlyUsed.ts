interface Entry<T> {
  readonly value: T
  readonly size: number
  /** Whether it was used since it was added, or since it was spared from eviction. */
  isUsed: boolean
}

/**
 * A cache of limited size. It evicts the oldest entries first, but spares those that were used since (the clock
 * algorithm): to find an entry costs less than to move it to the end of a list.
 */
export class RecentlyUsed<T> {
  readonly #maxSize: number
  /** The oldest first. */
  readonly #entries = new Map<string, Entry<T>>()
  #size = 0

  /** `maxSize` limits the sum of the sizes of all entries, with their keys. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** Returns undefined if there is no entry, or if it was evicted. */
  find(key: string): { readonly value: T } | undefined {
    const entry = this.#entries.get(key)
    if (entry) entry.isUsed = true
    return entry
  }

  /** Adds a new entry. An entry that is larger than the cache is not added. */
  add(key: string, value: T, size = 0): void {
    const entry = { value, size: size + key.length, isUsed: false }
    if (entry.size > this.#maxSize) return
    this.#entries.set(key, entry)
    this.#size += entry.size
    // An entry that is spared is visited again at the end of the map, as unused.
    for (const [oldest, candidate] of this.#entries) {
      if (this.#size <= this.#maxSize) return
      this.#entries.delete(oldest)
      if (candidate.isUsed) this.#entries.set(oldest, Object.assign(candidate, { isUsed: false }))
      else this.#size -= candidate.size
    }
  }
}
