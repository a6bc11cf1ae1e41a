/** What is wrong with a text that is not JSON, and where. Only called after `JSON.parse` has rejected the text. */
export function findJsonFault(text: string): string {
  const reader = new Reader(text)
  reader.readValue()
  if (!reader.fault) reader.expectEnd()
  return reader.fault ?? 'it cannot be parsed'
}

const space = /[ \t\n\r]*/y
const quoted = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Reads JSON up to its first fault. The depth of the text was checked before. */
class Reader {
  readonly #text: string
  #at = 0
  fault: string | undefined

  constructor(text: string) {
    this.#text = text
  }

  readValue(): boolean {
    if (this.#skip('{')) return this.#readList('}', () => this.#readMember())
    if (this.#skip('[')) return this.#readList(']', () => this.readValue())
    return this.#match(quoted) || this.#match(plain) || this.#fail('a value is expected')
  }

  expectEnd(): boolean {
    this.#match(space)
    return this.#at === this.#text.length || this.#fail('the end is expected')
  }

  #readList(end: string, readOne: () => boolean): boolean {
    if (this.#skip(end)) return true
    while (readOne()) {
      if (this.#skip(end)) return true
      if (!this.#skip(',')) return this.#fail(`"," or "${end}" is expected`)
    }
    return false
  }

  #readMember(): boolean {
    if (!this.#match(space) || !this.#match(quoted)) return this.#fail('a name in double quotes is expected')
    return this.#skip(':') ? this.readValue() : this.#fail('":" is expected')
  }

  #skip(sign: string): boolean {
    this.#match(space)
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    this.#at += found?.length ?? 0
    return found !== undefined
  }

  #fail(expected: string): false {
    this.#match(space)
    const before = this.#text.slice(0, this.#at)
    const line = before.split('\n').length
    const column = this.#at - (before.lastIndexOf('\n') + 1) + 1
    const found = this.#at < this.#text.length ? `, not ${shown(this.#text, this.#at)}` : ', but the body ends there'
    this.fault = `${expected} at line ${line}, column ${column}${found}`
    return false
  }
}

/** The character at a place, as JSON writes it if it can't be seen. */
function shown(text: string, at: number): string {
  const [character = ''] = text.slice(at, at + 2)
  return character === '"' ? 'a text that begins with " there' : JSON.stringify(character)
}
