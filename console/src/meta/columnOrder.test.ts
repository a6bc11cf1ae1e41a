import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveColumn, toFields } from './columnOrder.ts'

describe('the order of columns', () => {
  it('changes by one place, and not beyond the ends', () => {
    expect(moveColumn(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
    expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
    expect(moveColumn(['a', 'b'], 'a', -1)).toEqual(['a', 'b'])
    expect(moveColumn(['a', 'b'], 'b', 1)).toEqual(['a', 'b'])
  })

  it('loses no column', () => {
    const paths = fc.uniqueArray(fc.string(), { minLength: 1 })
    const same = (all: string[], at: number, by: number) => {
      expect(moveColumn(all, all[at % all.length] ?? '', by).toSorted()).toEqual(all.toSorted())
    }
    fc.assert(fc.property(paths, fc.nat(), fc.integer({ min: -3, max: 3 }), same))
  })

  it('is not in the address where it is that of the model', () => {
    expect(toFields(['a', 'b'], ['a', 'b'])).toEqual([])
    expect(toFields(['b', 'a'], ['a', 'b'])).toEqual(['b', 'a'])
  })
})
