import { createHash } from 'node:crypto'

/** A statement by the name under which a connection keeps it prepared. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
}

interface Entry {
  readonly text: string
  /** Undefined while it was asked for only once. */
  named?: NamedStatement
  /** The number of the question that asked for it last. */
  asked: number
}

/** A connection keeps every named statement in memory, so there are not more names than this, */
const mostNamed = 1_000
/** not more texts that wait for their second question, */
const mostUnnamed = 1_000
/** and none for a text that is longer: its plan can take a hundred megabytes. */
const mostLength = 20_000
/** How many go at a time, so that looking for the oldest is seldom. */
const evictedTogether = 100

/**
 * The names of statements by their texts, for those that are asked for again. The least recently used lose their names,
 * so that a flood of different statements takes them from nobody for long.
 *
 * Texts are told apart by their length first: to compare two of some thousand characters costs next to nothing, but to
 * digest one for a look-up would cost as much as to put it together.
 */
export class StatementNames {
  readonly #byLength = new Map<number, Entry[]>()
  readonly #names = new Set<string>()
  #unnamed = 0
  #questions = 0
  #evictions = 0

  /** Grows when names are taken back: connections still know them. */
  get evictions(): number {
    return this.#evictions
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Undefined for a text that is asked for the first time, or that is too long. */
  find(text: string): NamedStatement | undefined {
    if (text.length > mostLength) return undefined
    this.#questions += 1
    const entry = this.#byLength.get(text.length)?.find((known) => known.text === text)
    if (!entry) return this.#add(text)
    entry.asked = this.#questions
    return entry.named ?? this.#name(entry)
  }

  #add(text: string): undefined {
    if (this.#unnamed >= mostUnnamed) this.#evict((entry) => !entry.named)
    const alike = this.#byLength.get(text.length)
    const entry = { text, asked: this.#questions }
    if (alike) alike.push(entry)
    else this.#byLength.set(text.length, [entry])
    this.#unnamed += 1
  }

  #name(entry: Entry): NamedStatement {
    if (this.#names.size >= mostNamed) this.#evict(({ named }) => named !== undefined)
    const { text } = entry
    const named = { name: createHash('sha256').update(text).digest('hex').slice(0, 24), text }
    entry.named = named
    this.#names.add(named.name)
    this.#unnamed -= 1
    return named
  }

  #evict(isOfKind: (entry: Entry) => boolean): void {
    const all = [...this.#byLength.values()].flat().filter(isOfKind)
    const oldest = new Set(all.toSorted((a, b) => a.asked - b.asked).slice(0, evictedTogether))
    for (const { text, named } of oldest) {
      const left = this.#byLength.get(text.length)?.filter((entry) => !oldest.has(entry)) ?? []
      if (left.length > 0) this.#byLength.set(text.length, left)
      else this.#byLength.delete(text.length)
      if (!named) this.#unnamed -= 1
      else if (this.#names.delete(named.name)) this.#evictions += 1
    }
  }
}
