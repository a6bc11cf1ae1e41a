import type { Check, Transitions } from './Check.ts'
import type { AtMostDeclaration, NoOverlapDeclaration, UniqueDeclaration } from './Constraint.ts'
import type { Words } from '../text/words.ts'
import type { ViewDeclaration } from './DeclaredView.ts'
import type { InNavigation } from './navigation.ts'
import type { WithArchive } from './withArchive.ts'
import type { Only, Section } from './Model.ts'
import type { NamesOf } from './NamesOf.ts'
import type { FieldDeclaration, IsMandatory, IsWritable, TakenOf, ValueOf } from './field/declaration.ts'

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

/** Unique groups: lists of names of fields, or objects with a condition and a message. */
type Groups = readonly (readonly string[] | UniqueDeclaration)[]

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
> extends InNavigation {
  /** Fully qualified, with a package in small letters: `com.example.contacts.Contact`. */
  readonly name: Name
  /** The name shown to people; derived from the name if absent. */
  readonly label?: Words
  /** The name of several records, for lists; the label if absent. */
  readonly plural?: Words
  /** The field that represents the record in records that refer to it: also `id`, `createdOn` or `updatedOn`. */
  readonly title: Title
  /** The fields that find returns, in addition to `id` and `version`; the title field if absent. */
  readonly list?: List
  /** The order of lists that ask for none: `['-createdOn']`; by id if absent. */
  readonly sortBy?: readonly string[]
  readonly fields: Fields
  /**
   * The text fields that `q` searches. They get an index. `accents: false` ignores accents: `krakow` finds `Kraków`.
   */
  readonly search?: readonly string[] | SearchDeclaration<string>
  /** Frequent sorts and filters: each list of fields gets an index, `-` means descending. */
  readonly indexes?: readonly (readonly string[])[]
  /**
   * Groups of fields whose values together occur in one record only: `[['order', 'product']]`. An object has a
   * condition for the records that count: `{ name: 'onceOut', fields: ['equipment'], where: …, message: … }`.
   */
  readonly unique?: Unique
  /** Periods that must not overlap: `[{ name: 'oneAtATime', by: ['room'], from: 'fromOn', to: 'toOn', … }]`. */
  readonly noOverlap?: readonly NoOverlapDeclaration[]
  /** How many records there can be: `[{ name: 'fiveLoans', count: 5, by: ['borrower'], message: … }]`. */
  readonly atMost?: readonly AtMostDeclaration[]
  /** Groups of fields that belong together, such as an address: a merge treats each group as one field. */
  readonly together?: readonly (readonly string[])[]
  /** The parts of a form: `[{ label: 'Address', fields: ['street', 'city'] }]`. Other fields come after them. */
  readonly sections?: readonly Section[]
  /** The lists that a console offers as tabs: `views: { overdue: { where: …, groupBy: ['customer'] } }`. */
  readonly views?: Readonly<Record<string, ViewDeclaration>>
  /** Conditions that every record must meet when it is written. */
  readonly checks?: readonly Check[]
  /** Which values of a choice may follow which: `transitions: { status: { draft: ['placed', 'void'] } }`. */
  readonly transitions?: Transitions
  /** False if an undo does not go back along a transition either; true if absent. */
  readonly undoTransitions?: boolean
  /**
   * What only actions, reactions, schedules and jobs write: fields (`only: { status: 'actions' }`), what they do with
   * records (`only: { '*': ['create', 'delete'] }`), or everything (`only: 'actions'`).
   */
  readonly only?: 'actions' | Only
  /** Whether records can be archived: they are hidden in lists then, and not deleted. */
  readonly archive?: true
  /** The number of days that the journal keeps; unlimited if absent. */
  readonly keepHistory?: number
  /** The former name of a renamed model. */
  readonly was?: string
}

/** The members of a declaration. The compiler checks that the list is complete. */
export const modelMembers: readonly string[] = Object.keys({
  name: true,
  label: true,
  plural: true,
  title: true,
  list: true,
  sortBy: true,
  pick: true,
  fields: true,
  search: true,
  indexes: true,
  unique: true,
  noOverlap: true,
  atMost: true,
  together: true,
  sections: true,
  group: true,
  icon: true,
  nav: true,
  views: true,
  checks: true,
  transitions: true,
  undoTransitions: true,
  only: true,
  archive: true,
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
  const Archive extends true = never,
>(
  declaration: ModelDeclaration<Fields, Name, Title, List, Unique> &
    NamesOf<WithArchive<Fields, Archive>> & { readonly archive?: Archive },
): ModelDeclaration<WithArchive<Fields, Archive>, Name, Title, List, Unique>
export function model(declaration: ModelDeclaration): ModelDeclaration {
  return Object.defineProperty({ ...declaration }, mark, { value: true })
}

export function isModelDeclaration(value: unknown): value is ModelDeclaration {
  return typeof value === 'object' && value !== null && mark in value
}

/** The user who made a change. */
export interface Author {
  id: number
  username: string
  /** The name for people; null if the user has none. */
  name: string | null
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
  { -readonly [K in MandatoryOf<FieldsOf<M>>]: TakenOf<FieldsOf<M>[K]> } & {
    -readonly [K in OptionalOf<FieldsOf<M>>]?: TakenOf<FieldsOf<M>[K]>
  }
>
