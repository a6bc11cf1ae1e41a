import { describe, expect, it } from 'vitest'
import type { Exchange, Reply } from '../client.ts'
import { CheckedDocument } from './CheckedDocument.ts'
import { faultsOf } from './checkExchange.ts'

const note = { $ref: '#/components/schemas/Note' }
const json = (schema: object) => ({ 'application/json': { schema } })
const page = { type: 'object', required: ['data'], properties: { data: { type: 'array', items: note } } }

const document = new CheckedDocument(
  JSON.stringify({
    openapi: '3.1.0',
    paths: {
      '/ws/rest/Note': {
        get: {
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } },
            { name: 'fields', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
          ],
          responses: {
            200: { headers: { 'X-Request-Id': { required: true } }, content: json(page) },
            304: { description: 'Not modified.' },
          },
        },
        put: {
          parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 3 } }],
          requestBody: { required: true, content: json({ type: 'object', properties: { data: note } }) },
          responses: { 200: { content: json(page) } },
        },
      },
      '/ws/rest/Note/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
          responses: { 200: { content: json(page) } },
        },
      },
      '/ws/rest/Note/search': { get: { responses: { 200: { content: json({ type: 'object', properties: {} }) } } } },
    },
    components: {
      schemas: {
        Titled: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'integer' }, title: { type: 'string' } },
        },
        Note: {
          allOf: [{ $ref: '#/components/schemas/Titled' }],
          properties: { parent: { $ref: '#/components/schemas/Note' } },
        },
      },
    },
    'x-failures': { 'unknown-path': { type: 'object', properties: { code: { const: 'unknown-path' } } } },
  }),
)

function exchange(
  method: string,
  path: string,
  body: unknown,
  { status = 200, headers = {}, text }: Partial<Reply> = {},
): Exchange {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    base: 'http://127.0.0.1',
    method,
    path,
    headers: {},
    body: method === 'GET' ? undefined : sent,
    reply: {
      status,
      headers: { 'content-type': 'application/json', 'x-request-id': 'r', ...headers },
      text: text ?? (method === 'GET' ? sent : '{"data":[]}'),
      json: text === undefined ? JSON.parse(method === 'GET' ? sent : '{"data":[]}') : undefined,
    },
  }
}

function faultOf(...parts: Parameters<typeof exchange>): string {
  return faultsOf(exchange(...parts), document).join('; ')
}

describe('an answer', () => {
  it.each([
    ['fits', '/ws/rest/Note?limit=5&fields=id,title', { data: [{ id: 1, title: 'x', parent: { id: 2 } }] }],
    ['fits by a path without parameters first', '/ws/rest/Note/search', {}],
  ])('%s', (_, path, body) => {
    expect(faultOf('GET', path, body, path.endsWith('h') ? { headers: { 'x-request-id': undefined } } : {})).toBe('')
  })

  it.each([
    ['a member that is not documented', { data: [{ id: 1, secret: 'x' }] }, /secret/],
    ['one further down', { data: [{ id: 1, parent: { id: 2, secret: 'x' } }] }, /secret/],
    ['one beside data', { data: [], secret: 1 }, /secret/],
    ['a member of the wrong type', { data: [{ id: 'x' }] }, /integer/],
    ['a required member missing', { data: [{ title: 'x' }] }, /id/],
  ])('has %s', (_, body, fault) => {
    expect(faultOf('GET', '/ws/rest/Note', body)).toMatch(fault)
  })

  it('has a status that the operation does not have', () => {
    expect(faultOf('GET', '/ws/rest/Note', {}, { status: 418 })).toMatch(/answered 418/)
  })

  it('has a header that is not documented, or lacks one that is required', () => {
    expect(faultOf('GET', '/ws/rest/Note', { data: [] }, { headers: { 'x-more': 'y' } })).toMatch(/header x-more/)
    expect(faultOf('GET', '/ws/rest/Note', { data: [] }, { headers: { 'x-request-id': undefined } })).toMatch(
      /without the header/,
    )
  })

  it('has a body where there is none, or another type', () => {
    expect(
      faultOf('GET', '/ws/rest/Note', { data: [] }, { status: 304, headers: { 'x-request-id': undefined } }),
    ).toMatch(/with a body/)
    expect(faultOf('GET', '/ws/rest/Note', {}, { headers: { 'content-type': 'text/html' } })).toMatch(/text\/html/)
  })
})

describe('an accepted request', () => {
  it.each([
    ['?limit=101', /maximum|<= 100/],
    ['?limit=many', /integer/],
    ['?more=1', /more/],
  ])('has a parameter that is not documented so: %s', (query, fault) => {
    expect(faultOf('GET', `/ws/rest/Note${query}`, { data: [] })).toMatch(fault)
  })

  it('has a path that does not fit', () => {
    expect(faultOf('GET', '/ws/rest/Note/0', { data: [] }, { headers: { 'x-request-id': undefined } })).toMatch(/id=0/)
  })

  it('has a body that does not fit', () => {
    const plain = { headers: { 'x-request-id': undefined } }
    expect(faultOf('PUT', '/ws/rest/Note', { data: { id: 1 } }, plain)).toBe('')
    expect(faultOf('PUT', '/ws/rest/Note', { data: { id: 1, more: 1 } }, plain)).toMatch(/more/)
    expect(faultOf('PUT', '/ws/rest/Note', { data: { id: 1 }, more: 1 }, plain)).toMatch(/more/)
    expect(faultOf('PUT', '/ws/rest/Note', '', plain)).toMatch(/without the body/)
  })
})

describe('what the document does not have', () => {
  it('is refused with a documented failure', () => {
    const refused = { status: -1, data: { code: 'unknown-path' } }
    expect(faultOf('GET', '/ws/other', refused, { status: 404 })).toBe('')
    expect(faultOf('GET', '/ws/other', { ...refused, more: 1 }, { status: 404 })).toMatch(/more/)
    expect(faultOf('GET', '/ws/other', { status: -1, data: { code: 'strange' } }, { status: 404 })).toMatch(/strange/)
  })

  it('is never done', () => {
    expect(faultOf('GET', '/ws/other', {}, { status: 200 })).toMatch(/no GET \/ws\/other/)
  })
})
