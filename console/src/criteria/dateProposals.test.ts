import { describe, expect, it } from 'vitest'
import { dateProposals } from './dateProposals.ts'

const of = (name: string, today?: string) =>
  dateProposals({ name, type: 'date', label: '' }, today).map((each) => [each.name, ...each.values].join(' '))

describe('what is proposed for a date', () => {
  it('begins with what is late, if something is due on it', () => {
    expect(of('dueOn')[0]).toBe('beforeToday $today')
    expect(of('placedOn')[0]).toBe('today $today')
    expect(of('placedOn').at(-1)).toBe('beforeToday $today')
  })

  it('knows the week and the months around today, over the ends of months and years', () => {
    expect(of('placedOn', '2026-11-18')).toEqual(
      expect.arrayContaining([
        'thisWeek 2026-11-16 2026-11-22',
        'thisMonth 2026-11-01 2026-11-30',
        'lastMonth 2026-10-01 2026-10-31',
      ]),
    )
    // A Sunday, on the first day of a year of which the month before is in another one.
    expect(of('placedOn', '2023-01-01')).toEqual(
      expect.arrayContaining(['thisWeek 2022-12-26 2023-01-01', 'lastMonth 2022-12-01 2022-12-31']),
    )
  })

  it('of moments takes variables alone, and nothing is proposed for other fields', () => {
    const moments = dateProposals({ name: 'seenOn', type: 'dateTime', label: '' }, '2026-11-18')
    expect(moments.flatMap(({ values }) => values).every((value) => value.startsWith('$'))).toBe(true)
    expect(moments[0]?.name).toBe('sinceToday')
    expect(dateProposals({ name: 'due', type: 'text', label: '' }, '2026-11-18')).toEqual([])
  })
})
