import { describe, expect, it } from 'vitest'
import { type Fields, toField } from '../../test/harness/shop.ts'
import { toModels } from '../../test/harness/everyType.ts'
import { choice, date, dateTime, expression, formula, integer, json, model, reference, series, text } from '../index.ts'
import { checkField } from './checkField.ts'
import { checkModels } from './checkModels.ts'
import type { FieldDeclarations } from './declare.ts'
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
    [date({ default: '$today', min: '2026-01-01' }), []],
    [
      reference('shop.Box', { default: '$user' }),
      ["default can only be an expression, or '$user' in a reference to tabularium.User"],
    ],
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

describe('a default that is an expression', () => {
  const Box = model({
    name: 'shop.Box',
    title: 'name',
    fields: { name: text(), days: integer(), pin: text({ secret: true }) },
  })
  const mistakesOf = (fields: FieldDeclarations) => {
    const Item = model({ name: 'shop.Item', title: 'label', fields: { label: text(), box: reference(Box), ...fields } })
    const loaded = toModels([Box, Item]).all.map((one) => ({ file: 'shop.ts', model: one }))
    return checkModels(loaded).flatMap(({ model: name, field, message }) =>
      name === 'shop.Item' ? [`${field} ${message}`] : [],
    )
  }

  it.each<[FieldDeclarations, string]>([
    [{ a: date({ default: expression('$today + 14d') }) }, ''],
    [{ a: integer({ min: 1, default: expression('box.days') }), b: integer({ default: expression('a + 1') }) }, ''],
    [
      { a: text({ default: expression('$today') }) },
      'a the default is a date, and the field is a text: write text($today)',
    ],
    [
      { a: integer({ default: expression('a + 1') }) },
      'a the default names a at character 1, which is the field itself',
    ],
    [
      { a: integer({ default: expression('b') }), b: integer({ default: expression('a') }) },
      'a the defaults use each other: a → b → a',
    ],
    [
      Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index, all) => [
          name,
          integer({ default: expression(all[index + 1] ?? '1') }),
        ]),
      ),
      'a the defaults use each other over more than 4 levels: a → b → c → d → e',
    ],
    [
      { a: text({ default: expression('n') }), n: series('N-{number}') },
      'a the default names n at character 1, which is numbered when the record is written, so it is not known before',
    ],
    [
      { a: integer({ default: expression('b') }), b: formula('1 + 1', integer()) },
      'a the default names b at character 1, which is computed from the record: write its expression instead',
    ],
    [
      { a: text({ default: expression('box.pin') }) },
      'a the default names box.pin at character 1, which is a secret and never shown: leave it out',
    ],
    [
      { a: json({ default: expression('1') }) },
      'a the default is an expression, and a field of type json takes none: write a value',
    ],
    [
      { a: text({ unique: true, max: 9, default: expression("'x'") }) },
      'a a unique field cannot have a default: the second record would be refused',
    ],
    [
      { a: choice(['x'], { default: expression("'y'") }) },
      'a the default has \'y\' at character 1, which is no value of the choice. Did you mean "x"?',
    ],
  ])('%j has the mistake %j', (fields, mistake) => {
    expect(mistakesOf(fields)[0] ?? '').toBe(mistake)
  })
})
