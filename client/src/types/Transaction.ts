import type { Change, NamedRecord, New, RecordName } from './Input.ts'
import type { Tried, Updated, WriteOptions } from './options.ts'
import type { ModelOf } from './Schema.ts'
import type { Whole } from './Shown.ts'

/** A write of one record of any model. */
export type Operation<Name> =
  | { readonly create: Name; readonly as?: string; readonly record: object }
  | { readonly update: Name; readonly record: object }
  | { readonly delete: Name; readonly record: object }

/** Operations with their records, each checked by the model that it names. */
export type CheckedOperations<Models, Operations> = {
  readonly [I in keyof Operations]: CheckedOperation<Models, Operations[I]>
}

/** Where a reference is expected, `{ as: 'order' }` is the record that an earlier operation creates. */
type CheckedOperation<Models, Given> = Given extends { readonly create: infer Name }
  ? {
      readonly create: Name
      readonly as?: string
      readonly record: New<Models, ModelOf<Models, Name>, never, NamedRecord>
    }
  : Given extends { readonly update: infer Name }
    ? { readonly update: Name; readonly record: RecordName & Change<Models, ModelOf<Models, Name>, NamedRecord> }
    : Given extends { readonly delete: infer Name }
      ? { readonly delete: Name; readonly record: RecordName }
      : never

/** What became of each operation: the record, or the id and version of a deleted one. */
export type Results<Models, Operations, Dry = false> = {
  -readonly [I in keyof Operations]: Operations[I] extends { readonly create: infer Name }
    ? Tried<Whole<Models, ModelOf<Models, Name>>, Dry>
    : Operations[I] extends { readonly update: infer Name }
      ? Updated<Whole<Models, ModelOf<Models, Name>>, Dry>
      : { id: number; version: number }
}

/** The options of a transaction. */
export interface TransactionOptions<Dry = boolean> extends WriteOptions {
  /** `merge` puts changes that do not clash on top of the records as they are. */
  readonly onConflict?: 'refuse' | 'merge'
  /** `true` checks everything and writes nothing. */
  readonly dryRun?: Dry
}
