import { createHash } from 'node:crypto'

/** The text of a statement, and the name under which connections prepare it. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
}

interface Entry {
  readonly text: string
  /** Undefined after the first look-up. */
  named?: NamedStatement
  /** The number of its last look-up. */
  lastLookup: number
}

/** Every connection keeps the named statements in memory, so their number is limited. */
const maxNamed = 1_000
/** How many texts without a name are remembered. */
const maxUnnamed = 1_000
/** Longer texts get no name: their plans can take a hundred megabytes. */
const maxLength = 20_000
/** How many entries are evicted at a time, because finding the oldest is slow. */
const evictionBatch = 100

/**
 * The names of statements by their texts. A text gets a name when it is looked up the second time. The least recently
 * used names are evicted, so that statements which are used often keep theirs during a flood of different ones.
 *
 * Texts are found by their length first. Comparing two texts of some thousand characters costs almost nothing, but a
 * digest for each look-up would cost as much as making the text.
 */
export class StatementNames {
  readonly #byLength = new Map<number, Entry[]>()
  readonly #names = new Set<string>()
  #unnamed = 0
  #lookups = 0
  #evictions = 0

  /** Grows when names are evicted: connections still have them prepared. */
  get evictions(): number {
    return this.#evictions
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Returns undefined for a text that is looked up for the first time, or that is too long. */
  find(text: string): NamedStatement | undefined {
    if (text.length > maxLength) return undefined
    this.#lookups += 1
    const entry = this.#byLength.get(text.length)?.find((known) => known.text === text)
    if (!entry) return this.#add(text)
    entry.lastLookup = this.#lookups
    return entry.named ?? this.#name(entry)
  }

  #add(text: string): undefined {
    if (this.#unnamed >= maxUnnamed) this.#evict((entry) => !entry.named)
    const sameLength = this.#byLength.get(text.length)
    const entry = { text, lastLookup: this.#lookups }
    if (sameLength) sameLength.push(entry)
    else this.#byLength.set(text.length, [entry])
    this.#unnamed += 1
  }

  #name(entry: Entry): NamedStatement {
    if (this.#names.size >= maxNamed) this.#evict(({ named }) => named !== undefined)
    const { text } = entry
    const named = { name: createHash('sha256').update(text).digest('hex').slice(0, 24), text }
    entry.named = named
    this.#names.add(named.name)
    this.#unnamed -= 1
    return named
  }

  #evict(isOfKind: (entry: Entry) => boolean): void {
    const all = [...this.#byLength.values()].flat().filter(isOfKind)
    const oldest = new Set(all.toSorted((a, b) => a.lastLookup - b.lastLookup).slice(0, evictionBatch))
    for (const { text, named } of oldest) {
      const remaining = this.#byLength.get(text.length)?.filter((entry) => !oldest.has(entry)) ?? []
      if (remaining.length > 0) this.#byLength.set(text.length, remaining)
      else this.#byLength.delete(text.length)
      if (!named) this.#unnamed -= 1
      else if (this.#names.delete(named.name)) this.#evictions += 1
    }
  }
}
