import { expect, it } from 'vitest'
import { findMoment } from './moment.ts'

it.each([
  ['$now', { variable: 'now' }],
  ['$today', { variable: 'now', startOfDay: true }],
  ['$today-30d', { variable: 'now', startOfDay: true, shift: { amount: -30, unit: 'd' } }],
  ['$today+2w', { variable: 'now', startOfDay: true, shift: { amount: 2, unit: 'w' } }],
  ['$now-1m', { variable: 'now', shift: { amount: -1, unit: 'm' } }],
  ['$now+999y', { variable: 'now', shift: { amount: 999, unit: 'y' } }],
  ['$now-36h', { variable: 'now', shift: { amount: -36, unit: 'h' } }],
  ['$now+15min', { variable: 'now', shift: { amount: 15, unit: 'min' } }],
])('%s', (text, expected) => {
  expect(findMoment(text)).toEqual(expected)
})

it.each([
  ['$tomorrow'],
  ['now'],
  ['$Now'],
  ['$today-30'],
  ['$today-d'],
  ['$today - 30d'],
  ['$today-30d '],
  ['$today-30D'],
  ['$today-1.5d'],
  ['$today-2h'],
  ['$today-5min'],
  ['$now-1000y'],
  ['$now-99999d'],
  ["$now-1d'"],
  ['$now-1days'],
])('%s is none', (text) => {
  expect(findMoment(text)).toBeUndefined()
})
