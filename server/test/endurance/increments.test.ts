import { expect, it } from 'vitest'
import { saveMany } from '../harness/actions.ts'
import { type Client, recordsOf } from '../harness/client.ts'
import { Product, stock } from '../harness/stock.ts'
import { useModels } from '../harness/useModels.ts'
import { useSecondService } from '../harness/useSecondService.ts'
import { sizeOf } from '../harness/rounds.ts'

const [clients, increments, counters] = [32, sizeOf({ inCi: 800, long: 10_000 }), 10]
const stage = useModels(stock)
const second = useSecondService(stage, stock, clients)

it(`${clients} clients increment ${counters} counters ${increments} times by merge: sums exact`, async () => {
  const made = Array.from({ length: counters }, (_, index) => ({ sku: `counter ${index}`, onHand: 100_000 }))
  const ids = recordsOf(await saveMany(stage.client, Product, made)).map(({ id }) => id)
  const expected = new Map(ids.map((id) => [id, 100_000]))
  let sent = 0
  const work = async (client: Client) => {
    while (sent < increments) {
      const n = sent++
      const id = ids[n % counters] ?? 0
      const increment = (n % 7) - 3
      const body = { data: { version: 0, onHand: { increment } } }
      const reply = await client.exchange('POST', `/ws/rest/${Product.name}/${id}?onConflict=merge&fields=id`, { body })
      if (reply.status !== 200) throw new Error(`Not added: HTTP ${reply.status} ${reply.text.slice(0, 500)}`)
      expected.set(id, (expected.get(id) ?? 0) + increment)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => work(index % 2 === 0 ? stage.client : second.client)))
  const rows = await stage.database.query<{ id: number; on_hand: number; version: number }>(
    'select id::int, on_hand::int, version::int from record.stock_product order by id',
  )
  expect(rows).toEqual(ids.map((id) => ({ id, on_hand: expected.get(id), version: increments / counters })))
  const [journaled] = await stage.database.query<{ n: number }>(
    "select count(*)::int as n from tabularium.journal where operation = 'u'",
  )
  expect(journaled?.n).toBe(increments)
}, 300_000)
