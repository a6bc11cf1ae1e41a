import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFormats } from '../field/createFormats.ts'
import { en } from '../i18n/en/en.ts'
import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import { periods } from './Chart.ts'
import { functionsOf, readFigures, showFigure } from './Figure.ts'
import { mixedValue, sortGroups, splitFigures } from './groupHeads.ts'
import { canGroup, readGroupings, writeGroupings } from './Grouping.ts'
import { allOf, criteriaOfGroup, readCriteria } from './groupWhere.ts'
import { momentOf } from './momentOf.ts'
import { daysOf, fromIndex, toIndex } from './periods.ts'

const formats = createFormats(en, 'en', 'UTC')
const day: FieldMeta = { name: 'day', type: 'date', label: 'Day' }
const moment: FieldMeta = { name: 'moment', type: 'dateTime', label: 'Moment' }
const status: FieldMeta = { name: 'status', type: 'choice', label: 'Status', values: ['draft', 'placed'] }
const paid: FieldMeta = { name: 'paid', type: 'decimal', label: 'Paid', scale: 2, currency: { field: 'paidIn' } }

describe('what a list is grouped by', () => {
  it('is read back from the address', () => {
    const texts = ['customer', 'dueOn:month', 'seenOn:quarter']
    expect(writeGroupings(readGroupings(texts))).toEqual(texts)
    expect(readGroupings(['dueOn:decade'])).toEqual([{ path: 'dueOn', by: undefined }])
  })

  it.each<[string, FieldMeta]>([
    ['hidden', { ...status, may: { read: 'none', create: 'none', update: 'none' } }],
    ['secret', { ...status, secret: true }],
    ['amounts in several currencies', paid],
    ['several values', { ...status, type: 'choices' }],
    ['JSON', { ...status, type: 'json' }],
  ])('is never of fields that are %s', (_, field) => {
    expect([canGroup(status), canGroup(field)]).toEqual([true, false])
  })
})

describe('the criteria of a group', () => {
  it.each<[FieldMeta, Json, Json]>([
    [status, 'draft', { fieldName: 'status', operator: '=', value: 'draft' }],
    [status, null, { fieldName: 'status', operator: 'isNull' }],
    [
      { ...status, type: 'reference' },
      { id: 7, name: 'x' },
      { fieldName: 'status', operator: '=', value: 7 },
    ],
  ])('of %o are those of %o', (field, value, criteria) => {
    expect(criteriaOfGroup({ path: 'status', by: undefined, label: '', field }, value, 'UTC')).toEqual(criteria)
  })

  it('of a period are all days in it, and all moments of these days in a time zone', () => {
    const of = (field: FieldMeta, zone: string) =>
      JSON.stringify(criteriaOfGroup({ path: 'at', by: 'quarter', label: '', field }, '2026-Q2', zone))
    expect(of(day, 'Europe/Paris')).toContain('">=","value":"2026-04-01"')
    expect(of(day, 'Europe/Paris')).toContain('"<","value":"2026-07-01"')
    expect(of(moment, 'Europe/Paris')).toContain('">=","value":"2026-03-31T22:00:00.000Z"')
  })

  it('are added to those of the list, and to nothing where there are none', () => {
    expect(allOf([undefined, undefined])).toBeUndefined()
    expect(allOf([readCriteria(''), 1])).toBe(1)
    expect(allOf([readCriteria('{"a":1}'), 1])).toEqual({ operator: 'and', criteria: [{ a: 1 }, 1] })
    expect(readCriteria('{')).toBe('{')
  })
})

