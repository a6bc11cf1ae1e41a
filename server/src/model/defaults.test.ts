import { describe, expect, it } from 'vitest'
import { type Fields, toField } from '../../test/harness/shop.ts'
import { date, dateTime, integer, reference, text } from '../index.ts'
import { checkField } from './checkField.ts'
import { defaultFor, momentOfWrite } from './defaults.ts'

describe('the default of a field', () => {
  it.each<[Fields[string], string[]]>([
    [date({ default: '$today' }), []],
    [dateTime({ default: '$now', required: true }), []],
    [reference('tabularium.User', { default: '$user' }), []],
    [text({ default: '$$today' }), []],
    [
      text({ default: '$today' }),
      ['default begins with $, as variables do, and text has none: for text that begins with $ write $$'],
    ],
    [date({ default: '$now' }), [`default must be a date, such as "2026-01-31", or the variable '$today'`]],
    [
      date({ default: '$today', unique: true }),
      ['a unique field cannot have a default: the second record would be refused'],
    ],
    [
      date({ default: '$today', min: '2026-01-01' }),
      ['the default $today cannot be together with min: declare a check instead'],
    ],
    [reference('shop.Box', { default: '$user' }), ["default can only be '$user', in a reference to tabularium.User"]],
    [
      integer({ default: '$now' as never }),
      ['default must be a whole number between -9007199254740991 and 9007199254740991'],
    ],
  ])('%j has the mistakes %j', (declaration, mistakes) => {
    const { field, model, models } = toField(declaration)
    expect(checkField(field, model, models, (name) => models.find(name))).toEqual(mistakes)
  })

  it('is what the writer makes of it', () => {
    expect(defaultFor(toField(date({ default: '$today' })).field, { userId: 7 })).toBe(momentOfWrite)
    const owner = toField(reference('tabularium.User', { default: '$user' })).field
    expect(defaultFor(owner, { userId: 7 })).toEqual({ id: 7 })
    expect(defaultFor(owner, { userId: null })).toBeUndefined()
    expect(defaultFor(toField(text({ default: '$$5' })).field, { userId: 7 })).toBe('$5')
  })
})
