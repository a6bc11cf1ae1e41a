import { loggedIn } from '../../test/harness/service.ts'
import { compareTimes, type Ratio } from './Ratio.ts'

const [Ticket, table, tickets] = ['org.example.bench.Ticket', 'record.org_example_bench_ticket', 1_000_000]
/** Aggregates of one kind in a round. */
const asks = 7

/** The time of a count by an indexed choice over a million records, divided by that of the bare SQL. */
export const aggregateRatio: Ratio = {
  name: 'aggregate: count by an indexed choice over 1M records / bare SQL',
  atMost: 1.3,
  open: async ({ service, database }) => {
    await database.query(`insert into ${table} (id, version, created_on, updated_on, subject, status)
      select n, 0, now(), now(), 'Ticket ' || n, (array['open', 'waiting', 'solved', 'closed'])[n % 4 + 1]
      from generate_series(1, ${tickets}) as n`)
    await database.query(`vacuum (analyze) ${table}`)
    const client = await loggedIn(service)
    const timed = async (ask: () => Promise<number>): Promise<number> => {
      const start = performance.now()
      const counted = await ask()
      const time = performance.now() - start
      if (counted !== tickets) throw new Error(`${counted} of ${tickets} tickets were counted.`)
      return time
    }
    const own = async () => {
      const body = { groupBy: ['status'], count: true }
      const { json } = await client.exchange('POST', `/ws/rest/${Ticket}/aggregate`, { body })
      return ((json?.data ?? []) as { count: number }[]).reduce((sum, { count }) => sum + count, 0)
    }
    const bare = async () => {
      const { rows } = await database.query<{ count: string }>(
        `select status, count(*) from ${table} group by status order by status`,
      )
      return rows.reduce((sum, { count }) => sum + Number(count), 0)
    }
    return {
      round: () =>
        compareTimes(
          asks,
          () => timed(own),
          () => timed(bare),
        ),
      close: () => client.close(),
    }
  },
}
