import { recordsOf } from '../../test/harness/client.ts'
import { loggedIn } from '../../test/harness/service.ts'
import { showSize } from '../figures.ts'
import { compareMedians, type Ratio, timeOf } from './Ratio.ts'
import { fillTickets, Ticket, ticketTable } from './tickets.ts'

/** Pages of one kind in a round. */
const asks = 3
const states = ['open', 'waiting', 'solved', 'closed']

/** What a page of a list in groups has: the heads, the figures below, and how many records are shown. */
interface Shown {
  readonly heads: readonly { readonly status: unknown; readonly count: number; readonly sum: unknown }[]
  readonly foot: unknown
  readonly records: number
}

/**
 * The time of what the console asks for a list in groups with sums, divided by that of the bare SQL: heads, the figures
 * below them, and 40 records of each of four groups. The sums must be the same to the last digit.
 */
export const groupedRatio: Ratio = {
  name: 'grouped',
  describe: (records) => `time of a page in four groups with sums over ${showSize(records)} records / bare SQL`,
  target: { atMost: 3 },
  open: async ({ service, database, records }) => {
    await fillTickets(database, records)
    const client = await loggedIn(service)
    const aggregate = async (groupBy: readonly string[]) => {
      const body = { groupBy, count: true, sum: ['amount'] }
      const found = recordsOf(await client.exchange('POST', `/ws/rest/${Ticket}/aggregate`, { body }))
      return found as unknown as { group: { status: unknown }; count: number; sum: { amount: unknown } }[]
    }
    const own = async (): Promise<Shown> => {
      const heads = await aggregate(['status'])
      const [foot] = await aggregate([])
      let shown = 0
      for (const value of states) {
        const where = encodeURIComponent(JSON.stringify({ fieldName: 'status', operator: '=', value }))
        const query = `?where=${where}&fields=subject,status,amount&limit=40&total=false`
        shown += recordsOf(await client.find(Ticket, query)).length
      }
      return {
        heads: heads.map(({ group, count, sum }) => ({ status: group.status, count, sum: sum.amount })),
        foot: foot?.sum.amount,
        records: shown,
      }
    }
    const bare = async (): Promise<Shown> => {
      const heads = await database.query<Shown['heads'][number]>(
        `select status, count(*)::int as count, sum(amount)::text as sum
        from ${ticketTable} group by status order by status`,
      )
      const foot = await database.query<{ sum: unknown }>(
        `select count(*)::int as count, sum(amount)::text as sum from ${ticketTable}`,
      )
      let shown = 0
      for (const state of states) {
        const page = `select id, version, subject, status, amount from ${ticketTable}
          where status = $1 order by id limit 40`
        shown += (await database.query(page, [state])).rows.length
      }
      return { heads: heads.rows, foot: foot.rows[0]?.sum, records: shown }
    }
    const expected = JSON.stringify(sorted(await bare()))
    const check = (shown: Shown) => {
      const given = JSON.stringify(sorted(shown))
      if (given !== expected) throw new Error(`The page has ${given}, and not ${expected}`)
    }
    return {
      round: () =>
        compareMedians(
          asks,
          () => timeOf(own, check),
          () => timeOf(bare, check),
        ),
      close: () => client.close(),
    }
  },
}

function sorted(shown: Shown): Shown {
  const heads = shown.heads
    .map(({ status, count, sum }) => ({ status, count, sum }))
    .sort((one, other) => String(one.status).localeCompare(String(other.status)))
  return { ...shown, heads }
}
