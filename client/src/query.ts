import type { Client } from './createClient.ts'
import type { Mutations, MutationOf, MutationSettings, Queries } from './types/Queries.ts'
import type { ModelName, ModelOf } from './types/Schema.ts'

export type { InfiniteOf, MutationOf, MutationSettings, Queries, QueryOf } from './types/Queries.ts'

type Input = Readonly<Record<string, unknown>>
type Options = { readonly signal: AbortSignal }
type Call = { readonly idempotencyKey: string }
type Run = (variables: never, call: Call) => Promise<unknown>

/** The calls of `Records` that are used here, without their types. */
interface Calls {
  find(query: Input, options: Options): Promise<{ next: string | undefined }>
  aggregate(query: Input, options: Options): Promise<unknown>
  read(record: number, options: Input): Promise<unknown>
  history(record: number, options: Input): Promise<unknown>
  create(record: unknown, call: Call): Promise<unknown>
  update(record: unknown, change: unknown, options: unknown): Promise<unknown>
  delete(record: unknown, call: Call): Promise<unknown>
  restore(record: unknown, options: unknown): Promise<unknown>
  saveAll(records: unknown, call: Call): Promise<unknown>
}

/**
 * Options for TanStack Query about the records of a model: `useQuery(queries(client, 'com.example.Book').find({ … }))`.
 * Their keys are `['tabularium', model, operation, input]`.
 */
export function queries<Models, const Name extends ModelName<Models>>(
  client: Client<Models>,
  model: Name,
): Queries<Models, ModelOf<Models, Name>> {
  const records = client.records(model) as unknown as Calls
  const key = ['tabularium', model] as const
  const asked = (operation: string, input: Input, run: (options: Options) => Promise<unknown>) => ({
    queryKey: [...key, operation, input],
    queryFn: ({ signal }: Options) => run({ signal }),
  })
  const made = {
    key,
    find: (query: Input = {}) => asked('find', query, (options) => records.find(query, options)),
    aggregate: (query: Input) => asked('aggregate', query, (options) => records.aggregate(query, options)),
    read: (id: number, input: Input = {}) =>
      asked('read', { id, ...input }, (options) => records.read(id, { ...input, ...options })),
    history: (id: number, input: Input = {}) =>
      asked('history', { id, ...input }, (options) => records.history(id, { ...input, ...options })),
    infinite: (query: Input = {}) => ({
      queryKey: [...key, 'infinite', query],
      queryFn: ({ signal, pageParam: after }: Options & { pageParam: unknown }) =>
        records.find({ ...query, after }, { signal }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }: { next: string | undefined }) => next,
    }),
    mutation: (operation: keyof Mutations<never, never> | Run, { invalidates = [] }: MutationSettings<string> = {}) => {
      const outdated = [key, ...invalidates.map((name) => ['tabularium', name])]
      return toMutation(
        [...key, typeof operation === 'string' ? operation : 'mutation'],
        typeof operation === 'string' ? runOf(operation, records) : operation,
        outdated,
      )
    },
  }
  return made as unknown as Queries<Models, ModelOf<Models, Name>>
}

function runOf(operation: keyof Mutations<never, never>, records: Calls): Run {
  return {
    create: (record: unknown, call: Call) => records.create(record, call),
    update: ({ record, change, onConflict }: Input, call: Call) =>
      records.update(record, change, { onConflict, ...call }),
    delete: (record: unknown, call: Call) => records.delete(record, call),
    restore: ({ record, toVersion, members }: Input, call: Call) =>
      records.restore(record, { toVersion, members, ...call }),
    saveAll: (all: unknown, call: Call) => records.saveAll(all, call),
  }[operation]
}

/** After a failure the queries are outdated as well: somebody else was faster, or the outcome is not known. */
function toMutation(mutationKey: readonly string[], run: Run, invalidates: readonly (readonly string[])[]) {
  const onSettled: MutationOf<never, never>['onSettled'] = (_data, _error, _variables, _result, { client }) =>
    Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })))
  const mutationFn = (variables: never, context: object = {}) => run(variables, { idempotencyKey: keyOf(context) })
  return { mutationKey, mutationFn, meta: { invalidates }, onSettled }
}

/**
 * The idempotency keys of calls that run. TanStack Query makes a context for each call and gives it to all attempts,
 * also if the component renders again in between, and has other options then.
 */
const keys = new WeakMap<object, string>()

function keyOf(context: object): string {
  const key = keys.get(context) ?? crypto.randomUUID()
  keys.set(context, key)
  return key
}
