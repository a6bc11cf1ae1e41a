import { describe, expect, it } from 'vitest'
import { model } from '../declare.ts'
import { checkModels } from '../checkModels.ts'
import { seriesOf } from '../seriesOf.ts'
import { toModel } from '../toModel.ts'
import { name as quoted } from '../../sql/sql.ts'
import { series } from './series.ts'

function modelWith(field: object) {
  return toModel({ name: 'shop.Item', title: 'number', fields: { number: field as ReturnType<typeof series> } })
}

function mistakesOf(field: object): string[] {
  return checkModels([{ file: 'Item.ts', model: modelWith(field) }]).map(({ message }) => message)
}

describe('a series', () => {
  it.each([
    '{number}',
    'INV-{year}-{number:5}',
    '{number:15}/{year}{month}',
    '{year}.{month}.{day} {number}',
    'Nº {number}',
  ])('may be %s', (template) => expect(mistakesOf(series(template))).toEqual([]))

  it.each([
    ['INV', 'needs {number} once'],
    ['{number}{number}', 'needs {number} once'],
    ['{number:0}', 'needs {number} once'],
    ['{number:16}', 'needs {number} once'],
    ['{number}-{month}', '{month} needs {year}'],
    ['{year}-{day}-{number}', '{day} needs {month} and {year}'],
    ['{number} {week}', 'names {week}'],
    ['{number', 'a brace alone'],
    ['}{number}', 'a brace alone'],
    ['a\n{number}', 'must be one line'],
    [`${'x'.repeat(101)}{number}`, 'at most 100 characters'],
  ])('may not be %j: %s', (template, message) => {
    expect(mistakesOf(series(template))).toContainEqual(expect.stringContaining(message))
  })

  it('has no default, no need of a value, and no choice of being unique', () => {
    const declared = series('{number}')
    for (const option of ['required', 'indexed', 'default'])
      expect(mistakesOf({ ...declared, [option]: true })).toEqual([expect.stringContaining(`no option "${option}"`)])
    expect(mistakesOf({ ...declared, unique: false })).toEqual([expect.stringContaining('always unique')])
    expect(mistakesOf({ ...declared, gapless: 'yes' })).toEqual(['gapless must be true or false'])
    expect(mistakesOf({ ...declared, template: 5 })).toEqual([expect.stringContaining('needs a template')])
  })

  it('can be declared with its type only', () => {
    const Item = model({ name: 'shop.Item', title: 'number', fields: { number: series('{number}', { help: 'Ours' }) } })
    expect(toModel(Item).fields).toEqual([
      expect.objectContaining({ type: 'series', template: '{number}', unique: true, required: false, help: 'Ours' }),
    ])
  })
})

describe('the SQL of a series', () => {
  const sqlOf = (template: string) => {
    const [numbered] = seriesOf(modelWith(series(template)))
    return {
      period: numbered?.series.period.toText(),
      text: numbered?.series.toText(quoted('n')).toText(),
      pattern: numbered?.series.patternAt(quoted('day')).toText(),
    }
  }

  it('counts in the period that its template names', () => {
    expect(sqlOf('{number}').period).toBe(`''::text`)
    expect(sqlOf('{year}{number}').period).toBe(`to_char(now() at time zone 'UTC', 'YYYY')`)
    expect(sqlOf('{month}{year}{number}').period).toBe(`to_char(now() at time zone 'UTC', 'YYYY-MM')`)
    expect(sqlOf('{day}{month}{year}{number}').period).toBe(`to_char(now() at time zone 'UTC', 'YYYY-MM-DD')`)
  })

  it('has at least as many digits as its template', () => {
    expect(sqlOf("it's {number}").text).toBe(`'it''s ' || "n"::text`)
    expect(sqlOf('{year}/{number:5}').text).toBe(
      `to_char(now() at time zone 'UTC', 'YYYY') || '/' || lpad("n"::text, greatest(length("n"::text), 5), '0')`,
    )
  })

  it('finds the number again', () => {
    expect(sqlOf('A.{year}-{number:3}').pattern).toBe(
      String.raw`'^' ||  E'A\\.' || to_char("day", 'YYYY') ||  E'\\-' || '([0-9]{3,18})' || '$'`,
    )
  })
})
