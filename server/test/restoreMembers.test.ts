import { describe, expect, it } from 'vitest'
import { historyOf, membersOf } from './harness/actions.ts'
import { type Client, recordOf, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import {
  documentModels,
  Label,
  Line,
  makeOrder,
  Order,
  type OrderJson,
  Part,
  readOrder,
  Task,
  unchanged,
} from './harness/documents.ts'
import { forgetJournal } from './harness/journalRows.ts'
import { allActions, clientOf, makeRole, makeUser } from './harness/people.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(documentModels)
let made = 0

/** The lines without what a write changes anyhow. */
function contentOf({ name, note, lines, tasks }: OrderJson) {
  const plain = lines.map(({ id, product, quantity, remark }) => ({ id, product, quantity, remark }))
  return { name, note, lines: plain, tasks: tasks.map(({ id }) => id) }
}

async function update(order: OrderJson, fields: object): Promise<OrderJson> {
  recordOf(await stage.client.update(Order.name, order.id, { version: order.version, ...fields }))
  return readOrder(stage.client, order.id)
}

function restore(order: { id: number; version: number }, toVersion: number, query = ''): Promise<Reply> {
  const data = { version: order.version, toVersion, members: true }
  return stage.client.exchange('POST', `/ws/rest/${Order.name}/${order.id}/restore${query}`, { body: { data } })
}

function countsOf({ json }: Reply): unknown {
  return (json as unknown as { members: unknown }).members
}

describe('restore with members', () => {
  it('removed lines come back with their ids, added ones go, and changed ones get their old values', async () => {
    const lines = [{ product: 'pen', quantity: 1 }, { product: 'ink', quantity: 2, remark: 'blue' }, { product: 'pad' }]
    const order = await makeOrder(stage.client, { note: 'old', lines, tasks: [{ name: 'call' }, { name: 'pack' }] })
    const [pen, ink] = order.lines
    const now = await update(order, {
      note: 'new',
      lines: [
        { id: pen?.id, version: 0, quantity: 9 },
        { id: ink?.id, version: 0 },
        { product: 'cup', quantity: 4 },
      ],
      tasks: unchanged(order.tasks.slice(1)),
    })
    const reply = await restore(now, 0)
    expect(recordOf(reply)).toMatchObject({ id: order.id, version: 2, note: 'old' })
    expect(countsOf(reply)).toEqual({ recreated: 1, changed: 2, removed: 1 })
    expect(contentOf(await readOrder(stage.client, order.id))).toEqual(contentOf(order))
    const pad = await historyOf(stage.client, Line, order.lines[2]?.id ?? 0)
    expect(pad.map(({ version, operation }) => `${version} ${operation}`)).toEqual([
      '2 restore',
      '1 delete',
      '0 create',
    ])
    expect((await historyOf(stage.client, Line, pen?.id ?? 0))[0]).toMatchObject({ version: 2, operation: 'restore' })
    expect(await historyOf(stage.client, Line, ink?.id ?? 0)).toHaveLength(1)
  })

  it('a deleted record comes back whole: with its lines, their parts, its tasks and its links', async () => {
    const { id: label } = recordOf(await stage.client.create(Label.name, { name: 'urgent' }))
    const parts = [{ name: 'cap' }, { name: 'tip' }]
    const lines = [{ product: 'pen', parts }, { product: 'ink' }]
    const order = await makeOrder(stage.client, { lines, tasks: [{ name: 'call' }], labels: [{ id: label }] })
    const whole = [contentOf(order), await membersOf(stage.client, Part, 'line', order.lines[0]?.id ?? 0)]
    await stage.client.update(Line.name, order.lines[1]?.id ?? 0, { version: 0, quantity: 5 })
    await stage.client.delete(Order.name, order.id, 0)
    const reply = await restore({ id: order.id, version: 1 }, 0)
    expect(countsOf(reply)).toEqual({ recreated: 4, changed: 1, removed: 0 })
    const back = await readOrder(stage.client, order.id)
    expect(contentOf(back)).toMatchObject({ tasks: [order.tasks[0]?.id], lines: [{ quantity: null }, { quantity: 5 }] })
    expect(back['labels']).toMatchObject([{ id: label }])
    const restored = await membersOf(stage.client, Part, 'line', order.lines[0]?.id ?? 0)
    expect(restored.map(({ id }) => id)).toEqual((whole[1] as { id: number }[]).map(({ id }) => id))
  })

  it('brings back what the record had just before its next version, single changes of lines included', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen', quantity: 1 }] })
    const [pen] = order.lines
    await stage.client.update(Line.name, pen?.id ?? 0, { version: 0, quantity: 2 })
    const cut = await update(order, { lines: [] })
    recordOf(await restore(cut, 0))
    expect((await readOrder(stage.client, order.id)).lines).toMatchObject([{ id: pen?.id, quantity: 2 }])
  })

  it('to the current version: undoes what happened to the lines alone since it was written', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen', quantity: 1 }, { product: 'ink' }] })
    const [pen, ink] = order.lines
    await stage.client.update(Line.name, pen?.id ?? 0, { version: 0, quantity: 2 })
    await stage.client.delete(Line.name, ink?.id ?? 0, 0)
    await stage.client.create(Line.name, { order: { id: order.id }, product: 'cup' })
    recordOf(await restore(order, 0))
    expect(contentOf(await readOrder(stage.client, order.id))).toEqual(contentOf(order))
  })

  it('a line that was moved to another order comes back, and the other order loses it', async () => {
    const [order, other] = [
      await makeOrder(stage.client, { lines: [{ product: 'pen' }] }),
      await makeOrder(stage.client),
    ]
    const cut = await update(order, { note: 'x', lines: unchanged(order.lines) })
    await stage.client.update(Line.name, order.lines[0]?.id ?? 0, { version: 0, order: { id: other.id } })
    const next = await update(cut, { note: 'y' })
    recordOf(await restore(next, 0))
    expect((await readOrder(stage.client, order.id)).lines).toHaveLength(1)
    expect((await readOrder(stage.client, other.id)).lines).toHaveLength(0)
  })

  it('can be done over and over, back and forth', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }] })
    const states = [contentOf(order)]
    let current = await update(order, { lines: [{ product: 'ink' }] })
    states.push(contentOf(current))
    current = await update(current, { note: 'n', lines: [...unchanged(current.lines), { product: 'cup' }] })
    states.push(contentOf(current))
    for (const toVersion of [0, 2, 1, 0, 1, 2]) {
      recordOf(await restore(current, toVersion))
      current = await readOrder(stage.client, order.id)
      expect(contentOf(current), `version ${toVersion}`).toEqual(states[toVersion])
    }
  })

  it('without members, lines are left alone; another value is refused', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }] })
    const cut = await update(order, { lines: [] })
    recordOf(await stage.client.restore(Order.name, order.id, { version: cut.version, toVersion: 0 }))
    expect((await readOrder(stage.client, order.id)).lines).toEqual([])
    const wrong = await stage.client.restore(Order.name, order.id, { version: 2, toVersion: 0, members: 'all' })
    expect(shown(wrong)).toEqual(refusal('invalid-record', { errors: { members: 'must be true or false' } }))
  })

  it('with the names of collections, the others are left alone; a name of no collection is refused', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }], tasks: [{ name: 'call' }] })
    const cut = await update(order, { lines: [], tasks: [...unchanged(order.tasks), { name: 'pack' }] })
    const data = { version: cut.version, toVersion: 0 }
    const wrong = await stage.client.restore(Order.name, order.id, { ...data, members: ['line'] })
    expect(shown(wrong)).toEqual(
      refusal('invalid-record', {
        errors: { members: `names "line", which is no collection of ${Order.name}. Did you mean "lines"?` },
      }),
    )
    const reply = await stage.client.restore(Order.name, order.id, { ...data, members: ['lines'] })
    expect(countsOf(reply)).toEqual({ recreated: 1, changed: 0, removed: 0 })
    const now = await readOrder(stage.client, order.id)
    expect(contentOf(now).lines).toEqual(contentOf(order).lines)
    expect(contentOf(now).tasks).toEqual(contentOf(cut).tasks)
    const numbers = await stage.client.restore(Order.name, order.id, { ...data, version: now.version, members: [1] })
    expect(shown(numbers)).toEqual(
      refusal('invalid-record', { errors: { members: 'must be true, false or an array of names' } }),
    )
  })

  it('shows the fields that were asked for as they are after the restore', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }] })
    const cut = await update(order, { lines: [] })
    expect(recordOf(await restore(cut, 0, '?fields=name,lines'))['lines']).toMatchObject([{ id: order.lines[0]?.id }])
  })

  it('a dry run changes nothing', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }] })
    const cut = await update(order, { lines: [] })
    const before = await takeSnapshot(stage.database)
    expect(countsOf(await restore(cut, 0, '?dryRun=true'))).toEqual({ recreated: 1, changed: 0, removed: 0 })
    expect(await takeSnapshot(stage.database)).toEqual(before)
  })
})

