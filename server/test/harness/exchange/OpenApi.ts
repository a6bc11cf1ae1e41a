import type { Schema } from './closeSchema.ts'

/** A value, or where in the document it is. */
export type Referenced<T> = T | { readonly $ref: string }

/** As much of an OpenAPI 3.1 document as exchanges are compared with. */
export interface OpenApi {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The data of failures by code, also of those that are about no operation. */
  readonly 'x-failures'?: Readonly<Record<string, object>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** By name. OpenAPI itself has no place for them. */
  readonly 'x-headers-of-every-answer'?: Readonly<Record<string, unknown>>
}

export interface Content {
  readonly [mediaType: string]: { readonly schema?: Schema }
}

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'header' | 'path' | 'cookie'
  readonly required?: boolean
  readonly schema?: Schema
  /** Instead of `schema`: the text of the parameter is of this type. */
  readonly content?: Content
  readonly style?: string
  readonly explode?: boolean
}

export interface Response {
  readonly headers?: Readonly<Record<string, Referenced<{ readonly schema?: Schema; readonly required?: boolean }>>>
  readonly content?: Content
}

export interface Operation {
  readonly operationId?: string
  readonly parameters?: readonly Referenced<Parameter>[]
  readonly requestBody?: Referenced<RequestBody>
  readonly responses: Readonly<Record<string, Referenced<Response>>>
}

export interface RequestBody {
  readonly required?: boolean
  readonly content: Content
}

/** An operation of a document, and where it is. */
export interface FoundOperation {
  /** `GET /ws/rest/{model}/{id}`: the same for all models. */
  readonly name: string
  readonly template: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
  /** The values of the parameters in the path. */
  readonly values: Readonly<Record<string, string>>
}

/** Follows a reference inside the document, if the value is one. */
export function resolve<T extends object>(document: OpenApi, value: Referenced<T>): T {
  if (!('$ref' in value)) return value
  const { $ref } = value
  const steps = String($ref).slice(2).split('/')
  const found = steps.reduce<unknown>((inside, step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    return (inside as Record<string, unknown> | undefined)?.[name]
  }, document)
  if (found === undefined) throw new Error(`The document has nothing at ${$ref}.`)
  return resolve(document, found as Referenced<T>)
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** All operations of a document. */
export function operationsOf(document: OpenApi): Omit<FoundOperation, 'values'>[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as Operation | undefined
      if (!operation) return []
      const shared = (item['parameters'] ?? []) as NonNullable<Operation['parameters']>
      const parameters = [...shared, ...(operation.parameters ?? [])].map((one) => resolve(document, one))
      return [{ name: nameOf(method, template), template, operation, parameters }]
    }),
  )
}

/** `GET /ws/rest/{model}/{id}`: the name of an operation for all models. */
function nameOf(method: string, template: string): string {
  return `${method.toUpperCase()} ${template.replace(/^(\/ws\/(?:rest|explain|meta\/fields))\/[^/]+/, '$1/{model}')}`
}
