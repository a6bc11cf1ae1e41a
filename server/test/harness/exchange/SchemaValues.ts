import * as fc from 'fast-check'
import { likelyValue } from '../requests.ts'
import type { Schema } from './closeSchema.ts'
import { type OpenApi, resolve } from './OpenApi.ts'

/** The keywords of a schema that values are made from, with those of `allOf` put together. */
interface Plain {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** How deep the values of recursive schemas go. */
const maxDepth = 4

/** Random values that fit the schemas of a document. */
export class SchemaValues {
  readonly #document: OpenApi
  readonly #known = new Map<object, fc.Arbitrary<unknown>[]>()

  constructor(document: OpenApi) {
    this.#document = document
  }

  of(schema: Schema | undefined, depth = 0): fc.Arbitrary<unknown> {
    if (typeof schema !== 'object') return anything
    const known = this.#known.get(schema) ?? []
    this.#known.set(schema, known)
    return (known[depth] ??= this.#make(this.#flatten(schema), depth))
  }

  #make(schema: Plain, depth: number): fc.Arbitrary<unknown> {
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const alternatives = schema.oneOf ?? schema.anyOf
    if (alternatives) {
      // Deep down the last is taken: it is the one that ends, such as null.
      const chosen = depth < maxDepth ? alternatives : alternatives.slice(-1)
      return fc.oneof(...chosen.map((one) => this.of(one, depth)))
    }
    const types = [schema.type ?? []].flat()
    if (types.length === 0) return schema.properties ? this.#object(schema, depth) : anything
    return fc.oneof(...types.map((type) => this.#ofType(type, schema, depth)))
  }

  #ofType(type: string, schema: Plain, depth: number): fc.Arbitrary<unknown> {
    const { minimum, maximum, items, minItems = 0, maxItems = 3 } = schema
    switch (type) {
      case 'object':
        return this.#object(schema, depth)
      case 'array':
        return fc.array(this.of(items, depth + 1), {
          minLength: minItems,
          maxLength: depth < maxDepth ? Math.max(minItems, Math.min(maxItems, 3)) : minItems,
        })
      case 'integer':
      case 'number':
        return fc.integer({ min: minimum ?? -3, max: Math.max(minimum ?? 0, Math.min(maximum ?? 60, 60)) })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      default:
        return textOf(schema)
    }
  }

  #object({ properties = {}, required = [], additionalProperties }: Plain, depth: number): fc.Arbitrary<object> {
    const isSmall = depth >= maxDepth
    const members = Object.entries(properties).filter(([name]) => !isSmall || required.includes(name))
    const declared = fc.record(
      Object.fromEntries(members.map(([name, schema]) => [name, this.of(schema, depth + 1)])),
      { requiredKeys: required.filter((name) => members.some(([known]) => known === name)) },
    )
    if (isSmall || typeof additionalProperties !== 'object') return declared
    const more = fc.dictionary(fc.string({ maxLength: 8 }), this.of(additionalProperties, depth + 1), { maxKeys: 2 })
    return fc.tuple(more, declared).map(([others, own]) => ({ ...others, ...own }))
  }

  /** Follows references, and puts together what `allOf` has. */
  #flatten(schema: Schema): Plain {
    if (typeof schema !== 'object') return {}
    const { allOf = [], ...own } = resolve<Plain>(this.#document, schema)
    const parts = [...allOf.map((one) => this.#flatten(one)), own]
    const properties = Object.assign({}, ...parts.map((part) => part.properties))
    const required = parts.flatMap((part) => part.required ?? [])
    const whole = Object.assign({}, ...parts)
    return Object.keys(properties).length === 0 ? whole : { ...whole, properties, required }
  }
}

const anything = fc.oneof({ weight: 3, arbitrary: likelyValue }, { weight: 1, arbitrary: fc.constant(null) })

const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

function textOf({ format, pattern, minLength = 0, maxLength = 20 }: Plain): fc.Arbitrary<string> {
  switch (format) {
    case 'date':
      return day.map((moment) => moment.toISOString().slice(0, 10))
    case 'date-time':
      return day.map((moment) => moment.toISOString())
    case 'idn-email':
      return fc.emailAddress()
    case 'iri':
      return fc.webUrl()
  }
  if (pattern !== undefined) return matching(pattern)
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) })
}

/** Patterns that fast-check can't follow are left to chance. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'xsmall' })
  } catch {
    return fc.string({ maxLength: 20 })
  }
}
