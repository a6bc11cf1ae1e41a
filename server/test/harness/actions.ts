import { type Client, type Message, recordsOf, type RecordJson, type Reply } from './client.ts'

/** A model by its name, or its declaration. */
export type Named = string | { readonly name: string }

/** The path of a model, with a suffix. */
export function pathOf(model: Named, behind: string | number = ''): string {
  return `/ws/rest/${typeof model === 'string' ? model : model.name}${behind === '' ? '' : `/${behind}`}`
}

export function search(client: Client, model: Named, body: object = {}): Promise<Reply> {
  return client.exchange('POST', pathOf(model, 'search'), { body })
}

/** Creates and updates many records at once. */
export function saveMany(client: Client, model: Named, records: unknown, more: Sending = {}): Promise<Reply> {
  return send(client, pathOf(model), { records, ...showOf(more) }, more)
}

/** Creates records, or updates those whose key is known. */
export function upsert(
  client: Client,
  model: Named,
  records: unknown,
  key: unknown,
  more: Sending = {},
): Promise<Reply> {
  return send(client, pathOf(model), { records, key }, more)
}

/** Creates a record, or updates it if its key is known. */
export function upsertOne(client: Client, model: Named, data: object, key: string, more: Sending = {}): Promise<Reply> {
  const { query = '', headers = {} } = more
  return client.exchange('PUT', `${pathOf(model)}?key=${key}${query.replace('?', '&')}`, { body: { data }, headers })
}

export function removeAll(client: Client, model: Named, records: unknown, more: Sending = {}): Promise<Reply> {
  return send(client, pathOf(model, 'removeAll'), { records, ...showOf(more) }, more)
}

export function updateMass(client: Client, model: Named, body: object, more: Sending = {}): Promise<Reply> {
  return send(client, pathOf(model, 'updateMass'), body, more)
}

/** Several writes of any models, all or none. */
export function transact(client: Client, data: unknown, more: Sending = {}): Promise<Reply> {
  return send(client, '/ws/transaction', { data }, more)
}

/** Options of a write apart from its body. */
export interface Sending {
  readonly query?: string
  readonly headers?: NonNullable<Message['headers']>
  /** Of how many records a dry run shows the changes. */
  readonly show?: number
}

function showOf({ show }: Sending): { show?: number } {
  return show === undefined ? {} : { show }
}

function send(client: Client, path: string, body: object, { query = '', headers = {} }: Sending): Promise<Reply> {
  return client.exchange('POST', `${path}${query}`, { body, headers })
}

/** One entry of a history. */
export interface Entry {
  readonly version: number
  readonly operation: string
  readonly requestId: string
  readonly changeSet?: number
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
}

/** The history of a record, newest first, in short. */
export async function historyOf(client: Client, model: Named, id: number): Promise<Entry[]> {
  const reply = await client.exchange('GET', `${pathOf(model, id)}/history`)
  return recordsOf(reply) as unknown as Entry[]
}

/** The ids of the records of a model whose field refers to one record. */
export async function membersOf(client: Client, model: Named, by: string, id: number): Promise<RecordJson[]> {
  const data = { criteria: [{ fieldName: by, operator: '=', value: { id } }] }
  return recordsOf(await search(client, model, { data, fields: [by], limit: 1_000 }))
}
