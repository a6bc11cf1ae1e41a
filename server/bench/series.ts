import { fileURLToPath } from 'node:url'
import { Cluster } from '../test/harness/Cluster.ts'
import { admin, Client, recordOf } from '../test/harness/client.ts'
import { runTabularium } from '../test/harness/commandLine.ts'
import { loggedIn, startProcess } from '../test/harness/service.ts'
import { median, showTable } from './figures.ts'

// What a number series costs: creates a second with 64 clients, of a model without a series, with a plain and with a
// gapless one, `npm run bench:series`. They take turns in one run, on a PostgreSQL of its own: single creates, which
// share statements, and creates with two lines each, which are transactions. One process, and two on one database.

const connections = 64
const rounds = Number(process.argv[2] ?? 9)
const period = 1_000
const models = fileURLToPath(new URL('./seriesModels', import.meta.url))
const kinds = ['Unnumbered', 'Plain', 'Gapless'] as const
const works = ['single', 'with lines'] as const

const cluster = await Cluster.start({ durable: true, settings: ['shared_buffers=512MB', 'max_wal_size=4GB'] })
const env = { DATABASE_URL: cluster.urlOf('postgres') }
await runTabularium(['migrate', 'apply', '--models', models], env)
await runTabularium(['user', 'add', admin.username, '--admin', '--password-stdin'], env, admin.password)
const services = [await startProcess(env.DATABASE_URL, { models }), await startProcess(env.DATABASE_URL, { models })]
const session = await loggedIn({ url: services[0]?.url ?? '' })
const clients = services.map(({ url }) =>
  Array.from({ length: connections }, () => {
    const client = new Client(url)
    client.cookie = session.cookie
    return client
  }),
)
/** The first of all clients use one process; the others are shared by both. */
const sides = {
  'one process': clients[0] ?? [],
  'two processes': clients.flatMap((own) => own.slice(0, connections / clients.length)),
}
let made = 0

try {
  const rows = [['creates a second', ...kinds, 'Plain / none', 'Gapless / none']]
  for (const [side, users] of Object.entries(sides))
    for (const work of works) rows.push(await compare(`${work}, ${side}`, users, work))
  console.log(showTable(rows))
} finally {
  for (const client of [session, ...clients.flat()]) client.close()
  for (const service of services) await service.stop()
  await cluster.stop()
}

/** Measures the three models by turns. The first round only warms up. */
async function compare(name: string, users: readonly Client[], work: (typeof works)[number]): Promise<string[]> {
  const figures = kinds.map((): number[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, kind] of kinds.entries()) {
      const rate = await measure(users, kind, work)
      if (round > 0) figures[index]?.push(rate)
    }
  const medians = figures.map(median)
  const ratios = figures.slice(1).map((own) => median(own.map((rate, round) => rate / (figures[0]?.[round] ?? 0))))
  return [name, ...medians.map((rate) => rate.toFixed(0)), ...ratios.map((ratio) => ratio.toFixed(2))]
}

/** Creates a second while every client sends one request after the other. */
async function measure(users: readonly Client[], kind: string, work: (typeof works)[number]): Promise<number> {
  const start = performance.now()
  let created = 0
  await Promise.all(
    users.map(async (client) => {
      while (performance.now() - start < period) {
        const reply = await client.create(`org.example.bench.${kind}`, toRecord(kind, work))
        // Too many transactions wait for a connection: a client sends the request again.
        if (reply.status === 503) continue
        recordOf(reply)
        created++
      }
    }),
  )
  return (created / (performance.now() - start)) * 1_000
}

function toRecord(kind: string, work: (typeof works)[number]): object {
  const code = kind === 'Unnumbered' ? { code: `N-2026-${++made}` } : {}
  const lines = work === 'single' ? {} : { lines: [{ text: 'one' }, { text: 'two' }] }
  return { subject: 'A document of some length', notes: 'Nothing special', ...code, ...lines }
}
