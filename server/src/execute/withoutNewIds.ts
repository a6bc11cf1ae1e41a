import type { Model } from '../model/Model.ts'
import type { Selection } from '../plan/Selection.ts'
import type { WrittenRecords } from './write/WriteTransaction.ts'

/** A record in the answer: its model, and what is shown of it if the client chose that. */
interface ShownRecord {
  readonly model: Model
  readonly selection?: Selection
}

/** Replaces the ids of records that a dry run created by null, wherever the answer shows them. */
export function withoutNewIds(json: string, shown: ShownRecord, { created }: WrittenRecords): string {
  if (created.size === 0) return json
  return JSON.stringify(hideIds(JSON.parse(json), { ...shown, name: shown.model.name }, created))
}

/** A member that shows other records. */
interface Shown {
  readonly name: string
  readonly model?: Model
  readonly selection?: Selection | undefined
}

function hideIds(value: unknown, shown: Shown, created: WrittenRecords['created']): unknown {
  if (Array.isArray(value)) return value.map((one) => hideIds(one, shown, created))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, own]) => {
    if (name === 'id') return [name, created.get(shown.name)?.has(own) ? null : own]
    const other = findOther(name, shown)
    return [name, other ? hideIds(own, other, created) : own]
  })
  return Object.fromEntries(members)
}

/** What a member shows of other records; undefined if it shows none. */
function findOther(member: string, { model, selection }: Shown): Shown | undefined {
  for (const one of selection?.members ?? []) {
    if (one.shows === 'field') continue
    const { name, target } = one.shows === 'reference' ? one.field : one.relation
    if (name === member) return { name: target, selection: one.selection }
  }
  const field = selection ? undefined : model?.fields.find(({ name }) => name === member)
  return field?.type === 'reference' ? { name: field.target } : undefined
}
