import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { closeDocument, type Schema } from './closeSchema.ts'
import type { OpenApi } from './OpenApi.ts'
import { SharedSchemas } from './SharedSchemas.ts'

/** The most faults that are told of one value. */
const most = 5

/** The schemas of one document, closed, and compiled when they are first needed. */
export class Validators {
  readonly document: OpenApi
  readonly #schemas: SharedSchemas
  readonly #made = new Map<string, Schema>()
  readonly #compiled = new WeakMap<object, ValidateFunction>()

  constructor(document: OpenApi) {
    this.document = closeDocument(document) as OpenApi
    this.#schemas = new SharedSchemas(this.document.components?.['schemas'] ?? {})
  }

  /** A schema that is not in the document, made once. */
  schemaOnce(name: string, make: () => Schema): Schema {
    const known = this.#made.get(name) ?? make()
    this.#made.set(name, known)
    return known
  }

  /** What is wrong with a value; empty if it fits. The schema is one of this document. */
  faultsOf(schema: Schema | undefined, value: unknown): string[] {
    if (schema === undefined || typeof schema === 'boolean') return schema === false ? ['must not be there'] : []
    let validate = this.#compiled.get(schema)
    if (!validate) {
      validate = this.#schemas.compile(schema)
      this.#compiled.set(schema, validate)
    }
    return validate(value) ? [] : (validate.errors ?? []).slice(0, most).map(toText)
  }
}

function toText({ instancePath, message, params, schemaPath }: ErrorObject): string {
  const more = Object.values(params).filter((value) => typeof value !== 'object')
  return `${instancePath === '' ? 'the whole' : instancePath} ${message ?? ''} (${more.join(', ')}; ${schemaPath})`
}
