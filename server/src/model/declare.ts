import type { FieldDeclaration, IsMandatory, IsWritable, ValueOf } from './field/declaration.ts'

/** Marks what `model()` made. Registered by name, so that two copies of this package know each other's declarations. */
const mark = Symbol.for('tabularium.model')

/** The fields of a declaration, by name. */
export type FieldDeclarations = Readonly<Record<string, FieldDeclaration<unknown, boolean, boolean>>>

/** A model as people declare it. */
export interface ModelDeclaration<Fields extends FieldDeclarations = FieldDeclarations> {
  /** Fully qualified, with a package in small letters: `com.example.contacts.Contact`. */
  readonly name: string
  /** Its name for people; made from the name where absent. */
  readonly label?: string
  /** The field that stands for the record where another record refers to it. */
  readonly title: string
  /** The fields that find answers beside `id` and `version`; the title field where absent. */
  readonly list?: readonly string[]
  readonly fields: Fields
  /** The text fields that `q` searches; an index is made for it. */
  readonly search?: readonly string[]
  /** Sorts and filters that are frequent: an index over these fields each, `-` for descending. */
  readonly indexes?: readonly (readonly string[])[]
  /** Groups of fields that make sense only together, such as an address: a conflict takes them as one. */
  readonly together?: readonly (readonly string[])[]
  /** For how many days the journal keeps what happened; for ever where absent. */
  readonly keepHistory?: number
  /** The name it had before it was renamed. */
  readonly was?: string
}

/** Where a declaration names its own fields, the compiler knows which there are. */
interface NamesOf<Fields> {
  readonly title: keyof Fields & string
  readonly list?: readonly (keyof Fields & string)[]
  readonly search?: readonly (keyof Fields & string)[]
  readonly together?: readonly (readonly (keyof Fields & string)[])[]
}

/** The members of a declaration; the compiler sees to it that none is forgotten. */
export const modelMembers: readonly string[] = Object.keys({
  name: true,
  label: true,
  title: true,
  list: true,
  fields: true,
  search: true,
  indexes: true,
  together: true,
  keepHistory: true,
  was: true,
} satisfies Record<keyof ModelDeclaration, true>)

/** Declares a model. What is wrong with it is told when the models are loaded, all mistakes at once. */
export function model<const Fields extends FieldDeclarations>(
  declaration: ModelDeclaration<Fields> & NamesOf<Fields>,
): ModelDeclaration<Fields> {
  return Object.defineProperty({ ...declaration }, mark, { value: true })
}

export function isModelDeclaration(value: unknown): value is ModelDeclaration {
  return typeof value === 'object' && value !== null && mark in value
}

/** Who made a change. */
export interface Author {
  id: number
  username: string
}

/** The members that every record carries. */
export interface RecordBase {
  id: number
  version: number
  createdOn: string
  createdBy: Author | null
  updatedOn: string
  updatedBy: Author | null
}

type FieldsOf<M> = M extends ModelDeclaration<infer Fields> ? Fields : never
type Flat<T> = { [K in keyof T]: T[K] }

/** The type of a record as it is read: `type Contact = RecordOf<typeof Contact>`. */
export type RecordOf<M> = Flat<
  RecordBase & { -readonly [K in keyof FieldsOf<M> as Shown<FieldsOf<M>, K>]: ValueOf<FieldsOf<M>[K]> }
>

/** Secrets are written and never read. */
type Shown<Fields, K extends keyof Fields> = Fields[K] extends { secret: true } ? never : K

type MandatoryOf<F> = {
  [K in keyof F]: IsMandatory<F[K]> extends true ? (IsWritable<F[K]> extends true ? K : never) : never
}[keyof F]
type OptionalOf<F> = {
  [K in keyof F]: IsMandatory<F[K]> extends true ? never : IsWritable<F[K]> extends true ? K : never
}[keyof F]

/** What a client sends to create a record: required fields without a default must be there. */
export type NewRecordOf<M> = Flat<
  { -readonly [K in MandatoryOf<FieldsOf<M>>]: ValueOf<FieldsOf<M>[K]> } & {
    -readonly [K in OptionalOf<FieldsOf<M>>]?: ValueOf<FieldsOf<M>[K]>
  }
>
