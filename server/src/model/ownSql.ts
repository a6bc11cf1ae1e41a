import { inOrder, type Words } from '../text/words.ts'

/** Marks declarations made by `sql()`, in any copy of this package. */
const mark = Symbol.for('tabularium.sql')

/** What a broken constraint means to people. */
export interface OwnConstraint {
  /** The fields that people would correct. */
  readonly fields: readonly string[]
  /** What is wrong, after the name of a field. */
  readonly message: Words
  /** The code of the failure; `invalid-record` if absent. */
  readonly code?: 'invalid-record' | 'not-unique' | 'overlaps'
}

export interface SqlDeclaration {
  /** Names it for ever, such as `com.example.desk.serialNumbers`. */
  readonly name: string
  /** The models whose tables it is about. The SQL names them in braces: `{Equipment}`, `{Equipment.serialNumber}`. */
  readonly on: readonly { readonly name: string }[]
  /** One statement, or several in their order. */
  readonly up: string | readonly string[]
  /** What takes it back. */
  readonly down?: string | readonly string[]
  /** There is no way back: `down` is left out on purpose. */
  readonly keep?: true
  /** What must be there before. */
  readonly after?: readonly SqlDeclaration[]
  /** False for `concurrently`: each statement runs alone, and must be able to run again. */
  readonly transaction?: boolean
  /** By the name of a constraint: what a record that breaks it gets as an answer. */
  readonly constraints?: Readonly<Record<string, OwnConstraint>>
}

/** The plain form of a declaration: only JSON values. */
export interface OwnSql {
  readonly name: string
  readonly on: readonly string[]
  readonly up: readonly string[]
  readonly down: readonly string[]
  readonly keep: boolean
  readonly after: readonly string[]
  readonly transaction: boolean
  readonly constraints: Readonly<Record<string, OwnConstraint>>
}

/** A declaration with the file that has it. */
export interface LoadedSql {
  readonly file: string
  readonly declaration: SqlDeclaration
}

/** Declares SQL that no other declaration says: `migrate apply` runs it once in every database, and takes it back. */
export function sql(declaration: SqlDeclaration): SqlDeclaration {
  return Object.defineProperty({ ...declaration }, mark, { value: true })
}

export function isSqlDeclaration(value: unknown): value is SqlDeclaration {
  return typeof value === 'object' && value !== null && mark in value
}

/** The plain form of a checked declaration. */
export function toOwnSql(declaration: SqlDeclaration, languages: readonly string[] = []): OwnSql {
  const { name, on, up, down = [], keep = false, after = [], transaction = true, constraints = {} } = declaration
  return {
    name,
    on: on.map((model) => model.name),
    up: toList(up),
    down: toList(down),
    keep,
    after: after.map((other) => other.name),
    transaction,
    constraints: Object.fromEntries(
      Object.entries(constraints).map(([constraint, one]) => [
        constraint,
        { ...one, message: inOrder(one.message, languages) },
      ]),
    ),
  }
}

function toList(statements: string | readonly string[]): readonly string[] {
  return typeof statements === 'string' ? [statements] : statements
}

/** What declared SQL names in braces: a model by the last part of its name, or a field of it. `{{` is a brace. */
export function fillNames(text: string, nameOf: (model: string, field: string | undefined) => string): string {
  return text.replaceAll(/\{\{|\{([^{}]*)\}/g, (whole, inside: string | undefined) => {
    if (whole === '{{') return '{'
    const [model = '', field] = (inside ?? '').split('.')
    return nameOf(model, field)
  })
}

/** The order in which SQL runs: what others need comes before them, else by name. */
export function toRunOrder(all: readonly OwnSql[]): OwnSql[] {
  const byName = new Map(all.map((one) => [one.name, one]))
  const placed = new Set<OwnSql>()
  const place = (one: OwnSql, above: readonly OwnSql[]) => {
    if (above.includes(one)) return
    for (const other of one.after) {
      const needed = byName.get(other)
      if (needed) place(needed, [...above, one])
    }
    placed.add(one)
  }
  for (const one of all.toSorted((a, b) => (a.name < b.name ? -1 : 1))) place(one, [])
  return [...placed]
}
