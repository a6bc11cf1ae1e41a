import { familyOf } from '../meta/fieldTypes.ts'
import type { FieldMeta } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'
import type { KnownTest } from './Chip.ts'
import { isDeadline, testsOf } from './testsOf.ts'

/** What is often asked of a date, as a whole comparison. */
export interface DateProposal {
  readonly name: keyof Words['criteria']['proposals']
  readonly test: KnownTest
  readonly values: readonly string[]
}

const ofMoments: readonly DateProposal[] = [
  { name: 'beforeNow', test: '<', values: ['$now'] },
  { name: 'sinceToday', test: '>=', values: ['$today'] },
  { name: 'last7', test: 'between', values: ['$now-7d', '$now'] },
  { name: 'last30', test: 'between', values: ['$now-30d', '$now'] },
  { name: 'next7', test: 'between', values: ['$now', '$now+7d'] },
]

/**
 * What is often asked of a field of days or moments, the most usual first. Weeks begin on Monday, as in charts. Weeks
 * and months are those of today and stay the same tomorrow: no variable says where one begins.
 */
export function dateProposals(field: FieldMeta, today: string | undefined): readonly DateProposal[] {
  if (familyOf(field) !== 'time') return []
  const all = field.type === 'date' ? ofDays(today) : ofMoments
  const tests = testsOf(field)
  const possible = all.filter(({ test }) => tests.includes(test))
  if (isDeadline(field)) return possible
  // Whether a day has passed is asked first of those by which something must be done, and last of others.
  return [...possible.slice(1), ...possible.slice(0, 1)]
}

function ofDays(today: string | undefined): readonly DateProposal[] {
  return [
    { name: 'beforeToday', test: '<', values: ['$today'] },
    { name: 'today', test: 'is', values: ['$today'] },
    { name: 'tomorrow', test: 'is', values: ['$today+1d'] },
    ...(today === undefined ? [] : ([{ name: 'thisWeek', test: 'between', values: weekOf(today) }] as const)),
    { name: 'next7', test: 'between', values: ['$today', '$today+6d'] },
    { name: 'last30', test: 'between', values: ['$today-29d', '$today'] },
    ...(today === undefined
      ? []
      : ([
          { name: 'thisMonth', test: 'between', values: monthOf(today, 0) },
          { name: 'lastMonth', test: 'between', values: monthOf(today, -1) },
        ] as const)),
  ]
}

/** The Monday and the Sunday around a day. */
function weekOf(day: string): [string, string] {
  const [year, month, date] = partsOf(day)
  const since = (new Date(Date.UTC(year, month, date)).getUTCDay() + 6) % 7
  return [toDay(year, month, date - since), toDay(year, month, date - since + 6)]
}

/** The first and the last day of a month, so many after that of a day. */
function monthOf(day: string, after: number): [string, string] {
  const [year, month] = partsOf(day)
  return [toDay(year, month + after, 1), toDay(year, month + after + 1, 0)]
}

function partsOf(day: string): [number, number, number] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month - 1, date]
}

function toDay(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
}
