import { describe, expect, test } from 'vitest'
import { dummyHash, hashPassword, readNewPassword, verifyPassword } from './password.ts'

describe('readNewPassword', () => {
  test.each(['correct-horse-battery', 'x'.repeat(12), '🐎'.repeat(256), ' twelve chars '])('takes %j', (text) => {
    expect(readNewPassword(text)).toEqual({ value: text })
  })

  test('gives the composed form of letters that can be written in two ways', () => {
    expect(readNewPassword('cafe\u0301-au-lait-noir')).toEqual({ value: 'caf\u00e9-au-lait-noir' })
  })

  test.each([
    ['elevenchars', 'must have at least 12 characters, and has 11'],
    ['x'.repeat(257), 'must have at most 256 characters, and has 257'],
    ['🐎'.repeat(257), 'must have at most 1024 bytes and be well-formed Unicode without NUL'],
    ['half-a-surrogate-\ud83d', 'must have at most 1024 bytes and be well-formed Unicode without NUL'],
    ['nul\0nul\0nul\0nul\0', 'must have at most 1024 bytes and be well-formed Unicode without NUL'],
  ])('refuses %j', (text, fault) => {
    expect(readNewPassword(text)).toEqual({ fault })
  })
})

describe('verifyPassword', () => {
  test('knows the password, in either way of writing it, and no other', async () => {
    const hash = await hashPassword('caf\u00e9-au-lait-noir')
    expect(await verifyPassword(hash, 'caf\u00e9-au-lait-noir')).toBe(true)
    expect(await verifyPassword(hash, 'cafe\u0301-au-lait-noir')).toBe(true)
    expect(await verifyPassword(hash, 'cafe-au-lait-noir')).toBe(false)
  })

  test('refuses a text that is too long, whatever the hash', async () => {
    expect(await verifyPassword(await hashPassword(''), 'x'.repeat(1025))).toBe(false)
  })

  test('costs for the dummy hash what it costs for a real one', async () => {
    const parameters = '$argon2id$v=19$m=19456,t=2,p=1$'
    expect((await hashPassword('correct-horse-battery')).slice(0, parameters.length)).toBe(parameters)
    expect(dummyHash.slice(0, parameters.length)).toBe(parameters)
    expect(await verifyPassword(dummyHash, 'correct-horse-battery')).toBe(false)
  })
})
