import { Client as PgClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { lockUsedStatement } from '../src/statement/logic/frame.ts'
import { recordOf } from './harness/client.ts'
import { openServices, runAsService } from './harness/logicServices.ts'
import { until } from './harness/poll.ts'
import { Move, Product, stock } from './harness/stock.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(stock)
let services: ReturnType<typeof openServices>
/** Somebody else, who holds locks. */
let other: PgClient
let [first, second] = [0, 0]

beforeAll(async () => {
  services = openServices(stage.database.url, stock)
  other = new PgClient({ connectionString: stage.database.url })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  services.database.close()
})
beforeEach(async () => {
  const create = async (sku: string) => recordOf(await stage.client.create(Product.name, { sku, onHand: 1 })).id
  first = await create(`first ${performance.now()}`)
  second = await create(`second ${performance.now()}`)
})

const hold = async (id: number) => {
  await other.query('begin')
  await other.query(`select from record.stock_product where id = ${id} for no key update`)
}
const untilWaiting = () =>
  until('a statement waits for a lock', async () => {
    const [row] = await stage.database.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query ~ 'for no key update'`,
    )
    return row?.n === 1
  })

it('the first attempt gives up soon if others hold a record; the next one locks what it needs, and waits', async () => {
  await hold(first)
  let runs = 0
  const deadline = { at: performance.now() + 60_000, mayBeWritten: false }
  const done = runAsService(
    services,
    async (records) => {
      runs += 1
      const found = await records.read(Product, first)
      return records.update(found, { onHand: found.onHand + 1 })
    },
    { deadline },
  )
  await untilWaiting()
  expect(runs).toBe(1)
  await other.query('commit')
  expect(await done).toMatchObject({ onHand: 2, version: 1 })
  expect(runs).toBe(2)
})

it('records that were used are locked in one order, by model and id', async () => {
  const sent = { from: { id: first }, to: { id: second }, quantity: 1 }
  const move = recordOf(await stage.client.create(Move.name, sent)).id
  await hold(first)
  const used = [
    { model: stock.get(Move.name), ids: [move], areWritten: false },
    { model: stock.get(Product.name), ids: [first, second], areWritten: true },
  ]
  const locking = services.database.transact('rollback', (transaction) => transaction.run(lockUsedStatement(used)))
  await untilWaiting()
  const isFree = (table: string, id: number) =>
    stage.database.query(`select from record.${table} where id = ${id} for update nowait`).then(
      () => true,
      () => false,
    )
  // It holds what comes first, and nothing yet that comes after what it waits for.
  expect(await isFree('stock_move', move)).toBe(false)
  expect(await isFree('stock_product', second)).toBe(true)
  await other.query('commit')
  expect(await locking).toEqual([[String(move)], [String(first)], [String(second)]])
})
