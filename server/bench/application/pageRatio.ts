import { recordsOf } from '../../test/harness/client.ts'
import { loggedIn } from '../../test/harness/service.ts'
import { compareTimes, type Ratio } from './Ratio.ts'

const [Order, orders, perOrder, perPage] = ['org.example.bench.Order', 20_000, 10, 20]
const [table, lines] = ['record.org_example_bench_order', 'record.org_example_bench_line']
/** Requests of one kind in a round. */
const asks = 150

/** The time of a page of 20 orders with a sum over 10 lines each, divided by that of the same page without it. */
export const pageRatio: Ratio = {
  name: `rollup: page of ${perPage} with a sum over ${perOrder} members each / without`,
  atMost: 1.5,
  open: async ({ service, database }) => {
    await database.query(`insert into ${table} (id, version, created_on, updated_on, number, note)
      select n, 0, now(), now(), 'N-' || n, 'Some words about this order'
      from generate_series(1, ${orders}) as n`)
    await database.query(`insert into ${lines} (id, version, created_on, updated_on, "order", number, quantity, price)
      select n, 0, now(), now(), (n - 1) / ${perOrder} + 1, n % ${perOrder}, n % 9 + 1, n % 1000
      from generate_series(1, ${orders * perOrder}) as n`)
    await database.query(`vacuum (analyze) ${table}, ${lines}`)
    const client = await loggedIn(service)
    let page = 0
    const ask = async (fields: readonly string[]): Promise<number> => {
      const body = { fields, offset: (page++ % 50) * perPage, limit: perPage, total: false }
      const start = performance.now()
      const reply = await client.exchange('POST', `/ws/rest/${Order}/search`, { body })
      const time = performance.now() - start
      if (recordsOf(reply).length !== perPage) throw new Error('A page is not full.')
      return time
    }
    return {
      round: () =>
        compareTimes(
          asks,
          () => ask(['number', 'note', 'total']),
          () => ask(['number', 'note']),
        ),
      close: () => client.close(),
    }
  },
}
