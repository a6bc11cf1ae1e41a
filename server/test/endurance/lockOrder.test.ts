import { beforeAll, describe, expect, it } from 'vitest'
import { model } from '../../src/model/declare.ts'
import { integer } from '../../src/model/field/integer.ts'
import { reference } from '../../src/model/field/reference.ts'
import { text } from '../../src/model/field/text.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { links } from '../../src/model/relation/links.ts'
import { removeAll, saveMany, search, transact, upsert } from '../harness/actions.ts'
import { type Client, recordsOf, type RecordJson, type Reply } from '../harness/client.ts'
import { toModels } from '../harness/everyType.ts'
import { sizeOf } from '../harness/rounds.ts'
import { useModels } from '../harness/useModels.ts'

// Callers write the same records at the same time, each in the opposite order of its neighbour. Every write locks in
// one order, so they wait for each other, and never in a circle.

const Label = model({ name: 'locks.Label', title: 'name', fields: { name: text() } })
const Order = model({
  name: 'locks.Order',
  title: 'number',
  fields: {
    number: integer({ required: true, unique: true }),
    note: text(),
    place: text(),
    lines: collection('locks.Line', { by: 'order' }),
    tasks: collection('locks.Task', { by: 'order' }),
    labels: links(Label),
  },
})
const Line = model({
  name: 'locks.Line',
  title: 'product',
  fields: {
    order: reference(Order, { required: true, onDelete: 'cascade' }),
    product: text(),
    parts: collection('locks.Part', { by: 'line' }),
  },
})
const Part = model({
  name: 'locks.Part',
  title: 'name',
  fields: { line: reference(Line, { required: true, onDelete: 'cascade' }), name: text() },
})
const Task = model({
  name: 'locks.Task',
  title: 'name',
  fields: { order: reference(Order, { onDelete: 'clear' }), name: text() },
})

const [callers, records] = [4, 60]
const rounds = sizeOf({ inCi: 12, long: 200 })
const stage = useModels(toModels([Label, Order, Line, Part, Task]))
const clients: Client[] = []
let labels: number[] = []

beforeAll(async () => {
  for (let caller = 0; caller < callers; caller++) clients.push(await stage.another(`caller${caller}`))
  const made = Array.from({ length: 4 }, (_, index) => ({ name: `label ${index}` }))
  labels = recordsOf(await saveMany(stage.client, Label, made)).map(({ id }) => id)
})

/** The orders of a test, each with two lines, a part of each, and a task. */
type Orders = readonly (RecordJson & { readonly lines: readonly RecordJson[] })[]

let lastNumber = 0

async function makeOrders(): Promise<number[]> {
  const line = (product: string) => ({ product, parts: [{ name: 'part' }] })
  const made = Array.from({ length: records }, () => ({
    number: ++lastNumber,
    lines: [line('first'), line('second')],
    tasks: [{ name: 'task' }],
  }))
  const ids = recordsOf(await saveMany(stage.client, Order, made)).map(({ id }) => id)
  // Once it has figures of them, PostgreSQL reads small tables as a whole, in the order of their pages.
  await stage.database.query('analyze record.locks_order, record.locks_line, record.locks_part, record.locks_task')
  return ids
}

async function readOrders(ids: readonly number[]): Promise<Orders> {
  const criteria = [{ fieldName: 'id', operator: 'in', value: ids }]
  const fields = ['number', 'lines']
  return recordsOf(
    await search(stage.client, Order, { data: { criteria }, fields, limit: records }),
  ) as unknown as Orders
}

/** What one caller sends in a round. */
type Send = (client: Client, orders: Orders, caller: number, round: number) => Promise<Reply>

/** Every second caller names the records in the opposite order. */
const inOrder = (orders: Orders, caller: number): Orders => (caller % 2 === 0 ? orders : orders.toReversed())

const named = ({ id, version }: RecordJson) => ({ id, version })

const withFields: Send = (client, orders, caller, round) =>
  saveMany(
    client,
    Order,
    inOrder(orders, caller).map((order, index) => ({
      ...named(order),
      // Records of two shapes, so that they are written by two statements.
      ...((index + caller) % 2 === 0 ? { note: `${caller} ${round}` } : { place: `${caller} ${round}` }),
    })),
  )

const withLinks: Send = (client, orders, caller, round) =>
  saveMany(
    client,
    Order,
    inOrder(orders, caller).map((order, index) => ({
      ...named(order),
      labels: labels.filter((_, place) => (place + index + round + caller) % 2 === 0).map((id) => ({ id })),
    })),
  )

const withMembers: Send = (client, orders, caller, round) =>
  saveMany(
    client,
    Order,
    inOrder(orders, caller).map((order) => ({
      ...named(order),
      note: `${caller} ${round}`,
      lines: order.lines.map((line) => ({ ...named(line), product: `${caller} ${round}` })),
    })),
  )

const byKey: Send = (client, orders, caller, round) =>
  upsert(
    client,
    Order,
    inOrder(orders, caller).map(({ number, lines }) => ({
      number,
      note: `${caller} ${round}`,
      lines: lines.map((line) => ({ ...named(line), product: `${caller} ${round}` })),
    })),
    ['number'],
  )

const asSteps: Send = (client, orders, caller, round) =>
  transact(
    client,
    inOrder(orders, caller).flatMap((order) => [
      { update: Order.name, record: { ...named(order), note: `${caller} ${round}` } },
      ...order.lines.map((line) => ({ update: Line.name, record: { ...named(line), product: `${round}` } })),
    ]),
  )

