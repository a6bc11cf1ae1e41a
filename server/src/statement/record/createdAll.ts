import type { Values } from '../../postgres/Query.ts'
import type { RefusedRecord } from '../refusal/Reason.ts'
import { toReasons } from '../refusal/reasonTokens.ts'

/** The separator between the records that one statement creates: JSON from PostgreSQL contains no line breaks. */
export const separator = ',\n'

/** The records that one statement created: their JSON, and the change set of the call. */
export interface CreatedAll {
  readonly json: string
  readonly changeSet: number
}

/**
 * The JSON of the records in the order of the items, sorted only if necessary; or the refused records, if nothing was
 * written.
 */
export function toCreatedAll(
  items: readonly { readonly id: number }[],
  rows: readonly Values[],
): CreatedAll | RefusedRecord[] {
  const [ids, records, set] = rows[0] ?? []
  if (typeof ids !== 'string' || typeof records !== 'string') return toRefused(items, rows)
  const changeSet = Number(set)
  if (ids === items.map(({ id }) => id).join()) return { json: records, changeSet }
  const parts = records.split(separator)
  const byId = new Map(ids.split(',').map((id, index) => [Number(id), parts[index]]))
  return { json: items.map(({ id }) => byId.get(id)).join(separator), changeSet }
}

function toRefused(items: readonly { readonly id: number }[], rows: readonly Values[]): RefusedRecord[] {
  const reasons = new Map(rows.map(([id, , tokens]) => [Number(id), tokens]))
  return items.flatMap(({ id }, index) => {
    const tokens = reasons.get(id)
    return typeof tokens === 'string' ? [{ path: `${index}.`, reasons: toReasons(tokens) }] : []
  })
}
