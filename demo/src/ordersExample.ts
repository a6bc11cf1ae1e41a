import { toOrderLines } from './curlLines.ts'
import type { Example } from './Example.ts'
import { inventCustomers, inventedProducts, inventOrders } from './inventOrders.ts'
import { adminOf, colleagueOf, salesOf } from './people.ts'

const orders = 300

/** Customers, products, orders with their lines, and invoices. */
export const ordersExample: Example = {
  name: 'orders',
  packageName: 'com.example.orders',
  main: 'Order',
  madeUp: `${orders} orders with their lines and invoices`,
  peopleOf: (secrets) => [
    adminOf(secrets),
    salesOf(secrets),
    colleagueOf(secrets),
    {
      username: 'walt',
      name: 'Walt in the warehouse',
      admin: false,
      roles: ['warehouse'],
      password: secrets.warehousePassword,
    },
    {
      username: 'anna',
      name: 'Anna, who keeps accounts',
      admin: false,
      roles: ['accounting'],
      password: secrets.accountingPassword,
    },
  ],
  fill: async (insert) => {
    const customerIds = await insert('Customer', inventCustomers())
    const productIds = await insert('Product', inventedProducts)
    const invented = inventOrders(orders, customerIds, productIds)
    const orderIds = await insert(
      'Order',
      invented.map(({ order }) => order),
    )
    const orderOf = (index: number) => ({ order: { id: orderIds[index] } })
    await insert(
      'Line',
      invented.flatMap(({ lines }, index) => lines.map((line) => ({ ...orderOf(index), ...line }))),
    )
    await insert(
      'Invoice',
      invented.flatMap(({ invoice }, index) => (invoice ? [{ ...orderOf(index), ...invoice }] : [])),
    )
  },
  toCurlLines: toOrderLines,
}
