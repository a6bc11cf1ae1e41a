import { pathOf } from '../../test/harness/actions.ts'
import { type Client, recordsOf, type Reply } from '../../test/harness/client.ts'
import { cpuTimeOf } from '../../test/harness/cpuTime.ts'
import { loggedIn } from '../../test/harness/service.ts'
import { comparePairs, type Comparison, type Ground, type Ratio } from './Ratio.ts'
import { fillProducts, Product, rows, toRows } from './products.ts'

/** Turns of each kind in a round. */
const turns = 7

/** How much is sent: one record a request, or a thousand. */
interface Size {
  /** Requests of a turn, and how many of them are under way at once. */
  readonly requests: number
  readonly clients: number
  toUpsert(request: number): object
  send(client: Client, body: string): Promise<Reply>
  read(client: Client, ids: readonly number[], request: number): Promise<Reply>
}

const sizes: Readonly<Record<'one' | 'many', Size>> = {
  one: {
    requests: 500,
    clients: 16,
    toUpsert: (request) => ({ data: toRows(0)[request] }),
    send: (client, body) => client.exchange('PUT', `${pathOf(Product)}?key=sku`, { body }),
    read: (client, ids, request) => client.read(Product, ids[request] ?? 0),
  },
  many: {
    requests: 10,
    clients: 1,
    toUpsert: () => all,
    send: sendAll,
    read: (client) =>
      client.exchange('POST', pathOf(Product, 'search'), {
        body: { limit: rows, data: { operator: 'and', criteria: [{ fieldName: 'sku', operator: 'in', value: skus }] } },
      }),
  },
}
const all = { records: toRows(0), key: ['sku'] }
const skus = toRows(0).map(({ sku }) => sku)

/** What is measured: the time, or the processor time of the service. */
type Kind = 'time' | 'cpu'

/**
 * What an upsert that changes nothing costs, divided by what a read of the same records costs. The processor time is
 * compared for one record alone: the service must parse and check a thousand records that are sent, and passes on a
 * thousand that are read as PostgreSQL wrote them.
 */
export const unchangedRatios: readonly Ratio[] = [
  toRatio('one', 'time', 'one record'),
  toRatio('one', 'cpu', 'one record'),
  toRatio('many', 'time', `${rows} records`),
]

function toRatio(size: keyof typeof sizes, kind: Kind, what: string): Ratio {
  const measured = kind === 'cpu' ? 'processor time of the service' : 'time'
  return {
    name: `unchanged-${size}-${kind}`,
    describe: () => `${measured} of an upsert of ${what} that changes nothing / read of the same`,
    target: { atMost: 3 },
    open: (ground) => open(sizes[size], kind, ground),
  }
}

async function open(size: Size, kind: Kind, { service, database, records }: Ground): Promise<Comparison> {
  await fillProducts(database, records / 10)
  const client = await loggedIn(service, size.clients)
  const made = recordsOf(await sendAll(client, JSON.stringify(all)))
  await database.query(`analyze record.org_example_bench_product`)
  const ids = made.map(({ id }) => id)
  const bodies = Array.from({ length: size.requests }, (_, n) => JSON.stringify(size.toUpsert(n)))
  const clock = kind === 'cpu' ? () => cpuTimeOf(service.pid) : () => performance.now()
  const cost = async (ask: (request: number) => Promise<Reply>) => {
    const start = clock()
    let next = 0
    await Promise.all(
      Array.from({ length: size.clients }, async () => {
        for (let request = next++; request < size.requests; request = next++) requireFound(await ask(request))
      }),
    )
    return clock() - start
  }
  const upsert = () => cost(async (request) => requireUnchanged(await size.send(client, bodies[request] ?? '')))
  const read = () => cost((request) => size.read(client, ids, request))
  return { round: () => comparePairs(turns, upsert, read), close: () => client.close() }
}

function sendAll(client: Client, body: string): Promise<Reply> {
  return client.exchange('POST', pathOf(Product), { body })
}

function requireUnchanged(reply: Reply): Reply {
  const { outcomes = [] } = reply.json ?? {}
  if (outcomes.length > 0 && outcomes.every((one) => one === 'unchanged')) return reply
  throw new Error(`Not everything is unchanged: ${reply.text.slice(0, 200)}`)
}

function requireFound(reply: Reply): void {
  if (reply.status !== 200) throw new Error(`HTTP ${reply.status}: ${reply.text.slice(0, 200)}`)
}
