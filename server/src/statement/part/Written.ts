import { requireValue } from '../../invariant.ts'
import type { Stored } from './Statement.ts'

/** A new record; or the reference fields whose records do not exist, if nothing was written. */
export type Created = ({ readonly is: 'written' } & Stored) | { readonly is: 'missing'; readonly fields: string[] }

/** The same for a change; or `stale` if its version is not the current one and nothing was written. */
export type Updated = Created | { readonly is: 'stale' }

/** The outcomes of writes by record id. There is a row for each record that was written or lacks a reference. */
export function toWrittenById(rows: readonly (readonly (string | null)[])[]): Map<number, Created> {
  return new Map(rows.map(([id, ...columns]) => [Number(id), toWritten(columns)]))
}

function toWritten([version, json, missing]: readonly (string | null)[]): Created {
  if (version === null || version === undefined)
    return { is: 'missing', fields: requireValue(missing, 'What a record lacks').split(',') }
  return { is: 'written', version: Number(version), json: requireValue(json, 'The JSON of a record') }
}
