import { collection, decimal, formula, integer, model, reference, rollup, text } from '../../src/index.ts'

/** An order with figures of its lines. */
export const Order = model({
  name: 'org.example.bench.Order',
  title: 'number',
  list: ['number', 'note', 'total', 'lineCount'],
  fields: {
    number: text({ required: true, max: 20 }),
    note: text({ max: 100 }),
    lines: collection('org.example.bench.Line', { by: 'order' }),
    total: rollup<string>('sum', 'lines.amount'),
    lineCount: rollup('count', 'lines'),
  },
})

export const Line = model({
  name: 'org.example.bench.Line',
  title: 'number',
  fields: {
    order: reference(Order, { required: true, onDelete: 'cascade' }),
    number: integer({ required: true }),
    quantity: integer({ required: true, min: 1 }),
    price: decimal({ precision: 10, scale: 2, required: true }),
    amount: formula('quantity * price', decimal({ precision: 14, scale: 2 })),
  },
})
