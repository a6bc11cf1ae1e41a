import { describe, expect, it } from 'vitest'
import { findWorse } from '../bench/guard/compareAlone.ts'
import { compare, hasRisen, isAsGood } from '../bench/guard/verdict.ts'

/** Ratios around a middle, spread evenly by so much to both sides. */
function around(middle: number, by: number, rounds = 15): number[] {
  return Array.from({ length: rounds }, (_, n) => middle + by * ((2 * n) / (rounds - 1) - 1))
}

describe('a figure of the guard', () => {
  it('has risen if it is more than a tenth above, beyond its spread', () => {
    expect(hasRisen(compare(around(1.2, 0.05)))).toBe(true)
    expect(hasRisen(compare(around(1.12, 0.01)))).toBe(true)
    expect(hasRisen(compare(around(1.09, 0.01)))).toBe(false)
    expect(hasRisen(compare(around(1, 0.3)))).toBe(false)
    expect(hasRisen(compare(around(1.2, 0.6)))).toBe(false)
  })

  it('is not moved by a few rounds that were disturbed', () => {
    expect(hasRisen(compare([...around(1, 0.05, 11), 3, 4, 5, 9]))).toBe(false)
    expect(hasRisen(compare([...around(1.25, 0.05, 11), 0.3, 0.4]))).toBe(true)
  })

  it('is as good if it is not above by more than its spread, and never by more than three hundredths', () => {
    expect(isAsGood(compare(around(0.9, 0.1)))).toBe(true)
    expect(isAsGood(compare(around(1.01, 0.1)))).toBe(true)
    expect(isAsGood(compare(around(1.02, 0.005)))).toBe(false)
    expect(isAsGood(compare(around(1.05, 0.5)))).toBe(false)
  })
})

describe('a ratio to another program', () => {
  const ratio = { name: 'read ÷ raw', measured: 0.5, low: 0.4, high: 0.6 }
  const time = { name: 'p50 ÷ pgbench', measured: 3, low: 2.8, high: 3.5, less: true } as const

  it('is worse if its best round misses nine tenths of the pinned one', () => {
    expect(findWorse([ratio, time], { 'read ÷ raw': 0.6, 'p50 ÷ pgbench': 2.6 })).toEqual([])
    expect(findWorse([ratio, time], { 'read ÷ raw': 0.7, 'p50 ÷ pgbench': 2.6 })).toEqual([ratio])
    expect(findWorse([ratio, time], { 'p50 ÷ pgbench': 2.5 })).toEqual([time])
  })

  it('is not compared if none is pinned', () => {
    expect(findWorse([ratio], {})).toEqual([])
  })
})
