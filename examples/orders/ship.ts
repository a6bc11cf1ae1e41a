import { action, reference, refuse } from 'tabularium'
// Order names its lines in quotes: this is where their type is.
import type {} from './Line.ts'
import { Order } from './Order.ts'
import { Product } from './Product.ts'
import { tellCustomer } from './tellCustomer.ts'

/** Takes what was ordered from the stock, marks the order as shipped and tells the customer, all of it or nothing. */
export const ship = action({
  name: 'com.example.orders.ship',
  label: 'Ship',
  help: 'Takes the products from the stock and marks the order as shipped.',
  on: Order,
  when: { holds: "status = 'placed'", message: 'Only a placed order can be shipped.' },
  leadsTo: { status: 'shipped' },
  as: 'fulfilment',
  takes: { order: reference(Order, { required: true }) },
  gives: { order: reference(Order, { required: true }) },
  async run({ order }, records) {
    const found = await records.read(Order, order, ['lines.product', 'lines.quantity'])
    const wanted = new Map(found.lines.map(({ product, quantity }) => [product.id, quantity]))
    // Held until the end: two orders for the same product wait for each other, and neither takes what is not there.
    const where = { fieldName: 'id', operator: 'in', value: [...wanted.keys()] }
    const products = wanted.size === 0 ? [] : await records.search(Product, { where, lock: true })
    const short = products.filter(({ id, onHand }) => onHand < (wanted.get(id) ?? 0))
    if (short.length > 0)
      throw refuse('out-of-stock', `There is not enough on hand of ${short.map(({ sku }) => sku).join(', ')}.`)
    await records.updateAll(products.map((item) => [item, { onHand: item.onHand - (wanted.get(item.id) ?? 0) }]))
    const shipped = await records.update(found, { status: 'shipped' })
    await records.later(tellCustomer, { order: shipped })
    return { order: shipped }
  },
})
