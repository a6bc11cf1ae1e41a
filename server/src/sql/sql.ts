import type { StatementTexts, TextNode } from './StatementTexts.ts'

/**
 * A piece of SQL. This file is the only place that makes SQL text. Values stay apart from the text until the driver
 * sends both. A piece is recognised by its class and never by its shape, so no JSON body can become SQL.
 */
export class Sql {
  readonly #texts: readonly string[]
  readonly #values: readonly unknown[]
  /** By what it is known in `StatementTexts`. */
  readonly #piece: readonly string[] | string

  constructor(texts: readonly string[], values: readonly unknown[], piece: readonly string[] | string = texts) {
    this.#texts = texts
    this.#values = values
    this.#piece = piece
  }

  /** The text with `$1 …` for the values, as the driver expects it; found in `texts` if it is known there. */
  toQuery(texts?: StatementTexts): { text: string; values: unknown[] } {
    if (texts) return this.#find(texts)
    const values: unknown[] = []
    return { text: this.#write(values, new Map()), values }
  }

  /** Whether it has values, which are sent apart from the text. */
  get carriesValues(): boolean {
    return this.#values.some((value) => !(value instanceof Sql) || value.carriesValues)
  }

  /** How often a pattern occurs in its text. A piece that is used several times counts each time. */
  count(pattern: RegExp): number {
    return this.#count(pattern, new Map())
  }

  /** The length of its text, without writing it: a piece that is used several times counts each time. */
  get length(): number {
    return this.#measure(new Map())
  }

  #measure(measured: Map<Sql, number>): number {
    const known = measured.get(this)
    if (known !== undefined) return known
    let length = 0
    for (const text of this.#texts) length += text.length
    for (const value of this.#values) length += value instanceof Sql ? value.#measure(measured) : 3
    measured.set(this, length)
    return length
  }

  /** The text of a statement without values, such as a schema change; throws if there are values. */
  toText(): string {
    const { text, values } = this.toQuery()
    if (values.length > 0) throw new TypeError('This SQL carries values and cannot be written as text alone.')
    return text
  }

  #count(pattern: RegExp, counted: Map<Sql, number>): number {
    const known = counted.get(this)
    if (known !== undefined) return known
    let count = 0
    for (const text of this.#texts) count += text.match(pattern)?.length ?? 0
    for (const value of this.#values) if (value instanceof Sql) count += value.#count(pattern, counted)
    counted.set(this, count)
    return count
  }

  /** A complete statement, with the name under which it is counted and timed. */
  named(statement: string): NamedSql {
    return new NamedSql(this.#texts, this.#values, statement, this.#piece)
  }

  #find(texts: StatementTexts): { text: string; values: unknown[] } {
    const values: unknown[] = []
    const end = this.#follow(texts.root, values, [], texts)
    const text = end.text ?? this.toQuery().text
    if (end.text === undefined) texts.keep(end, text)
    return { text, values }
  }

  /** Follows the pieces in the tree of known statements, in the order in which they are written. */
  #follow(start: TextNode, values: unknown[], followed: Sql[], texts: StatementTexts): TextNode {
    const own = this.#values
    if (own.length === 0) return texts.next(start, this.#texts[0] ?? '')
    let node = texts.next(start, this.#piece)
    for (let index = 0; index < own.length; index++) {
      const value = own[index]
      if (!(value instanceof Sql)) {
        const known = values.length
        const parameter = parameterOf(value, values)
        node = texts.next(node, parameter > known ? 0 : parameter)
      } else if (value.#values.length === 0) node = texts.next(node, value.#texts[0] ?? '')
      else {
        const before = followed.indexOf(value)
        if (before < 0) followed.push(value)
        node = before < 0 ? value.#follow(node, values, followed, texts) : texts.next(node, -1 - before)
      }
    }
    return node
  }

  /** A piece that is used several times has the same text each time, so its values are sent once. */
  #write(values: unknown[], written: Map<Sql, string>): string {
    let text = this.#texts[0] ?? ''
    for (let index = 0; index < this.#values.length; index++) {
      const value = this.#values[index]
      text += value instanceof Sql ? value.#writeOnce(values, written) : `$${parameterOf(value, values)}`
      text += this.#texts[index + 1] ?? ''
    }
    return text
  }

  #writeOnce(values: unknown[], written: Map<Sql, string>): string {
    if (this.#values.length === 0) return this.#texts[0] ?? ''
    const known = written.get(this)
    if (known !== undefined) return known
    const text = this.#write(values, written)
    written.set(this, text)
    return text
  }
}

/** A statement with a name such as `record.read`: short, stable, and free of outside text. */
export class NamedSql extends Sql {
  readonly statement: string

  constructor(
    texts: readonly string[],
    values: readonly unknown[],
    statement: string,
    piece: readonly string[] | string = texts,
  ) {
    super(texts, values, piece)
    this.statement = statement
  }
}

/** The parameter number of a value. A list that is used several times is sent once. */
function parameterOf(value: unknown, values: unknown[]): number {
  const known = Array.isArray(value) ? values.indexOf(value) : -1
  return known < 0 ? values.push(value) : known + 1
}

/** Makes a piece of SQL. Everything interpolated is a value, unless it is itself a piece made here. */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(texts, values)
}

/** A quoted name: `name('record', 'contact')` is `"record"."contact"`. */
export function name(...parts: string[]): Sql {
  return new Sql([parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.')], [])
}

/** A quoted text constant, for places that take no parameters: schema changes and names of JSON members. */
export function literal(text: string): Sql {
  const quoted = `'${text.replaceAll("'", "''")}'`
  return new Sql([text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted], [])
}

/** Text from our own sources, such as the name of a type. Never call it with outside text. */
export function trusted(text: string): Sql {
  return new Sql([text], [])
}

/** A piece without values, with its text assembled once for all the statements that use it. */
export function written(piece: Sql): Sql {
  return new Sql([piece.toText()], [])
}

/** Joins pieces by a separator. */
export function join(pieces: readonly Sql[], separator = ', '): Sql {
  if (pieces.length === 0) return new Sql([''], [])
  // No text of SQL has the character zero.
  return new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces, `\0${pieces.length}${separator}`)
}
