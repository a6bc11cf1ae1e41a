import type { AnyModels, Client, Envelope } from '@tabularium/client'
import type { Calls, SeenRecord, SetId, Shown } from '../bulk/Calls.ts'
import type { RecordName, ValuesOf } from '../bulk/Target.ts'
import { type ModelMeta, type RecordJson, titleOf } from '../meta/ModelMeta.ts'

/** The calls that bulk changes of a model are made of. */
export function createBulkCalls(client: Client<AnyModels>, model: ModelMeta): Calls {
  const { name } = model
  const records = client.records(name)
  return {
    look: async (criteria, q, limit) => {
      const body = {
        data: criteria,
        ...(q === '' ? {} : { q }),
        fields: [model.title],
        sortBy: ['id'],
        limit,
        total: false,
      }
      const sent = { query: { may: true }, body, repeatable: true }
      const { data, may } = await client.request('POST', `/ws/rest/${name}/search`, sent)
      return toSeen(model, data as readonly RecordJson[], may as May)
    },
    tryChange: async (targets, valuesOf) => {
      const sent = withValues(targets, valuesOf)
      const { records: shown, same } = await records.saveAll(sent, { dryRun: true, show: sent.length })
      return { records: shown.map(toShown), same, deleted: 0, cleared: 0 }
    },
    tryDelete: async (targets) => {
      const {
        records: shown,
        deleted,
        cleared,
      } = await records.removeAll(targets, {
        dryRun: true,
        show: targets.length,
      })
      return { records: shown.map((record) => toShown({ ...record, changes: {} })), same: 0, deleted, cleared }
    },
    change: async (targets, valuesOf, key) => {
      const sent = { query: { fields: 'id' }, body: { records: withValues(targets, valuesOf) }, idempotencyKey: key }
      return toSet(await client.request('POST', `/ws/rest/${name}`, sent))
    },
    changeMatching: async (criteria, most, values, key) => {
      // The criteria are in the form of the service already.
      const body = { data: criteria, values, maxAffected: most }
      return toSet(await client.request('POST', `/ws/rest/${name}/updateMass`, { body, idempotencyKey: key }))
    },
    delete: async (targets, key) => {
      const body = { records: targets.map(({ id, version }) => ({ id, version })) }
      return toSet(await client.request('POST', `/ws/rest/${name}/removeAll`, { body, idempotencyKey: key }))
    },
  }
}

function toSet({ changeSet }: Envelope): SetId {
  return typeof changeSet === 'number' ? changeSet : undefined
}

type May = { readonly update?: readonly number[]; readonly delete?: readonly number[] } | undefined

function toSeen(model: ModelMeta, found: readonly RecordJson[], may: May): SeenRecord[] {
  const [changeable, deletable] = [new Set(may?.update), new Set(may?.delete)]
  return found.map((record) => ({
    id: record.id,
    version: record.version,
    title: titleOf(model, record),
    mayChange: changeable.has(record.id),
    mayDelete: deletable.has(record.id),
  }))
}

function withValues(targets: readonly RecordName[], valuesOf: ValuesOf) {
  return targets.map(({ id, version }) => ({ ...valuesOf(id), id, version }))
}

function toShown({ id, title, changes }: { id: number | null; title?: unknown; changes: unknown }): Shown {
  const text = typeof title === 'string' || typeof title === 'number' ? String(title) : ''
  return { id: id ?? 0, title: text === '' ? `#${id}` : text, changes: changes as Shown['changes'] }
}
