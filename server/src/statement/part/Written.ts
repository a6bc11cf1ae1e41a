import { requireValue } from '../../invariant.ts'
import type { Stored } from './Statement.ts'

/** A new record; or the reference fields whose records do not exist, and nothing was written. */
export type Created = ({ readonly is: 'written' } & Stored) | { readonly is: 'missing'; readonly fields: string[] }

/** The same of a change; or the version that it names is not the current one, and nothing was written. */
export type Updated = Created | { readonly is: 'stale' }

/**
 * What became of each record that was to be written, by its id: one row for each that was written or lacks a
 * reference.
 */
export function readWritten(rows: readonly (readonly (string | null)[])[]): Map<number, Created> {
  return new Map(rows.map(([id, ...columns]) => [Number(id), toWritten(columns)]))
}

function toWritten([version, json, missing]: readonly (string | null)[]): Created {
  if (version === null || version === undefined)
    return { is: 'missing', fields: requireValue(missing, 'What a record lacks').split(',') }
  return { is: 'written', version: Number(version), json: requireValue(json, 'The JSON of a record') }
}
