import { describe, expect, it } from 'vitest'
import { en } from '../i18n/en/en.ts'
import type { FieldMeta } from '../meta/ModelMeta.ts'
import { createFormats } from './createFormats.ts'
import { showValue } from './kinds.ts'
import { titleOfLink } from './titleOfLink.ts'

const formats = createFormats(en, 'en-GB', 'UTC')
const price: FieldMeta = { name: 'price', type: 'decimal', label: 'Price', view: 'money' }

describe('money', () => {
  it.each([
    ['12345678901234567890.50', 'NZD', 'NZ$12,345,678,901,234,567,890.50'],
    ['-1.5', 'USD', '-$1.5'],
    ['150', 'JPY', '¥150'],
    ['150.00', 'JPY', '¥150'],
    ['150.05', 'JPY', '¥150.05'],
    ['1.5000', 'USD', '$1.50'],
    ['100', 'USD', '$100'],
  ])('%s %s is shown with its currency and all its digits', (digits, currency, shown) => {
    expect(showValue(digits, { ...price, currency }, formats)).toBe(shown)
  })

  it('has the currency of its record, if the record shows it', () => {
    const field = { ...price, currency: { field: 'currency' } }
    expect(showValue('1.50', field, formats, { currency: 'EUR' })).toBe('€1.50')
    expect(showValue('1.50', field, formats)).toBe('1.50')
  })
})

it('a user is called by the name, and by the username without one', () => {
  expect(titleOfLink({ id: 1, username: 'ada', name: 'Ada Lovelace' })).toBe('Ada Lovelace')
  expect(titleOfLink({ id: 1, username: 'ada', name: null })).toBe('ada')
})
