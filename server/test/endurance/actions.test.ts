import { describe, expect, it } from 'vitest'
import { action, integer, reference, refuse, role } from '../../src/index.ts'
import { loadLogic } from '../../src/logic/loadLogic.ts'
import { toRole } from '../../src/model/role.ts'
import { recordOf } from '../harness/client.ts'
import { pick, randomFrom } from '../harness/random.ts'
import { sizeOf } from '../harness/rounds.ts'
import { Move, Product, stock } from '../harness/stock.ts'
import { useLogic } from '../harness/useLogic.ts'

const product = reference(Product, { required: true })

/** Moves stock from one product to another, and writes down that it did. */
const move = action({
  name: 'stock.move',
  as: 'keeper',
  takes: { from: product, to: product, quantity: integer({ required: true, min: 1 }) },
  run: async ({ from, to, quantity }, records) => {
    const [source, target] = await Promise.all([records.read(Product, from), records.read(Product, to)])
    if (source.onHand < quantity) throw refuse('too-few', 'There are too few.')
    await Promise.all([
      records.update(source, { onHand: source.onHand - quantity }),
      records.update(target, { onHand: target.onHand + quantity }),
    ])
    await records.create(Move, { from: source, to: target, quantity })
    return undefined
  },
})

/** Takes one of a product, if the pair keeps at least one. Of the other product it only reads how many there are. */
const takeOfPair = action({
  name: 'stock.takeOfPair',
  as: 'keeper',
  takes: { product, other: product },
  run: async ({ product: own, other }, records) => {
    const [taken, kept] = await Promise.all([records.read(Product, own), records.read(Product, other)])
    if (taken.onHand < 1 || taken.onHand + kept.onHand <= 1) throw refuse('last', 'This is the last one.')
    await records.update(taken, { onHand: taken.onHand - 1 })
    return undefined
  },
})

/** Fills up a pair of which one is left. It fails if none is: then two have taken the last but one at the same time. */
const fillPair = action({
  name: 'stock.fillPair',
  as: 'keeper',
  takes: { product, other: product },
  run: async ({ product: one, other }, records) => {
    const pair = await Promise.all([records.read(Product, one), records.read(Product, other)])
    const left = pair.reduce((sum, { onHand }) => sum + onHand, 0)
    if (left < 1) throw new Error('Nothing is left of a pair.')
    if (left > 1) throw refuse('enough', 'There are enough.')
    const empty = pair.filter(({ onHand }) => onHand === 0)
    await Promise.all(empty.map((each) => records.update(each, { onHand: 1 })))
    return undefined
  },
})

const keeper = role({
  name: 'keeper',
  rules: [
    { model: Product, read: true, update: true },
    { model: Move, read: true, create: true },
  ],
})
const roles = [toRole(keeper, 'roles.ts')]
const { logic } = loadLogic(
  [move, takeOfPair, fillPair].map((declaration) => ({ file: 'logic.ts', declaration })),
  { models: stock, roles },
)
/** An action that ends at its time limit may have been done or not: on a slow machine, none must come near it. */
const patience = { actionTimeout: '25s', queueTimeout: '25s', statementTimeout: '25s' }
const stage = useLogic({ models: stock, roles, logic }, { poolSize: '16', maxRequests: '200', ...patience })

const clients = 32
const runs = sizeOf({ inCi: 1_000, long: 50_000 })
const newProducts = async (count: number, onHand: number) => {
  const made: number[] = []
  for (let index = 0; index < count; index++) {
    const sku = `sku ${count} ${onHand} ${index}`
    made.push(recordOf(await stage.client.create(Product.name, { sku, onHand })).id)
  }
  return made
}
const run = (name: string, data: object) =>
  stage.client.exchange('POST', `/ws/action/stock.${name}`, { body: { data } })
