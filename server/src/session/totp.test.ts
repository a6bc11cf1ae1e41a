import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../test/harness/random.ts'
import { findStep, toBase32, toCode, toUri } from './totp.ts'

const secret = toBase32(Buffer.from('12345678901234567890'))

describe('one-time codes', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238 at %i s', (at, code) => {
    expect(toCode(secret, Math.floor(at / 30), 8)).toBe(code)
  })

  it('are taken in their period, the one before and the one after', () => {
    const step = 1_000_000
    const now = step * 30_000 + 12_345
    const taken = [-2, -1, 0, 1, 2].map((shift) => findStep(secret, toCode(secret, step + shift), now))
    expect(taken).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  it.each(['', '12345', '1234567', ' 123456', '１２３４５６', '-12345'])('are not %j', (code) => {
    expect(findStep(secret, code, 1_000_000_000)).toBeUndefined()
  })

  it('are guessed three times in a million', () => {
    const random = randomFrom(20_261_119)
    const tries = 20_000
    const codes = [0, 1, 2].map((step) => toCode(secret, step))
    const hits = Array.from({ length: tries }, () => String(Math.floor(random() * 1_000_000)).padStart(6, '0')).filter(
      (code) => findStep(secret, code, 30_000) !== undefined,
    )
    expect(hits.every((code) => codes.includes(code))).toBe(true)
    // Three standard deviations above 3 of a million.
    expect(hits.length).toBeLessThanOrEqual(tries * 3e-6 + 3 * Math.sqrt(tries * 3e-6))
  })
})

it('a link for apps names the service and the user', () => {
  expect(toUri('ABC', 'ada@example.com', 'Our Records')).toBe(
    'otpauth://totp/Our%20Records:ada%40example.com?secret=ABC&issuer=Our%20Records',
  )
})
