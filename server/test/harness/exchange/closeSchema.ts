/** A JSON schema. */
export type Schema = boolean | SchemaObject

interface SchemaObject {
  readonly [keyword: string]: unknown
}

const maps = ['properties', 'patternProperties', '$defs', 'dependentSchemas']
const lists = ['prefixItems']
const singles = ['items', 'additionalProperties', 'unevaluatedProperties', 'contains', 'propertyNames']
const alternatives = ['oneOf', 'anyOf']

/**
 * Closes a schema: an object has no members but those that are documented. A part of a composition (`allOf`, and what a
 * reference leads to) stays open, because the other parts may have more: what puts the parts together is closed.
 */
export function closeSchema(schema: Schema, isPart = false): Schema {
  if (typeof schema === 'boolean') return schema
  const isComposed = isPart || 'properties' in schema || 'allOf' in schema
  const closed: Record<string, unknown> = { ...schema }
  for (const [keyword, value] of Object.entries(schema)) {
    if (maps.includes(keyword)) closed[keyword] = mapValues(value as object, (one) => closeSchema(one, false))
    else if (lists.includes(keyword)) closed[keyword] = (value as Schema[]).map((one) => closeSchema(one, false))
    else if (singles.includes(keyword)) closed[keyword] = closeSchema(value as Schema, false)
    else if (alternatives.includes(keyword))
      closed[keyword] = (value as Schema[]).map((one) => closeSchema(one, isComposed))
    else if (keyword === 'allOf') closed[keyword] = (value as Schema[]).map((one) => closeSchema(one, true))
  }
  if (!isPart && isOpen(schema)) closed['unevaluatedProperties'] = false
  return closed
}

/** Closes all schemas of a document, wherever they are. What references lead to are parts. */
export function closeDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeDocument)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (name === 'schemas') return [name, mapValues(one, (schema) => closeSchema(schema, true))]
      if (name === 'schema') return [name, closeSchema(one)]
      return [name, closeDocument(one)]
    }),
  )
}

function isOpen(schema: SchemaObject): boolean {
  if ('additionalProperties' in schema || 'unevaluatedProperties' in schema) return false
  return ['properties', '$ref', 'allOf', 'oneOf', 'anyOf'].some((keyword) => keyword in schema)
}

function mapValues(object: object, change: (schema: Schema) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(object).map(([name, schema]) => [name, change(schema as Schema)]))
}
