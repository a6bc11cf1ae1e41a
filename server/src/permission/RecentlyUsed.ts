interface Entry<T> {
  readonly value: T
  readonly size: number
}

/** A cache of limited size. It evicts the least recently used entries first. */
export class RecentlyUsed<T> {
  readonly #maxSize: number
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry<T>>()
  #size = 0

  /** `maxSize` limits the sum of the sizes of all entries, with their keys. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** Returns undefined if there is no entry, or if it was evicted. */
  find(key: string): { readonly value: T } | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  /** Adds a new entry. An entry that is larger than the cache is not added. */
  add(key: string, value: T, size = 0): void {
    const entry = { value, size: size + key.length }
    if (entry.size > this.#maxSize) return
    this.#entries.set(key, entry)
    this.#size += entry.size
    for (const [oldest, { size: freed }] of this.#entries) {
      if (this.#size <= this.#maxSize) return
      this.#entries.delete(oldest)
      this.#size -= freed
    }
  }
}
