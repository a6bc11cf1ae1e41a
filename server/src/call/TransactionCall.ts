import type { WriteCallBase } from './Call.ts'
import type { Sent } from './Sent.ts'

/** One operation of a transaction, as it was sent. */
export interface SentStep {
  readonly action: 'create' | 'update' | 'delete'
  readonly model: string
  readonly record: Sent
  /** The name by which later operations refer to the new record. */
  readonly as?: string
}

/** Several writes of any models, all of them or none. */
export interface TransactionCall extends Omit<WriteCallBase, 'model'> {
  readonly operation: 'transaction'
  readonly steps: readonly SentStep[]
  /** What to do with changes whose versions are not the current ones. */
  readonly onConflict: 'refuse' | 'merge'
}
