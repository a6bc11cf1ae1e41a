import type { Code } from '../../../src/failure/failureCodes.ts'
import { httpStatusOf } from '../../../src/http/toReply.ts'
import type { Exchange, Reply } from '../client.ts'
import type { CheckedDocument } from './CheckedDocument.ts'
import { checkRequest } from './checkRequest.ts'
import type { Schema } from './closeSchema.ts'
import { type FoundOperation, resolve, type Response } from './OpenApi.ts'
import type { Validators } from './Validators.ts'

/** Headers of answers that HTTP and browsers define, and that no document needs to tell. */
const plainHeaders = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-type',
  'content-encoding',
  'content-security-policy',
  'cache-control',
  'vary',
  'x-content-type-options',
  'referrer-policy',
  'strict-transport-security',
  'cross-origin-resource-policy',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
])

/** What refuses a request for an operation that the caller's document does not have. */
const refusals = new Set([400, 401, 403, 404, 405, 413, 415, 431, 503])

/** What is wrong with an exchange according to the document of its caller; empty if it fits. */
export function faultsOf(exchange: Exchange, document: CheckedDocument): string[] {
  const { method, path, reply } = exchange
  const found = isNoRequest(reply) ? undefined : findOperation(exchange, document)
  if (found) return [...checkReply(found, exchange, document), ...acceptedFaults(exchange, found, document)]
  if ((method === 'OPTIONS' && reply.status === 204) || method === 'HEAD' || isNoRequest(reply)) return []
  if (refusals.has(reply.status)) return checkRefusal(reply, document)
  return [`answered ${reply.status}, but the document has no ${method} ${path}: document the operation`]
}

/** What can't be read as HTTP reaches no operation, and is answered before anybody knows what it is. */
function isNoRequest({ status }: Reply): boolean {
  return status === 408 || status === 431
}

/** The operation of a request. */
export function findOperation({ method, path }: Exchange, { routes }: CheckedDocument): FoundOperation | undefined {
  const [plain = ''] = path.split('?')
  // A path that is written with %XX is that of no operation, but for the names of providers.
  return plain.includes('%') && !plain.startsWith('/login/') ? undefined : routes.find(method, plain)
}

function acceptedFaults(exchange: Exchange, found: FoundOperation, document: CheckedDocument): string[] {
  return exchange.reply.status < 300 ? checkRequest(exchange, found, document) : []
}

function checkReply(
  { operation }: FoundOperation,
  { path, reply }: Exchange,
  { validators }: CheckedDocument,
): string[] {
  const { status, json } = reply
  // The default is one answer for the codes that it lists, and each code has one status.
  const declared = operation.responses[String(status)] ?? (status < 400 ? undefined : operation.responses['default'])
  const { code } = (status < 400 ? {} : (json?.data ?? {})) as { code?: Code }
  if (code !== undefined && httpStatusOf[code] !== status) return [`answered ${status} with the code ${code}`]
  if (declared === undefined) return [`answered ${reply.status}, which the operation does not have: document it`]
  const response = resolve(validators.document, declared)
  const headers = checkHeaders(response, reply, validators)
  // The values of an old version may fit an earlier declaration: a schema can't follow a parameter.
  if (reply.status === 200 && /[?&]version=/.test(path) && operation.operationId?.endsWith('.read')) return headers
  return [...headers, ...checkBody(response, reply, validators)]
}

function checkHeaders(response: Response, { status, headers }: Reply, validators: Validators): string[] {
  const declared = new Map(Object.entries(response.headers ?? {}).map(([name, one]) => [name.toLowerCase(), one]))
  const sent = Object.keys(headers).filter((name) => headers[name] !== undefined)
  const everywhere = Object.keys(validators.document['x-headers-of-every-answer'] ?? {}).map((name) =>
    name.toLowerCase(),
  )
  const known = new Set([...declared.keys(), ...everywhere, ...plainHeaders])
  const unknown = sent.filter((name) => !known.has(name))
  const missing = [...declared].filter(([name, one]) => {
    return resolve(validators.document, one).required && headers[name] === undefined
  })
  return [
    ...unknown.map(
      (name) => `answered ${status} with the header ${name}, which that answer does not have: document it`,
    ),
    ...missing.map(([name]) => `answered ${status} without the header ${name}, which the document requires`),
  ]
}

function checkBody(response: Response, { status, headers, text, json }: Reply, validators: Validators): string[] {
  const content = Object.entries(response.content ?? {})
  const { 'content-type': sent } = headers
  if (content.length === 0)
    return text === '' && sent === undefined
      ? []
      : [`answered ${status} with a body or a type, but it has none: drop it`]
  const type = String(sent ?? '').split(';')[0]
  const schema = content.find(([name]) => name === type)?.[1].schema
  if (schema === undefined) return [`answered ${status} as ${type}, which that answer does not have: document it`]
  return validators.faultsOf(schema, json ?? text).map((fault) => `answered ${status} with a body where ${fault}`)
}

/** A refusal of something that is not in the document has what the table of codes says. */
function checkRefusal({ status, json, text }: Reply, { validators }: CheckedDocument): string[] {
  const { code = '' } = (json?.data ?? {}) as { code?: string }
  const schema = validators.document['x-failures']?.[code]
  if (schema === undefined) return [`answered ${status} ${text.slice(0, 100)}, a code that x-failures does not have`]
  const faults = validators.faultsOf(
    validators.schemaOnce(`Failure.${code}`, () => toEnvelope(schema)),
    json,
  )
  return faults.map((fault) => `answered ${status} ${code} with a body where ${fault}`)
}

function toEnvelope(schema: object): Schema {
  const errors = { type: 'object', additionalProperties: { type: 'string' } }
  const data = { ...schema, unevaluatedProperties: false }
  const properties = { status: { type: 'integer', maximum: -1 }, data, errors }
  return { type: 'object', required: ['status', 'data'], properties, additionalProperties: false }
}
