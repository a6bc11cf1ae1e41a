import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { de } from '../i18n/de/de.ts'
import { en } from '../i18n/en/en.ts'
import type { FieldMeta, Json, ModelMeta } from '../meta/ModelMeta.ts'
import { createFormats } from './createFormats.ts'
import { matchText } from './matchText.ts'
import { isTable, parseTable } from './parseTable.ts'

const english = createFormats(en, 'en-GB', 'Europe/Paris')
const american = createFormats(en, 'en-US', 'UTC')
const german = createFormats(de, 'de-DE', 'Europe/Berlin')

const fieldOf = (type: FieldMeta['type'], more: Partial<FieldMeta> = {}): FieldMeta => {
  return { name: 'f', type, label: 'F', ...more }
}
const price = fieldOf('decimal', { scale: 2 })
const weight = fieldOf('decimal', { scale: 3 })
const whole = fieldOf('integer')
const day = fieldOf('date')
const moment = fieldOf('dateTime')

const all = { may: { read: 'all', create: 'all', update: 'all', delete: 'all' } as const, list: [] }
const sku: FieldMeta = { name: 'sku', type: 'text', label: 'SKU', unique: true }
const product: ModelMeta = {
  ...all,
  name: 'Product',
  label: 'Product',
  plural: 'Products',
  title: 'name',
  fields: [sku, fieldOf('text', { name: 'name' })],
}
const records = [
  { id: 1, version: 0, sku: 'pen', name: 'Pen' },
  { id: 2, version: 0, sku: 'Pen', name: 'Ink' },
  { id: 3, version: 0, sku: 'x1', name: 'Box' },
  { id: 4, version: 0, sku: 'x2', name: 'Box' },
]

const read = (text: string, field: FieldMeta, formats = english): Json => {
  const match = matchText(text, field, formats, () => ({ target: product, records }))
  return 'value' in match ? match.value : `✗ ${match.fault}`
}

describe('a pasted number', () => {
  it.each([
    ['12.50', price, english, '12.50'],
    ['1,234.50', price, english, '1234.50'],
    ['1.234,50', price, english, '1234.50'],
    ['1 234,5', price, english, '1234.5'],
    ['1’234.50', price, german, '1234.50'],
    ['€ 12', price, german, '12'],
    ['1,234', price, english, '1234'],
    ['1.234', price, german, '1234'],
    ['1.234', weight, english, '1.234'],
    ['1,234,567', whole, english, '1234567'],
    ['−5', whole, english, '-5'],
    ['5.00', whole, english, '5'],
  ])('%s has one meaning', (text, field, formats, expected) => {
    expect(`${read(text, field, formats) as string | number}`).toBe(expected)
  })

  it.each([
    ['1,234', weight, english],
    ['1.234', price, english],
    ['1,234', price, german],
    ['1.23.4', price, english],
    ['1.5', whole, english],
    ['twelve', price, english],
  ])('%s has none, or two', (text, field, formats) => {
    expect(read(text, field, formats)).toMatch(/^✗/)
  })

  it('is what a spreadsheet of that language shows of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.constantFrom('en', 'de'), (cents, language) => {
        const form = new Intl.NumberFormat(language, { minimumFractionDigits: 2 })
        const value = read(form.format(cents / 100), price, language === 'en' ? english : german)
        expect(Number(value)).toBe(cents / 100)
      }),
    )
  })
})

describe('a pasted date', () => {
  it.each([
    ['2026-12-31', english, '2026-12-31'],
    ['31/12/2026', english, '2026-12-31'],
    ['12/31/2026', american, '2026-12-31'],
    ['31.12.2026', german, '2026-12-31'],
    ['3. März 2026', german, '2026-03-03'],
    ['31 Dec 2026', english, '2026-12-31'],
    ['Dec 31, 2026', american, '2026-12-31'],
  ])('%s is read in the order of the user', (text, formats, expected) => {
    expect(read(text, day, formats)).toBe(expected)
  })

  it.each([
    ['12/31/2026', english],
    ['31/12/26', english],
    ['31.02.2026', german],
  ])('%s is none', (text, formats) => {
    expect(read(text, day, formats)).toMatch(/^✗/)
  })

  it('with a time is one of the user’s zone, unless it names its own', () => {
    expect(read('2026-07-01 10:30', moment)).toBe('2026-07-01T08:30:00.000Z')
    expect(read('1 Dec 2026, 10:30', moment)).toBe('2026-12-01T09:30:00.000Z')
    expect(read('12/01/2026, 10:30 PM', moment, american)).toBe('2026-12-01T22:30:00.000Z')
    expect(read('2026-07-01T10:30:00Z', moment)).toBe('2026-07-01T10:30:00.000Z')
  })

  it('is what the console shows of it', () => {
    const dates = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, fc.constantFrom(english, american, german), (date, formats) => {
        const iso = date.toISOString().slice(0, 10)
        expect(read(formats.date(iso), day, formats)).toBe(iso)
      }),
    )
  })
})

describe('pasted words', () => {
  const status = fieldOf('choice', { values: ['new', 'sent'], labels: { sent: 'On its way' }, retired: ['new'] })

  it('are values or labels of a choice that is in use', () => {
    expect([read('sent', status), read('ON ITS WAY', status)]).toEqual(['sent', 'sent'])
    expect(read('new', status)).toMatch(/^✗/)
    expect(read('Ja', fieldOf('boolean'), german)).toBe(true)
    expect(read('a | b', fieldOf('choices', { values: ['a', 'b'] }))).toEqual(['a', 'b'])
  })

  it('are records by what is unique, and then by their title', () => {
    const of = fieldOf('reference', { target: 'Product' })
    expect(read('Pen', of)).toEqual({ id: 2, name: 'Ink' })
    expect(read('pen', of)).toEqual({ id: 1, name: 'Pen' })
    expect(read('Ink', of)).toEqual({ id: 2, name: 'Ink' })
    expect(read('Box', of)).toBe('✗ is the title of 2 records: use what is unique')
    expect(read('Wax', of)).toBe('✗ was not found in Products')
  })

  it('clear a cell where there are none, unless it must have a value', () => {
    expect(read('', price)).toBe(null)
    expect(read('', { ...price, required: true })).toBe('✗ is required')
  })
})

describe('a table', () => {
  it('is read as it was written, whatever is in its cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', 'é') })
    const quoted = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      )
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, end) => {
        const text = rows.map((row) => row.map(quoted).join('\t')).join(end) + end
        expect(parseTable(text)).toEqual(rows)
      }),
    )
  })

  it('has several cells', () => {
    expect(['a', 'a\n', 'a\tb', 'a\nb'].map(isTable)).toEqual([false, false, true, true])
  })
})
