/**
 * The only maker of SQL text. Values stay apart from the text until the driver sends both.
 * A piece is recognised by its class and never by its shape, so no JSON body can pass for SQL.
 */
export class Sql {
  readonly #texts: readonly string[]
  readonly #values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts
    this.#values = values
  }

  /** The text with `$1 …` for the values, as the driver wants it. */
  toQuery(): { text: string; values: unknown[] } {
    const values: unknown[] = []
    return { text: this.#write(values, new Map()), values }
  }

  /** Whether there are values in it that travel beside the text. */
  get carriesValues(): boolean {
    return this.#values.some((value) => !(value instanceof Sql) || value.carriesValues)
  }

  /** How often a pattern occurs in its text. A piece that stands in several places counts in each of them. */
  count(pattern: RegExp): number {
    return this.#count(pattern, new Map())
  }

  /** The text alone, for statements that carry no values (schema changes). */
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

  /** The whole of a statement, by the name under which it is counted and timed. */
  named(statement: string): NamedSql {
    return new NamedSql(this.#texts, this.#values, statement)
  }

  /** A piece that stands in several places is written alike in all of them, so its values travel once. */
  #write(values: unknown[], written: Map<Sql, string>): string {
    let text = this.#texts[0] ?? ''
    for (let index = 0; index < this.#values.length; index++) {
      const value = this.#values[index]
      text += value instanceof Sql ? value.#writeOnce(values, written) : `$${placeOf(value, values)}`
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

/** A statement with a name, such as `record.read`: short, stable, and without anything from outside. */
export class NamedSql extends Sql {
  readonly statement: string

  constructor(texts: readonly string[], values: readonly unknown[], statement: string) {
    super(texts, values)
    this.statement = statement
  }
}

/** The number of a value. A list that stands in several places travels once. */
function placeOf(value: unknown, values: unknown[]): number {
  const known = Array.isArray(value) ? values.indexOf(value) : -1
  return known < 0 ? values.push(value) : known + 1
}

/** Makes a piece of SQL; what is interpolated is a value unless it is itself a piece made here. */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(texts, values)
}

/** A quoted name: `name('record', 'contact')` is `"record"."contact"`. */
export function name(...parts: string[]): Sql {
  return new Sql([parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.')], [])
}

/** A quoted text constant, for places where PostgreSQL takes no parameters (schema changes, names of JSON members). */
export function literal(text: string): Sql {
  const quoted = `'${text.replaceAll("'", "''")}'`
  return new Sql([text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted], [])
}

/** Text that stands in our own sources, such as the name of a type. Never call it with anything from outside. */
export function trusted(text: string): Sql {
  return new Sql([text], [])
}

/** A piece without values, its text put together once for all the statements that it will stand in. */
export function written(piece: Sql): Sql {
  return new Sql([piece.toText()], [])
}

export function join(pieces: readonly Sql[], separator = ', '): Sql {
  if (pieces.length === 0) return new Sql([''], [])
  return new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces)
}
