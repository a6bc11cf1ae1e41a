import type { JsonKind, TextKind } from './Kind.ts'

/** A parameter of a query string, a header, or a member of a body. The operations say which they take, and where. */
export interface Parameter {
  readonly kind: TextKind<unknown> | JsonKind<unknown>
  /** Sentences for the OpenAPI document and the reference pages. */
  readonly description: string
  /** The name that clients send, if several parameters share it; otherwise the key in the table. */
  readonly name?: string
  /** The value if the client does not send one. It may depend on the setting `maxLimit`. */
  readonly default?: unknown
  /** What it means not to send it, in words. */
  readonly absent?: string
  readonly required?: true
  /** The name of a parameter that can't be sent together with this one. */
  readonly notWith?: string
}
