import { describe, expect, it } from 'vitest'
import { findEncoding } from './findEncoding.ts'

const [br, gzip] = [Buffer.from('b'), Buffer.from('g')]

describe('findEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', { br, gzip }, 'br'],
    ['gzip, deflate', { br, gzip }, 'gzip'],
    ['BR', { br, gzip }, 'br'],
    ['br;q=0, gzip;q=0.5', { br, gzip }, 'gzip'],
    ['br;q=0.0', { br, gzip }, undefined],
    ['br', { gzip }, undefined],
    ['br, gzip', {}, undefined],
    ['brotli, xgzip', { br, gzip }, undefined],
    ['*', { br, gzip }, undefined],
    ['', { br, gzip }, undefined],
    [undefined, { br, gzip }, undefined],
  ] as const)('of %j', (accepted, file, encoding) => {
    expect(findEncoding(accepted, file)).toBe(encoding)
  })
})
