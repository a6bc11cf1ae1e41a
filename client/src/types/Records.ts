import type { CallOptions } from '../connection.ts'
import type { Aggregated, AggregateQuery } from './Aggregate.ts'
import type {
  ChangePreview,
  Deleted,
  DeletePreview,
  Description,
  Entry,
  Explanation,
  Page,
  Restored,
  Touched,
} from './answers.ts'
import type { Change, New, RecordName, UpsertKey } from './Input.ts'
import type {
  ArchiveOptions,
  Each,
  Find,
  ManyOptions,
  Previewed,
  ReadOptions,
  Saved,
  ShowOptions,
  Updated,
  WriteOptions,
  Written,
} from './options.ts'
import type { ModelShape } from './Schema.ts'
import type { ListName, Shown } from './Shown.ts'
import type { Where } from './Where.ts'

/** The names of the fields of a model. */
type NameOf<Model extends ModelShape> = keyof Model['fields'] & string

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
    options?: CallOptions & ReadOptions<Models, Model, Field>,
  ): Promise<Written<Models, Model, Field>>

  /** Creates a record. */
  create<const Field extends string = never, const Dry extends boolean = false>(
    record: New<Models, Model>,
    options?: ShowOptions<Models, Model, Field, Dry>,
  ): Promise<Written<Models, Model, Field, Dry>>

  /** Changes the fields that are named, if the record is still at the version that was read. */
  update<const Field extends string = never, const Dry extends boolean = false>(
    record: RecordName,
    change: Change<Models, Model>,
    options?: ShowOptions<Models, Model, Field, Dry> & {
      readonly onConflict?: 'refuse' | 'merge'
      /** Whether a conflict shows references and links as `{ id, title }`. */
      readonly titles?: boolean
    },
  ): Promise<Updated<Written<Models, Model, Field>, Dry>>

  /** Deletes a record, at the version that was read if one is given. */
  delete(
    record: number | { readonly id: number; readonly version?: number },
    options?: WriteOptions & {
      readonly dryRun?: boolean
      /** Whether a refusal counts the records that refer to this one. */
      readonly counts?: boolean
    },
  ): Promise<Touched>

  /** Archives a record of a model with `archive`, if it is still at the version that was read. Lists leave it out. */
  archive<const Field extends string = never, const Dry extends boolean = false>(
    record: RecordName,
    options?: ArchiveOptions<Models, Model, Field, Dry>,
  ): Promise<Written<Models, Model, Field, Dry>>

  /** Takes a record out of the archive. */
  unarchive<const Field extends string = never, const Dry extends boolean = false>(
    record: RecordName,
    options?: ArchiveOptions<Models, Model, Field, Dry>,
  ): Promise<Written<Models, Model, Field, Dry>>

  /** Archives many records, all or none. */
  archiveAll<const Field extends string = never, const Dry extends boolean = false>(
    records: readonly RecordName[],
    options?: ShowOptions<Models, Model, Field, Dry>,
  ): Promise<Written<Models, Model, Field, Dry>[]>

  /** Brings an old version back, also of a deleted record. */
  restore<const Field extends string = never>(
    record: RecordName,
    options: ShowOptions<Models, Model, Field> & {
      readonly toVersion: number
      readonly members?: boolean | readonly string[]
    },
  ): Promise<Restored<Written<Models, Model, Field>>>

  /** What happened to a record, newest first. */
  history(
    record: IdOf,
    options?: CallOptions & {
      readonly offset?: number
      readonly limit?: number
      readonly members?: boolean
      /** Whether references and links are shown as `{ id, title }`. */
      readonly titles?: boolean
    },
  ): Promise<{ entries: Entry<NameOf<Model>>[]; total: number; offset: number }>

  /** The deleted records, those deleted last first. */
  deleted(
    options?: CallOptions & { readonly offset?: number; readonly limit?: number },
  ): Promise<{ records: Deleted<Model>[]; more: boolean }>

  /** Creates and updates many records, all or none. */
  saveAll<
    const Field extends string = never,
    const Dry extends boolean = false,
    const Show extends number | undefined = undefined,
  >(
    records: readonly Saved<Models, Model>[],
    options?: ManyOptions<ShowOptions<Models, Model, Field, Dry>, Show>,
  ): Promise<Previewed<Show, ChangePreview<NameOf<Model>>, Written<Models, Model, Field, Dry>[]>>

  /** Deletes many records, all or none. */
  removeAll<const Show extends number | undefined = undefined>(
    records: readonly RecordName[],
    options?: ManyOptions<WriteOptions & { readonly dryRun?: boolean }, Show>,
  ): Promise<Previewed<Show, DeletePreview, Touched & { ids: number[] }>>

  /** Changes all records that meet the criteria, if they are not more than `maxAffected`. */
  updateMass<const Criteria extends string = never, const Show extends number | undefined = undefined>(
    query: {
      readonly where: Where<Models, Model, Criteria>
      readonly values: Change<Models, Model>
      readonly maxAffected: number
    },
    options?: ManyOptions<WriteOptions & { readonly dryRun?: boolean }, Show>,
  ): Promise<Previewed<Show, ChangePreview<NameOf<Model>> & { total: number }, { total: number }>>

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