describe('a restore with members that is refused changes nothing', () => {
  it('a unique value that somebody else has: 409, with the member', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen', code: 'A1' }] })
    const cut = await update(order, { lines: [] })
    await makeOrder(stage.client, { lines: [{ product: 'ink', code: 'A1' }] })
    const before = await takeSnapshot(stage.database)
    const place = `lines.${order.lines[0]?.id}`
    expect(await restore(cut, 0)).toMatchObject({ status: 409, json: { data: { code: 'not-unique', place } } })
    expect(await takeSnapshot(stage.database)).toEqual(before)
  })

  it('a unique value that an added line of the same record has is free again', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen', code: 'B1' }] })
    const next = await update(order, { lines: [{ product: 'other pen', code: 'B2' }] })
    const last = await update(next, { lines: [{ product: 'third pen', code: 'B1' }] })
    recordOf(await restore(last, 0))
    expect((await readOrder(stage.client, order.id)).lines).toMatchObject([{ id: order.lines[0]?.id, code: 'B1' }])
  })

  it('a version that is not the current one', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }] })
    await update(order, { lines: [] })
    expect(await restore(order, 0)).toMatchObject({ status: 409, json: { data: { code: 'version-conflict' } } })
  })

  it('a past that the journal has forgotten', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }] })
    const [line] = order.lines
    for (const quantity of [1, 2, 3])
      await stage.client.update(Line.name, line?.id ?? 0, { version: quantity - 1, quantity })
    const next = await update(order, { note: 'x', lines: [{ id: line?.id, version: 3, quantity: 4 }] })
    await stage.database.query('delete from tabularium.journal where record = $1 and version = 4', [line?.id])
    expect(shown(await restore(next, 0))).toEqual(refusal('version-not-found'))
    await forgetJournal(stage.database, Order.name, order.id, 1)
    expect(shown(await restore(next, 1))).toEqual(refusal('version-not-found'))
  })

  it.each([
    ['delete', { create: true, update: true, read: true }],
    ['read all', { ...allActions, condition: { fieldName: 'quantity', operator: '<', value: 9 } }],
  ])('users who may not %s lines', async (_, rights) => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }] })
    const cut = await update(order, { lines: [] })
    const role = await makeRole(stage.client, `role ${++made}`, [
      { model: Order.name, ...allActions },
      { model: Line.name, ...rights },
      ...[Task, Part, Label].map(({ name }) => ({ model: name, ...allActions })),
    ])
    const { id } = await makeUser(stage.client, `user${++made}`, [role])
    const client: Client = await clientOf(stage.service, stage.database, id, 1)
    const data = { version: cut.version, toVersion: 0, members: true }
    expect(shown(await client.restore(Order.name, order.id, data))).toEqual(refusal('not-permitted'))
    expect((await readOrder(stage.client, order.id)).lines).toEqual([])
    client.close()
  })
})
