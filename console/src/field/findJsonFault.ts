/** Where a text stops being JSON. Lines and columns count from 1. */
export interface JsonFault {
  readonly line: number
  readonly column: number
}

const space = /[ \t\n\r]*/y
// Control characters are refused inside of a text; everything from the space on is allowed but for these two.
const text = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * The first position where a text is not JSON; undefined if all of it is. Engines say it in different ways, or not
 * at all.
 */
export function findJsonFault(source: string): JsonFault | undefined {
  const reader = new Reader(source)
  const isWhole = reader.value() && reader.end()
  if (isWhole) return undefined
  const before = source.slice(0, reader.at)
  const lines = before.split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Reads JSON from a position on. Each step says whether it could be read, and stays at the fault if not. */
class Reader {
  at = 0
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  value(): boolean {
    this.#match(space)
    if (this.#take('{')) return this.#members('}', () => this.#match(text) && this.#next(':') && this.value())
    if (this.#take('[')) return this.#members(']', () => this.value())
    return this.#match(text) || this.#match(plain)
  }

  end(): boolean {
    this.#match(space)
    return this.at === this.#source.length
  }

  #members(close: string, member: () => boolean): boolean {
    if (this.#next(close)) return true
    do {
      this.#match(space)
      if (!member()) return false
    } while (this.#next(','))
    return this.#next(close)
  }

  #next(sign: string): boolean {
    this.#match(space)
    return this.#take(sign)
  }

  #take(sign: string): boolean {
    const isThere = this.#source.startsWith(sign, this.at)
    if (isThere) this.at += sign.length
    return isThere
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const isThere = pattern.test(this.#source)
    if (isThere) this.at = pattern.lastIndex
    return isThere
  }
}
