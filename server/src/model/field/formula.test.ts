import { describe, expect, it } from 'vitest'
import { checkModels } from '../checkModels.ts'
import { Models } from '../Models.ts'
import { model } from '../declare.ts'
import { toModel } from '../toModel.ts'
import { decimal } from './decimal.ts'
import { formula } from './formula.ts'
import { findType, typeOf } from './fieldTypes.ts'
import { integer } from './integer.ts'
import { text } from './text.ts'

const money = decimal({ precision: 14, scale: 2 })
const plain = { name: text(), quantity: integer(), unitPrice: decimal({ precision: 10, scale: 2 }) }

function lineWith(fields: object) {
  return toModel(model({ name: 'shop.Line', title: 'name', fields: { ...plain, ...fields } }))
}

function resolved(fields: object) {
  const line = new Models([lineWith(fields)]).get('shop.Line')
  const field = line.fields.find(({ name }) => name === 'made')
  if (field?.type !== 'formula') throw new Error('There is no formula.')
  return { line, field }
}

function definitionOf(fields: object) {
  const { line, field } = resolved(fields)
  const generated = typeOf(field).generated?.(field, line, findType)
  return { template: generated?.template, expression: generated?.expression.toText() }
}

function mistakesOf(fields: object): string[] {
  return checkModels([{ file: 'Line.ts', model: lineWith(fields) }]).map(({ message }) => message)
}

describe('formula', () => {
  it('becomes an expression that never fails: too large a number is one that the check rejects', () => {
    const product = '("quantity"::numeric * "unit_price"::numeric)'
    expect(definitionOf({ made: formula('quantity * unitPrice', money) })).toEqual({
      template: '({quantity} * {unitPrice})',
      expression: `case when abs(round(${product}, 2)) >= 1e12 then 'NaN'::numeric else round(${product}, 2) end`,
    })
    const quotient = 'round(("quantity"::numeric / nullif((- "unit_price"::numeric), 0)), 0)'
    expect(definitionOf({ made: formula('quantity / -unitPrice', integer()) })).toEqual({
      template: '({quantity} / (-{unitPrice}))',
      expression: `case when abs(${quotient}) >= 9007199254740992 then 9007199254740992 else ${quotient}::bigint end`,
    })
  })

  it('contains the formulas that it uses, each rounded as it is shown', () => {
    const used = { amount: formula('quantity * unitPrice', money), made: formula('round(amount * 1.19, 1)', money) }
    expect(definitionOf(used).template).toBe('round((round(({quantity} * {unitPrice}), 2) * 1.19), 1)')
  })

  it.each([
    ['quantity *', 'the formula ends at character 11, where a number, a field or "(" must be'],
    ['quantity 2', 'the formula has "2" at character 10, where an operator (+ - * / = and or …) or the end must be'],
    ['(quantity', 'the formula ends at character 10, where ")" must be'],
    ['quantity % 2', 'the formula has "%" at character 10, which has no meaning there'],
    ["quantity'; drop", `the formula has "'" at character 9, and the text that it begins has no end`],
    ['sqrt(quantity)', 'the formula calls sqrt at character 1, which is no function.'],
    ['round(quantity)', 'the formula calls round at character 1 with 1 argument: write round(x, n)'],
    [
      'round(quantity, 21)',
      'the formula needs a number of digits from 0 to 20 at character 17, such as round(price, 2)',
    ],
    ['2 * 3', "the formula names no field, such as formula('quantity * price', decimal({ precision: 14, scale: 2 }))"],
    [
      'quantty * 2',
      'the formula names quantty at character 1, which is not a field of this model. Did you mean "quantity"?',
    ],
    ['2 * name', 'the formula has a * b at character 3 with a text: it takes a number'],
    ['made + 1', 'the formula names made at character 1, which is the formula itself'],
    [`quantity${' + quantity'.repeat(190)}`, 'the formula has 2098 characters, and 2000 is the maximum'],
    [
      `${'('.repeat(31)}quantity${')'.repeat(31)}`,
      'the formula is nested more than 30 deep at character 31: use a formula for a part of it',
    ],
    ['id * 2', 'the formula names id at character 1, which is not a field of this model.'],
  ])('%j is a mistake: %s', (text, mistake) => {
    expect(mistakesOf({ made: formula(text, money) })).toEqual([mistake])
  })

  it('must not use itself by way of others, nor grow without limit', () => {
    const loop = { a: formula('b + 1', money), b: formula('quantity + c', money), c: formula('a * 2', money) }
    expect(mistakesOf(loop)).toEqual([
      'the formulas use each other: a → b → c → a',
      'the formulas use each other: b → c → a → b',
      'the formulas use each other: c → a → b → c',
    ])
    const doubled = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`f${n}`, formula(n ? `f${n - 1} + f${n - 1}` : 'quantity', money)]),
    )
    expect(mistakesOf(doubled)).toEqual([
      'the formula has 253 parts with those of the formulas that it uses, and 250 is the maximum',
      'the formula has 509 parts with those of the formulas that it uses, and 250 is the maximum',
      'the formula has 1021 parts with those of the formulas that it uses, and 250 is the maximum',
    ])
  })

  it.each([
    [undefined, 'a formula needs a type, such as'],
    [text(), 'a formula that is a text needs the maximum length of the text, such as text({ max: 100 })'],
    [{ type: 'json' }, 'the result of a formula is one of decimal, integer, text, boolean, date, dateTime, such as'],
    [integer({ min: 1 }), 'the type of a formula has no option "min": options of the field are the third argument'],
    [{ type: 'decimal', precision: 0, scale: 0 }, 'precision must be a whole number from 1 to 100'],
    [{ type: 'decimal', precision: 5, scale: 6 }, 'scale must be a whole number from 0 to the precision'],
  ])('the type %j is a mistake: %s', (result, mistake) => {
    expect(mistakesOf({ made: formula('quantity', result as never) })).toEqual([expect.stringContaining(mistake)])
  })

  it('can be neither required nor have a default, and is in no template of a computed field', () => {
    expect(mistakesOf({ made: { ...formula('quantity', money), required: true } })).toEqual([
      expect.stringContaining('a field of type formula has no option "required"'),
    ])
  })

  it('is described without its text to callers who may not see all its fields', () => {
    const { field } = resolved({ made: formula('quantity * unitPrice', money) })
    const known = { model: () => true, field: (name: string) => name === 'quantity' }
    expect(typeOf(field).toKnown?.(field, known)).not.toHaveProperty('formula')
    expect(typeOf(field).toKnown?.(field, known)).not.toHaveProperty('tree')
    const whole = typeOf(field).toKnown?.(field, { ...known, field: () => true })
    expect(whole).toMatchObject({
      formula: 'quantity * unitPrice',
      computed: 'stored',
      tree: { is: 'call', name: '*' },
    })
  })
})
