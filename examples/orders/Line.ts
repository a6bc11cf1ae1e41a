import { decimal, expression, formula, integer, model, reference, type RecordOf } from 'tabularium'
import { Order } from './Order.ts'
import { Product } from './Product.ts'

export const Line = model({
  name: 'com.example.orders.Line',
  plural: 'Lines',
  title: 'quantity',
  list: ['order', 'product', 'quantity', 'price', 'amount'],
  unique: [['order', 'product']],
  group: 'Sales',
  fields: {
    order: reference(Order, { required: true, onDelete: 'cascade' }),
    product: reference(Product, { required: true }),
    quantity: integer({ required: true, min: 1 }),
    price: decimal({
      precision: 10,
      scale: 2,
      required: true,
      min: 0,
      view: 'money',
      default: expression('product.price'),
    }),
    amount: formula('quantity * price', decimal({ precision: 14, scale: 2 }), { view: 'money' }),
  },
})

export type Line = RecordOf<typeof Line>

/** Order names this model in quotation marks: so the compiler knows what `lines.product` leads to. */
declare module 'tabularium' {
  interface NamedModels {
    'com.example.orders.Line': typeof Line
  }
}
