import * as fc from 'fast-check'
import { Company, Contact, Tag } from './contract.ts'

/** A request as the fuzzer sends it. */
export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly session: boolean
}

const fields = [
  'firstName',
  'lastName',
  'fullName',
  'email',
  'phone',
  'status',
  'credit',
  'birthDate',
  'vip',
  'company',
  'lastContactedOn',
  'preferences',
  'notes',
  'name',
  'website',
  'country',
  'employees',
  'id',
  'version',
  'createdOn',
  'createdBy',
  'updatedBy',
]

/** Values that are valid for some field, or nearly. */
export const likelyValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    -1,
    0.5,
    -0,
    2 ** 53,
    1e308,
    '',
    'x',
    'lead',
    'customer',
    '12.50',
    '-0',
    '99999999999.99',
    '2026-01-31',
    '2026-02-30',
    '2026-01-31T08:30:00Z',
    '0001-01-01T00:00:00+14:00',
    'ada@example.com',
    'https://example.com',
    'DE',
    '+33 1',
  ),
  fc.integer(),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom('\0', '\ud800', '\udfff', "'", '"', '\\', '😀', '%', '\n', 'a'), maxLength: 20 }),
  fc.record(
    { id: fc.oneof(fc.integer({ min: -2, max: 50 }), fc.constantFrom<unknown>('1', null, 2 ** 53)) },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
)

export const fieldName = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...fields) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
)

const validContact = fc.record(
  {
    firstName: fc.string({ minLength: 1, maxLength: 20 }),
    lastName: fc.string({ minLength: 1, maxLength: 20 }),
    status: fc.constantFrom('lead', 'customer', 'former'),
    vip: fc.boolean(),
    preferences: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: ['firstName', 'lastName'] },
)

export const record = fc.oneof(
  validContact,
  fc
    .tuple(validContact, fc.dictionary(fieldName, likelyValue, { maxKeys: 4 }))
    .map(([valid, other]) => ({ ...valid, ...other })),
  fc.dictionary(fieldName, likelyValue, { maxKeys: 8 }),
  fc.record({ version: fc.integer({ min: 0, max: 3 }), name: fc.string({ minLength: 1, maxLength: 2 }) }),
  fc
    .tuple(fc.record({ version: fc.integer({ min: 0, max: 3 }) }), validContact)
    .map(([version, valid]) => ({ ...version, ...valid })),
)

/** Bodies from valid to hostile, as text. */
export const anyBody = fc.oneof(
  { weight: 8, arbitrary: record.map((data) => JSON.stringify({ data })) },
  { weight: 1, arbitrary: fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: record.chain((data) => fc.nat(200).map((cut) => JSON.stringify({ data }).slice(0, cut))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      'null',
      '[]',
      '{}',
      '{"data":{"firstName":"a","firstName":"b"}}',
      `{"data":${'['.repeat(200)}`,
      '{"data":{"credit":1e999}}',
      '\ufeff{"data":{}}',
      '{"__proto__":{"data":{}}}',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
)

/** The characters of a path: node's client accepts no others. */
const pathText = fc.string({
  unit: fc.constantFrom(...Array.from('/.%25200aA-_~;,=&?#@:+$!*\'()[]<>"\\|^`{}')),
  maxLength: 40,
})
const model = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(Contact, Contact, Company, Tag) },
  { weight: 1, arbitrary: fc.constantFrom('com.example.Nothing', '__proto__', 'tabularium.Users', '%00', '..') },
  { weight: 1, arbitrary: pathText },
)
const id = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 60 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('9007199254740993', '99999999999999999999', '-1', '1.5', '01', '%31', '') },
  { weight: 1, arbitrary: pathText },
)
const query = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(50), fc.nat(1_100)).map(([offset, limit]) => `?offset=${offset}&limit=${limit}`),
  },
  { weight: 1, arbitrary: fc.integer({ min: -1, max: 3 }).map((version) => `?version=${version}`) },
  { weight: 1, arbitrary: pathText.map((text) => `?${text}`) },
)

const path = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(model, query).map(([name, after]) => `/ws/rest/${name}${after}`) },
  { weight: 10, arbitrary: fc.tuple(model, id, query).map(([name, one, after]) => `/ws/rest/${name}/${one}${after}`) },
  { weight: 1, arbitrary: pathText.map((text) => `/${text}`) },
)

const headerText = fc.string({ unit: fc.constantFrom(...Array.from('aZ09 -_.,;:"=/*\\\u00ff')), maxLength: 40 })
export const headers = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'if-match',
        'if-none-match',
        'x-request-id',
        'origin',
        'sec-fetch-site',
        'accept',
        'accept-encoding',
        'cookie',
        'content-type',
        'x-forwarded-for',
        'x-http-method-override',
        'idempotency-key',
        'authorization',
        'range',
        'expect-ct',
      ),
      headerText,
      { maxKeys: 3 },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'if-match': '"0"' },
      { 'if-none-match': '*' },
      { 'if-match': '"1-abc", "2"' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=latin1' },
      { origin: 'null' },
    ),
  },
)

const method = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('GET', 'PUT', 'POST', 'DELETE') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'SEARCH', 'PROPFIND') },
)

const someBody = fc.option(anyBody, { nil: undefined })
export const session = fc.integer({ min: 0, max: 19 }).map((n) => n > 0)
const onModel = fc.tuple(model, query).map(([name, after]) => `/ws/rest/${name}${after}`)
const onRecord = fc.tuple(model, id).map(([name, one]) => `/ws/rest/${name}/${one}`)

function request(method: fc.Arbitrary<string>, at: fc.Arbitrary<string>, sent: fc.Arbitrary<string | undefined>) {
  return fc.record({ method, path: at, headers, body: sent, session })
}

/**
 * Requests for all routes: valid, nearly valid and hostile. Logins that are hashed are few, because each takes long,
 * and deletes are fewer than creates, so that there is something to read.
 */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 6, arbitrary: request(fc.constant('GET'), onModel, fc.constant(undefined)) },
  { weight: 8, arbitrary: request(fc.constant('PUT'), onModel.map(withoutQuery), someBody) },
  { weight: 6, arbitrary: request(fc.constant('GET'), onRecord, fc.constant(undefined)) },
  { weight: 10, arbitrary: request(fc.constant('POST'), onRecord, someBody) },
  {
    weight: 2,
    arbitrary: request(
      fc.constant('DELETE'),
      fc.tuple(onRecord, query).map(([at, after]) => at + after),
      fc.constant(undefined),
    ),
  },
  { weight: 6, arbitrary: request(method, path, someBody) },
  { weight: 1, arbitrary: request(fc.constant('POST'), fc.constantFrom('/callback', '/login.jsp'), someBody) },
  {
    weight: 1,
    arbitrary: request(fc.constant('GET'), fc.constant('/logout'), fc.constant(undefined)).map((one) => ({
      ...one,
      session: false,
    })),
  },
)

/** A query is usually wrong on routes that take none, so it is rare there. */
function withoutQuery(at: string): string {
  return at.length % 8 === 0 ? at : (at.split('?')[0] ?? at)
}
