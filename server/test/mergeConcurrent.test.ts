import { beforeAll, describe, expect, it } from 'vitest'
import { journalOf, type JournalRow } from './harness/journalRows.ts'
import { type Client, recordOf, type RecordJson } from './harness/client.ts'
import { documentModels, Line, makeOrder, Order, type OrderJson, readOrder } from './harness/documents.ts'
import { randomFrom } from './harness/random.ts'
import { sendAgain } from './harness/sendAgain.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(documentModels)
const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const rounds = 50
let clients: Client[] = []

beforeAll(async () => {
  clients = [await stage.another('first'), await stage.another('second'), await stage.another('third')]
})

/** Whole numbers from 0 to below a bound. */
function createRandom(from: number): (below: number) => number {
  const random = randomFrom(from)
  return (below) => Math.floor(random() * below)
}

/** What clients did, by values that occur only once. */
class Witness {
  /** By new value: what the client had read in its place. */
  readonly read = new Map<string, unknown>()
  readonly accepted = new Set<string>()
  readonly refused = new Set<string>()
  /** By line: the versions of it that clients had read when they removed it. */
  readonly removals = new Map<number, RecordJson[]>()
  merged = 0
  conflicts = 0
  #last = 0

  fresh(): string {
    return `v${++this.#last}`
  }
}

/** One edit of an order as a person makes it: reads it, changes some of it, and sends it back whole. */
async function edit(client: Client, id: number, random: (below: number) => number, seen: Witness): Promise<void> {
  const order = await readOrder(client, id)
  const values: string[] = []
  const change = (old: unknown): string => {
    const value = seen.fresh()
    seen.read.set(value, old ?? null)
    values.push(value)
    return value
  }
  const removed = order.lines.filter(() => random(12) === 0)
  const lines = order.lines
    .filter((line) => !removed.includes(line))
    .map(({ id: own, version, product, remark }) => ({
      id: own,
      version,
      product: random(5) === 0 ? change(product) : product,
      remark: random(5) === 0 ? change(remark) : remark,
    }))
  const added = random(4) === 0 ? [{ product: change(null) }] : []
  const own = random(3) === 0 ? { note: change(order['note']) } : {}
  // Somebody else may write between the read and the write.
  if (random(2) === 0) await readOrder(client, id)
  const data = { version: order.version, ...own, lines: [...lines, ...added] }
  const reply = await sendAgain(() => client.merge(Order.name, id, data))
  expect([200, 409], reply.text).toContain(reply.status)
  for (const value of values) (reply.status === 200 ? seen.accepted : seen.refused).add(value)
  if (reply.status === 409) seen.conflicts += 1
  else {
    if (reply.text.includes('"merged"')) seen.merged += 1
    for (const line of removed) seen.removals.set(line.id, [...(seen.removals.get(line.id) ?? []), line])
  }
}

/** A line that is added, changed or deleted alone. */
async function editLine(client: Client, id: number, random: (below: number) => number, seen: Witness): Promise<void> {
  const { lines }: OrderJson = await readOrder(client, id)
  const line = lines[random(Math.max(lines.length, 1))]
  const value = seen.fresh()
  seen.read.set(value, random(2) === 0 || !line ? null : (line['remark'] ?? null))
  if (!line || seen.read.get(value) === null) {
    seen.read.set(value, null)
    const reply = await client.create(Line.name, { order: { id }, product: value })
    ;(reply.status === 200 ? seen.accepted : seen.refused).add(value)
    return
  }
  const data = { version: line.version, remark: value }
  const reply = await sendAgain(() => client.update(Line.name, line.id, data))
  expect([200, 404, 409], reply.text).toContain(reply.status)
  ;(reply.status === 200 ? seen.accepted : seen.refused).add(value)
}

/** All changes of the fields that clients write: `[from, to]`. */
function changesIn(rows: readonly JournalRow[]): [unknown, unknown][] {
  return rows.flatMap(({ operation, changes }) =>
    operation === 'd' ? [] : ['note', 'product', 'remark'].flatMap((field) => (changes[field] ? [changes[field]] : [])),
  )
}

describe(`three clients edit orders with lines at once (seed ${seed})`, () => {
  it('no change is lost silently: what was overwritten or removed had been read', async () => {
    const seen = new Witness()
    const start = ['a', 'b', 'c', 'd'].map((product) => ({ product }))
    const orders = [await makeOrder(stage.client, { lines: start }), await makeOrder(stage.client, { lines: start })]
    await Promise.all(
      clients.map(async (client, index) => {
        const random = createRandom(seed + index)
        for (let round = 0; round < rounds; round++) {
          const { id = 0 } = orders[random(orders.length)] ?? {}
          await (random(6) === 0 ? editLine(client, id, random, seen) : edit(client, id, random, seen))
        }
      }),
    )
    const numbers = await stage.database.query<{ record: number }>(
      `select distinct record::int as record from tabularium.journal
       join tabularium.models on models.number = journal.model where models.name = $1`,
      [Line.name],
    )
    const written = new Set<unknown>()
    const note = (changes: readonly [unknown, unknown][], what: string) => {
      for (const [from, to] of changes) {
        if (typeof to !== 'string' || !seen.read.has(to)) continue
        expect(from, `${what}: ${to} replaced what was not read`).toEqual(seen.read.get(to))
        written.add(to)
      }
    }
    for (const { id } of orders) note(changesIn(await journalOf(stage.database, Order.name, id)), `order ${id}`)
    for (const { record } of numbers) {
      const entries = await journalOf(stage.database, Line.name, record)
      note(changesIn(entries), `line ${record}`)
      const last = entries.at(-1)
      if (last?.operation !== 'd') continue
      const gone = { product: last.changes['product']?.[0] ?? null, remark: last.changes['remark']?.[0] ?? null }
      const read = (seen.removals.get(record) ?? []).map(({ product, remark }) => ({ product, remark: remark ?? null }))
      expect(read, `line ${record} was removed by somebody who had not read it so`).toContainEqual(gone)
    }
    expect([...seen.accepted].filter((value) => !written.has(value))).toEqual([])
    expect([...seen.refused].filter((value) => written.has(value))).toEqual([])
    console.info(`seed ${seed}: ${seen.accepted.size} changes, ${seen.merged} merges, ${seen.conflicts} conflicts`)
    expect(seen.merged).toBeGreaterThan(5)
    expect(recordOf(await stage.client.read(Order.name, orders[0]?.id ?? 0)).version).toBeGreaterThan(10)
  }, 120_000)
})