describe('a period', () => {
  it('has a day of its own, begins where the one before ends, and has its number', () => {
    fc.assert(
      fc.property(fc.constantFrom(...periods), fc.integer({ min: 0, max: 2_000 }), (by, index) => {
        const offset = by === 'year' ? 1970 : by === 'month' ? 1970 * 12 : by === 'quarter' ? 1970 * 4 : 0
        const text = fromIndex(index + offset, by)
        const [first = '', next = ''] = daysOf(text, by) ?? []
        expect(toIndex(text, by)).toBe(index + offset)
        expect(first < next).toBe(true)
        expect(daysOf(fromIndex(index + offset + 1, by), by)?.[0]).toBe(next)
      }),
    )
  })

  it('begins with the first moment of its day, wherever clocks change', () => {
    const zones = ['UTC', 'Europe/Paris', 'America/Havana', 'Asia/Beirut', 'Pacific/Apia', 'Asia/Kathmandu']
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 12_000, max: 22_000 }), (timeZone, number) => {
        const text = fromIndex(number, 'day')
        const dayIn = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' })
        const begins = Date.parse(momentOf(text, timeZone))
        // One day never was in Apia.
        fc.pre(!(timeZone === 'Pacific/Apia' && text === '2011-12-30'))
        expect(dayIn.format(begins)).toBe(text)
        expect(dayIn.format(begins - 1) < text).toBe(true)
      }),
    )
  })
})

it('of a day whose midnight the clocks leave out begin at one', () => {
  expect(momentOf('2026-03-08', 'America/Havana')).toBe('2026-03-08T05:00:00.000Z')
  expect(momentOf('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
})

describe('groups', () => {
  const group = (value: Json, title = '') => ({ value, title })
  it('are in the order of the declaration, those without a value last', () => {
    const field = { path: 'status', by: undefined, label: '', field: status }
    const groups = [group(null), group('placed'), group('draft')]
    expect(sortGroups(groups, field, false, 'en').map(({ value }) => value)).toEqual(['draft', 'placed', null])
    expect(sortGroups(groups, field, true, 'en').map(({ value }) => value)).toEqual(['placed', 'draft', null])
  })

  it('are by number, and other records by their titles', () => {
    const number = { path: 'n', by: undefined, label: '', field: { ...day, type: 'integer' as const } }
    expect(sortGroups([group(10), group(-2), group(9)], number, false, 'en').map(({ value }) => value)).toEqual([
      -2, 9, 10,
    ])
    const link = { ...number, field: { ...day, type: 'reference' as const } }
    const links = [group({ id: 1 }, 'Öl'), group({ id: 2 }, 'Zebra'), group({ id: 3 }, 'apple')]
    expect(sortGroups(links, link, false, 'de').map(({ title }) => title)).toEqual(['apple', 'Öl', 'Zebra'])
  })
})

describe('figures', () => {
  it('are those that a field has', () => {
    expect(functionsOf(day)).toEqual(['min', 'max', 'countDistinct', 'filled'])
    expect(functionsOf(paid)).toContain('sum')
    expect(functionsOf(status)).not.toContain('sum')
    expect(functionsOf({ ...paid, may: { read: 'none', create: 'none', update: 'none' } })).toEqual([])
    expect(readFigures(['a:sum', 'b:median'])).toEqual([{ path: 'a', of: 'sum' }])
  })

  it('are exact, averages with the digits of the values at least', () => {
    const field: FieldMeta = { ...paid, currency: 'EUR' }
    const shown = (of: 'sum' | 'avg' | 'filled', value: Json) =>
      showFigure({ path: 'paid', of }, { [of]: { paid: value } }, field, formats)
    expect(shown('sum', '12345678901234567890.50')).toBe('€12,345,678,901,234,567,890.50')
    expect([shown('avg', '25.500000'), shown('avg', '25.333333'), shown('avg', null)]).toEqual([
      '€25.50',
      '€25.333333',
      undefined,
    ])
    expect(shown('filled', 1_200)).toBe('1,200')
  })

  it('of several currencies are asked for by currency, and stand beside each other', () => {
    const figure = { path: 'paid', of: 'sum', field: paid } as const
    const count = { path: 'paid', of: 'filled', field: paid } as const
    expect(splitFigures([figure, count], undefined)).toEqual({
      plain: [count],
      mixed: [{ currency: 'paidIn', figures: [figure] }],
    })
    expect(splitFigures([figure], 'paidIn')).toEqual({ plain: [figure], mixed: [] })
    const groups = [
      { group: { paidIn: 'EUR' }, count: 2, sum: { paid: '3.50' } },
      { group: { paidIn: 'USD' }, count: 1, sum: { paid: '2.00' } },
      { group: { paidIn: null }, count: 1, sum: { paid: '0.00' } },
    ]
    expect(mixedValue(figure, 'paidIn', groups, formats)).toEqual({ is: 'known', text: '€3.50 · $2.00' })
  })
})
