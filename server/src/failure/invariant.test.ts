import { expect, it } from 'vitest'
import { requireAt, requireValue } from './invariant.ts'

it('returns what exists, even if that is undefined, empty or 0', () => {
  expect(requireAt(['a', 'b'], 1)).toBe('b')
  expect(requireAt([undefined], 0)).toBeUndefined()
  expect(requireValue('', 'The text')).toBe('')
  expect(requireValue(0, 'The count')).toBe(0)
})

it.each([-1, 2, 0.5 + 2, Number.NaN])('throws for the index %s of two', (index) => {
  expect(() => requireAt(['a', 'b'], index)).toThrow(RangeError)
})

it.each([null, undefined])('throws for %s', (value) => {
  expect(() => requireValue(value, 'The version')).toThrow('The version is missing.')
})
