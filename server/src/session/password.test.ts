import { describe, expect, test } from 'vitest'
import { digestSlowly, dummyHash, hashPassword, verifyPassword } from './password.ts'

describe('verifyPassword', () => {
  test.each(['caf\u00e9-au-lait-noir', 'cafe\u0301-au-lait-noir'])(
    'accepts %s in either Unicode form, and no other text',
    async (text) => {
      const hash = await hashPassword(text)
      expect(await verifyPassword(hash, 'caf\u00e9-au-lait-noir')).toBe(true)
      expect(await verifyPassword(hash, 'cafe\u0301-au-lait-noir')).toBe(true)
      expect(await verifyPassword(hash, 'cafe-au-lait-noir')).toBe(false)
    },
  )

  test('rejects a text that cannot be a password, without hashing it', async () => {
    for (const text of ['x'.repeat(257), '🐎'.repeat(257), 'x'.repeat(1_000_000), 'half-\ud83d', 'nul\0'])
      expect(await verifyPassword('no hash at all', text)).toBe(false)
  })

  test('rejects every password of what is no hash, at the cost of one that is', async () => {
    for (const stored of ['no hash at all', '', '$argon2id$', '$argon2id$v=19$m=19456,t=2,p=1$x'])
      expect(await verifyPassword(stored, stored.padEnd(12, '-'))).toBe(false)
  })

  test('costs for the dummy hash what it costs for a real one', async () => {
    const parameters = '$argon2id$v=19$m=19456,t=2,p=1$'
    expect((await hashPassword('correct-horse-battery')).slice(0, parameters.length)).toBe(parameters)
    expect(dummyHash.slice(0, parameters.length)).toBe(parameters)
    expect(await verifyPassword(dummyHash, 'correct-horse-battery')).toBe(false)
  })
})

describe('digestSlowly', () => {
  test('returns the same digest for the same text and salt, and for no other', async () => {
    const digest = await digestSlowly('text', 'salt')
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(await digestSlowly('text', 'salt')).toBe(digest)
    expect(await digestSlowly('text', 'other')).not.toBe(digest)
    expect(await digestSlowly('other', 'salt')).not.toBe(digest)
  })
})
