import { type CallOptions, type ClientOptions, Connection, type Envelope, type Sent } from './connection.ts'
import { ModelRecords, toName } from './ModelRecords.ts'
import { ownError } from './readAnswer.ts'
import type { Me } from './types/answers.ts'
import type { NewKey, NewWebhook } from './types/NewKey.ts'
import type { WriteOptions } from './types/options.ts'
import type { Records } from './types/Records.ts'
import type { AnyModels, ModelName, ModelOf } from './types/Schema.ts'
import type { CheckedOperations, Operation, Results, TransactionOptions } from './types/Transaction.ts'

/** A user, as a login answers. */
export interface LoggedIn {
  id: number
  username: string
  name: string
}

/** A client of one service, for one caller. */
export interface Client<Models> {
  /** The records of a model, by its full name or by its declaration. */
  records<const Name extends ModelName<Models>>(
    model: Name | { readonly name: Name },
  ): Records<Models, ModelOf<Models, Name>>
  /** Writes records of several models, all or none. */
  transaction<const Operations extends readonly Operation<ModelName<Models>>[], const Dry extends boolean = false>(
    operations: Operations & CheckedOperations<Models, Operations>,
    options?: TransactionOptions<Dry>,
  ): Promise<Results<Models, Operations, Dry>>
  /** Opens a session. It is never repeated, since each attempt counts. */
  login(username: string, password: string, options?: CallOptions): Promise<LoggedIn>
  /** Ends the session. */
  logout(options?: CallOptions): Promise<void>
  /** Who the caller is, and what they may do. With `optional` it is undefined if nobody is logged in. */
  me<const Optional extends boolean = false>(
    options?: CallOptions & { readonly optional?: Optional },
  ): Promise<Optional extends true ? Me | undefined : Me>
  /** The names of the models that the caller knows. */
  models(options?: CallOptions): Promise<{ name: ModelName<Models>; label: string }[]>
  /** Finds records of all models by words: the first of each model, with their titles. */
  search(q: string, options?: CallOptions): Promise<FoundOfModel<ModelName<Models>>[]>
  /** Gives the caller another password. It ends their other sessions. */
  changePassword(old: string, password: string, options?: CallOptions): Promise<void>
  /** Ends the caller's other sessions, and with `current` this one too; administrators may name another user. */
  endSessions(
    options?: CallOptions & { readonly user?: number; readonly current?: boolean },
  ): Promise<{ total: number }>
  /** Creates an API key for a program. The token is shown this once: a repeat of the call throws `shown-once`. */
  createKey(key: NewKey, options?: WriteOptions): Promise<{ id: number; token: string }>
  /** Creates a webhook. The secret is shown this once: a repeat of the call throws `shown-once`. */
  createWebhook(webhook: NewWebhook<ModelName<Models>>, options?: WriteOptions): Promise<{ id: number; secret: string }>
  /** The same client, which reads with the rights of another user. For administrators; what writes is refused. */
  seeAs(username: string): Client<Models>
  /** Sends any request, and answers the whole envelope: for what has no method here. */
  request(method: string, path: string, sent?: Sent): Promise<Envelope>
}

/** The records of one model that a search over all models found: the first ones, and whether there are more. */
export interface FoundOfModel<Name extends string = string> {
  readonly model: Name
  readonly records: readonly ({ readonly id: number; readonly version: number } & {
    readonly [title: string]: unknown
  })[]
  readonly more: boolean
}

/** Makes a client. `createClient<typeof models>` takes the types from the declarations of the models. */
export function createClient<Models = AnyModels>(options: ClientOptions): Client<Models> {
  return toClient(new Connection(options)) as unknown as Client<Models>
}

function toClient(connection: Connection): object {
  const get = async (path: string, { signal }: CallOptions = {}, query?: Sent['query']) =>
    (await connection.send('GET', path, { query, signal })).data
  // What the service makes is shown once: neither a repeat of the request nor a read shows it.
  const createWith = (model: string, member: string) => async (record: AnyFields, options?: WriteOptions) => {
    const answer = await connection.write('PUT', `/ws/rest/tabularium.${model}`, { data: record }, options)
    const { id } = answer.data[0] as { id: number }
    const shown = answer[member] ?? record[member]
    if (shown) return { id, [member]: shown }
    throw ownError('shown-once', `${model} ${id} has shown its ${member}: delete it and create another one.`, {
      id,
    })
  }
  return {
    records: (model: string | { readonly name: string }) =>
      new ModelRecords(connection, typeof model === 'string' ? model : model.name),
    transaction: async (operations: readonly Sendable[], options?: TransactionOptions) =>
      (await connection.write('POST', '/ws/transaction', { data: operations.map(toOperation) }, options)).data,
    login: async (username: string, password: string, { signal }: CallOptions = {}) => {
      return (await connection.send('POST', '/callback', { body: { username, password }, signal })).data[0]
    },
    logout: async (call?: CallOptions) => void (await get('/logout', call)),
    me: async ({ optional, ...call }: CallOptions & { optional?: boolean } = {}) => {
      const [found] = (await get('/ws/me', call, optional ? { optional } : undefined)) as Record<string, unknown>[]
      if (!found) return undefined
      const { may, ...user } = found
      return { user, models: may }
    },
    models: (call?: CallOptions) => get('/ws/meta/models', call),
    search: (q: string, call?: CallOptions) => get('/ws/search', call, { q }),
    changePassword: async (old: string, password: string, { signal }: CallOptions = {}) =>
      void (await connection.send('POST', '/ws/password', { body: { old, new: password }, signal })),
    endSessions: async ({ signal, ...body }: CallOptions & { user?: number; current?: boolean } = {}) => {
      const { total } = await connection.send('POST', '/ws/sessions/end', { body, signal })
      return { total }
    },
    createKey: createWith('Key', 'token'),
    createWebhook: createWith('Webhook', 'secret'),
    seeAs: (username: string) => toClient(connection.seeAs(username)),
    request: (method: string, path: string, sent?: Sent) => connection.send(method, path, sent),
  }
}

interface AnyFields {
  readonly [field: string]: unknown
}

interface Sendable {
  readonly delete?: string
  readonly record: { readonly id: number; readonly version: number }
}

/** A delete takes the whole record as it was read, and names it. */
function toOperation(operation: Sendable): unknown {
  return operation.delete ? { ...operation, record: toName(operation.record) } : operation
}
