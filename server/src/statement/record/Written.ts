import { requireValue } from '../../failure/invariant.ts'
import type { Reason } from '../refusal/Reason.ts'
import { toReasons } from '../refusal/reasonTokens.ts'
import type { Stored } from '../Statement.ts'

/** A new record; or everything that is wrong with it, if nothing was written. */
export type Created =
  | ({ readonly is: 'written' } & Stored)
  | { readonly is: 'refused'; readonly reasons: readonly Reason[] }

/** The same for a change; or `stale` if its version is not the current one and nothing was written. */
export type Updated = Created | { readonly is: 'stale' }

/** The outcomes of writes by record id. There is a row for each record that was written or refused. */
export function toWrittenById(rows: readonly (readonly (string | null)[])[]): Map<number, Created> {
  return new Map(rows.map(([id, ...columns]) => [Number(id), toWritten(columns)]))
}

function toWritten([version, json, reasons]: readonly (string | null)[]): Created {
  if (version === null || version === undefined)
    return { is: 'refused', reasons: toReasons(requireValue(reasons, 'Why a record was refused')) }
  return { is: 'written', version: Number(version), json: requireValue(json, 'The JSON of a record') }
}
