import { describe, expect, it } from 'vitest'
import { type Measured, measureRatio, mostRepeats } from '../bench/application/measureRatio.ts'
import { compareMedians, comparePairs, type Comparison, type Ratio } from '../bench/application/Ratio.ts'
import { parseOptions } from '../bench/application/options.ts'
import { showMeasured } from '../bench/application/showMeasured.ts'

const ratio: Ratio = {
  name: 'stub',
  describe: (records) => `own / base at ${records} records`,
  target: { atMost: 1.5 },
  open: () => Promise.reject(new Error('There is nothing to open.')),
}

/** A comparison whose rounds have these results, one after the other; a text is a failure. */
function comparisonOf(...results: (number | string)[]): Comparison {
  const next = async () => {
    const result = results.shift()
    if (typeof result === 'number') return result
    throw new Error(result ?? 'There are no more rounds.')
  }
  return { round: next, close: () => {} }
}

function measure(results: (number | string)[], own: Partial<Ratio> = {}, rounds = 3): Promise<Measured> {
  return measureRatio({ ...ratio, ...own }, comparisonOf(...results), { rounds })
}

describe('a ratio', () => {
  it('is the median of the rounds, without the first', async () => {
    expect(await measure([9, 1.2, 1.6, 1.4])).toMatchObject({
      median: 1.4,
      lowest: 1.2,
      highest: 1.6,
      isMet: true,
      repeats: [],
    })
  })

  it('compares the medians of turns, so that a stalled disk does not decide', async () => {
    const [own, base] = [
      [2, 900, 2],
      [1, 1, 700],
    ]
    const next = (figures: number[]) => async () => figures.shift() ?? Number.NaN
    expect(await compareMedians(3, next(own), next(base))).toBe(2)
  })

  it('compares neighbouring turns in alternating order, so that a slower machine favours neither', async () => {
    const order: string[] = []
    let speed = 64
    const next = (name: string, share: number) => async () => {
      order.push(name)
      return (speed /= 2) * share
    }
    expect(await comparePairs(2, next('own', 3), next('base', 1))).toBe((3 * 2 + 3 / 2) / 2)
    expect(order).toEqual(['own', 'base', 'base', 'own'])
  })

  it('misses a target above or below it', async () => {
    expect(await measure([1, 1.6, 1.6, 1.4])).toMatchObject({ isMet: false })
    expect(await measure([1, 2, 3, 3], { target: { atLeast: 3 } })).toMatchObject({ isMet: true })
    expect(await measure([1, 2, 2, 3], { target: { atLeast: 3 } })).toMatchObject({ isMet: false })
  })

  it('repeats a round that failed, stalled or measured nothing, and says so', async () => {
    const measured = await measure([1, 'the disk is full', 1.25, Number.NaN, 1.25, 1.25])
    expect(measured).toMatchObject({ median: 1.25, repeats: ['the disk is full', 'nothing was measured'] })
    expect(showMeasured([measured], 1_000)).toContain('stub was measured again: the disk is full\n')
    const slow = { round: () => Promise.resolve(1), close: () => {} }
    await expect(measureRatio(ratio, slow, { rounds: 1, within: -1 })).rejects.toThrow(/^it took 0\.0 s$/)
  })

  it('stops the benchmark if it fails again and again', async () => {
    const failures = Array.from({ length: mostRepeats + 1 }, () => 'HTTP 500')
    await expect(measure([1, ...failures, 1, 1, 1])).rejects.toThrow('HTTP 500')
  })

  it('is shown with its target, and whether that was reached', async () => {
    const shown = showMeasured([await measure([1, 1.2, 1.6, 1.4]), await measure([1, 2, 2, 2])], 1_000)
    expect(shown.split('\n').slice(0, 5)).toEqual([
      'ratio  median  lowest  highest       target         ',
      'stub     1.40    1.20     1.60  at most 1.5  reached',
      'stub     2.00    2.00     2.00  at most 1.5   MISSED',
      '',
      'stub: own / base at 1000 records',
    ])
  })
})

describe('the options', () => {
  const namesOf = (...args: string[]) => parseOptions(args)?.ratios.map(({ name }) => name)

  it('choose ratios by the beginning of their names', () => {
    expect(namesOf('--only', 'rollup,checks')).toEqual(['checks', 'rollup-adjacent', 'rollup-spread'])
    expect(namesOf()).toEqual(expect.arrayContaining(['checks', 'rollup-spread']))
    expect(namesOf('--help')).toBeUndefined()
  })

  it('refuse what they do not know', () => {
    expect(() => parseOptions(['--only', 'checks,nothing'])).toThrow(
      /^--only knows checks, upsert, .*, and not nothing\.$/,
    )
    expect(() => parseOptions(['--rounds', '0'])).toThrow('--rounds takes a whole number above 0, and not 0.')
    expect(() => parseOptions(['--records', '10'])).toThrow('A size is a number from 1k on')
  })
})
