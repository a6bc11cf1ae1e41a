import { describe, expect, it } from 'vitest'
import { progressOf, readDate, smallestPart, withTime } from './dateParts.ts'

const types = ['month', 'literal', 'day', 'literal', 'year', 'hour', 'minute', 'second', 'dayPeriod', 'timeZoneName']

/** The parts of an input in which these are filled in. */
function parts(...filled: string[]) {
  return types.map((type) => {
    const isEditable = type !== 'literal' && type !== 'timeZoneName'
    return { type, isEditable, isPlaceholder: isEditable && !filled.includes(type) }
  })
}

const day = ['month', 'day', 'year']
const time = ['hour', 'minute', 'second', 'dayPeriod']

describe('a date that is typed part by part', () => {
  it.each([
    ['none', []],
    ['some', ['month']],
    ['some', ['month', 'day', ...time]],
    ['day', day],
    ['day', [...day, 'hour', 'minute', 'dayPeriod']],
    ['all', [...day, ...time]],
  ] as const)('is filled in: %s, by %j', (progress, filled) => {
    expect(progressOf(parts(...filled))).toBe(progress)
  })

  it('is at midnight of its time zone where no time is typed, and keeps what is typed of it', () => {
    const moment = new Date('2026-03-04T15:16:17.018Z')
    expect(withTime(moment, parts(...day), 'UTC')).toBe('2026-03-04T00:00:00.000Z')
    expect(withTime(moment, parts(...day), 'America/New_York')).toBe('2026-03-04T05:00:00.000Z')
    expect(withTime(moment, parts(...day, 'hour', 'dayPeriod'), 'UTC')).toBe('2026-03-04T15:00:00.000Z')
    const toMinutes = parts(...day, 'hour', 'dayPeriod').filter(({ type }) => type !== 'second')
    expect(withTime(moment, toMinutes, 'UTC')).toBe('2026-03-04T15:00:00.000Z')
  })

  it('is typed to the minute, and to the second where it has seconds', () => {
    const smallest = (value: string) => smallestPart(readDate(value, 'UTC') ?? null)
    expect(['', '2026-03-04T15:16:00.000Z', '2026-03-04T15:16:17.000Z'].map(smallest)).toEqual([
      'minute',
      'minute',
      'second',
    ])
  })
})
