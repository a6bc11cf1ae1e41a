import type { Schema } from '../model/field/Schema.ts'
import { type Refusal, refusalRefs } from './refusals.ts'
import { headerRefs, schemaRef, shownObject } from './refs.ts'

/** An operation as the document describes it, without what follows from its route. */
export interface OperationObject {
  readonly summary: string
  readonly description?: string
  /** Those of the path; the others follow from what the operation takes. */
  readonly parameters?: readonly object[]
  /** The name of a parameter that callers can't use here. */
  readonly without?: string
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, object>>
  /** How callers are recognised; absent if it is by a session or a key. */
  readonly security?: readonly object[]
}

/** The body of a request: JSON that must be there. */
export function jsonBody(schema: Schema): object {
  return { required: true, content: { 'application/json': { schema } } }
}

/** The responses of an operation: its success, its refusals, and the failures that every operation can have. */
export function responses(success: Readonly<Record<string, object>>, refusal: Refusal): Record<string, object> {
  return { ...success, ...refusalRefs.get(refusal) }
}

/** The response of a success, with its schema and the headers that it may have. */
export function success(
  description: string,
  schema: Schema,
  headers: readonly string[] = [],
  links?: object,
): Record<string, object> {
  return {
    200: {
      description,
      ...headerRefs(headers),
      content: { 'application/json': { schema } },
      ...(links ? { links } : {}),
    },
  }
}

/** The envelope of a success: `status` 0, `data` and the members next to it. */
export function envelope(data: Schema, beside: Record<string, Schema> = {}, required: readonly string[] = []): Schema {
  return shownObject({ status: zero, data, ...beside }, ['status', 'data', ...required])
}

/** An envelope whose other members are those of a shared schema: they are not repeated for each model. */
export function envelopeOf(shared: string, data: Schema, beside: Record<string, Schema> = {}): Schema {
  return { allOf: [schemaRef(shared)], required: ['data'], properties: { data, ...beside } }
}

/** What all models' envelopes of a kind have, besides `data`. */
export function sharedEnvelope(beside: Record<string, Schema>, required: readonly string[] = []): Schema {
  return shownObject({ status: zero, ...beside }, ['status', ...required])
}

const zero: Schema = { type: 'integer', const: 0 }

/** The answer to a write, which may be a dry run. */
export function orDryRun(schema: Schema): Schema {
  return { anyOf: [schema, schemaRef('DryRun')] }
}
