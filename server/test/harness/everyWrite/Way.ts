import type { Reply } from '../client.ts'
import type { Kind } from './kinds.ts'

/** A request that can be sent again as it is. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly body: object
}

/** A record that is written, with the record that it belongs to. */
export interface Write {
  readonly kind: Kind
  readonly parent: { readonly id: number; readonly version: number }
  /** The record to change or delete. */
  readonly target: { readonly id: number; readonly version: number; readonly key: unknown }
  readonly values: object
}

/** A record with a past, and what brings it back. */
export interface Past {
  readonly kind: Kind
  readonly id: number
  readonly version: number
  /** The change set to undo. */
  readonly set: number
}

/** What became of a write: everything that is known of a refusal is in the text. */
export interface Outcome {
  readonly written: boolean
  readonly text: string
}

/** One way to write a record with values. */
export interface Way {
  readonly name: string
  readonly does: 'create' | 'change' | 'delete'
  /** It finds the record by its key. */
  readonly byKey?: true
  /** It takes a reference that is required, or the record would stay. */
  readonly byParent?: true
  readonly isLogic?: true
  toSent(write: Write): Sent
  /** Waits for what the request began; its answer tells everything if absent. */
  settle?(reply: Reply, requestId: string): Promise<Outcome>
}

/** One way to bring an earlier state of a record back. */
export interface WayBack {
  readonly name: string
  readonly does: 'back'
  /** It undoes a write. */
  readonly undoes?: true
  /** What is undone is an undo. */
  readonly ofUndo?: true
  toSent(past: Past): Sent
}
