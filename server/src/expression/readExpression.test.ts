import { describe, expect, it } from 'vitest'
import { name } from '../sql/sql.ts'
import type { Names } from './checkTypes.ts'
import { expression, isExpression } from './Expression.ts'
import { ExpressionMistake } from './ExpressionMistake.ts'
import { readExpression, toFitting } from './readExpression.ts'
import { toSql } from './toSql.ts'
import { toTemplate } from './toTemplate.ts'
import type { TypeOfValue } from './Typed.ts'

const fields = new Map<string, TypeOfValue>([
  ['quantity', { type: 'integer' }],
  ['price', { type: 'decimal' }],
  ['name', { type: 'text' }],
  ['status', { type: 'text', values: ['open', 'done'] }],
  ['fromOn', { type: 'date' }],
  ['dueOn', { type: 'date' }],
  ['at', { type: 'dateTime' }],
  ['paid', { type: 'boolean' }],
  ['borrower', { type: 'reference', target: 'Person' }],
  ['department', { type: 'reference', target: 'Department' }],
  ['borrower.department', { type: 'reference', target: 'Department' }],
  ['tags', { type: 'list', values: ['new', 'old'] }],
])

const names: Names = {
  field: (field) => fields.get(field) ?? 'is not a field of this model',
  variable: (variable) => (variable === '$today' ? { type: 'date' } : 'is not there'),
}

function treeOf(text: string): unknown {
  return readExpression(text, names).tree
}

function sqlOf(text: string): string {
  const scope = { field: name, variable: name, timeZone: name('zone'), yearBegins: name('begins') }
  return toSql(readExpression(text, names).tree, scope).toText()
}

function mistakeOf(text: string): string {
  try {
    readExpression(text, names)
  } catch (error) {
    if (error instanceof ExpressionMistake) return error.message
    throw error
  }
  return ''
}

function timeOf(run: () => void): number {
  const begun = performance.now()
  run()
  return performance.now() - begun
}

describe('expression()', () => {
  it('marks its object: one of the same form is plain JSON', () => {
    expect(isExpression(expression('$today'))).toBe(true)
    expect(isExpression({ expression: '$today' })).toBe(false)
    expect(JSON.stringify({ default: expression('$today') })).toBe('{"default":{"expression":"$today"}}')
  })
})

