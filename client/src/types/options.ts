import type { CallOptions } from '../connection.ts'
import type { Change, New, RecordName } from './Input.ts'
import type { CheckedPath } from './Path.ts'
import type { ModelShape, ReferenceShape } from './Schema.ts'
import type { Shown, Whole } from './Shown.ts'
import type { Where } from './Where.ts'

/** Names of fields, each checked. */
export type Paths<Models, Model extends ModelShape, Path> = readonly CheckedPath<Models, Model, Path>[]

/** The names of fields to sort by: over references, `-` for descending. */
type SortPath<Models, Model extends ModelShape, Path> = Path extends `-${infer Name}`
  ? `-${CheckedPath<Models, Model, Name, ReferenceShape>}`
  : CheckedPath<Models, Model, Path, ReferenceShape>

/** Which records to find. */
export interface Search<Models, Model extends ModelShape, Field, Sort, Criteria extends string> {
  /** The criteria; every record if absent. */
  readonly where?: Where<Models, Model, Criteria>
  /** Words that must occur in the search fields of the model. */
  readonly q?: string
  /** The fields to show, in addition to `id` and `version`; the list fields if absent. */
  readonly fields?: Paths<Models, Model, Field>
  readonly sortBy?: readonly SortPath<Models, Model, Sort>[]
  /** Of a model with `archive`: `true` also finds archived records, `'only'` no others. */
  readonly archived?: true | 'only'
}

/** A page of a search. */
export interface Find<Models, Model extends ModelShape, Field, Sort, Criteria extends string, Total>
  extends Search<Models, Model, Field, Sort, Criteria> {
  readonly limit?: number
  readonly offset?: number
  /** The `next` of the page before. */
  readonly after?: string
  /** `false` leaves out the total, which may be most of the work. */
  readonly total?: Total
}

/** All pages of a search. */
export interface Each<Models, Model extends ModelShape, Field, Sort, Criteria extends string>
  extends Search<Models, Model, Field, Sort, Criteria> {
  /** How many records to ask for at once; 200 if absent. */
  readonly pageSize?: number
}

/** The options of a read of one record. */
export interface ReadOptions<Models, Model extends ModelShape, Field> {
  /** The fields to show; all but collections and links if absent. */
  readonly fields?: Paths<Models, Model, Field>
  /** The record as it was at this version. Not together with `fields`. */
  readonly version?: number
  /** `true`: it is no use of the session, so that a page can read again and again without making it longer. */
  readonly quiet?: boolean
}

/** The options of every write. */
export interface WriteOptions extends CallOptions {
  /** The key by which the service recognises a repeat; a new one if absent. */
  readonly idempotencyKey?: string
}

/** The options of a write that answers records. */
export interface ShowOptions<Models, Model extends ModelShape, Field, Dry = boolean> extends WriteOptions {
  /** The fields to show; all but collections and links if absent. */
  readonly fields?: Paths<Models, Model, Field>
  /** `true` checks everything and writes nothing. */
  readonly dryRun?: Dry
}

/** The options of archiving a record, and of its return. */
export type ArchiveOptions<Models, Model extends ModelShape, Field, Dry> = ShowOptions<Models, Model, Field, Dry> & {
  readonly onConflict?: 'refuse' | 'merge'
}

/** The options of a write of many records. */
export type ManyOptions<Options, Show> = Options & {
  /** In a dry run: of how many records to answer what would change, instead of the usual answer. */
  readonly show?: Show
} & ([Show] extends [number] ? { readonly dryRun: true } : unknown)

/** What a write of many records answers; with `show`, a preview. */
export type Previewed<Show, Preview, Answer> = [Show] extends [number] ? Preview : Answer

/** What a write answers: the fields that were asked for, or the whole record. */
export type Written<Models, Model extends ModelShape, Field extends string, Dry = false> = Tried<
  [Field] extends [never] ? Whole<Models, Model> : Shown<Models, Model, Field>,
  Dry
>

/** A record that exists already: only others in it may be new. */
export type Updated<Record, Dry> = Dry extends false ? Record : WithoutNewIds<Record> & { id: number }

/** An answer. That of a dry run shows null for the id of each record that would be created, wherever it is. */
export type Tried<Record, Dry> = Dry extends false ? Record : WithoutNewIds<Record>

type WithoutNewIds<Value> = Value extends readonly (infer Member)[]
  ? WithoutNewIds<Member>[]
  : 'id' | 'version' extends keyof Value
    ? { [K in keyof Value]: K extends 'id' ? number | null : WithoutNewIds<Value[K]> }
    : Value

/** A record to save: without an id it is created, with one it is updated. */
export type Saved<Models, Model extends ModelShape> = New<Models, Model> | (RecordName & Change<Models, Model>)
