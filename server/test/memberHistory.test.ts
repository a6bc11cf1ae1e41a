import { describe, expect, it } from 'vitest'
import { type Client, recordOf, recordsOf, type RecordJson } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { documentModels, Line, makeOrder, Order, type OrderJson, Task, unchanged } from './harness/documents.ts'
import { forgetJournal } from './harness/journalRows.ts'
import { allActions, clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(documentModels)
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const requestId = expect.stringMatching(/^[\w.:-]{1,100}$/)
const by = { id: 1, username: 'admin', name: 'admin' }
let made = 0

interface Entry {
  readonly model: string
  readonly id: number
  readonly version: number
  readonly operation: string
  readonly changes: Readonly<Record<string, unknown>>
}

function historyOf(id: number, query = '', client: Client = stage.client) {
  return client.history(Order.name, id, `?members=true${query}`)
}

/** The history in short: `Line 5 delete`. */
async function inShort(id: number, query = '', client: Client = stage.client): Promise<string[]> {
  const entries = recordsOf(await historyOf(id, query, client)) as unknown as Entry[]
  return entries.map((entry) => `${entry.model.split('.').at(-1)} ${entry.id} ${entry.operation}`)
}

function update(order: RecordJson, fields: object): Promise<OrderJson> {
  return stage.client.update(Order.name, order.id, { version: order.version, ...fields }).then(recordOf) as never
}

async function makeReader(rules: readonly object[]): Promise<Client> {
  const role = await makeRole(stage.client, `role ${++made}`, rules)
  const { id } = await makeUser(stage.client, `reader${++made}`, [role])
  return clientOf(stage.service, stage.database, id, 1)
}

describe('GET …/history?members=true', () => {
  it('has the entries of the record and of its members in one list, each with model and id', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen', quantity: 2 }] })
    const [line] = order.lines
    await stage.client.update(Line.name, line?.id ?? 0, { version: 0, quantity: 3 })
    const common = { on: moment, by, requestId }
    const together = { ...common, changeSet: expect.any(Number), through: 'create' }
    expect(shown(await historyOf(order.id))).toEqual(
      success(
        [
          {
            model: Line.name,
            id: line?.id,
            version: 1,
            operation: 'update',
            ...common,
            changes: { quantity: { from: 2, to: 3 } },
          },
          {
            model: Order.name,
            id: order.id,
            version: 0,
            operation: 'create',
            ...together,
            changes: { name: { from: null, to: 'order' } },
          },
          {
            model: Line.name,
            id: line?.id,
            version: 0,
            operation: 'create',
            ...together,
            changes: {
              order: { from: null, to: { id: order.id } },
              product: { from: null, to: 'pen' },
              quantity: { from: null, to: 2 },
            },
          },
        ],
        { offset: 0, total: 3 },
      ),
    )
    expect(recordsOf(await stage.client.history(Order.name, order.id, '?members=false'))).toHaveLength(1)
  })

  it('has members that were deleted, cleared or moved to another record', async () => {
    const tasks = [{ name: 'call' }]
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }, { product: 'ink' }], tasks })
    const other = await makeOrder(stage.client)
    const [pen, ink] = order.lines
    const [call] = order.tasks
    await update(order, { lines: unchanged(order.lines.slice(1)), tasks: [] })
    await stage.client.update(Line.name, ink?.id ?? 0, { version: 0, order: { id: other.id } })
    expect(await inShort(order.id)).toEqual([
      `Line ${ink?.id} update`,
      `Order ${order.id} update`,
      `Line ${pen?.id} delete`,
      `Task ${call?.id} update`,
      `Order ${order.id} create`,
      `Line ${pen?.id} create`,
      `Line ${ink?.id} create`,
      `Task ${call?.id} create`,
    ])
    expect(await inShort(other.id)).toEqual([
      `Line ${ink?.id} update`,
      `Order ${other.id} create`,
      `Line ${ink?.id} create`,
    ])
  })

  it('works for a deleted record, whose lines were deleted with it', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }], tasks: [{ name: 'call' }] })
    await stage.client.delete(Order.name, order.id, 0)
    const [line, task] = [order.lines[0]?.id, order.tasks[0]?.id]
    expect(new Set((await inShort(order.id)).slice(0, 3))).toEqual(
      new Set([`Order ${order.id} delete`, `Line ${line} delete`, `Task ${task} update`]),
    )
  })

  it('has pages that together are the whole', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'a' }, { product: 'b' }, { product: 'c' }] })
    const cut = await update(order, { lines: unchanged(order.lines.slice(2)) })
    await update(cut, { note: 'x' })
    const all = await inShort(order.id)
    const pages = []
    for (let offset = 0; offset < all.length; offset += 2)
      pages.push(...(await inShort(order.id, `&offset=${offset}&limit=2`)))
    expect(all).toHaveLength(8)
    expect(pages).toEqual(all)
  })

  it('a record in another collection, or with the same number in another field, is no member', async () => {
    const first = await makeOrder(stage.client)
    const second = await makeOrder(stage.client)
    const { id } = recordOf(
      await stage.client.create(Line.name, { order: { id: second.id }, product: 'x', quantity: first.id }),
    )
    await stage.client.delete(Line.name, id, 0)
    expect(await inShort(first.id)).toEqual([`Order ${first.id} create`])
    expect(await inShort(second.id)).toContain(`Line ${id} delete`)
  })

  it('finds former members by a reference that was renamed since', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }] })
    const [line] = order.lines
    await stage.client.delete(Line.name, line?.id ?? 0, 0)
    await stage.database.query(
      `update tabularium.journal set changes = replace(changes::text, '"order"', '"sale"')::json where record = $1`,
      [line?.id],
    )
    const number = `(select number from tabularium.models where name = '${Line.name}')`
    await stage.database.query(
      `insert into tabularium.renamed_fields values (${number}, 'sale', 'order', now() + interval '1 minute')`,
    )
    expect(await inShort(order.id)).toContain(`Line ${line?.id} delete`)
    await stage.database.query('delete from tabularium.renamed_fields')
  })

  it('answers 404 for what never was or is forgotten, and 400 for another value', async () => {
    expect(shown(await historyOf(9_000_000))).toEqual(refusal('record-not-found'))
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }] })
    await stage.client.delete(Order.name, order.id, 0)
    await forgetJournal(stage.database, Order.name, order.id, 1)
    expect(shown(await historyOf(order.id))).toEqual(refusal('record-not-found'))
    expect(shown(await stage.client.history(Order.name, 1, '?members=yes'))).toEqual(refusal('invalid-parameter'))
  })

  it('more members than are looked at are refused', async () => {
    const order = await makeOrder(stage.client)
    await stage.database.query(
      `insert into record.org_example_documents_line (id, version, created_on, updated_on, "order", product)
       select 5000000 + n, 0, now(), now(), $1, 'x' from generate_series(1, 10001) as n`,
      [order.id],
    )
    expect(shown(await historyOf(order.id))).toEqual(refusal('invalid-parameter'))
  })
})