describe('an expression', () => {
  it('becomes a tree of plain JSON with the type of every part', () => {
    expect(treeOf('fromOn + 14d')).toEqual({
      is: 'call',
      type: 'date',
      name: '+',
      of: [
        { is: 'field', type: 'date', name: 'fromOn' },
        { is: 'literal', type: 'duration', value: '14d' },
      ],
    })
    expect(treeOf("dueOn < '2026-04-01'")).toMatchObject({ of: [{}, { is: 'literal', type: 'date' }] })
    expect(treeOf('coalesce(price, null)')).toMatchObject({ of: [{}, { is: 'literal', type: 'decimal', value: null }] })
  })

  it.each([
    ['quantity * price', '("quantity"::numeric * "price"::numeric)'],
    ['quantity + 2 * 3', '("quantity"::numeric + (2::numeric * 3::numeric))'],
    ['fromOn + 14d', `("fromOn" + interval '14 days')::date`],
    ['at + 3h', `(("at" at time zone 'UTC' + interval '3 hours') at time zone 'UTC')`],
    ["status in ('open', 'done')", `("status" in ('open'::text, 'done'::text))`],
    [
      'not paid and quantity > 1 or price is null',
      '(((not "paid") and ("quantity"::numeric > 1::numeric)) or ("price"::numeric is null))',
    ],
    [
      "if(paid, 'a', quantity > 1, 'b')",
      `(case when "paid" then 'a'::text when ("quantity"::numeric > 1::numeric) then 'b'::text end)`,
    ],
    ['$today', '(now() at time zone "zone")::date'],
    ["name = 'it''s \\'", `("name" =  E'it''s \\\\'::text)`],
  ])('%s becomes %s', (text, expected) => {
    expect(sqlOf(text)).toBe(expected)
  })

  it.each([
    ['quantity == 2', 'has "==" at character 10: write ='],
    ['paid && paid', 'has "&&" at character 6: write and'],
    ['paid || paid', `has "||" at character 6: write or; texts are joined by concat(a, 'x', b)`],
    ['!paid', 'has "!" at character 1: write not'],
    ['name = "x"', `has "\\"" at character 8: write '…' for a text`],
    ["name = 'x", `has "'" at character 8, and the text that it begins has no end`],
    ['1 < 2 < 3', 'has a second comparison at character 7: join two of them by and, such as a < b and b < c'],
    ["status = 'don'", `has 'don' at character 10, which is no value of the choice. Did you mean "done"?`],
    ["status in ('open', 'x')", `has 'x' at character 20, which is no value of the choice. It has 'open', 'done'.`],
    [
      "if(paid, 'x', 'open') = status",
      "has 'x' at character 10, which is no value of the choice. It has 'open', 'done'.",
    ],
    ['dueOn > fromOn + 14', 'adds a number to a date at character 16: write 14d'],
    ['dueOn > quantity', 'compares a date with a number at character 7'],
    ['borrower = department', 'compares a reference to Person with a reference to Department at character 10'],
    ["dueOn = '2026-02-30'", `has '2026-02-30' at character 9, which is not a date: write '2026-04-01'`],
    ['fromOn + 3h', 'moves a date by hours at character 8: a date moves by days, weeks, months or years'],
    [
      'at + 1d',
      'moves a dateTime by days at character 4: a day at a place is not always 24 hours. Write dayOf(…) + 1d, or hours',
    ],
    ['14d', 'has a duration at character 1, which is only behind + or -, such as fromOn + 14d'],
    ['sqrt(quantity)', 'calls sqrt at character 1, which is no function.'],
    ['rond(price, 2)', 'calls rond at character 1, which is no function. Did you mean "round"?'],
    ['negative(price)', 'calls negative at character 1, which is no function.'],
    ['round(price)', 'calls round at character 1 with 1 argument: write round(x, n)'],
    ['__proto__', 'has "_" at character 1, which has no meaning there'],
    ['toString', 'names toString at character 1, which is not a field of this model'],
    ['constructor(1)', 'calls constructor at character 1, which is no function.'],
    ['name + 1', 'has a + b at character 6 with a text: it takes a number'],
    ['length(1)', 'calls length(t) at character 1 with a number: it takes a text or a list'],
    [
      "startOf(dueOn, 'day')",
      "needs one of 'week', 'month', 'quarter', 'year' at character 16: write startOf(d, 'month')",
    ],
    ["today('CET+1')", "needs the name of a time zone at character 7: write today('Asia/Tokyo')"],
    ['a.b.c.d.e', 'names a.b.c.d.e at character 1, which has more than 3 steps'],
    [
      `fromOn${' - years(quantity)'.repeat(5)}`,
      'moves a date too often at character 80: add the numbers first, such as days(a + b)',
    ],
    ['fromOn + 1001y', 'has 1001y at character 10: a duration is at most 1,000 years'],
    ['borrower < borrower', 'has a < b at character 10 with a reference, which has no order: use = or !='],
    ['2x', 'has "2x" at character 1, which is no number: write 12, 12.5, or a duration such as 14d, 3h or 30min'],
  ])('%s is a mistake: %s', (text, mistake) => {
    expect(mistakeOf(text)).toBe(mistake)
  })

  it('is refused beyond its limits, at once', () => {
    const attacks = [
      '('.repeat(10_000),
      '('.repeat(1999),
      '-'.repeat(2000),
      `not ${'not '.repeat(400)}paid`,
      Array.from({ length: 251 }, () => 1).join('+'),
      `quantity in (${Array.from({ length: 101 }, () => 1).join(',')})`,
      "'".repeat(1999),
      `${'left(name, '.repeat(25)}quantity${')'.repeat(25)}`,
      `name = ${"left('a', length(".repeat(14)}name${'))'.repeat(14)}`,
    ]
    for (const attack of attacks) {
      expect(mistakeOf(attack)).not.toBe('')
      // The shortest of some tries: other processes may have the processor in one of them.
      const tries = Array.from({ length: 5 }, () => timeOf(() => mistakeOf(attack)))
      expect(Math.min(...tries)).toBeLessThan(50)
    }
  })

  it('fits a field of its type, and says how it would', () => {
    const fit = (text: string, wanted: TypeOfValue) => () => toFitting(readExpression(text, names), wanted)
    expect(fit('quantity', { type: 'decimal' })()).toEqual({ is: 'field', type: 'integer', name: 'quantity' })
    expect(fit("'2026-01-01'", { type: 'date' })()).toEqual({ is: 'literal', type: 'date', value: '2026-01-01' })
    expect(fit('fromOn + 14d', { type: 'text' })).toThrow(
      'is a date, and the field is a text: write text(fromOn + 14d)',
    )
    expect(fit('price / 2', { type: 'integer' })).toThrow('write round(price / 2, 0)')
    expect(fit("if(paid, 'don')", { type: 'text', values: ['done'] })).toThrow('Did you mean "done"?')
    expect(fit('borrower', { type: 'reference', target: 'Department' })).toThrow('is a reference to Person')
  })

  it('has one text for the comment of its column, that of the formulas of former versions', () => {
    const template = (text: string) => toTemplate(readExpression(text, names).tree)
    expect(template('round(quantity / -price, 2) + 1.50')).toBe('(round(({quantity} / (-{price})), 2) + 1.50)')
    expect(template("if(not paid, 'it''s', name)")).toBe("if((not {paid}), 'it''s', {name})")
  })
})
