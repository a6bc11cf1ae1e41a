import { describe, expect, it } from 'vitest'
import { PageTokens, searchIdentity } from './pageToken.ts'

const tokens = new PageTokens(Buffer.from('one key'))
const identity = searchIdentity('shop.Item', { sortBy: ['name'] })
const keys = ['Anvil', null, '7']

describe('a page token', () => {
  it('gives back its sort keys, also in another process with the same key', () => {
    const token = tokens.toToken(keys, identity)
    expect(tokens.read(token, identity, 3)).toEqual(keys)
    expect(new PageTokens(Buffer.from('one key')).read(token, identity, 3)).toEqual(keys)
  })

  it('is not accepted in another epoch of the database', () => {
    const [before, after] = [tokens, new PageTokens(Buffer.from('one key'), 1)]
    expect(() => after.read(before.toToken(keys, identity), identity, 3)).toThrow('must be the next of an answer')
    expect(() => before.read(after.toToken(keys, identity), identity, 3)).toThrow('must be the next of an answer')
  })

  it('is the same for the same page and differs for every other page, whichever was asked for last', () => {
    const other = searchIdentity('shop.Box', { sortBy: ['name'] })
    const long = searchIdentity('shop.Item', { q: 'x'.repeat(2_000) })
    const pages = [
      [keys, identity],
      [['Bolt', null, '8'], identity],
      [keys, other],
      [keys, long],
    ] as const
    const make = () => pages.flatMap(([own, of]) => [tokens.toToken(own, of), tokens.toToken(own, of)])
    const made = make()
    expect(new Set(made).size).toBe(pages.length)
    expect(make()).toEqual(made)
    for (const [index, [own, of]] of pages.entries()) expect(tokens.read(made[2 * index] ?? '', of, 3)).toEqual(own)
  })

  it.each([
    { what: 'of another key', token: new PageTokens(Buffer.from('another')).toToken(keys, identity) },
    { what: 'of another search', token: tokens.toToken(keys, searchIdentity('shop.Item', { sortBy: ['size'] })) },
    { what: 'of another model', token: tokens.toToken(keys, searchIdentity('shop.Box', { sortBy: ['name'] })) },
    { what: 'with fewer keys', token: tokens.toToken(['Anvil', '7'], identity) },
    { what: 'that is cut', token: tokens.toToken(keys, identity).slice(0, -2) },
    { what: 'that is no JSON', token: 'AAAA' },
    { what: 'that is empty', token: '' },
    { what: 'without a signature', token: Buffer.from(JSON.stringify([null, ...keys])).toString('base64url') },
  ])('$what is refused', ({ token }) => {
    expect(() => tokens.read(token, identity, 3)).toThrow('must be the next of an answer to the same search')
  })
})

it('the identity of a search includes the types of its sort keys, since a model may change', () => {
  const byType = (['text', 'integer'] as const).map((type) => {
    const field = { name: 'name', type, label: 'name', required: false, unique: false, indexed: false }
    const key = { path: { steps: [], field }, descending: false }
    return searchIdentity('shop.Item', { sortBy: ['name'] }, [key, key])
  })
  expect(byType[0]).not.toBe(byType[1])
})
