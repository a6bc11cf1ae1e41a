import type { AnyModels, Client } from '@tabularium/client'
import type { RecordJson } from '../meta/ModelMeta.ts'
import { createBulkCalls } from './createBulkCalls.ts'
import { modelPath } from './modelPath.ts'
import type { Also, Service, Written } from './Service.ts'

type Envelope = Awaited<ReturnType<Client<unknown>['request']>>

type WriteService = Pick<
  Service,
  | 'tryUpdate'
  | 'wouldBe'
  | 'create'
  | 'update'
  | 'remove'
  | 'previewRemove'
  | 'restore'
  | 'archive'
  | 'bulk'
  | 'askColleague'
>

/** Calls that write records, or try to. */
export function createWriteService(client: Client<AnyModels>): WriteService {
  return {
    tryUpdate: async (model, id, data, signal) => {
      const sent = { query: { onConflict: 'merge', dryRun: true }, body: { data }, signal, repeatable: true }
      await client.request('POST', modelPath(model, `/${id}`), sent)
    },
    wouldBe: async (model, id, data, fields, signal) => {
      const onConflict = id === undefined ? undefined : 'merge'
      const sent = { query: { onConflict, dryRun: true, fields }, body: { data }, signal, repeatable: true }
      const [method, path] = id === undefined ? (['PUT', ''] as const) : (['POST', `/${id}`] as const)
      return (await client.request(method, modelPath(model, path), sent)).data[0] as RecordJson
    },
    create: async (model, data, { key, fields }) => {
      const sent = { query: { fields }, body: { data }, idempotencyKey: key }
      return toWritten(await client.request('PUT', modelPath(model), sent))
    },
    update: async (model, id, data, { key, fields }) => {
      const query = { onConflict: 'merge', fields }
      const sent = { query, body: { data }, idempotencyKey: key }
      return toWritten(await client.request('POST', modelPath(model, `/${id}`), sent))
    },
    remove: async (model, id, version, { key }) => {
      const sent = { query: { version, counts: true }, idempotencyKey: key }
      return toSet(await client.request('DELETE', modelPath(model, `/${id}`), sent))
    },
    previewRemove: async (model, id, version) => {
      const query = { version, dryRun: true, counts: true }
      const sent = { query, repeatable: true }
      const { also, preview } = await client.request('DELETE', modelPath(model, `/${id}`), sent)
      return {
        deleted: 0,
        cleared: 0,
        ...(also as object | undefined),
        ...(preview ? { preview: preview as Also['preview'] & object } : {}),
      }
    },
    restore: async (model, id, version, toVersion, { key, members }) => {
      const sent = { body: { data: { version, toVersion, members } }, idempotencyKey: key }
      return toWritten(await client.request('POST', modelPath(model, `/${id}/restore`), sent))
    },
    archive: async (model, way, id, version, { key }) => {
      const sent = { body: { data: { version } }, idempotencyKey: key }
      return toWritten(await client.request('POST', modelPath(model, `/${id}/${way}`), sent))
    },
    bulk: (model) => createBulkCalls(client, model),
    askColleague: async (model, id, data) => {
      const sent = { body: { model, id, data }, repeatable: false }
      await client.request('POST', '/console/demo/colleague', sent)
    },
  }
}

function toWritten(answer: Envelope): Written {
  const { data, merged, secret } = answer
  return {
    record: data[0] as RecordJson,
    merged: merged as Written['merged'],
    changeSet: toSet(answer),
    secret: typeof secret === 'string' ? secret : undefined,
  }
}

/** The change set of a write, if it wrote several records. */
function toSet({ changeSet }: Envelope): number | undefined {
  return typeof changeSet === 'number' ? changeSet : undefined
}
