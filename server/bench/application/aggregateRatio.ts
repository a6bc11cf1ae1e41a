import { recordsOf } from '../../test/harness/client.ts'
import { loggedIn } from '../../test/harness/service.ts'
import { showSize } from '../figures.ts'
import { compareMedians, type Ratio, timeOf } from './Ratio.ts'
import { fillTickets, Ticket, ticketTable } from './tickets.ts'

/** Aggregates of one kind in a round. */
const asks = 7

/** The time of a count by an indexed choice over all records, divided by that of the bare SQL. */
export const aggregateRatio: Ratio = {
  name: 'aggregate',
  describe: (records) => `time of a count by an indexed choice over ${showSize(records)} records / bare SQL`,
  target: { atMost: 1.3 },
  open: async ({ service, database, records }) => {
    await fillTickets(database, records)
    const client = await loggedIn(service)
    const own = async () => {
      const body = { groupBy: ['status'], count: true }
      return recordsOf(await client.exchange('POST', `/ws/rest/${Ticket}/aggregate`, { body }))
    }
    const bare = async () =>
      (
        await database.query<{ count: string }>(
          `select status, count(*) from ${ticketTable} group by status order by status`,
        )
      ).rows
    const check = (groups: readonly { readonly [name: string]: unknown }[]) => {
      const counted = groups.reduce((sum, { count }) => sum + Number(count), 0)
      if (counted !== records) throw new Error(`${counted} of ${records} tickets were counted`)
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
