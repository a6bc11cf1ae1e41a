import { describe, expect, expectTypeOf, it } from 'vitest'
import { shop, type Fields } from '../../../test/harness/shop.ts'
import { checkField } from '../checkField.ts'
import { model, type RecordOf } from '../declare.ts'
import { choice } from './choice.ts'
import { typeOf } from './fieldTypes.ts'

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
    [choice([{ value: 'a', label: '' }]), ['the label of a must be a text']],
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
