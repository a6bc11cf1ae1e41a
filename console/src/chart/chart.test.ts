import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choice } from '../../../server/src/index.ts'
import { describeField } from '../../test/describeModels.ts'
import { createFormats } from '../field/createFormats.ts'
import { en } from '../i18n/en/en.ts'
import { type Chart, type Period, periods, readChart, writeChart } from './Chart.ts'
import { drawLine, nearestSpot } from './drawLine.ts'
import { subtract, trimZeros } from './exact.ts'
import { mostPeriods } from './figures.ts'
import { fromIndex, showPeriod, toIndex } from './periods.ts'
import { toShownLabels, toTicks } from './ticks.ts'
import { toBars } from './toBars.ts'
import { toLine } from './toLine.ts'

const formats = createFormats(en, 'en', 'UTC')
const count = { of: 'count' } as const
const values = ['a', 'b'].map((value) => ({ value, label: value.toUpperCase() }))
const status = describeField({ status: choice(values) })
const byStatus: Chart = { path: 'status', by: undefined, measure: count }
const group = (value: string | boolean | null, many: number) => ({ group: { status: value }, count: many })

describe('a chart in the address', () => {
  const name = fc.stringMatching(/^[a-z][A-Za-z0-9_]{0,6}(\.[a-z]{1,5})?$/)
  const measure = fc.oneof(
    fc.constant(count),
    fc.record({ of: fc.constantFrom('sum' as const, 'avg' as const), path: name }),
  )
  const chart: fc.Arbitrary<Chart> = fc.record({
    path: name,
    by: fc.option(fc.constantFrom(...periods), { nil: undefined }),
    measure,
  })

  it('is read back as the same chart', () => {
    const same = (any: Chart) => {
      expect(readChart(writeChart(any))).toEqual(any)
    }
    fc.assert(fc.property(chart, same))
  })

  it.each(['', ':month', 'a:decade', 'a~max.b', 'a b', 'a~sum.'])('is none: %j', (text) => {
    expect(readChart(text)).toBeUndefined()
  })
})

describe('ticks', () => {
  it.each([
    [
      [0, 97],
      [0, 50, 100],
    ],
    [[3], [0, 1, 2, 3]],
    [
      [-30, 45],
      [-40, -20, 0, 20, 40, 60],
    ],
    [[0.3], [0, 0.1, 0.2, 0.3]],
    [[], [0, 1]],
    [[1], [0, 1]],
  ])('of %j', (values, expected) => {
    expect(toTicks(values)).toEqual(expected)
  })

  it('are few, in even steps, and enclose all values and zero', () => {
    const value = fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1000)
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 9 }), (values) => {
        const ticks = toTicks(values)
        expect(ticks.length).toBeLessThanOrEqual(7)
        expect(ticks).toContain(0)
        expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values, 0))
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values, 0))
      }),
    )
  })

  it('have labels while there is room, the last one always', () => {
    expect(toShownLabels(12, 4)).toEqual([2, 5, 8, 11])
    expect(toShownLabels(3, 9)).toEqual([0, 1, 2])
    expect(toShownLabels(5, 0)).toEqual([4])
  })
})

describe('periods', () => {
  it.each<[Period, string, string]>([
    ['day', '2026-02-28', '2026-03-01'],
    ['week', '2026-W53', '2027-W01'],
    ['week', '2024-W52', '2025-W01'],
    ['month', '2026-12', '2027-01'],
    ['year', '1999', '2000'],
  ])('follow one another: %s %s', (by, one, next) => {
    expect(fromIndex(Number(toIndex(one, by)) + 1, by)).toBe(next)
  })

  it('are read back from their numbers', () => {
    const index = fc.integer({ min: 0, max: 50_000 })
    fc.assert(
      fc.property(index, fc.constantFrom('day' as const, 'week' as const), (number, by) => {
        expect(toIndex(fromIndex(number, by), by)).toBe(number)
      }),
    )
  })

  it('are shown as people write them', () => {
    expect(showPeriod('2026-11-15', 'day', 'en')).toBe('Nov 15, 2026')
    expect(showPeriod('2026-11', 'month', 'de')).toBe('Nov. 2026')
    expect(showPeriod('2026-W46', 'week', 'fr')).toBe('2026-W46')
  })
})

