import { expect, it } from 'vitest'
import { choice, currency, decimal, model, reference, text } from '../../../server/src/index.ts'
import { describeModels } from '../../test/describeModels.ts'
import { createFormats } from '../field/createFormats.ts'
import { en } from '../i18n/en/en.ts'
import { columnsOf, ownerAt, pathsToRead } from '../meta/columns.ts'
import { findChartField, groupFields, measureFields, regroup } from './chartFields.ts'
import { figureFormat } from './figureFormat.ts'

const [part, use] = describeModels(
  model({
    name: 'test.Part',
    title: 'name',
    fields: {
      name: text({ max: 40 }),
      kind: choice(['new', 'used']),
      paidIn: currency(),
      paid: decimal({ precision: 9, scale: 2, currency: { field: 'paidIn' } }),
      price: decimal({ precision: 9, scale: 2, currency: 'NZD' }),
    },
  }),
  model({
    name: 'test.Use',
    title: 'id',
    fields: { part: reference('test.Part'), paidIn: currency() },
  }),
)
if (!part || !use) throw new Error('The models are not described.')
const find = (name: string) => [part, use].find((each) => each.name === name)
const formats = createFormats(en, 'en-GB', 'UTC')
const sum = (path: string) => ({ of: 'sum', path }) as const

it('amounts of several currencies are drawn by currency alone', () => {
  expect(measureFields(part, 'kind').map(({ path }) => path)).toEqual(['price'])
  expect(measureFields(part, 'paidIn').map(({ path }) => path)).toEqual(['paid', 'price'])
  expect(findChartField({ path: 'kind', by: undefined, measure: sum('paid') }, part, find)).toBeUndefined()
  const byCurrency = { path: 'paidIn', by: undefined, measure: sum('paid') }
  expect(findChartField(byCurrency, part, find)?.label).toBe('Paid in')
  const kind = groupFields(part, find).find(({ path }) => path === 'kind')
  expect(kind && regroup(byCurrency, kind, part)).toEqual({ path: 'kind', by: undefined, measure: { of: 'count' } })
  expect(kind && regroup({ ...byCurrency, measure: sum('price') }, kind, part).measure).toEqual(sum('price'))
})

it('sums are shown with their currency, and counts without', () => {
  const show = (path: string, measured: string) =>
    figureFormat({ path, by: undefined, measure: sum(measured) }, part, formats)
  expect(show('kind', 'price')('1234.50', 'new')).toBe('NZ$1,234.50')
  expect(show('paidIn', 'paid')('10.00', 'EUR')).toBe('€10.00')
  expect(show('paidIn', 'paid')('10.00', null)).toBe('10.00')
  expect(figureFormat({ path: 'kind', by: undefined, measure: { of: 'count' } }, part, formats)('1234')).toBe('1,234')
})

it('a list reads the currency beside an amount, and takes it from the same record', () => {
  const columns = columnsOf(use, ['part.paid', 'part.name'], find)
  expect(pathsToRead(columns)).toEqual(['part.paid', 'part.name', 'part.paidIn'])
  const record = { id: 1, version: 0, paidIn: 'USD', part: { id: 2, version: 0, paid: '1.00', paidIn: 'EUR' } }
  expect(ownerAt(record, 'part.paid')?.['paidIn']).toBe('EUR')
  expect(ownerAt(record, 'paidIn')).toBe(record)
  expect(ownerAt({ ...record, part: null }, 'part.paid')).toBeUndefined()
})
