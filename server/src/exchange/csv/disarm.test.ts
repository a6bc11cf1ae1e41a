import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { disarm, rearm } from './disarm.ts'

describe('disarm', () => {
  it.each([
    '=1+1',
    "=cmd|' /C calc'!A0",
    '+44 20',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '|x',
    '＝1',
    '＋1',
    '－1',
    '＠a',
  ])('puts a quote before %j, which a spreadsheet would calculate', (text) => {
    expect(disarm(text)).toBe(`'${text}`)
    expect(disarm(`'${text}`)).toBe(`''${text}`)
  })

  it.each(['', 'a=1', "'", "''", "'a", "O'Brien", '1+1', ' =1', '😀'])('leaves %j as it is', (text) => {
    expect(disarm(text)).toBe(text)
    expect(rearm(text)).toBe(text)
  })

  it('is taken back by rearm, for every text', () => {
    const begin = fc
      .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '|', '＝', 'a'))
      .map((signs) => signs.join(''))
    fc.assert(
      fc.property(begin, fc.string({ unit: 'binary' }), (signs, rest) => {
        expect(rearm(disarm(signs + rest))).toBe(signs + rest)
        expect(disarm(signs + rest)).not.toMatch(/^[=+\-@\t\r\n|＝＋－＠]/u)
      }),
    )
  })
})