describe('members that a user may not see', () => {
  const cheap = { fieldName: 'quantity', operator: '<', value: 10 }

  it('are not listed, neither present nor deleted ones', async () => {
    const lines = [
      { product: 'cheap', quantity: 1 },
      { product: 'dear', quantity: 50 },
      { product: 'gone', quantity: 1 },
    ]
    const order = await makeOrder(stage.client, { lines })
    const [first] = order.lines
    await update(order, { lines: unchanged(order.lines.slice(0, 2)) })
    const client = await makeReader([
      { model: Order.name, read: true },
      { model: Line.name, read: true, condition: cheap },
    ])
    expect(await inShort(order.id, '', client)).toEqual([
      `Order ${order.id} update`,
      `Order ${order.id} create`,
      `Line ${first?.id} create`,
    ])
    client.close()
  })

  it('of a model that may not be read, or by a hidden reference or collection, are not listed', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen' }], tasks: [{ name: 'call' }] })
    const own = [`Order ${order.id} create`]
    const readable = { model: Line.name, read: true }
    for (const rules of [
      [
        { model: Order.name, read: true },
        { model: Line.name, create: true },
      ],
      [
        { model: Order.name, read: true },
        { ...readable, readFields: ['product'] },
      ],
      [{ model: Order.name, read: true, readFields: ['name'] }, readable],
    ]) {
      const client = await makeReader(rules)
      expect(await inShort(order.id, '', client)).toEqual(own)
      client.close()
    }
  })

  it('by a reference that is readable in some records only are listed in those', async () => {
    const order = await makeOrder(stage.client, {
      lines: [
        { product: 'a', quantity: 1 },
        { product: 'b', quantity: 50 },
      ],
    })
    const client = await makeReader([
      { model: Order.name, read: true },
      { model: Line.name, read: true, readFields: ['product'] },
      { model: Line.name, read: true, condition: cheap, readFields: ['order', 'quantity'] },
    ])
    expect(await inShort(order.id, '', client)).toEqual([
      `Order ${order.id} create`,
      `Line ${order.lines[0]?.id} create`,
    ])
    client.close()
  })

  it('show only the fields that the user may read', async () => {
    const order = await makeOrder(stage.client, { lines: [{ product: 'pen', remark: 'secret' }] })
    const client = await makeReader([
      { model: Order.name, ...allActions },
      { model: Line.name, read: true, readFields: ['order', 'product'] },
    ])
    const [, line] = recordsOf(await historyOf(order.id, '', client)) as unknown as Entry[]
    expect(Object.keys(line?.changes ?? {})).toEqual(['order', 'product'])
    client.close()
  })

  it('a collection that is readable in some records only is followed in those', async () => {
    const [open, closed] = [
      await makeOrder(stage.client, { place: 'open', lines: [{ product: 'pen' }] }),
      await makeOrder(stage.client, { place: 'closed', lines: [{ product: 'pen' }] }),
    ]
    const client = await makeReader([
      { model: Order.name, read: true, readFields: ['name', 'place'] },
      {
        model: Order.name,
        read: true,
        readFields: ['lines'],
        condition: { fieldName: 'place', operator: '=', value: 'open' },
      },
      { model: Line.name, read: true },
      { model: Task.name, read: true },
    ])
    expect(
      [await inShort(open.id, '', client), await inShort(closed.id, '', client)].map(({ length }) => length),
    ).toEqual([2, 1])
    client.close()
  })

  it('a record that the user does not see has no history', async () => {
    const order = await makeOrder(stage.client, { place: 'closed', lines: [{ product: 'pen' }] })
    const client = await makeReader([
      { model: Order.name, read: true, condition: { fieldName: 'place', operator: '=', value: 'open' } },
      { model: Line.name, read: true },
    ])
    expect(shown(await historyOf(order.id, '', client))).toEqual(refusal('record-not-found'))
    await stage.client.delete(Order.name, order.id, 0)
    expect(shown(await historyOf(order.id, '', client))).toEqual(refusal('record-not-found'))
    client.close()
  })
})
