import { createHash } from 'node:crypto'

/** A statement by the name under which a connection keeps it prepared. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
}

/** A connection keeps every named statement for its life; what comes after this many different ones goes unnamed. */
const most = 1_000

/**
 * The names of statements by their texts. Texts are told apart by their length first: to compare two of some thousand characters
 * costs next to nothing, but to digest one for a look-up would cost as much as to put it together.
 */
export class StatementNames {
  readonly #byLength = new Map<number, NamedStatement[]>()
  #count = 0

  /** Undefined where there is no room for another. */
  find(text: string): NamedStatement | undefined {
    const alike = this.#byLength.get(text.length)
    return alike?.find((known) => known.text === text) ?? this.#add(text, alike ?? [])
  }

  #add(text: string, alike: NamedStatement[]): NamedStatement | undefined {
    if (this.#count >= most) return undefined
    const named = { name: createHash('sha256').update(text).digest('hex').slice(0, 24), text }
    this.#byLength.set(text.length, [...alike, named])
    this.#count += 1
    return named
  }
}
