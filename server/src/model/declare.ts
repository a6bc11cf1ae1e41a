import type { Check, Transitions } from './Check.ts'
import type { Only, Section } from './Model.ts'
import type { FieldDeclaration, IsMandatory, IsWritable, ValueOf } from './field/declaration.ts'

/** Marks declarations made by `model()`. `Symbol.for` makes it the same in two copies of this package. */
const mark = Symbol.for('tabularium.model')

/** The fields of a declaration, by name. */
export type FieldDeclarations = Readonly<Record<string, FieldDeclaration<unknown, boolean, boolean>>>

/** The text fields that `q` searches, and how. */
export interface SearchDeclaration<Name> {
  readonly fields: readonly Name[]
  /** False if accents are ignored; true if absent. */
  readonly accents?: boolean
}

/** Lists of names of fields, such as those of unique groups. */
type Groups = readonly (readonly string[])[]

/**
 * The declaration of a model. The compiler keeps the names in it, since the types of a client depend on them: the
 * model's own, the title, the list and the unique groups.
 */
export interface ModelDeclaration<
  Fields extends FieldDeclarations = FieldDeclarations,
  Name extends string = string,
  Title extends string = string,
  List extends readonly string[] = readonly string[],
  Unique extends Groups = Groups,
> {
  /** Fully qualified, with a package in small letters: `com.example.contacts.Contact`. */
  readonly name: Name
  /** The name shown to people; derived from the name if absent. */
  readonly label?: string
  /** The field that represents the record in records that refer to it. */
  readonly title: Title
  /** The fields that find returns, in addition to `id` and `version`; the title field if absent. */
  readonly list?: List
  readonly fields: Fields
  /**
   * The text fields that `q` searches. They get an index. `accents: false` ignores accents: `krakow` finds `Kraków`.
   */
  readonly search?: readonly string[] | SearchDeclaration<string>
  /** Frequent sorts and filters: each list of fields gets an index, `-` means descending. */
  readonly indexes?: readonly (readonly string[])[]
  /** Groups of fields whose values together occur in one record only: `[['order', 'product']]`. */
  readonly unique?: Unique
  /** Groups of fields that belong together, such as an address: a merge treats each group as one field. */
  readonly together?: readonly (readonly string[])[]
  /** The parts of a form: `[{ label: 'Address', fields: ['street', 'city'] }]`. Other fields come after them. */
  readonly sections?: readonly Section[]
  /** The heading under which a console lists the model, with others of the same group. */
  readonly group?: string
  /** Conditions that every record must meet when it is written. */
  readonly checks?: readonly Check[]
  /** Which values of a choice may follow which: `transitions: { status: { draft: ['placed', 'void'] } }`. */
  readonly transitions?: Transitions
  /** Fields that only actions, reactions, schedules and jobs write: `only: { status: 'actions' }`. */
  readonly only?: Only
  /** The number of days that the journal keeps; unlimited if absent. */
  readonly keepHistory?: number
  /** The former name of a renamed model. */
  readonly was?: string
}

/** The members that name fields of the declaration. The compiler checks the names. */
interface NamesOf<Fields> {
  readonly title: keyof Fields & string
  readonly list?: readonly (keyof Fields & string)[]
  readonly search?: readonly (keyof Fields & string)[] | SearchDeclaration<keyof Fields & string>
  readonly unique?: readonly (readonly (keyof Fields & string)[])[]
  readonly together?: readonly (readonly (keyof Fields & string)[])[]
  readonly sections?: readonly (Section & { readonly fields: readonly (keyof Fields & string)[] })[]
  readonly checks?: readonly (Check & { readonly fields: readonly (keyof Fields & string)[] })[]
  readonly only?: { readonly [K in keyof Fields & string]?: 'actions' }
  readonly transitions?: { readonly [K in keyof Fields & string]?: Readonly<Record<string, readonly string[]>> }
}

/** The members of a declaration. The compiler checks that the list is complete. */
export const modelMembers: readonly string[] = Object.keys({
  name: true,
  label: true,
  title: true,
  list: true,
  fields: true,
  search: true,
  indexes: true,
  unique: true,
  together: true,
  sections: true,
  group: true,
  checks: true,
  transitions: true,
  only: true,
  keepHistory: true,
  was: true,
} satisfies Record<keyof ModelDeclaration, true>)

/** Declares a model. Its mistakes are reported when the models are loaded, all at once. */
export function model<
  const Fields extends FieldDeclarations,
  const Name extends string,
  const Title extends string,
  const List extends readonly string[] = readonly [Title],
  const Unique extends Groups = readonly [],
>(
  declaration: ModelDeclaration<Fields, Name, Title, List, Unique> & NamesOf<Fields>,
): ModelDeclaration<Fields, Name, Title, List, Unique> {
  return Object.defineProperty({ ...declaration }, mark, { value: true })
}

export function isModelDeclaration(value: unknown): value is ModelDeclaration {
  return typeof value === 'object' && value !== null && mark in value
}

/** The user who made a change. */
export interface Author {
  id: number
  username: string
}

/** The members that every record has. */
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

/** Excludes secrets, which can be written but not read. */
type Shown<Fields, K extends keyof Fields> = Fields[K] extends { secret: true } ? never : K

type MandatoryOf<F> = {
  [K in keyof F]: IsMandatory<F[K]> extends true ? (IsWritable<F[K]> extends true ? K : never) : never
}[keyof F]
type OptionalOf<F> = {
  [K in keyof F]: IsMandatory<F[K]> extends true ? never : IsWritable<F[K]> extends true ? K : never
}[keyof F]

/** The type of a record that a client creates: required fields without a default are mandatory. */
export type NewRecordOf<M> = Flat<
  { -readonly [K in MandatoryOf<FieldsOf<M>>]: ValueOf<FieldsOf<M>[K]> } & {
    -readonly [K in OptionalOf<FieldsOf<M>>]?: ValueOf<FieldsOf<M>[K]>
  }
>
