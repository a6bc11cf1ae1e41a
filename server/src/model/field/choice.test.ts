import { describe, expect, expectTypeOf, it } from 'vitest'
import { toModels } from '../../../test/harness/everyType.ts'
import { shop, type Fields } from '../../../test/harness/shop.ts'
import { checkField } from '../checkField.ts'
import { checkModels } from '../checkModels.ts'
import { model, type NewRecordOf, type RecordOf } from '../declare.ts'
import { choice } from './choice.ts'
import { computed } from './computed.ts'
import { typeOf } from './fieldTypes.ts'
import { text } from './text.ts'

function toField(declaration: Fields[string]) {
  const models = shop({ value: declaration })
  const owner = models.get('shop.Item')
  const field = owner.fields.find(({ name }) => name === 'value')
  if (!field) throw new Error('The model has no field.')
  return { field, owner, models }
}

const status = choice(['draft', { value: 'placed', label: 'Placed' }, { value: 'void', was: 'cancelled' }], {
  required: true,
})

describe('the values of a choice', () => {
  it('have labels and former names in the plain form, and their own types', () => {
    expect(toField(status).field).toMatchObject({
      values: ['draft', 'placed', 'void'],
      labels: { draft: 'draft', placed: 'Placed', void: 'void' },
      formerValues: { cancelled: 'void' },
    })
    expect(toField(choice(['a', 'b'])).field).not.toHaveProperty('labels')
    const Order = model({ name: 'shop.Order', title: 'status', fields: { status } })
    expectTypeOf<RecordOf<typeof Order>>().toHaveProperty('status').toEqualTypeOf<'draft' | 'placed' | 'void'>()
  })

  it('have no colours with color: false, and those that a console finds without it', () => {
    expect(toField(choice(['done', 'open'], { color: false })).field).toMatchObject({ colors: {} })
    expect(toField(choice(['done'], { multiple: true, color: false })).field).toMatchObject({ colors: {} })
    expect(toField(choice(['done'], { color: false })).field).not.toHaveProperty('color')
    expect(toField(choice(['done'])).field).not.toHaveProperty('colors')
    // @ts-expect-error: a field has no colour of its own.
    choice(['done'], { color: 'red' })
  })

  it('are taken under their present names; criteria and the journal may have the former ones', () => {
    const { field, models } = toField(status)
    const fault = 'must be one of draft, placed, void'
    expect(typeOf(field).read('cancelled', field, models)).toEqual({ fault })
    expect(typeOf(field).parseOperand?.('cancelled', field, models)).toEqual({ value: 'void' })
    expect(typeOf(field).parseOperand?.('gone', field, models)).toEqual({ fault })
    expect(typeOf(field).parseStored?.('cancelled', field)).toEqual({ value: 'void' })
    expect(typeOf(field).parseStored?.('gone', field)).toEqual({ value: 'gone' })
  })

  it.each<[Fields[string], string[]]>([
    [status, []],
    [choice([{ value: 'a', label: '' }]), ['the label of a must be a text, or texts by language']],
    [choice(['a', { value: 'b', was: 'a' }]), ['was names "a", which must be a text that is not a value any more']],
    [choice([{ value: 'a' }, 'a']), ['a choice must not name a value twice']],
    [choice([{ valeu: 'a' } as never]), ['the values of a choice must be texts of 1 to 100 characters, not [null]']],
    [choice('a' as never), ["a choice needs its values, from 1 to 1000: choice(['open', 'closed'])"]],
    [choice(['a', 'b'], { default: 'c' as never }), ['default must be one of a, b']],
  ])('%j has the mistakes %j', (declaration, mistakes) => {
    const { field, owner, models } = toField(declaration)
    expect(checkField(field, owner, models, (name) => models.find(name))).toEqual(mistakes)
  })
})

const tags = choice(['red', { value: 'green', was: 'lime' }], { multiple: true })

describe('several choices', () => {
  it('are none by default, and at most 20', () => {
    expect(toField(tags).field).toMatchObject({ type: 'choices', multiple: true, max: 20, default: [] })
    expect(toField(choice(['a'], { multiple: true, required: true })).field).not.toHaveProperty('default')
  })

  it('have types of their own: a set is never null, and optional in a new record unless it is required', () => {
    const needs = choice(['a', 'b'], { multiple: true, required: true })
    const Order = model({ name: 'shop.Order', title: 'name', fields: { name: text(), tags, needs } })
    expectTypeOf<RecordOf<typeof Order>>().toHaveProperty('tags').toEqualTypeOf<('red' | 'green')[]>()
    expectTypeOf<NewRecordOf<typeof Order>>().toExtend<{ tags?: ('red' | 'green')[]; needs: ('a' | 'b')[] }>()
    expectTypeOf<{ needs: 'a'[] }>().toExtend<NewRecordOf<typeof Order>>()
    expectTypeOf<{ tags: 'red'[] }>().not.toExtend<NewRecordOf<typeof Order>>()
    expect(Order.fields.tags.multiple).toBe(true)
  })

  it('may have former names in criteria and in the journal, and there a single choice that became several', () => {
    const { field, models } = toField(tags)
    expect(typeOf(field).read(['lime'], field, models)).toEqual({ fault: 'must have no other values than red, green' })
    expect(typeOf(field).parseOperand?.(['lime', 'red'], field, models)).toEqual({ value: '{"red","green"}' })
    expect(typeOf(field).parseStored?.(['lime', 'gone'], field)).toEqual({ value: '{"green","gone"}' })
    expect(typeOf(field).parseStored?.('lime', field)).toEqual({ value: '{"green"}' })
  })

  it.each<[Fields[string], string[]]>([
    [tags, []],
    [
      choice(['a'], { multiple: true, max: 0 }),
      ['max must be a whole number from 1 to 100, the most values of a record'],
    ],
    [
      choice(['a'], { multiple: true, max: 101 }),
      ['max must be a whole number from 1 to 100, the most values of a record'],
    ],
    [choice(['a'], { multiple: false as never }), ['multiple must be true; omit it if a record has one value']],
    [
      choice(['a'], { multiple: true, unique: true } as never),
      [expect.stringContaining('a field of type choices has no option "unique". There are values, labels, ')],
    ],
    [
      choice(['a'], { max: 2 } as never),
      [expect.stringContaining('a field of type choice has no option "max". There are values, labels, ')],
    ],
    [choice(['a', 'b'], { multiple: true, default: ['c' as never] }), ['default must have no other values than a, b']],
    [choice(['a'], { multiple: true, required: true, default: [] }), ['default is required']],
  ])('%j has the mistakes %j', (declaration, mistakes) => {
    const { field, owner, models } = toField(declaration)
    expect(checkField(field, owner, models, (name) => models.find(name))).toEqual(mistakes)
  })

  it('are refused as a title, in unique groups, indexes, transitions, series and computed fields', () => {
    const wrong = toModels([
      model({
        name: 'shop.Order',
        title: 'tags' as never,
        unique: [['tags', 'name']],
        indexes: [['tags']],
        transitions: { tags: { red: ['green'] } },
        fields: { tags, name: text(), all: computed('{tags}') },
      }),
    ])
    const mistakes = JSON.stringify(checkModels(wrong.all.map((one) => ({ file: 'shop.ts', model: one }))))
    for (const part of ['title', 'unique names', 'indexes names', 'transitions names', 'all'])
      expect(mistakes).toContain(part)
  })
})
