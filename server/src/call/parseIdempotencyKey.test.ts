import { describe, expect, it } from 'vitest'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import type { Request } from './Request.ts'

const request: Request = {
  operation: 'update',
  address: '127.0.0.1',
  requestId: 'r-1',
  model: 'org.example.Thing',
  id: '7',
  query: 'onConflict=merge',
  ifMatch: '"3"',
  idempotencyKey: 'key',
  token: 'of one session',
  body: Buffer.from('{"data":{"version":3}}'),
}

function hashOf(change: Partial<Request> = {}): string | undefined {
  return parseIdempotencyKey({ ...request, ...change }).idempotency?.hash
}

describe('a key for a write', () => {
  it('is absent if none was sent', () => {
    const { idempotencyKey: _, ...without } = request
    expect(parseIdempotencyKey(without)).toEqual({})
  })

  it.each(['k', '!~', 'x'.repeat(255), '6f1c1c3e-9d0a-4c7e-8f5e-1d2c3b4a5968', '"quoted"'])('may be %s', (key) => {
    expect(parseIdempotencyKey({ ...request, idempotencyKey: key })).toEqual({
      idempotency: { key, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
  })

  it.each(['', ' ', 'a b', 'tab\there', 'x'.repeat(256), 'é', '\u007f', 'line\nend'])('may not be %j', (key) => {
    expect(() => parseIdempotencyKey({ ...request, idempotencyKey: key })).toThrow('1 to 255 visible ASCII characters')
  })
})

describe('the digest of a request', () => {
  it('is the same for a repeat, whatever its request id and its session', () => {
    expect(hashOf({ requestId: 'r-2', token: 'of another session' })).toBe(hashOf())
    expect(hashOf({ idempotencyKey: 'other' })).toBe(hashOf())
  })

  it.each<[string, Partial<Request>]>([
    ['operation', { operation: 'restore' }],
    ['model', { model: 'org.example.Other' }],
    ['id', { id: '8' }],
    ['parameter', { query: '' }],
    ['If-Match', { ifMatch: '"4"' }],
    ['body', { body: Buffer.from('{"data":{"version":4}}') }],
    ['body, if only by a space', { body: Buffer.from('{"data":{"version":3} }') }],
    ['parts that would read the same when put together', { id: '7onConflict', query: '=merge' }],
  ])('is another one for another %s', (_, change) => {
    expect(hashOf(change)).not.toBe(hashOf())
  })

  it('is another one without a body', () => {
    const { body: _, ...without } = request
    expect(parseIdempotencyKey(without).idempotency?.hash).not.toBe(hashOf())
  })
})
