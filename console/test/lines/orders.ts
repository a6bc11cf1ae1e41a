import { collection, date, decimal, expression, formula, integer, model, reference, rollup, text } from 'tabularium'

/** What is sold. */
export const Product = model({
  name: 'com.example.lines.Product',
  plural: 'Products',
  title: 'sku',
  list: ['sku', 'name', 'price'],
  search: ['sku', 'name'],
  pick: ['sku', 'name', 'price'],
  fields: {
    sku: text({ required: true, unique: true, max: 40, label: 'SKU' }),
    name: text({ required: true, max: 100 }),
    price: decimal({ precision: 10, scale: 2, required: true }),
  },
})

/** What somebody wants of it. */
export const Order = model({
  name: 'com.example.lines.Order',
  plural: 'Orders',
  title: 'customer',
  list: ['customer', 'dueOn', 'total'],
  sections: [
    { label: 'Order', fields: ['customer', 'dueOn', 'note'] },
    { label: 'Lines', fields: ['lines', 'total'] },
  ],
  fields: {
    customer: text({ required: true, max: 100 }),
    dueOn: date(),
    note: text({ max: 200 }),
    lines: collection('com.example.lines.Line', { by: 'order' }),
    total: rollup<string>('sum', 'lines.amount'),
  },
})

/** One product of an order. */
export const Line = model({
  name: 'com.example.lines.Line',
  plural: 'Lines',
  title: 'id',
  list: ['order', 'product', 'quantity', 'price', 'amount'],
  fields: {
    order: reference(Order, { required: true, onDelete: 'cascade' }),
    product: reference(Product, { required: true }),
    quantity: integer({ required: true, min: 1 }),
    price: decimal({ precision: 10, scale: 2, required: true, default: expression('product.price') }),
    amount: formula('quantity * price', decimal({ precision: 14, scale: 2 })),
  },
})
