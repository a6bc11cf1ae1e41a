import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isExact } from './isExact.ts'

describe('isExact', () => {
  it('holds for every number as JavaScript writes it, also with trailing zeros', () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
        const text = JSON.stringify(value)
        expect(isExact(text)).toBe(true)
        expect(isExact(value.toExponential())).toBe(true)
        if (text.includes('.') && !text.includes('e')) expect(isExact(`${text}000`)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('does not hold for a number with one more digit than JavaScript represents', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1, noNaN: true }), (value) => {
        expect(isExact(`${value.toFixed(17)}0000000001`)).toBe(false)
      }),
    )
  })

  it.each([
    '0',
    '-0',
    '0.0',
    '-0.0',
    '5',
    '5.0',
    '1e2',
    '1E+2',
    '1.50',
    '0.1',
    '1e22',
    '123456.789',
    '1e400',
    '12345678901234567890',
  ])('%s is exact, or is checked by the fields', (text) => {
    expect(isExact(text)).toBe(true)
  })

  it.each([
    '5.0000000000000000001',
    '9007199254740990.7',
    '1e-400',
    '0.1234567890123456789',
    '-0.30000000000000000001',
    '1.00000000000000000000001e2',
    `1.${'0'.repeat(500)}`,
  ])('%s is not', (text) => {
    expect(isExact(text)).toBe(false)
  })
})
