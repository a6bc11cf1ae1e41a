import { expect, it } from 'vitest'
import { agoOf } from './agoOf.ts'

const now = Date.parse('2026-11-18T12:00:00Z')

it.each([
  ['2026-11-18T12:00:00Z', 'now'],
  ['2026-11-18T11:59:20Z', '40 seconds ago'],
  ['2026-11-18T11:57:10Z', '2 minutes ago'],
  ['2026-11-18T10:30:00Z', '1 hour ago'],
  ['2026-11-17T11:00:00Z', 'yesterday'],
  ['2026-11-18T14:00:00Z', 'in 2 hours'],
  ['2026-09-18T12:00:00Z', undefined],
  ['', undefined],
])('%s is %s', (moment, expected) => {
  expect(agoOf(moment, now, 'en')).toBe(expected)
})

it('is in the language of the words', () => {
  expect(agoOf('2026-11-18T11:57:10Z', now, 'de')).toBe('vor 2 Minuten')
})
