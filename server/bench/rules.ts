import { parseArgs } from 'node:util'
import { Cluster } from '../test/harness/Cluster.ts'
import { randomFrom } from '../test/harness/random.ts'
import { median, parseSize, showSize, showTable, timeFixedWork } from './figures.ts'
import { LeanClient, toGet } from './LeanClient.ts'
import { showMachine } from './report.ts'
import { type Kind, kinds, people, RulesBenchService, Ticket } from './RulesBenchService.ts'

// Measures the cost of rules: reads and finds of users with rules are compared with those of an administrator, in one
// run in which all take turns: `npm run bench:rules`, with --size 1M --rounds 5 --period 1000. It starts its own
// PostgreSQL.

const { values: flags } = parseArgs({
  options: {
    size: { type: 'string', default: '1M' },
    rounds: { type: 'string', default: '5' },
    period: { type: 'string', default: '1000' },
  },
})
const period = Number(flags.period)
const random = randomFrom(5)

/** How requests arrive: from one user, from one user at 32 connections, and from 200 users at once. */
const crowds = [
  { name: 'one at a time', users: 1, connections: 1 },
  { name: 'one user, 32 at once', users: 1, connections: 32 },
  { name: `${people} users at once`, users: people, connections: people },
] as const

type Ask = (user: number, first: number) => string
const asks: Readonly<Record<string, Ask>> = {
  'read by id': (user, first) => `/ws/rest/${Ticket}/${bench.ticketOf(first + user, random)}`,
  // Equal finds share a statement if their users see the same records, and not if each user sees only their own.
  'find, first page with total': () => `/ws/rest/${Ticket}?limit=40`,
  'find, any page with total': () => `/ws/rest/${Ticket}?limit=40&offset=${bench.anyOffset(random)}`,
}

const cluster = await Cluster.start({ durable: true })
const bench = await RulesBenchService.build(cluster.urlOf('postgres'), parseSize(flags.size))
const clients: LeanClient[] = []
const figures = new Map<string, number[]>()
const machine: number[] = []
try {
  for (let n = 0; n < people; n++) clients.push(await LeanClient.open(bench.service.url))
  console.error(`${showSize(bench.size)} tickets, ${people} people of each kind`)
  for (let round = 0; round <= Number(flags.rounds); round++) {
    console.error(round === 0 ? 'warming up …' : `round ${round} of ${flags.rounds} …`)
    machine.push(timeFixedWork())
    for (const ask of Object.keys(asks))
      for (const crowd of crowds)
        for (const kind of kinds) {
          const rate = await measure(ask, kind, crowd)
          const key = `${ask}, ${crowd.name}|${kind}`
          if (round > 0) figures.set(key, [...(figures.get(key) ?? []), rate])
        }
  }
  console.log(report())
  console.log(showMachine(machine))
} finally {
  for (const client of clients) client.close()
  await bench.stop()
  await cluster.stop()
}

/** Requests a second while every connection sends one request after the other. */
async function measure(
  ask: string,
  kind: Kind,
  { users, connections }: { users: number; connections: number },
): Promise<number> {
  const toPath = asks[ask] as Ask
  // The users whose tickets are read: those of the kind itself; for an administrator, the first ones.
  const first = Math.max(0, kinds.indexOf(kind) - 1) * people
  const start = performance.now()
  let count = 0
  await Promise.all(
    clients.slice(0, connections).map(async (client, n) => {
      const user = n % users
      const cookie = bench.cookies[kind][user] ?? ''
      while (performance.now() - start < period) {
        const status = await client.send(toGet(toPath(user, first), cookie))
        if (status !== 200) throw new Error(`${kind}, ${ask}: HTTP ${status}`)
        count += 1
      }
    }),
  )
  return (count / (performance.now() - start)) * 1_000
}

/** Medians of requests a second, and of the ratios within each round. */
function report(): string {
  const rows = Object.keys(asks).flatMap((ask) =>
    crowds.map(({ name }) => {
      const of = (kind: Kind) => figures.get(`${ask}, ${name}|${kind}`) ?? []
      const base = of('administrator')
      const ratios = kinds.slice(1).map((kind) => {
        const own = of(kind)
        return (
          `${median(own).toFixed(0)} ` +
          `(${median(own.map((rate, round) => rate / (base[round] ?? Number.NaN))).toFixed(2)})`
        )
      })
      return [`${ask}, ${name}`, median(base).toFixed(0), ...ratios]
    }),
  )
  return showTable([['requests a second (ratio)', ...kinds], ...rows])
}
