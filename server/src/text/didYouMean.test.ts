import { describe, expect, it } from 'vitest'
import { didYouMean, findNearest } from './didYouMean.ts'

describe('findNearest', () => {
  it.each([
    ['firstname', 'firstName'],
    ['lastNmae', 'lastName'],
    ['emial', 'email'],
    ['emails', 'email'],
  ])('the typing error %s gives %s', (word, meant) => {
    expect(findNearest(word, ['firstName', 'lastName', 'email', 'company'])).toBe(meant)
  })

  it.each([['colour'], ['x'], [''], ['__proto__']])('%j is similar to nothing', (word) => {
    expect(findNearest(word, ['firstName', 'lastName', 'email', 'company'])).toBeUndefined()
  })

  it('gives the nearest of several, and the first of equally near ones', () => {
    expect(findNearest('nane', ['names', 'name', 'lane'])).toBe('name')
  })

  it('gives undefined if there are no candidates', () => {
    expect(findNearest('name', [])).toBeUndefined()
  })
})

describe('didYouMean', () => {
  it('is a sentence to append to a message, or empty', () => {
    expect(didYouMean('limt', ['offset', 'limit'])).toBe(' Did you mean "limit"?')
    expect(didYouMean('colour', ['offset', 'limit'])).toBe('')
  })

  it('is quick for a word of any length', () => {
    expect(didYouMean('x'.repeat(1_000_000), ['limit', 'x'.repeat(99)])).toBe(` Did you mean "${'x'.repeat(99)}"?`)
  })
})
