import type { Schema } from '../model/field/Schema.ts'

/** A reference to a component of the document. */
export interface Ref {
  readonly $ref: string
}

/** A reference to a schema of the document. */
export function schemaRef(name: string): Ref {
  return { $ref: `#/components/schemas/${name}` }
}

/** A reference to a parameter of the document. */
export function parameterRef(name: string): Ref {
  return { $ref: `#/components/parameters/${name}` }
}

/** A reference to a response of the document. */
export function responseRef(name: string): Ref {
  return { $ref: `#/components/responses/${name}` }
}

/** A reference to the body of a request. */
export function bodyRef(name: string): Ref {
  return { $ref: `#/components/requestBodies/${name}` }
}

/** The headers of a response as references, by their names; nothing if there are none. */
export function headerRefs(names: readonly string[]): { readonly headers?: Readonly<Record<string, Ref>> } {
  if (names.length === 0) return {}
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }
}

/** The schema with null as another value. */
export function nullable(schema: Schema): Schema {
  if (schema.$ref !== undefined || schema.anyOf) {
    const { description, readOnly, ...others } = schema
    const kept = { ...(description === undefined ? {} : { description }), ...(readOnly ? { readOnly } : {}) }
    return { anyOf: [...(others.anyOf ?? [others]), { type: 'null' }], ...kept }
  }
  if (typeof schema.type !== 'string') return schema
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum ? { enum: [...schema.enum, null] } : {}) }
}

/** An object with these members and no others; those in `required` must be there. */
export function closedObject(properties: Record<string, Schema>, required: readonly string[] = []): Schema {
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, additionalProperties: false }
}

/** An object with these members; those in `required` are always there. */
export function shownObject(properties: Record<string, Schema>, required: readonly string[] = []): Schema {
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties }
}

/** An array of values of one schema. */
export function listOf(items: Schema, limits: Pick<Schema, 'minItems' | 'maxItems' | 'description'> = {}): Schema {
  return { type: 'array', items, ...limits }
}
