import type { DataTag } from '@tanstack/query-core'
import type { Aggregated, AggregateQuery } from './Aggregate.ts'
import type { Entry, Page, Restored, Touched } from './answers.ts'
import type { Change, New, RecordName } from './Input.ts'
import type { Find, ReadOptions, Saved, Written } from './options.ts'
import type { ModelName, ModelShape } from './Schema.ts'
import type { ListName, Shown, Whole } from './Shown.ts'

/** The options of a query. The key carries the type of the data, so that `getQueryData(key)` has it. */
export interface QueryOf<Data> {
  readonly queryKey: DataTag<readonly ['tabularium', string, string, unknown], Data, Error>
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>
}

/** The data of an infinite query. */
interface Pages<Data> {
  pages: Data[]
  pageParams: (string | undefined)[]
}

/** The options of an infinite query: each page leads to the next one, whatever is written meanwhile. */
export interface InfiniteOf<Data> {
  readonly queryKey: DataTag<readonly ['tabularium', string, string, unknown], Pages<Data>, Error>
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: string | undefined }) => Promise<Data>
  readonly initialPageParam: string | undefined
  readonly getNextPageParam: (page: Data) => string | undefined
}

/** The options of a mutation. When it has ended, successfully or not, what it names in `meta` is asked for again. */
export interface MutationOf<Variables, Data> {
  readonly mutationKey: readonly string[]
  /** All attempts of a call have the same context, by which they get the same idempotency key. */
  readonly mutationFn: (variables: Variables, context?: object) => Promise<Data>
  readonly meta: { readonly invalidates: readonly (readonly string[])[] } & Record<string, unknown>
  readonly onSettled: (
    data: Data | undefined,
    error: Error | null,
    variables: Variables,
    result: unknown,
    context: {
      readonly client: { invalidateQueries(filters: { readonly queryKey: readonly string[] }): Promise<void> }
    },
  ) => Promise<unknown>
}

/** The settings of a mutation. */
export interface MutationSettings<Name> {
  /** Other models whose queries show what the mutation changes, such as the order of a line. */
  readonly invalidates?: readonly Name[]
}

/** What each mutation takes and gives. */
export interface Mutations<Models, Model extends ModelShape> {
  create: { variables: New<Models, Model>; data: Whole<Models, Model> }
  update: {
    variables: {
      readonly record: RecordName
      readonly change: Change<Models, Model>
      readonly onConflict?: 'refuse' | 'merge'
    }
    data: Whole<Models, Model>
  }
  delete: { variables: number | { readonly id: number; readonly version?: number }; data: Touched }
  restore: {
    variables: {
      readonly record: RecordName
      readonly toVersion: number
      readonly members?: boolean | readonly string[]
    }
    data: Restored<Whole<Models, Model>>
  }
  saveAll: { variables: readonly Saved<Models, Model>[]; data: Whole<Models, Model>[] }
}

/** Options for TanStack Query, for the records of one model. */
export interface Queries<Models, Model extends ModelShape> {
  /** The start of all keys of this model, to invalidate or to remove everything that is known of it. */
  readonly key: readonly ['tabularium', string]

  /** A page of records. */
  find<
    const Field extends string = ListName<Model>,
    const Sort extends string = never,
    const Criteria extends string = never,
    const Total extends boolean = true,
  >(query?: Find<Models, Model, Field, Sort, Criteria, Total>): QueryOf<Page<Shown<Models, Model, Field>, Total>>

  /** All pages, one after the other. */
  infinite<
    const Field extends string = ListName<Model>,
    const Sort extends string = never,
    const Criteria extends string = never,
    const Total extends boolean = true,
  >(
    query?: Omit<Find<Models, Model, Field, Sort, Criteria, Total>, 'after' | 'offset'>,
  ): InfiniteOf<Page<Shown<Models, Model, Field>, Total>>

  /** One record. */
  read<const Field extends string = never>(
    id: number,
    options?: ReadOptions<Models, Model, Field>,
  ): QueryOf<Written<Models, Model, Field>>

  /** What happened to a record. */
  history(
    id: number,
    options?: {
      readonly offset?: number
      readonly limit?: number
      readonly members?: boolean
      readonly titles?: boolean
    },
  ): QueryOf<{ entries: Entry<keyof Model['fields'] & string>[]; total: number; offset: number }>

  /** Figures of groups of records. */
  aggregate<const Query extends AggregateQuery<Models, Model, Query>>(
    query: Query,
  ): QueryOf<{ groups: Aggregated<Models, Model, Query>[]; total: number; offset: number }>

  /** A write. */
  mutation<const Operation extends keyof Mutations<Models, Model>>(
    operation: Operation,
    settings?: MutationSettings<ModelName<Models>>,
  ): MutationOf<Mutations<Models, Model>[Operation]['variables'], Mutations<Models, Model>[Operation]['data']>
  /** Any other write: `mutation((where, call) => contacts.updateMass({ where, … }, call))`. */
  mutation<Variables, Data>(
    run: (variables: Variables, call: { readonly idempotencyKey: string }) => Promise<Data>,
    settings?: MutationSettings<ModelName<Models>>,
  ): MutationOf<Variables, Data>
}
