import { describe, expect, it } from 'vitest'
import { type Fields, toField } from '../../../test/harness/shop.ts'
import { name as quoted } from '../../sql/sql.ts'
import { checkField } from '../checkField.ts'
import { date } from './date.ts'
import { dateTime } from './dateTime.ts'
import { decimal } from './decimal.ts'
import { typeOf } from './fieldTypes.ts'

const digits = { precision: 10, scale: 2 }

function read(declaration: Fields[string], value: unknown) {
  const { field, models } = toField(declaration)
  return typeOf(field).read(value, field, models)
}

function check(declaration: Fields[string]) {
  const { field, model, models } = toField(declaration)
  return checkField(field, model, models, (name) => models.find(name))
}

describe('the limits of decimal, date and dateTime', () => {
  it.each<[Fields[string], unknown, unknown]>([
    [decimal({ ...digits, min: 0 }), '0', '0.00'],
    [decimal({ ...digits, min: 0 }), '-0.00', '0.00'],
    [decimal({ ...digits, min: '-1.5', max: '1.5' }), '-1.50', '-1.50'],
    [decimal({ ...digits, max: 10 }), '9.99', '9.99'],
    [date({ min: '2026-01-01', max: '2026-01-01' }), '2026-01-01', '2026-01-01'],
    [dateTime({ min: '2026-01-01T00:00:00+02:00' }), '2025-12-31T22:00:00Z', '2025-12-31T22:00:00.000Z'],
  ])('%j takes %j', (declaration, value, column) => {
    expect(read(declaration, value)).toEqual({ value: column })
  })

  it.each<[Fields[string], unknown, string]>([
    [decimal({ ...digits, min: 0 }), '-0.01', 'must be at least 0'],
    [decimal({ ...digits, min: '9.5' }), '9.49', 'must be at least 9.5'],
    [decimal({ ...digits, max: 10 }), '10.01', 'must be at most 10'],
    [decimal({ ...digits, max: '-1' }), '-0.99', 'must be at most -1'],
    [date({ min: '2026-01-01' }), '2025-12-31', 'must be at least 2026-01-01'],
    [date({ max: '2026-01-01' }), '2026-01-02', 'must be at most 2026-01-01'],
    [date({ max: '2026-01-01' }), 'x', 'must be a date, such as "2026-01-31"'],
    [dateTime({ min: '2026-01-01T00:00:00Z' }), '2025-12-31T23:59:59.999Z', 'must be at least 2026-01-01T00:00:00Z'],
    [dateTime({ max: '2026-01-01T00:00:00Z' }), '2026-01-01T00:00:00.001Z', 'must be at most 2026-01-01T00:00:00Z'],
  ])('%j refuses %j: %s', (declaration, value, fault) => {
    expect(read(declaration, value)).toEqual({ fault })
  })

  it('are not asked of a value to compare with', () => {
    const { field, models } = toField(date({ min: '2026-01-01' }))
    expect(typeOf(field).parseOperand?.('2000-01-01', field, models)).toEqual({ value: '2000-01-01' })
  })

  it.each<[Fields[string], string]>([
    [decimal({ ...digits, min: 0 }), `"x" >= '0'::numeric`],
    [decimal({ ...digits, min: '-1.5', max: 7 }), `"x" >= '-1.5'::numeric and "x" <= '7'::numeric`],
    [date({ max: '2026-01-31' }), `"x" <= '2026-01-31'::date`],
    [dateTime({ min: '2026-01-31T08:30:00Z' }), `"x" >= '2026-01-31T08:30:00Z'::timestamp(3) with time zone`],
  ])('%j is checked by %s', (declaration, condition) => {
    const { field } = toField(declaration)
    expect(typeOf(field).constraint?.(field, quoted('x'))?.toText()).toBe(condition)
  })

  it.each<[Fields[string], string[]]>([
    [decimal({ ...digits, min: 0, max: '99.99' }), []],
    [decimal({ ...digits, min: '0.001' }), ["min must have at most 2 digits behind the point: write min: '0.01'"]],
    [
      decimal({ ...digits, min: Number.NaN }),
      [`min must be a decimal number as a string, such as "12.50": write min: '0.01'`],
    ],
    [decimal({ ...digits, min: 10, max: 9 }), ['min must not be greater than max']],
    [date({ min: '2026-02-30' }), [`min must be a date, such as "2026-01-31": write min: '2026-01-31'`]],
    [date({ min: '2026-02-01', max: '2026-01-31' }), ['min must not be greater than max']],
    [date({ min: '2026-02-01', default: '2026-01-31' }), ['default must be at least 2026-02-01']],
    [dateTime({ min: '2026-01-01T00:00:00Z', max: '2026-01-01T00:00:00+01:00' }), ['min must not be greater than max']],
  ])('%j has the mistakes %j', (declaration, mistakes) => {
    expect(check(declaration)).toEqual(mistakes)
  })
})