const onHandOf = async (ids: readonly number[]) => {
  const rows = await stage.database.query<{ id: string; on_hand: string; version: string }>(
    'select id, on_hand, version from record.stock_product where id = any($1)',
    [ids],
  )
  return new Map(rows.map((row) => [Number(row.id), { onHand: Number(row.on_hand), version: Number(row.version) }]))
}

/** Runs something by all clients at the same time, so many times in all. Returns what was answered. */
async function byAll(
  times: number,
  work: (round: number) => Promise<{ status: number }>,
): Promise<Map<number, number>> {
  const answered = new Map<number, number>()
  let begun = 0
  const one = async () => {
    while (begun < times) {
      const { status } = await work(begun++)
      answered.set(status, (answered.get(status) ?? 0) + 1)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: clients }, one))
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  console.info(`${times} runs in ${seconds} s: ${JSON.stringify(Object.fromEntries(answered))}`)
  return answered
}

/** Attempts lock in one order, so none of them waits for PostgreSQL to find out that two wait for each other. */
async function expectNoDeadlocks(): Promise<void> {
  const rows = await stage.database.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
}

describe('actions of many clients on few records', () => {
  it('lose no update, and take nothing that is not there', async () => {
    const ids = await newProducts(20, 10)
    const random = randomFrom(17)
    const answered = await byAll(runs, () => {
      const from = pick(random, ids)
      const to = pick(
        random,
        ids.filter((id) => id !== from),
      )
      return run('move', { from: { id: from }, to: { id: to }, quantity: 1 + Math.floor(random() * 3) })
    })
    const after = await onHandOf(ids)
    const moves = await stage.database.query<{ source: string; target: string; quantity: string }>(
      'select "from" as source, "to" as target, quantity from record.stock_move',
    )
    const expected = new Map(ids.map((id) => [id, { onHand: 10, version: 0 }]))
    for (const { source, target, quantity } of moves)
      for (const [id, change] of [
        [Number(source), -Number(quantity)],
        [Number(target), Number(quantity)],
      ] as const) {
        const known = expected.get(id) ?? { onHand: 0, version: 0 }
        expected.set(id, { onHand: known.onHand + change, version: known.version + 1 })
      }
    expect(after).toEqual(expected)
    expect([...after.values()].every(({ onHand }) => onHand >= 0)).toBe(true)
    // What others kept changing is answered as such, and never half done.
    expect([...answered.keys()].filter((status) => ![200, 422, 503].includes(status))).toEqual([])
    expect(answered.get(200)).toBe(moves.length)
    expect(moves.length).toBeGreaterThan(runs / 25)
    await expectNoDeadlocks()
  })

  it('see no pair of records that never was', async () => {
    const ids = await newProducts(20, 1)
    const pairs = ids.flatMap((id, index) => (index % 2 === 0 ? [[id, ids[index + 1] ?? 0] as const] : []))
    const random = randomFrom(71)
    const done = { takeOfPair: 0, fillPair: 0 }
    const answered = await byAll(runs, async () => {
      const [one, other] = pick(random, pairs)
      const [taken, kept] = random() < 0.5 ? [one, other] : [other, one]
      const name = random() < 0.5 ? 'takeOfPair' : 'fillPair'
      const reply = await run(name, { product: { id: taken }, other: { id: kept } })
      if (reply.status === 200) done[name] += 1
      return reply
    })
    const after = await onHandOf(ids)
    for (const [one, other] of pairs)
      expect((after.get(one)?.onHand ?? 0) + (after.get(other)?.onHand ?? 0)).toBeGreaterThanOrEqual(1)
    const left = [...after.values()].reduce((sum, { onHand }) => sum + onHand, 0)
    expect(ids.length - done.takeOfPair + done.fillPair).toBe(left)
    expect(done.takeOfPair).toBeGreaterThan(runs / 25)
    expect([...answered.keys()].filter((status) => ![200, 422, 503].includes(status))).toEqual([])
    await expectNoDeadlocks()
  })
})
