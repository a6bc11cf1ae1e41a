import { describe, expect, it } from 'vitest'
import { model } from '../declare.ts'
import { checkModels } from '../checkModels.ts'
import { seriesOf } from '../seriesOf.ts'
import { placeOf } from '../../statement/place.ts'
import { Models } from '../Models.ts'
import { toModel } from '../toModel.ts'
import { name as quoted } from '../../sql/sql.ts'
import { date } from './date.ts'
import { json } from './json.ts'
import { reference } from './reference.ts'
import { series } from './series.ts'
import { text } from './text.ts'

const Department = model({
  name: 'shop.Department',
  title: 'name',
  fields: { code: text({ max: 10, required: true, unique: true }), name: text({ max: 50 }) },
})

function modelWith(field: object) {
  return toModel({
    name: 'shop.Item',
    title: 'number',
    fields: {
      number: field as ReturnType<typeof series>,
      code: text({ max: 20 }),
      title: text(),
      note: json(),
      issuedOn: date(),
      department: reference(Department, { required: true }),
      place: reference(Department, { onDelete: 'clear' }),
    },
  })
}

function mistakesOf(field: object): string[] {
  const loaded = [toModel(Department), modelWith(field)].map((one) => ({ file: 'Item.ts', model: one }))
  return checkModels(loaded).map(({ message }) => message)
}

describe('a series', () => {
  it.each([
    '{number}',
    'INV-{year}-{number:5}',
    '{number:15}/{year}{month}',
    '{year}.{month}.{day} {number}',
    'Nº {number}',
    '{fiscalYear:2}/{number}',
    '{code}-{department.code}-{issuedOn.fiscalYear}-{issuedOn.month}-{number:5}',
  ])('may be %s', (template) => expect(mistakesOf(series(template))).toEqual([]))

  it.each([
    ['INV', 'needs {number} once'],
    ['{number}{number}', 'needs {number} once'],
    ['{number:0}', 'needs {number} once'],
    ['{number:16}', 'needs {number} once'],
    ['{number}-{month}', '{month} needs {year}'],
    ['{year}-{day}-{number}', '{day} needs {month} and {year}'],
    ['{number} {week}', 'names {week}'],
    ['{number}-{code:2}', 'only years can be shortened'],
    ['{code}{number}', 'nobody could tell {code} and {number} apart'],
    ['{title}-{number}', 'give it max: 100 or less'],
    ['{day}-{issuedOn.year}-{number}', '{day} needs {month} and {year}'],
    ['{issuedOn.month}-{number}', '{issuedOn.month} needs {issuedOn.year}'],
    ['{issuedOn}-{number}', 'write {issuedOn.year}'],
    ['{issuedOn.week}-{number}', 'a date has {issuedOn.year}, {issuedOn.month}'],
    ['{department}-{number}', 'write a field of it, such as {department.code}'],
    ['{department.cod}-{number}', 'Did you mean "code"?'],
    ['{code.name}-{number}', 'code is not a reference'],
    ['{note}-{number}', 'only texts, choices, whole numbers'],
    ['{number', 'a brace alone'],
    ['}{number}', 'a brace alone'],
    ['a\n{number}', 'must be one line'],
    [`${'x'.repeat(101)}{number}`, 'at most 100 characters'],
  ])('may not be %j: %s', (template, message) => {
    expect(mistakesOf(series(template))).toContainEqual(expect.stringContaining(message))
  })

  it.each([
    [['department'], '{department.code}-{number}', []],
    [['department', 'issuedOn.year'], '{department.code}-{issuedOn.year:2}-{number}', []],
    [
      ['department'],
      '{number}',
      ['two departments would get the same number: write {department.code} in the template'],
    ],
    [['department'], '{department.name}-{number}', [expect.stringContaining('two departments')]],
    [['code'], '{number}', ['two values of code would get the same number: write {code} in the template']],
    [['issuedOn.year'], '{number}', [expect.stringContaining('write {issuedOn.year} in the template')]],
    [['departmnt'], '{number}', [expect.stringContaining('Did you mean "department"?')]],
    [['place'], '{place.code}-{number}', [expect.stringContaining('which a delete may clear')]],
    ['department', '{number}', [expect.stringContaining('per must be a list')]],
  ])('that counts by %j, as %s', (per, template, mistakes) => {
    expect(mistakesOf({ ...series(template), per })).toEqual(mistakes)
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
  const row = { place: placeOf(new Models([])), own: (field: string) => quoted('t', field) }
  const sqlOf = (template: string) => {
    const [numbered] = seriesOf(modelWith(series(template)))
    return {
      period: numbered?.series.period(row).toText(),
      text: numbered?.series.toText(quoted('n'), row).toText(),
      pattern: numbered?.series.patternAt(quoted('day'), row).toText(),
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

  it('counts by what the record says', () => {
    const fiscal = { place: { ...row.place, yearBegins: '04-01' }, own: row.own }
    const [numbered] = seriesOf(modelWith(series('{department.code}-{issuedOn.fiscalYear}-{number}')))
    const period = numbered?.series.period(fiscal).toText().replaceAll(/\s+/g, ' ')
    expect(period).toBe(
      '( select _part."code"::text from "record"."shop_department" as _part where _part.id = "t"."department" )' +
        ` || chr(31) || lpad((extract(year from "t"."issuedOn")::integer` +
        ` - (to_char("t"."issuedOn", 'MM-DD') < '04-01')::integer)::text, 4, '0')`,
    )
    expect(numbered?.series.per).toEqual(['department.code', 'issuedOn.fiscalYear'])
  })

  it('finds the number again', () => {
    expect(sqlOf('A.{year}-{number:3}').pattern).toBe(
      String.raw`'^' ||  E'A\\.' || to_char("day", 'YYYY') ||  E'\\-' || '([0-9]{3,18})' || '$'`,
    )
  })
})