describe('figures', () => {
  it('are subtracted to the last digit', () => {
    expect(subtract('9007199254740993.10', ['0.1', '1'])).toBe('9007199254740992.00')
    expect(subtract('1', ['3'])).toBe('-2')
    expect(subtract('-0.05', ['-0.1'])).toBe('0.05')
    expect(['105.250000', '100', '3.000'].map(trimZeros)).toEqual(['105.25', '100', '3'])
  })
})

describe('bars', () => {
  it('are named as people know the values', () => {
    const bars = toBars(byStatus, status, { groups: [group('b', 3), group(null, 1)], total: 2 }, undefined, formats)
    expect(bars.map(({ label, figure, length }) => [label, figure, length])).toEqual([
      ['B', '3', 1],
      ['No value', '1', 1 / 3],
    ])
  })

  it('have one for the rest, which is all without those shown', () => {
    const whole = { group: {}, count: 100 }
    const bars = toBars(byStatus, status, { groups: [group('a', 30), group('b', 20)], total: 12 }, whole, formats)
    expect(bars.at(-1)).toMatchObject({ label: '10 others', value: undefined, figure: '50' })
  })

  it('never guess the average of a rest', () => {
    const average: Chart = { ...byStatus, measure: { of: 'avg', path: 'credit' } }
    const groups = [{ ...group('a', 1), avg: { credit: '10.500000' } }]
    const bars = toBars(average, status, { groups, total: 3 }, undefined, formats)
    expect(bars.map(({ figure }) => figure)).toEqual(['10.5', undefined])
  })

  it('begin where zero is', () => {
    const sum: Chart = { ...byStatus, measure: { of: 'sum', path: 'credit' } }
    const groups = [
      { ...group('a', 1), sum: { credit: '30.00' } },
      { ...group('b', 1), sum: { credit: '-10.00' } },
    ]
    const bars = toBars(sum, status, { groups, total: 2 }, undefined, formats)
    expect(bars.map(({ start, length }) => [start, length])).toEqual([
      [0.25, 0.75],
      [0, 0.25],
    ])
  })
})

describe('a line', () => {
  const months: Chart = { path: 'on', by: 'month', measure: count }
  const at = (period: string | null, many: number) => ({ group: { on: period }, count: many })

  it('has every period, and tells of records without a date', () => {
    const groups = [at('2026-03', 2), at('2025-12', 1), at(null, 4)]
    expect(toLine(months, { groups, total: 3 })).toEqual({
      points: [
        { period: '2025-12', figure: '1' },
        { period: '2026-01', figure: '0' },
        { period: '2026-02', figure: '0' },
        { period: '2026-03', figure: '2' },
      ],
      missing: '4',
      isCut: false,
    })
  })

  it('has the newest periods of many, and says so', () => {
    const days: Chart = { ...months, by: 'day' }
    const line = toLine(days, { groups: [at('2026-03-01', 1), at('1999-01-01', 1)], total: 2 })
    expect([line.points.length, line.points.at(-1)?.period, line.isCut]).toEqual([mostPeriods, '2026-03-01', true])
  })

  it('of nothing has no points', () => {
    expect(toLine(months, { groups: [at(null, 1)], total: 1 })).toEqual({ points: [], missing: '1', isCut: false })
  })

  it('breaks where an average has no value', () => {
    const average: Chart = { ...months, measure: { of: 'avg', path: 'credit' } }
    const groups = ['2026-04', '2026-02', '2026-01'].map((on) => ({ ...at(on, 1), avg: { credit: '1' } }))
    const { points } = toLine(average, { groups, total: 3 })
    const frame = { width: 100, height: 50, left: 10, right: 0, top: 0, bottom: 0 }
    const { path, spots } = drawLine(points, frame)
    expect(path).toBe('M10 0L40 0M100 0h0')
    expect(nearestSpot(spots, 74)).toBe(3)
    expect(nearestSpot([undefined], 74)).toBeUndefined()
  })
})
