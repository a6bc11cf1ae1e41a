/** A record as an answer showed it. Every write of a test writes a unique value. */
export interface Seen {
  readonly version: number
  readonly value: string
}

/** A write as it was sent. `version` is that of an update or a delete. */
export interface Write {
  readonly kind: 'create' | 'update' | 'delete'
  readonly id?: number
  readonly version?: number
  readonly value?: string
}

/**
 * What an answer said.
 * - `done`: the write happened (`id`, and `seen` unless it was a delete).
 * - `shown`: the record as it is, by a read or by a version conflict.
 * - `listed`: all records, by a find.
 * - `missing`: there is no such record.
 * - `not-applied` and `unknown`: the write failed, surely or perhaps.
 */
export type Answer =
  | { readonly said: 'done'; readonly id: number; readonly seen?: Seen }
  | { readonly said: 'shown'; readonly seen: Seen }
  | { readonly said: 'listed'; readonly total: number; readonly records: ReadonlyMap<number, Seen> }
  | { readonly said: 'missing' }
  | { readonly said: 'not-applied' | 'unknown' }

/** One exchange between a client and the service, with its start and end by the client's clock. */
export interface Operation {
  readonly client: number
  readonly start: number
  readonly end: number
  /** The request: a write, a read of one record (`id`), or a find of all of them. */
  readonly write?: Write
  readonly id?: number
  readonly answer: Answer
}
