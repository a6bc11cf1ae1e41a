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

/** What is to be done to records: the same values for all of them, or a delete. */
export type Deed =
  | { readonly is: 'change'; readonly values: Readonly<Record<string, Json>> }
  | { readonly is: 'delete' }

/** How many records a target has. */
export function sizeOf(target: Target): number {
  return target.is === 'named' ? target.records.length : target.total
}
