import { expect, it } from 'vitest'
import { toKey } from './Shape.ts'

it('the key of a shape is equal for equal shapes', () => {
  expect(toKey(['read', 7, true])).toBe(toKey(['read', 7, true]))
})

it.each([
  { one: ['ab', 'c'], other: ['a', 'bc'] },
  { one: ['a', ''], other: ['a'] },
  { one: ['1:a'], other: ['1', 'a'] },
  { one: ['a1:b'], other: ['a', 'b'] },
  { one: ['7'], other: [7] },
  { one: ['number 7;'], other: [7] },
  { one: [7, 1], other: [71] },
  { one: [true], other: ['true'] },
  { one: [true, 1], other: [1, true] },
])('$one and $other have different keys', ({ one, other }) => {
  expect(toKey(one)).not.toBe(toKey(other))
})

it('keys are right for more shapes than are remembered', () => {
  const shapeOf = (n: number) => ['read', `${n} ${'x'.repeat(1_000)}`]
  const keys = Array.from({ length: 10_000 }, (_, n) => toKey(shapeOf(n)))
  expect(new Set(keys).size).toBe(10_000)
  for (const n of [0, 3_999, 9_999]) expect(toKey(shapeOf(n))).toBe(keys[n])
})
