import type { Values } from '../../postgres/Query.ts'
import { type RefusedRecord, toReasons } from './Reason.ts'

/** The separator between the records that one statement creates: JSON from PostgreSQL contains no line breaks. */
export const separator = ',\n'

/**
 * The JSON of the records in the order of the items, sorted only if necessary; or the refused records, if nothing was
 * written.
 */
export function toCreatedAll(
  items: readonly { readonly id: number }[],
  rows: readonly Values[],
): string | RefusedRecord[] {
  const [ids, records] = rows[0] ?? []
  if (typeof ids !== 'string' || typeof records !== 'string') return toRefused(items, rows)
  if (ids === items.map(({ id }) => id).join()) return records
  const parts = records.split(separator)
  const byId = new Map(ids.split(',').map((id, index) => [Number(id), parts[index]]))
  return items.map(({ id }) => byId.get(id)).join(separator)
}

function toRefused(items: readonly { readonly id: number }[], rows: readonly Values[]): RefusedRecord[] {
  const reasons = new Map(rows.map(([id, , tokens]) => [Number(id), tokens]))
  return items.flatMap(({ id }, index) => {
    const tokens = reasons.get(id)
    return typeof tokens === 'string' ? [{ path: `${index}.`, reasons: toReasons(tokens) }] : []
  })
}
