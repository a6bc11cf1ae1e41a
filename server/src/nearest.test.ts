import { describe, expect, it } from 'vitest'
import { didYouMean, findNearest } from './nearest.ts'

describe('findNearest', () => {
  it.each([
    ['firstname', 'firstName'],
    ['lastNmae', 'lastName'],
    ['emial', 'email'],
    ['emails', 'email'],
  ])('a slip of the finger, %s, leads to %s', (word, meant) => {
    expect(findNearest(word, ['firstName', 'lastName', 'email', 'company'])).toBe(meant)
  })

  it.each([['colour'], ['x'], [''], ['__proto__']])('%j is near nothing', (word) => {
    expect(findNearest(word, ['firstName', 'lastName', 'email', 'company'])).toBeUndefined()
  })

  it('takes the nearest of several, and the first of equals', () => {
    expect(findNearest('nane', ['names', 'name', 'lane'])).toBe('name')
  })

  it('has nothing to say where there are no candidates', () => {
    expect(findNearest('name', [])).toBeUndefined()
  })
})

describe('didYouMean', () => {
  it('is a sentence to be put behind a message, or nothing', () => {
    expect(didYouMean('limt', ['offset', 'limit'])).toBe(' Did you mean "limit"?')
    expect(didYouMean('colour', ['offset', 'limit'])).toBe('')
  })

  it('takes a word of any length without taking its time', () => {
    expect(didYouMean('x'.repeat(1_000_000), ['limit', 'x'.repeat(99)])).toBe(` Did you mean "${'x'.repeat(99)}"?`)
  })
})
