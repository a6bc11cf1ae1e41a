import { describe, expect, it } from 'vitest'
import { ChangeTokens, hasRights } from './changeToken.ts'

const tokens = new ChangeTokens(new Uint8Array(32).fill(7))
const given = { position: 4_711, digest: '0123456789abcdef', rights: 'a'.repeat(64) }

describe('a token of the change feed', () => {
  it('says where it was made, and with which rights', () => {
    const content = tokens.read(tokens.toToken(given))
    expect(content).toMatchObject({ position: 4_711, digest: '0123456789abcdef' })
    expect([hasRights(content, 'a'.repeat(64)), hasRights(content, 'b'.repeat(64))]).toEqual([true, false])
  })

  it('does not show the position, not even by its length', () => {
    const [near, far] = [tokens.toToken({ ...given, position: 1 }), tokens.toToken({ ...given, position: 2 ** 50 })]
    expect(near).toHaveLength(far.length)
    expect(Buffer.from(far, 'base64url').toString('latin1')).not.toContain(String(2 ** 50))
  })

  it('is refused if a letter differs, or if another service made it', () => {
    const token = tokens.toToken(given)
    for (let index = 0; index < token.length; index++) {
      const other = token[index] === 'A' ? 'B' : 'A'
      expect(() => tokens.read(token.slice(0, index) + other + token.slice(index + 1)), `letter ${index}`).toThrow(
        'must be the next',
      )
    }
    expect(() => new ChangeTokens(new Uint8Array(32)).read(token)).toThrow('must be the next')
    for (const text of ['', 'AAAA', 'start ', `${token}A`]) expect(() => tokens.read(text)).toThrow('must be the next')
  })
})
