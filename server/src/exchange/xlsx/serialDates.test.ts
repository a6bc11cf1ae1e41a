import { describe, expect, it } from 'vitest'
import { fromSerial, kindOfFormat, toSerial } from './serialDates.ts'

describe('the numbers of dates', () => {
  // As Excel shows them.
  it.each([
    [1, 'date', false, '1900-01-01'],
    [59, 'date', false, '1900-02-28'],
    [60, 'date', false, undefined],
    [61, 'date', false, '1900-03-01'],
    [45_000, 'date', false, '2023-03-15'],
    [2_958_465, 'date', false, '9999-12-31'],
    [2_958_466, 'date', false, undefined],
    [0, 'date', false, undefined],
    [-1, 'date', false, undefined],
    [1e308, 'date', false, undefined],
    [0, 'date', true, '1904-01-01'],
    [43_538, 'date', true, '2023-03-15'],
    [-1, 'date', true, undefined],
    [45_000.75, 'date', false, '2023-03-15'],
    [45_000.75, 'dateTime', false, '2023-03-15T18:00:00'],
    [45_000.999_999_999_9, 'dateTime', false, '2023-03-16T00:00:00'],
    [45_000.5 + 1 / 86_400_000, 'dateTime', false, '2023-03-15T12:00:00.001'],
    [0.354_166_666_666_667, 'time', false, '08:30:00'],
    [45_000.25, 'time', false, '2023-03-15T06:00:00'],
    [0.25, 'dateTime', false, undefined],
  ] as const)('%d as %s, in the system of 1904: %s, is %s', (serial, kind, dates1904, expected) => {
    expect(fromSerial(serial, kind, dates1904)).toBe(expected)
  })

  it('are read as they were written, on every day that Excel shows rightly', () => {
    const day = 86_400_000
    for (let time = Date.UTC(1900, 2, 1); time <= Date.UTC(9999, 11, 31); time += 97 * day) {
      const text = new Date(time).toISOString().slice(0, 10)
      expect(fromSerial(toSerial(text) ?? Number.NaN, 'date', false)).toBe(text)
      const moment = new Date(time + (Math.abs(time / 1_000) % 86_399) * 1_000 + 7).toISOString().slice(0, 23)
      expect(fromSerial(toSerial(moment) ?? Number.NaN, 'dateTime', false)).toBe(moment)
    }
  })

  it.each([
    '1815-12-10',
    '1900-02-28',
    '10000-01-01',
    '2026-02-30x',
    '2026-13-01',
    'Monday',
    '',
    '2026-11-17T08:30:00.123456',
  ])('are not written for %j, which stays text', (text) => {
    expect(toSerial(text)).toBeUndefined()
  })
})

describe('formats of numbers', () => {
  it.each([
    [14, undefined, 'date'],
    [21, undefined, 'time'],
    [22, undefined, 'dateTime'],
    [46, undefined, undefined],
    [2, undefined, undefined],
    [164, 'dd/mm/yyyy', 'date'],
    [164, '[$-407]d. mmmm yyyy;@', 'date'],
    [164, 'yyyy\\-mm\\-dd\\ hh:mm:ss', 'dateTime'],
    [164, 'h:mm AM/PM', 'time'],
    [164, 'mmm', 'date'],
    [164, '[h]:mm:ss', undefined],
    [164, '0.00" days"', undefined],
    [164, '[Red]0.00;[Blue]-0.00', undefined],
    [164, '0\\d', undefined],
    [164, 'General', undefined],
    [164, '#,##0.00_);(#,##0.00)', undefined],
  ] as const)('%d %j shows %s', (id, code, kind) => {
    expect(kindOfFormat(id, code)).toBe(kind)
  })
})
