/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly additionalProperties?: boolean | Schema
  readonly unevaluatedProperties?: boolean
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> }
  readonly description?: string
  /** The currency of amounts: a code, or the field that has it. */
  readonly 'x-currency'?: unknown
  readonly readOnly?: true
  readonly writeOnly?: true
}

/** What a type needs to describe values that name records of another model. */
export interface SchemaContext {
  /** A record of that model in an answer. */
  shownRecord(target: string): Schema
  /** What clients can send to name a record of that model. */
  sentReference(target: string): Schema
}
