import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptionKeys } from '../settings/encryptionKeys.ts'
import { Encryption } from './Encryption.ts'

const newToken = () => randomBytes(32)
const [old, recent] = [newToken(), newToken()]
const owner = { kind: 'totp', userId: 7 }

test('what was encrypted opens again, and is different each time', () => {
  const encryption = new Encryption([old], newToken)
  const stored = ['JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP', '', 'ä'.repeat(10_000)].map((text) =>
    encryption.encrypt(text, owner),
  )
  expect(new Set(stored).size).toBe(4)
  expect(stored.map((text) => encryption.decrypt(text, owner))).toEqual([
    'JBSWY3DPEHPK3PXP',
    'JBSWY3DPEHPK3PXP',
    '',
    'ä'.repeat(10_000),
  ])
})

test('a row that is copied to another user, or becomes another kind of secret, does not open', () => {
  const encryption = new Encryption([old], newToken)
  const stored = encryption.encrypt('secret', owner)
  for (const other of [
    { ...owner, userId: 8 },
    { ...owner, kind: 'idToken' },
    { kind: 'totp 7', userId: 7 },
  ])
    expect(() => encryption.decrypt(stored, other)).toThrow('authenticate')
})

test('no changed byte is accepted', () => {
  const encryption = new Encryption([old], newToken)
  const [id, encoded = ''] = encryption.encrypt('secret', owner).split('.')
  const bytes = Buffer.from(encoded, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => encryption.decrypt(`${id}.${changed.toString('base64url')}`, owner)).toThrow(Error)
  }
  for (const cut of [0, 5, 12, 20, bytes.length - 1])
    expect(() => encryption.decrypt(`${id}.${bytes.subarray(0, cut).toString('base64url')}`, owner)).toThrow(Error)
})

test('the first of several keys encrypts, and all decrypt', () => {
  const before = new Encryption([old], newToken).encrypt('secret', owner)
  const encryption = new Encryption([recent, old], newToken)
  expect(encryption.decrypt(before, owner)).toBe('secret')
  expect(before.startsWith(encryption.currentKey)).toBe(false)
  const again = encryption.encrypt('secret', owner)
  expect(again.startsWith(`${encryption.currentKey}.`)).toBe(true)
  expect(new Encryption([recent], newToken).decrypt(again, owner)).toBe('secret')
  expect(() => new Encryption([recent], newToken).decrypt(before, owner)).toThrow(/add the key/)
})

test.each(['', 'abc', 'YWJj', `${old.toString('base64')},`, old.toString('hex'), old.toString('base64').slice(0, -1)])(
  '%j is no list of keys',
  (text) => {
    expect(() => encryptionKeys.parse(text)).toThrow(TypeError)
  },
)

test('several keys are separated by commas, and each is there once', () => {
  const [first, second] = [old.toString('base64'), recent.toString('base64')]
  expect(encryptionKeys.parse(`${first}, ${second}`)).toEqual([old, recent])
  expect(() => encryptionKeys.parse(`${first},${first}`)).toThrow('twice')
})
