import type { Exchange } from '../client.ts'
import type { CheckedDocument } from './CheckedDocument.ts'
import type { Schema } from './closeSchema.ts'
import { type FoundOperation, type OpenApi, type Parameter, resolve } from './OpenApi.ts'

/** What is wrong with an accepted request according to its operation. */
export function checkRequest(exchange: Exchange, found: FoundOperation, document: CheckedDocument): string[] {
  return [
    ...checkQuery(exchange, found, document),
    ...checkOthers(exchange, found, document),
    ...checkBody(exchange, found, document),
  ]
}

function checkQuery({ path }: Exchange, { parameters }: FoundOperation, document: CheckedDocument): string[] {
  const sent = [...new URLSearchParams(path.split('?')[1] ?? '')]
  const names = new Set(sent.map(([name]) => name))
  const missing = parameters.filter((one) => one.in === 'query' && one.required && !names.has(one.name))
  return [
    ...missing.map(({ name }) => `was accepted without ?${name}, which is required in the document`),
    ...sent.flatMap(([name, text]) => {
      const declared = parameters.find((one) => one.in === 'query' && one.name === name)
      if (!declared) return [`was accepted with ?${name}, which is not in the document: document it`]
      return valueFaults(declared, text, document)
    }),
  ]
}

/** The parameters in the path, and those headers that are in the document. */
function checkOthers(
  { headers }: Exchange,
  { parameters, values }: FoundOperation,
  document: CheckedDocument,
): string[] {
  return parameters.flatMap((one) => {
    if (one.in === 'path') return valueFaults(one, values[one.name] ?? '', document)
    const text = one.in === 'header' ? headers[one.name.toLowerCase()] : undefined
    return text === undefined ? [] : valueFaults(one, String(text), document)
  })
}

function valueFaults(parameter: Parameter, text: string, { validators }: CheckedDocument): string[] {
  const json = parameter.content?.['application/json']
  const value = json ? JSON.parse(text) : toValue(text, parameter, validators.document)
  const faults = validators.faultsOf(json?.schema ?? parameter.schema, value)
  return faults.map(
    (fault) => `was accepted with ${parameter.in} ${parameter.name}=${text.slice(0, 100)}, where ${fault}`,
  )
}

/** The value of a parameter as its schema describes it: all of them are texts in a request. */
function toValue(text: string, { schema, explode }: Parameter, document: OpenApi): unknown {
  const types = typesOf(schema, document)
  if (types.includes('array') && explode === false) return text === '' ? [] : text.split(',')
  if (types.includes('integer') && /^-?\d+$/.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

interface Alternatives {
  readonly type?: string | readonly string[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

function typesOf(schema: Schema | undefined, document: OpenApi): string[] {
  if (typeof schema !== 'object') return []
  const { type = [], oneOf = [], anyOf = [] } = resolve<Alternatives>(document, schema)
  return [type, ...[...oneOf, ...anyOf].map((one) => typesOf(one, document))].flat()
}

function checkBody({ body }: Exchange, { operation }: FoundOperation, { validators }: CheckedDocument): string[] {
  if (operation.requestBody === undefined)
    return body === undefined || body === '' ? [] : ['was accepted with a body, but the document has none: document it']
  const { required = false, content } = resolve(validators.document, operation.requestBody)
  if (body === undefined || body === '')
    return required ? ['was accepted without the body that the document requires'] : []
  const form = content['application/x-www-form-urlencoded']
  const faults = form
    ? validators.faultsOf(form.schema, Object.fromEntries(new URLSearchParams(body)))
    : validators.faultsOf(content['application/json']?.schema, JSON.parse(body))
  return faults.map((fault) => `was accepted with a body where ${fault}`)
}
