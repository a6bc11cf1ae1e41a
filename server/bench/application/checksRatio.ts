import type { Client } from '../../test/harness/client.ts'
import { loggedIn } from '../../test/harness/service.ts'
import { LeanClient } from '../LeanClient.ts'
import { comparePairs, type Ratio } from './Ratio.ts'

const connections = 64
/** Turns of each model in a round, and their length in milliseconds. */
const [turns, period] = [20, 100]

/** Creates a second of a model with five checks, divided by those of the same model without checks. */
export const checksRatio: Ratio = {
  name: 'checks',
  describe: () => `creates a second by ${connections} clients with 5 checks / without checks`,
  target: { atLeast: 0.95 },
  open: async ({ service }) => {
    const session = await loggedIn(service)
    await requireChecks(session)
    session.close()
    const clients: LeanClient[] = []
    for (let n = 0; n < connections; n++) clients.push(await LeanClient.open(service.url))
    const [checked, unchecked] = ['Checked', 'Unchecked'].map((name) => toCreate(name, session.cookie ?? ''))
    return {
      round: () =>
        comparePairs(
          turns,
          () => measure(clients, checked ?? ''),
          () => measure(clients, unchecked ?? ''),
        ),
      close: () => {
        for (const client of clients) client.close()
      },
    }
  },
}

/** Creates a second while every client sends one request after the other. */
async function measure(clients: readonly LeanClient[], create: string): Promise<number> {
  const start = performance.now()
  const refused: number[] = []
  let created = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - start < period && refused.length === 0) {
        const status = await client.send(create)
        if (status === 200) created++
        else refused.push(status)
      }
    }),
  )
  const time = performance.now() - start
  if (refused.length > 0) throw new Error(`a create was answered with HTTP ${refused.join(', ')}`)
  return (created / time) * 1_000
}

/** A record that breaks all checks is refused, so that it is checks that are measured. */
async function requireChecks(client: Client): Promise<void> {
  const broken = { price: '0', discount: '1', placedOn: '2999-01-10', dueOn: '2999-01-09', paidOn: null }
  const { status, json } = await client.create('org.example.bench.Checked', { ...payment, ...broken })
  const { checks = {} } = (json?.data ?? {}) as { checks?: object }
  if (status !== 400 || Object.keys(checks).length !== 5)
    throw new Error(`Five checks must be broken, and HTTP ${status} names ${Object.keys(checks).join(', ')}.`)
}

/** Every check has values to compare. */
const payment = {
  subject: 'A payment of some length',
  status: 'paid',
  price: '120.00',
  discount: '20.00',
  placedOn: '2026-01-10',
  dueOn: '2026-02-10',
  paidOn: '2026-01-20',
}

/** The text of a create, the same for both models. */
function toCreate(name: string, cookie: string): string {
  const body = JSON.stringify({ data: payment })
  const head = [
    `PUT /ws/rest/org.example.bench.${name} HTTP/1.1`,
    'Host: bench',
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
