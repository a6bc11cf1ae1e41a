import { describe, expect, it } from 'vitest'
import { nextTime, parseTimes, type DeclaredTimes, type Times } from './times.ts'

function timesOf(declared: DeclaredTimes): Times {
  const times = parseTimes(declared)
  if (typeof times === 'string') throw new TypeError(times)
  return times
}

/** The next times after a moment. */
function next(declared: DeclaredTimes, after: string, count = 3): string[] {
  const found: string[] = []
  let moment = Date.parse(after)
  for (let index = 0; index < count; index++) {
    moment = nextTime(timesOf(declared), moment)
    found.push(new Date(moment).toISOString().slice(0, 16))
  }
  return found
}

describe('every', () => {
  it.each([
    ['15m', '2026-11-16T12:07:31Z', ['2026-11-16T12:15', '2026-11-16T12:30', '2026-11-16T12:45']],
    ['15m', '2026-11-16T12:15:00Z', ['2026-11-16T12:30', '2026-11-16T12:45', '2026-11-16T13:00']],
    ['1h', '2026-11-16T23:59:59.999Z', ['2026-11-17T00:00', '2026-11-17T01:00', '2026-11-17T02:00']],
    ['1d', '2026-02-27T10:00:00Z', ['2026-02-28T00:00', '2026-03-01T00:00', '2026-03-02T00:00']],
  ])('%s after %s', (every, after, expected) => {
    expect(next({ every }, after)).toEqual(expected)
  })
})

describe('at a time of day', () => {
  it('is in the zone of the place, unless it names one', () => {
    const zoneOf = (at: string, timeZone?: string) => parseTimes({ at }, timeZone)
    expect(zoneOf('08:00', 'Pacific/Auckland')).toEqual({ at: 480, zone: 'Pacific/Auckland' })
    expect(zoneOf('mon 08:00', 'Asia/Tokyo')).toEqual({ at: 480, zone: 'Asia/Tokyo', weekdays: [1] })
    expect(zoneOf('08:00 UTC', 'Pacific/Auckland')).toEqual({ at: 480, zone: 'UTC' })
    expect(zoneOf('08:00')).toEqual({ at: 480, zone: 'UTC' })
  })

  it.each([
    ['06:00 UTC', '2026-11-16T06:00:00Z', ['2026-11-17T06:00', '2026-11-18T06:00', '2026-11-19T06:00']],
    ['06:00 UTC', '2026-11-16T05:59:59Z', ['2026-11-16T06:00', '2026-11-17T06:00', '2026-11-18T06:00']],
    // Another day there than in UTC.
    ['00:30 Pacific/Auckland', '2026-11-16T11:00:00Z', ['2026-11-16T11:30', '2026-11-17T11:30', '2026-11-18T11:30']],
    ['23:30 America/New_York', '2026-11-16T03:00:00Z', ['2026-11-16T04:30', '2026-11-17T04:30', '2026-11-18T04:30']],
    ['12:00 Asia/Kathmandu', '2026-11-16T00:00:00Z', ['2026-11-16T06:15', '2026-11-17T06:15', '2026-11-18T06:15']],
    // The same time of day before and after the clocks change.
    ['06:00 Europe/Paris', '2026-03-27T12:00:00Z', ['2026-03-28T05:00', '2026-03-29T04:00', '2026-03-30T04:00']],
    ['06:00 Europe/Paris', '2026-10-23T12:00:00Z', ['2026-10-24T04:00', '2026-10-25T05:00', '2026-10-26T05:00']],
    // 02:30 does not exist on March 29: it is 03:30.
    ['02:30 Europe/Paris', '2026-03-28T00:00:00Z', ['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30']],
    // 02:30 is there twice on October 25: it is the first.
    ['02:30 Europe/Paris', '2026-10-24T00:00:00Z', ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']],
    // Clocks that change by half an hour.
    ['02:15 Australia/Lord_Howe', '2026-10-03T00:00:00Z', ['2026-10-03T15:45', '2026-10-04T15:15', '2026-10-05T15:15']],
    // Samoa had no December 30 in 2011.
    ['12:00 Pacific/Apia', '2011-12-29T00:00:00Z', ['2011-12-29T22:00', '2011-12-30T22:00', '2011-12-31T22:00']],
  ])('%s after %s', (at, after, expected) => {
    expect(next({ at }, after)).toEqual(expected)
  })

  it('is once a day, every day of a year with changes by an hour and by half an hour', () => {
    for (const zone of ['Europe/Paris', 'Australia/Lord_Howe'])
      for (const at of ['00:00', '02:15']) {
        const shown = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' })
        const times = timesOf({ at: `${at} ${zone}` })
        const days: string[] = []
        let moment = Date.parse('2026-01-01T00:00:00Z')
        while (moment < Date.parse('2027-01-01T00:00:00Z')) {
          moment = nextTime(times, moment)
          days.push(shown.format(moment))
        }
        expect(new Set(days).size, `${at} ${zone}`).toBe(days.length)
        expect(days.length).toBeGreaterThanOrEqual(365)
      }
  })
})

describe('on some days', () => {
  it.each([
    ['mon,fri 06:00 UTC', '2026-11-16T07:00:00Z', ['2026-11-20T06:00', '2026-11-23T06:00', '2026-11-27T06:00']],
    ['1,15 06:00 UTC', '2026-11-16T07:00:00Z', ['2026-12-01T06:00', '2026-12-15T06:00', '2027-01-01T06:00']],
    ['31 06:00 UTC', '2026-11-16T07:00:00Z', ['2026-12-31T06:00', '2027-01-31T06:00', '2027-03-31T06:00']],
    ['last 06:00 UTC', '2028-01-31T07:00:00Z', ['2028-02-29T06:00', '2028-03-31T06:00', '2028-04-30T06:00']],
    // Sunday in Auckland is Saturday in UTC.
    [
      'sun 06:00 Pacific/Auckland',
      '2026-11-16T07:00:00Z',
      ['2026-11-21T17:00', '2026-11-28T17:00', '2026-12-05T17:00'],
    ],
  ])('%s after %s', (at, after, expected) => {
    expect(next({ at }, after)).toEqual(expected)
  })
})

describe('what is refused', () => {
  it.each([
    [{}, 'write either'],
    [{ every: '15m', at: '06:00 UTC' }, 'write either'],
    [{ every: '500ms' }, 'from 1s to 31d'],
    [{ every: '15 minutes' }, 'from 1s to 31d'],
    [{ every: '32d' }, 'from 1s to 31d'],
    [{ at: '6:00 UTC' }, "like '06:00'"],
    [{ at: '24:00 UTC' }, "like '06:00'"],
    [{ at: '06:00 Europe/Pariss' }, 'the time zone Europe/Pariss'],
    [{ at: 'mon,1 06:00 UTC' }, "the days 'mon,1'"],
    [{ at: '32 06:00 UTC' }, "the days '32'"],
  ])('%j', (declared, fault) => {
    expect(parseTimes(declared)).toContain(fault)
  })
})
