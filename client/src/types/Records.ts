import type { CallOptions } from '../connection.ts'
import type { Aggregated, AggregateQuery } from './Aggregate.ts'
import type { Deleted, Description, Entry, Explanation, Page, Restored, Touched } from './answers.ts'
import type { Change, New, RecordName, UpsertKey } from './Input.ts'
import type { CheckedPath } from './Path.ts'
import type { ModelShape, ReferenceShape } from './Schema.ts'
import type { ListName, Shown, Whole } from './Shown.ts'
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

/** What a write answers: the fields that were asked for, or the whole record. A dry run creates no id. */
export type Written<Models, Model extends ModelShape, Field extends string, Dry = false> = Dried<
  [Field] extends [never] ? Whole<Models, Model> : Shown<Models, Model, Field>,
  Dry
>
type Dried<Record, Dry> = Dry extends false ? Record : Omit<Record, 'id'> & { id: number | null }

/** A record to save: without an id it is created, with one it is updated. */
export type Saved<Models, Model extends ModelShape> = New<Models, Model> | (RecordName & Change<Models, Model>)

/** A record, or its id. */
type IdOf = number | { readonly id: number }

/** The records of one model. */
export interface Records<Models, Model extends ModelShape> {
  /** A page of records, and how many there are. */
  find<
    const Field extends string = ListName<Model>,
    const Sort extends string = never,
    const Criteria extends string = never,
    const Total extends boolean = true,
  >(
    query?: Find<Models, Model, Field, Sort, Criteria, Total>,
    options?: CallOptions,
  ): Promise<Page<Shown<Models, Model, Field>, Total>>

  /** All records, page by page, whatever is written meanwhile. */
  each<
    const Field extends string = ListName<Model>,
    const Sort extends string = never,
    const Criteria extends string = never,
  >(
    query?: Each<Models, Model, Field, Sort, Criteria>,
    options?: CallOptions,
  ): AsyncGenerator<Shown<Models, Model, Field>, void, undefined>

  /** One record, now or at one of its versions. */
  read<const Field extends string = never>(
    record: IdOf,
    options?: CallOptions & { readonly fields?: Paths<Models, Model, Field>; readonly version?: number },
  ): Promise<Written<Models, Model, Field>>

  /** Creates a record. */
  create<const Field extends string = never, const Dry extends boolean = false>(
    record: New<Models, Model>,
    options?: ShowOptions<Models, Model, Field, Dry>,
  ): Promise<Written<Models, Model, Field, Dry>>

  /** Changes the fields that are named, if the record is still at the version that was read. */
  update<const Field extends string = never>(
    record: RecordName,
    change: Change<Models, Model>,
    options?: ShowOptions<Models, Model, Field> & { readonly onConflict?: 'refuse' | 'merge' },
  ): Promise<Written<Models, Model, Field>>

  /** Deletes a record, at the version that was read if one is given. */
  delete(
    record: number | { readonly id: number; readonly version?: number },
    options?: WriteOptions & { readonly dryRun?: boolean },
  ): Promise<Touched>

  /** Brings an old version back, also of a deleted record. */
  restore<const Field extends string = never>(
    record: RecordName,
    options: ShowOptions<Models, Model, Field> & { readonly toVersion: number; readonly members?: boolean },
  ): Promise<Restored<Written<Models, Model, Field>>>

  /** What happened to a record, newest first. */
  history(
    record: IdOf,
    options?: CallOptions & { readonly offset?: number; readonly limit?: number; readonly members?: boolean },
  ): Promise<{ entries: Entry<keyof Model['fields'] & string>[]; total: number; offset: number }>

  /** The deleted records, those deleted last first. */
  deleted(
    options?: CallOptions & { readonly offset?: number; readonly limit?: number },
  ): Promise<{ records: Deleted<Model>[]; more: boolean }>

  /** Creates and updates many records, all or none. */
  saveAll<const Field extends string = never, const Dry extends boolean = false>(
    records: readonly Saved<Models, Model>[],
    options?: ShowOptions<Models, Model, Field, Dry>,
  ): Promise<Written<Models, Model, Field, Dry>[]>

  /** Deletes many records, all or none. */
  removeAll(
    records: readonly RecordName[],
    options?: WriteOptions & { readonly dryRun?: boolean },
  ): Promise<Touched & { ids: number[] }>

  /** Changes all records that meet the criteria, if they are not more than `maxAffected`. */
  updateMass<const Criteria extends string = never>(
    query: {
      readonly where: Where<Models, Model, Criteria>
      readonly values: Change<Models, Model>
      readonly maxAffected: number
    },
    options?: WriteOptions & { readonly dryRun?: boolean },
  ): Promise<{ total: number }>

  /** Creates a record, or updates the one that has the same key. */
  upsert<const Field extends string = never, const Dry extends boolean = false>(
    record: New<Models, Model> & { readonly version?: number },
    options: ShowOptions<Models, Model, Field, Dry> & { readonly key: UpsertKey<Model> },
  ): Promise<{ record: Written<Models, Model, Field, Dry>; outcome: UpsertOutcome }>

  /** The same for many records, all or none. */
  upsertAll<const Field extends string = never, const Dry extends boolean = false>(
    records: readonly (Saved<Models, Model> & { readonly version?: number })[],
    options: ShowOptions<Models, Model, Field, Dry> & { readonly key: UpsertKey<Model> },
  ): Promise<{ records: Written<Models, Model, Field, Dry>[]; outcomes: UpsertOutcome[] }>

  /** Counts, sums and other figures of groups of records. */
  aggregate<const Query extends AggregateQuery<Models, Model, Query>>(
    query: Query,
    options?: CallOptions,
  ): Promise<{ groups: Aggregated<Models, Model, Query>[]; total: number; offset: number }>

  /** The model with its fields, as far as the caller may see them. */
  meta(options?: CallOptions): Promise<Description>

  /** Whether the caller may do something, and why. */
  explain(
    options?: CallOptions & {
      readonly action?: 'read' | 'create' | 'update' | 'delete'
      readonly id?: number
      readonly user?: number | string
    },
  ): Promise<Explanation>
}

/** What became of a record of an upsert. */
export type UpsertOutcome = 'created' | 'updated' | 'unchanged'
