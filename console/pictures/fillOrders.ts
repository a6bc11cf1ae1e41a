import { type Client, recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Dashboard, View } from '../../server/test/harness/people.ts'
import { ordersExample } from '../../demo/src/ordersExample.ts'
import { Customer, Order } from './models.ts'

/** The records of the demo of orders. */
export async function fillExample(mona: Client): Promise<void> {
  await ordersExample.fill(async (name, records) => {
    const path = `/ws/rest/${ordersExample.packageName}.${name}`
    const ids: number[] = []
    for (let from = 0; from < records.length; from += 100) {
      const body = { records: records.slice(from, from + 100) }
      ids.push(...recordsOf(await mona.exchange('POST', path, { body })).map(({ id }) => id))
    }
    return ids
  })
}

/** These records, a long name, changes by two people, a view and a dashboard. */
export async function fillOrders(mona: Client, sam: Client): Promise<void> {
  await fillExample(mona)
  const name = 'Manufacture générale des instruments de précision et de papeterie de l’Île-de-France, S. A.'
  const { id } = recordOf(await mona.create(Customer, { code: 'FR-LONG', name, country: 'FR' }))
  const placed = { fieldName: 'status', operator: '=', value: 'placed' }
  recordOf(await mona.create(View, { model: Order, name: 'Placed, by due date', criteria: placed, sortBy: ['dueOn'] }))
  await change(sam, 2, { customer: { id } })
  await change(mona, 2, { dueOn: '2027-01-15' })
  await change(sam, 2, { dueOn: '2027-01-20' })
  await mona.exchange('PUT', `/ws/rest/${Dashboard}`, { body: { data: { name: 'All orders', tiles } } })
}

/** Somebody changes an order. */
export async function change(who: Client, id: number, fields: object): Promise<void> {
  const { version } = recordOf(await who.read(Order, id))
  recordOf(await who.update(Order, id, { version, ...fields }))
}

const tiles = [
  { label: 'Placed', figure: 'count', of: Order, where: { fieldName: 'status', operator: '=', value: 'placed' } },
  { label: 'Worth', figure: 'sum.total', of: Order },
  { label: 'This month', figure: 'count', of: Order, compare: 'placedOn:month' },
  { label: 'By status', chart: 'status', of: Order },
  { label: 'By customer', groupBy: ['customer'], sum: ['total'], of: Order },
  { label: 'Due next', rows: 5, of: Order, fields: ['number', 'customer', 'total'], sortBy: ['dueOn'] },
]
