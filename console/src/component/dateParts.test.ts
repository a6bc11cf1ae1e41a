import { describe, expect, it } from 'vitest'
import { progressOf, withTime } from './dateParts.ts'

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
  })
})