const remove: Send = (client, orders, caller) => removeAll(client, Order, inOrder(orders, caller).map(named))

function undo(client: Client, set: number): Promise<Reply> {
  return client.exchange('POST', `/ws/changes/sets/${set}/undo`, { body: { data: { onConflict: 'skip' } } })
}

const setOf = (reply: Reply) => (reply.json as unknown as { readonly changeSet: number }).changeSet

/** The deadlocks that PostgreSQL has ended in this database, once its backends have reported theirs. */
async function countDeadlocks(): Promise<number> {
  await stage.database.query('select pg_stat_force_next_flush()')
  const [row] = await stage.database.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return row?.deadlocks ?? 0
}

/** Counts the answers of rounds, in which all callers send at once. In the first round they send in turn. */
class Rounds {
  readonly answers = new Map<string, number>()
  slowest = 0
  #inTurn: number | undefined

  async run(sending: readonly (() => Promise<Reply>)[]): Promise<Reply[]> {
    const start = performance.now()
    const isFirst = this.#inTurn === undefined
    const replies: Reply[] = []
    if (isFirst) for (const send of sending) replies.push(await send())
    else replies.push(...(await Promise.all(sending.map((send) => send()))))
    const took = performance.now() - start
    if (isFirst) this.#inTurn = took
    else this.slowest = Math.max(this.slowest, took)
    for (const { status, json } of replies) {
      const answer = [status, (json?.data as { code?: string } | undefined)?.code].filter(Boolean).join(' ')
      this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
    }
    return replies
  }

  async expectNoDeadlock(name: string, before: number): Promise<void> {
    const deadlocks = (await countDeadlocks()) - before
    const counts = [...this.answers].map(([answer, times]) => `${times} × ${answer}`).join(', ')
    console.info(`${name}: ${counts}; slowest round ${Math.round(this.slowest)} ms; ${deadlocks} deadlocks`)
    const unexpected = [...this.answers.keys()].filter((answer) => !/^(200|404|409)/.test(answer))
    expect(unexpected).toEqual([])
    expect(deadlocks).toBe(0)
    // A busy machine takes longer for a round without any wait, too.
    expect(this.slowest).toBeLessThanOrEqual(Math.max(2_000, 5 * (this.#inTurn ?? 0)))
  }
}

describe(`${callers} callers write the same ${records} records in opposite orders, ${rounds} rounds`, () => {
  it.for([
    ['bulk updates of different fields', withFields],
    ['bulk updates with links', withLinks],
    ['bulk updates with members', withMembers],
    ['upserts with members', byKey],
    ['transactions of two models', asSteps],
  ] as const)('%s', async ([name, send]) => {
    const ids = await makeOrders()
    const [before, own] = [await countDeadlocks(), new Rounds()]
    for (let round = 0; round < rounds; round++) {
      const orders = await readOrders(ids)
      await own.run(clients.map((client, caller) => () => send(client, orders, caller, round)))
    }
    await own.expectNoDeadlock(name, before)
    expect(own.answers.get('200')).toBeGreaterThanOrEqual(rounds)
  })

  it('undo of change sets that overlap, beside bulk updates', async () => {
    const ids = await makeOrders()
    const [before, own] = [await countDeadlocks(), new Rounds()]
    for (let round = 0; round < rounds; round++) {
      const first = setOf(await withMembers(stage.client, await readOrders(ids), 0, round))
      const second = setOf(await withLinks(stage.client, await readOrders(ids), 1, round))
      const orders = await readOrders(ids)
      await own.run(
        clients.map((client, caller) => () => {
          if (caller < 2) return undo(client, caller === 0 ? first : second)
          return (caller === 2 ? withMembers : withLinks)(client, orders, caller, round)
        }),
      )
    }
    await own.expectNoDeadlock('undo', before)
  })

  it('deletes of records, beside bulk updates of them with their members', async () => {
    const [before, own] = [await countDeadlocks(), new Rounds()]
    for (let round = 0; round < rounds; round++) {
      const orders = await readOrders(await makeOrders())
      const sends = [remove, withMembers, withLinks, remove]
      await own.run(sends.map((send, caller) => () => send(clients[caller] ?? stage.client, orders, caller, round)))
    }
    await own.expectNoDeadlock('delete', before)
  })

  it('a delete of one record, beside updates of it with its members (one of them a merge)', async () => {
    const ids = await makeOrders()
    const [before, own] = [await countDeadlocks(), new Rounds()]
    for (const order of (await readOrders(ids)).slice(0, Math.min(records, rounds))) {
      const { id, lines } = order
      const change = (caller: number) => ({
        ...named(order),
        note: `${caller}`,
        lines: lines.map((line) => ({ ...named(line), product: `${caller}`, parts: [{ name: 'another' }] })),
      })
      const [one, other, third, last] = clients as [Client, Client, Client, Client]
      const path = `/ws/rest/${Order.name}/${id}`
      await own.run([
        () => one.exchange('DELETE', path),
        () => other.update(Order.name, id, change(1)),
        () => third.exchange('POST', `${path}?onConflict=merge`, { body: { data: change(2) } }),
        () => last.exchange('DELETE', path),
      ])
    }
    await own.expectNoDeadlock('delete of one', before)
  })
})
