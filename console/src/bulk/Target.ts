import type { Json } from '../meta/ModelMeta.ts'

/** A record at the version that was seen. */
export interface RecordName {
  readonly id: number
  readonly version: number
}

/** What a bulk change is about: named records, or all that match. */
export type Target =
  | { readonly is: 'named'; readonly records: readonly RecordName[] }
  /** Criteria as JSON and words to find, as the address of the list has them; `total` is the number that was seen. */
  | { readonly is: 'matching'; readonly where: string; readonly q: string; readonly total: number }

/** The values of a record that a change sets, by field. */
export type Values = Readonly<Record<string, Json>>

/** What is to be done to records: the same values for all of them, values of its own for each, or a delete. */
export type BulkOperation =
  | { readonly is: 'change'; readonly values: Values }
  | { readonly is: 'each'; readonly values: ReadonlyMap<number, Values> }
  | { readonly is: 'delete' }

/** What a record is sent with. */
export type ValuesOf = (id: number) => Values

/** The values that a change has for each record. */
export function valuesOf(operation: Exclude<BulkOperation, { is: 'delete' }>): ValuesOf {
  return operation.is === 'each' ? (id) => operation.values.get(id) ?? {} : () => operation.values
}

/** How many records a target has. */
export function sizeOf(target: Target): number {
  return target.is === 'named' ? target.records.length : target.total
}

/** A target without the records that were written already: at the versions that were seen, they would be refused. */
export function withoutWritten(target: Target, written: readonly number[]): Target {
  if (target.is === 'matching') return target
  const gone = new Set(written)
  return { is: 'named', records: target.records.filter(({ id }) => !gone.has(id)) }
}
