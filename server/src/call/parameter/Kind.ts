import type { Schema } from '../../model/field/Schema.ts'

/** The limits of the service that the schemas of requests name. */
export interface DocumentLimits {
  readonly maxLimit: number
  readonly maxBulk: number
}

/** What is wrong with a value, such as "must be true or false". The caller of the kind says of which parameter. */
export class Fault extends Error {}

interface KindBase {
  /** What clients can send, for the OpenAPI document. */
  schema(limits: DocumentLimits): Schema
  /** The text of a query string is JSON. */
  readonly isJson?: true
}

/** A kind of value in a query string. Undefined means the same as a parameter that was not sent. */
export interface TextKind<T> extends KindBase {
  /** Returns the value, or throws a `Fault`. */
  fromText(text: string, name: string, maxLimit: number): T
}

/** A kind of value in a body. */
export interface JsonKind<T> extends KindBase {
  /** Returns the value, or throws a `Fault`. */
  fromJson(value: unknown, maxLimit: number): T
}

/** A kind of value that both can have. */
export type Kind<T> = TextKind<T> & JsonKind<T>
