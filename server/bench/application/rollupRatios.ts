import type pg from 'pg'
import { recordsOf } from '../../test/harness/client.ts'
import { loggedIn } from '../../test/harness/service.ts'
import { compareMedians, type Ratio, timeOf } from './Ratio.ts'

const [Order, perOrder, perPage] = ['org.example.bench.Order', 10, 20]
const [table, lines] = ['record.org_example_bench_order', 'record.org_example_bench_line']
/** Requests of one kind in a round. */
const asks = 150

/** Where the lines of an order are in their table: the order of the nth line. */
const places = {
  adjacent: { words: 'next to each other', orderOf: () => `(n - 1) / ${perOrder} + 1` },
  spread: { words: 'all over the table', orderOf: (orders: number) => `(n - 1) % ${orders} + 1` },
}

/** The time of a page of orders with a sum over the lines of each, divided by that of the same page without it. */
export const rollupRatios: readonly Ratio[] = (['adjacent', 'spread'] as const).map((place) => ({
  name: `rollup-${place}`,
  describe: () =>
    `time of a page of ${perPage} with a sum over ${perOrder} members each, ${places[place].words} / without the sum`,
  target: { atMost: 1.5 },
  open: async ({ service, database, records }) => {
    const orders = Math.max(perPage, records / 50)
    await fill(database, orders, places[place].orderOf(orders))
    const client = await loggedIn(service)
    const pages = Math.min(50, Math.floor(orders / perPage))
    let page = 0
    const ask = (fields: readonly string[]) => {
      const body = { fields, offset: (page++ % pages) * perPage, limit: perPage, total: false }
      return timeOf(
        () => client.exchange('POST', `/ws/rest/${Order}/search`, { body }),
        (reply) => {
          const full = recordsOf(reply).filter((record) => fields.every((field) => record[field] !== undefined))
          if (full.length !== perPage) throw new Error('a page is not full')
        },
      )
    }
    return {
      round: () =>
        compareMedians(
          asks,
          () => ask(['number', 'note', 'total']),
          () => ask(['number', 'note']),
        ),
      close: () => client.close(),
    }
  },
}))

/** Fills the tables again: only the place of the lines differs between the two ratios. */
async function fill(database: pg.Client, orders: number, orderOf: string): Promise<void> {
  await database.query(`truncate ${table}, ${lines}`)
  await database.query(`insert into ${table} (id, version, created_on, updated_on, number, note)
    select n, 0, now(), now(), 'N-' || n, 'Some words about this order'
    from generate_series(1, ${orders}) as n`)
  await database.query(`insert into ${lines} (id, version, created_on, updated_on, "order", number, quantity, price)
    select n, 0, now(), now(), ${orderOf}, n % ${perOrder}, n % 9 + 1, n % 1000
    from generate_series(1, ${orders * perOrder}) as n`)
  await database.query(`vacuum (analyze) ${table}, ${lines}`)
}
