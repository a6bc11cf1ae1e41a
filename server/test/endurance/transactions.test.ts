import { expect, it } from 'vitest'
import { saveMany, transact } from '../harness/actions.ts'
import { type Client, recordOf, recordsOf, type RecordJson } from '../harness/client.ts'
import { randomFrom } from '../harness/random.ts'
import { sizeOf } from '../harness/rounds.ts'
import { Move, Product, stock } from '../harness/stock.ts'
import { useModels } from '../harness/useModels.ts'
import { useSecondService } from '../harness/useSecondService.ts'

const [clients, products, initial] = [32, 20, 50]
/** How often stock is moved. */
const moves = sizeOf({ inCi: 300, long: 10_000 })
const stage = useModels(stock)
const second = useSecondService(stage, stock, clients)

/** The outcome of one try to move stock. */
type Outcome = 'moved' | 'stale' | 'short' | 'busy'

/**
 * Moves stock from one product to another and records the move: at the versions that the client reads now, or, by
 * merge, at the first versions.
 */
async function move(client: Client, ids: [number, number], quantity: number, merges: boolean): Promise<Outcome> {
  const [from, to] = await Promise.all(ids.map(async (id) => (merges ? { id, version: 0 } : read(client, id))))
  const change = (record: Pick<RecordJson, 'id' | 'version'> | undefined, increment: number) => ({
    update: Product.name,
    record: { id: record?.id, version: record?.version, onHand: { increment } },
  })
  const steps = [
    change(from, -quantity),
    { create: Move.name, record: { from: { id: from?.id }, to: { id: to?.id }, quantity } },
    change(to, quantity),
  ]
  const reply = await transact(client, steps, merges ? { query: '?onConflict=merge' } : {})
  if (reply.status === 200) return 'moved'
  const { code, index, outcome } = reply.json?.data as { code: string; index?: number; outcome?: string }
  if (code === 'unavailable' && outcome === 'not-applied') return 'busy'
  if (code === 'version-conflict' && (index === 0 || index === 2)) return 'stale'
  if (code === 'invalid-record' && reply.json?.errors?.['0.onHand']?.includes('must be at least 0')) return 'short'
  throw new Error(`Not expected: HTTP ${reply.status} ${reply.text.slice(0, 500)}`)
}

async function read(client: Client, id: number): Promise<RecordJson> {
  return recordOf(await client.read(Product.name, id))
}

it(`${clients} clients make ${moves} moves of stock between ${products} products: the sum never changes`, async () => {
  const made = Array.from({ length: products }, (_, index) => ({ sku: `product ${index}`, onHand: initial }))
  const ids = recordsOf(await saveMany(stage.client, Product, made)).map(({ id }) => id)
  const counts: Record<Outcome, number> = { moved: 0, stale: 0, short: 0, busy: 0 }
  const look = async () => {
    const [row] = await stage.database.query<{ sum: number; least: number }>(
      'select sum(on_hand)::int as sum, min(on_hand)::int as least from record.stock_product',
    )
    expect(row).toEqual({ sum: products * initial, least: expect.any(Number) })
    expect(row?.least).toBeGreaterThanOrEqual(0)
  }
  let tried = 0
  const work = async (client: Client, seed: number) => {
    const next = randomFrom(seed)
    while (counts.moved < moves) {
      if (tried++ % 100 === 0) await look()
      const from = Math.floor(next() * products)
      const to = (from + 1 + Math.floor(next() * (products - 1))) % products
      const isMerge = next() < 0.8
      counts[await move(client, [ids[from] ?? 0, ids[to] ?? 0], 1 + Math.floor(next() * 20), isMerge)]++
    }
  }
  await Promise.all(
    Array.from({ length: clients }, (_, index) => work(index % 2 === 0 ? stage.client : second.client, index + 1)),
  )
  const [row] = await stage.database.query<{ moves: number; versions: number; sum: number }>(
    `select (select count(*)::int from record.stock_move) as moves, sum(version)::int as versions,
      sum(on_hand)::int as sum
    from record.stock_product`,
  )
  expect(row).toEqual({ moves: counts.moved, versions: counts.moved * 2, sum: products * initial })
  expect(counts.moved).toBeGreaterThanOrEqual(moves)
  expect(counts.short).toBeGreaterThan(0)
  console.info(`${tried} tries:`, counts)
})
