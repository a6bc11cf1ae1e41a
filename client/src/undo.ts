import type { CallOptions } from './connection.ts'
import type { Client } from './createClient.ts'
import type { ModelName } from './types/Schema.ts'
import type { ChangedRecord, ChangeSet, Undone } from './types/Undo.ts'

export type { ChangedRecord, ChangeSet, NotUndoableMembers, UndoClash, Undone } from './types/Undo.ts'

/** Which change sets to list. */
export interface ChangeSetsOptions<Name extends string = string> extends CallOptions {
  /** The username of their author. */
  readonly user?: string
  /** A model of which they name records. */
  readonly model?: Name
  readonly offset?: number
  readonly limit?: number
}

/** How to undo something. */
export interface UndoOptions extends CallOptions {
  /** Writes nothing, and tells what would happen. */
  readonly dryRun?: boolean
  /** Makes the undo safe to repeat; the client makes one if it is absent. */
  readonly idempotencyKey?: string
}

/** Lists your change sets, newest first; those of all users for an administrator. */
export async function changeSets<Models>(
  client: Client<Models>,
  { signal, ...query }: ChangeSetsOptions<ModelName<Models>> = {},
): Promise<{ data: ChangeSet<ModelName<Models>>[]; more: boolean }> {
  const { data, more } = await client.request('GET', '/ws/changes/sets', { query, signal })
  return { data, more } as never
}

/** Shows a change set, and a page of its records with what changed. */
export async function changeSet<Models>(
  client: Client<Models>,
  id: number,
  { signal, ...query }: CallOptions & { readonly offset?: number; readonly limit?: number } = {},
): Promise<{ set: ChangeSet<ModelName<Models>>; data: ChangedRecord<ModelName<Models>>[]; more: boolean }> {
  const { set, data, more } = await client.request('GET', `/ws/changes/sets/${id}`, { query, signal })
  return { set, data, more } as never
}

/** Undoes a change set. If something clashes, it throws `not-undoable`, or with `skip` undoes the rest. */
export async function undoChangeSet<Models>(
  client: Client<Models>,
  id: number,
  { onConflict, ...options }: UndoOptions & { readonly onConflict?: 'refuse' | 'skip' } = {},
): Promise<Undone<ModelName<Models>>> {
  const { status: _, ...answer } = await write(client, `/ws/changes/sets/${id}/undo`, { onConflict }, options)
  return answer as never
}

/**
 * Undoes one write of a record: what nobody has changed since goes back. Answers the record as it is then; of a create
 * that was undone, the id and the version of the delete.
 */
export async function undoWrite<Models>(
  client: Client<Models>,
  model: ModelName<Models>,
  record: { readonly id: number; readonly version: number },
  undo: number,
  { onConflict, ...options }: UndoOptions & { readonly onConflict?: 'refuse' | 'merge' } = {},
): Promise<{ readonly id: number; readonly version: number } & Readonly<Record<string, unknown>>> {
  const path = `/ws/rest/${model}/${record.id}/undo`
  const { data } = await write(client, path, { version: record.version, undo }, options, { onConflict })
  return data[0] as never
}

function write<Models>(
  client: Client<Models>,
  path: string,
  data: object,
  { signal, dryRun, idempotencyKey = crypto.randomUUID() }: UndoOptions,
  query: object = {},
) {
  return client.request('POST', path, { query: { ...query, dryRun }, body: { data }, idempotencyKey, signal })
}
