import { describe, expect, expectTypeOf, it } from 'vitest'
import { checkRollups } from '../../criteria/checkRollups.ts'
import { checkModels } from '../checkModels.ts'
import { model, type NewRecordOf, type RecordOf } from '../declare.ts'
import { Models } from '../Models.ts'
import { collection } from '../relation/collection.ts'
import { toModel } from '../toModel.ts'
import { boolean } from './boolean.ts'
import { choice } from './choice.ts'
import { decimal } from './decimal.ts'
import { formula } from './formula.ts'
import { typeOf } from './fieldTypes.ts'
import { integer } from './integer.ts'
import { json } from './json.ts'
import { reference } from './reference.ts'
import { rollup } from './rollup.ts'
import { text } from './text.ts'

const Line = model({
  name: 'shop.Line',
  title: 'note',
  fields: {
    order: reference('shop.Order'),
    note: text(),
    pin: text({ secret: true }),
    quantity: integer(),
    price: decimal({ precision: 10, scale: 2 }),
    amount: formula('quantity * price', decimal({ precision: 14, scale: 3 })),
    open: boolean(),
    state: choice(['new', 'old']),
    extra: json(),
  },
})

function orderWith(fields: object) {
  const lines = collection(Line, { by: 'order' })
  return toModel(model({ name: 'shop.Order', title: 'number', fields: { number: text(), lines, ...fields } }))
}

function mistakesOf(made: object): string[] {
  const [order, line] = [orderWith({ made }), toModel(Line)]
  const loaded = [
    { file: 'Order.ts', model: order },
    { file: 'Line.ts', model: line },
  ]
  return [...checkModels(loaded), ...checkRollups(new Models([order, line]), () => 'Order.ts')].map(
    ({ message }) => message,
  )
}

describe('rollup', () => {
  it.each<[object, string]>([
    [{ ...rollup('count', 'lines'), function: 'average' }, 'a rollup is one of count, sum, min, max, latest'],
    [rollup('count', 'line'), 'is of "line", which is no collection or links of this model. Did you mean "lines"?'],
    [rollup('count', 'lines.quantity'), "count is of the relation alone: write rollup('count', 'lines')"],
    [rollup('sum', 'lines'), "needs a field: write rollup('sum', 'lines.<field of shop.Line>')"],
    [rollup('sum', 'lines.quantty'), 'but shop.Line has no field quantty. Did you mean "lines.quantity"?'],
    [rollup('sum', 'lines.note'), "sum can't be of note, which is of type text"],
    [rollup('min', 'lines.open'), "min can't be of open, which is of type boolean"],
    [rollup('max', 'lines.pin'), "max can't be of pin, which is of type text and secret"],
    [rollup('latest', 'lines.extra'), "latest can't be of extra, which is of type json"],
    [rollup('latest', 'lines.order'), "latest can't be of order, which is of type reference"],
    [rollup('sum', 'lines.order.number'), 'is of "lines.order.number": name a field of shop.Line itself'],
    [rollup('max', 'lines.price', { by: 'createdOn' }), 'max has no option "by": only latest needs an order'],
    [rollup('latest', 'lines.price', { by: 'open' }), 'by must be createdOn, updatedOn or a field'],
    [{ ...rollup('count', 'lines'), unique: true }, 'a field of type rollup has no option "unique"'],
    [{ ...rollup('count', 'lines'), required: true }, 'a field of type rollup has no option "required"'],
    [rollup('count', 'lines', { where: { fieldName: 'nte', operator: 'isNull' } }), 'where: There is no field "nte"'],
    [
      rollup('count', 'lines', { where: { fieldName: 'order.number', operator: 'isNull' } }),
      'where: The name order.number leads to other records',
    ],
  ])('%j is a mistake: %s', (made, mistake) => {
    expect(mistakesOf(made)).toEqual([expect.stringContaining(mistake)])
  })

  it.each<[object, string, object]>([
    [rollup('count', 'lines'), 'bigint', { type: 'integer' }],
    [rollup('sum', 'lines.quantity'), 'bigint', { type: 'integer' }],
    [rollup('sum', 'lines.price'), 'numeric(20,2)', { type: 'decimal', precision: 20, scale: 2 }],
    [rollup('sum', 'lines.amount'), 'numeric(24,3)', { type: 'decimal', precision: 24, scale: 3 }],
    [rollup('max', 'lines.amount'), 'numeric(14,3)', { type: 'formula' }],
    [rollup('latest', 'lines.state', { by: 'quantity' }), 'text', { type: 'choice', values: ['new', 'old'] }],
    [rollup('latest', 'lines.open'), 'boolean', { type: 'boolean' }],
  ])('%j has values of %s', (made, columnType, result) => {
    expect(mistakesOf(made)).toEqual([])
    const field = new Models([orderWith({ made }), toModel(Line)]).get('shop.Order').fields.at(-1)
    if (!field) throw new Error('There is no field.')
    expect(typeOf(field).columnType(field)).toBe(columnType)
    expect(field).toMatchObject({ resolved: { target: 'shop.Line', result } })
  })

  it('names the fields that it uses, so that it can be hidden with them', () => {
    const where = { criteria: [{ fieldName: 'open', operator: '=', value: true }] }
    const made = rollup('latest', 'lines.price', { by: 'quantity', where })
    const field = new Models([orderWith({ made }), toModel(Line)]).get('shop.Order').fields.at(-1)
    expect(field).toMatchObject({ resolved: { uses: ['quantity', 'price', 'open'] } })
  })

  it('cannot be a title, indexed, or of a rollup', () => {
    const count = rollup('count', 'lines')
    const titled = { ...orderWith({ count }), title: 'count' }
    const indexed = { ...orderWith({ count }), indexes: [['count']] }
    const parts = (order: ReturnType<typeof toModel>) =>
      checkModels([order, toModel(Line)].map((one) => ({ file: 'x', model: one }))).map(({ message }) => message)
    expect(parts(titled)).toEqual([expect.stringContaining('title names a field of type rollup')])
    expect(parts(indexed)).toEqual([expect.stringContaining('indexes names "count", which cannot be indexed')])
  })

  it('has its type in records, and nobody writes it', () => {
    const Order = model({
      name: 'shop.Order',
      title: 'number',
      fields: {
        number: text(),
        lines: collection(Line, { by: 'order' }),
        count: rollup('count', 'lines'),
        total: rollup<string>('sum', 'lines.price'),
        last: rollup<string>('latest', 'lines.price'),
      },
    })
    expectTypeOf<RecordOf<typeof Order>>().toHaveProperty('count').toEqualTypeOf<number>()
    expectTypeOf<RecordOf<typeof Order>>().toHaveProperty('total').toEqualTypeOf<string>()
    expectTypeOf<RecordOf<typeof Order>>().toHaveProperty('last').toEqualTypeOf<string | null>()
    expectTypeOf<keyof NewRecordOf<typeof Order>>().extract<'count' | 'total' | 'last'>().toBeNever()
    expect(Order.fields.count).toMatchObject({ type: 'rollup', function: 'count', of: 'lines' })
  })
})
