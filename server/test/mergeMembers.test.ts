import { beforeAll, describe, expect, it } from 'vitest'
import { historyOf, membersOf } from './harness/actions.ts'
import { type Client, recordOf, type Reply, type RecordJson } from './harness/client.ts'
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
  unchanged,
} from './harness/documents.ts'
import { forgetJournal } from './harness/journalRows.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(documentModels)
let other: Client
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)

beforeAll(async () => {
  other = await stage.another('other')
})

function merge(order: OrderJson, fields: object, client: Client = stage.client): Promise<Reply> {
  return client.merge(Order.name, order.id, { version: order.version, ...fields })
}

function mergedOf(reply: Reply): unknown {
  recordOf(reply)
  return (reply.json as unknown as { merged?: unknown }).merged
}

/** Another client changes the order. */
async function others(order: OrderJson, fields: object): Promise<OrderJson> {
  recordOf(await other.update(Order.name, order.id, { version: order.version, ...fields }))
  return readOrder(other, order.id)
}

async function linesOf(order: OrderJson): Promise<[unknown, unknown][]> {
  const { lines } = await readOrder(stage.client, order.id)
  return lines.map(({ product, quantity }) => [product, quantity])
}

function at(members: readonly RecordJson[], index: number): { id: number; version: number } {
  const { id = 0, version = 0 } = members[index] ?? {}
  return { id, version }
}

describe('a merge while lines are sent', () => {
  const lines = [
    { product: 'pen', quantity: 1 },
    { product: 'ink', quantity: 2 },
  ]

  it('puts fields of the record and of members on top of what others changed', async () => {
    const order = await makeOrder(stage.client, { lines })
    await others(order, { place: 'here', lines: [{ ...at(order.lines, 0), remark: 'blue' }, at(order.lines, 1)] })
    const reply = await merge(order, {
      note: 'mine',
      lines: [{ ...at(order.lines, 0), quantity: 5 }, at(order.lines, 1)],
    })
    expect(mergedOf(reply)).toEqual({
      base: 0,
      onto: 1,
      fields: ['note'],
      members: [{ model: Line.name, id: order.lines[0]?.id, base: 0, onto: 1, fields: ['quantity'] }],
    })
    const now = await readOrder(stage.client, order.id)
    expect(now).toMatchObject({ version: 2, note: 'mine', place: 'here' })
    expect(now.lines[0]).toMatchObject({ version: 2, quantity: 5, remark: 'blue' })
    expect(now.lines[1]).toMatchObject({ version: 0 })
  })

  it('keeps lines that others added, and names them; adds its own', async () => {
    const order = await makeOrder(stage.client, { lines })
    const theirs = await others(order, { lines: [...unchanged(order.lines), { product: 'cup', quantity: 3 }] })
    const reply = await merge(order, { lines: [...unchanged(order.lines), { product: 'pad', quantity: 4 }] })
    expect(mergedOf(reply)).toMatchObject({ kept: { lines: [theirs.lines[2]?.id] } })
    expect(await linesOf(order)).toEqual(
      [...lines, { product: 'cup', quantity: 3 }, { product: 'pad', quantity: 4 }].map(({ product, quantity }) => [
        product,
        quantity,
      ]),
    )
  })

  it('keeps a line that was added alone, although the version of the record is current', async () => {
    const order = await makeOrder(stage.client, { lines })
    const { id } = recordOf(await other.create(Line.name, { order: { id: order.id }, product: 'cup' }))
    expect(mergedOf(await merge(order, { lines: [] }))).toMatchObject({ base: 0, onto: 0, kept: { lines: [id] } })
    expect(await linesOf(order)).toEqual([['cup', null]])
  })

  it('keeps a line whose transaction began before that of the version and may have ended after it', async () => {
    const order = await makeOrder(stage.client, { lines })
    const { id } = recordOf(await other.create(Line.name, { order: { id: order.id }, product: 'cup' }))
    const began = async (seconds: number) =>
      stage.database.query(
        `update tabularium.journal
         set written_on = (select min(written_on) from tabularium.journal where record = $2 and author = 1
           and model = (select number from tabularium.models where name = $4)) - make_interval(secs => $3)
         where record = $1 and model = (select number from tabularium.models where name = $5)`,
        [id, order.id, seconds, Order.name, Line.name],
      )
    const mergeAgain = async () => merge(await readOrder(stage.client, order.id), { lines: unchanged(order.lines) })
    // As long as a request may take; actions, jobs and the like may take a day.
    const wroteAs = (kind: string) =>
      stage.database.query(
        `with made as (
           insert into tabularium.change_sets (kind, request_id, records, also, models)
           values ($2, 'made', 1, 0, '{}') returning id
         )
         update tabularium.journal set change_set = (select id from made)
         where record = $1 and model = (select number from tabularium.models where name = $3)`,
        [id, kind, Line.name],
      )
    for (const [kind, seconds] of [
      ['bulk', 1_100],
      ['job', 1_300],
    ] as const) {
      await began(seconds)
      await wroteAs(kind)
      expect(mergedOf(await mergeAgain())).toMatchObject({ kept: { lines: [id] } })
    }
    await wroteAs('bulk')
    recordOf(await mergeAgain())
    expect((await linesOf(order)).map(([product]) => product)).toEqual(['pen', 'ink'])
  })

  it('removes what it left out, if nobody changed that', async () => {
    const order = await makeOrder(stage.client, { lines })
    await others(order, { place: 'here' })
    recordOf(await merge(order, { lines: unchanged(order.lines.slice(1)) }))
    expect(await linesOf(order)).toEqual([['ink', 2]])
  })

  it('a line that others deleted stays deleted, if it was sent unchanged', async () => {
    const order = await makeOrder(stage.client, { lines })
    await others(order, { lines: unchanged(order.lines.slice(1)) })
    recordOf(
      await merge(order, {
        note: 'mine',
        lines: order.lines.map(({ id, version, product, quantity }) => ({ id, version, product, quantity })),
      }),
    )
    expect(await linesOf(order)).toEqual([['ink', 2]])
  })

  it('a line that others moved away stays there, if it was sent unchanged', async () => {
    const [order, elsewhere] = [await makeOrder(stage.client, { lines }), await makeOrder(stage.client)]
    recordOf(await other.update(Line.name, at(order.lines, 0).id, { version: 0, order: { id: elsewhere.id } }))
    recordOf(await merge(order, { note: 'mine', lines: unchanged(order.lines) }))
    expect(await linesOf(order)).toEqual([['ink', 2]])
    expect(await linesOf(elsewhere)).toEqual([['pen', 1]])
  })

  it('links are merged as sets', async () => {
    const ids: number[] = []
    for (const name of ['a', 'b', 'c', 'd']) ids.push(recordOf(await stage.client.create(Label.name, { name })).id)
    const label = (...which: number[]) => ({ labels: which.map((index) => ({ id: ids[index] })) })
    const order = await makeOrder(stage.client, label(0, 1))
    await others(order, label(1, 2))
    recordOf(await merge(order, label(0, 1, 3)))
    const named = async () => (await readOrder(stage.client, order.id))['labels']
    expect(await named()).toMatchObject([{ name: 'b' }, { name: 'c' }, { name: 'd' }])
    recordOf(await merge(order, label(0)))
    expect(await named()).toMatchObject([{ name: 'c' }, { name: 'd' }])
  })

  it('members of members are merged in the same way', async () => {
    const order = await makeOrder(stage.client, {
      lines: [{ product: 'pen', parts: [{ name: 'cap' }, { name: 'tip' }] }],
    })
    const pen = at(order.lines, 0)
    const parts = await membersOf(stage.client, Part, 'line', pen.id)
    recordOf(await other.create(Part.name, { line: { id: pen.id }, name: 'clip' }))
    await others(order, { place: 'here' })
    const sent = [{ ...at(parts, 0), name: 'CAP' }]
    recordOf(await merge(order, { lines: [{ ...pen, quantity: 7, parts: sent }] }))
    const names = []
    for (const { id } of await membersOf(stage.client, Part, 'line', pen.id))
      names.push(recordOf(await stage.client.read(Part.name, id))['name'])
    expect(names).toEqual(['CAP', 'clip'])
    expect(await linesOf(order)).toEqual([['pen', 7]])
  })

  it('with current versions it is an ordinary update, without merged', async () => {
    const order = await makeOrder(stage.client, { lines })
    const reply = await merge(order, { note: 'x', lines: [{ ...at(order.lines, 0), quantity: 9 }] })
    expect(mergedOf(reply)).toBeUndefined()
    expect(await linesOf(order)).toEqual([['pen', 9]])
    const [entry] = await historyOf(stage.client, Line, at(order.lines, 0).id)
    expect(entry).toMatchObject({ version: 1, operation: 'update', changes: { quantity: { from: 1, to: 9 } } })
  })

  it('without merge, a stale version fails as before', async () => {
    const order = await makeOrder(stage.client, { lines })
    await others(order, { place: 'here' })
    const data = { version: 0, lines: unchanged(order.lines) }
    expect((await stage.client.update(Order.name, order.id, data)).status).toBe(409)
  })

  it('a dry run shows the merge and writes nothing', async () => {
    const order = await makeOrder(stage.client, { lines })
    await others(order, { lines: [...unchanged(order.lines), { product: 'cup' }] })
    const before = await takeSnapshot(stage.database)
    const body = { data: { version: 0, note: 'x', lines: unchanged(order.lines) } }
    const path = `/ws/rest/${Order.name}/${order.id}?onConflict=merge&dryRun=true`
    expect(mergedOf(await stage.client.exchange('POST', path, { body }))).toMatchObject({ base: 0, onto: 1 })
    expect(await takeSnapshot(stage.database)).toEqual(before)
  })
})

describe('what clashes is not merged, and nothing is written', () => {
  const lines = [{ product: 'pen', quantity: 1 }]
  const by = { id: expect.any(Number), username: 'other', name: 'Somebody' }

  async function refused(order: OrderJson, fields: object): Promise<Record<string, unknown>> {
    const before = await takeSnapshot(stage.database)
    const reply = await merge(order, fields)
    expect([reply.status, await takeSnapshot(stage.database)]).toEqual([409, before])
    return reply.json?.data as Record<string, unknown>
  }

  it('a field of a member that both changed', async () => {
    const order = await makeOrder(stage.client, { lines })
    await others(order, { lines: [{ ...at(order.lines, 0), quantity: 2 }] })
    const data = await refused(order, { note: 'x', lines: [{ ...at(order.lines, 0), quantity: 3 }] })
    expect(data).toMatchObject({
      code: 'version-conflict',
      base: { version: 0 },
      current: { version: 1 },
      conflicts: [],
      mergeable: ['note'],
      members: [
        {
          place: 'lines.0',
          model: Line.name,
          id: order.lines[0]?.id,
          version: 1,
          conflicts: [{ field: 'quantity', base: 1, current: 2, yours: 3, by, on: moment }],
        },
      ],
    })
  })

  it('a member that others deleted and you changed', async () => {
    const order = await makeOrder(stage.client, { lines })
    await others(order, { lines: [] })
    const { members } = await refused(order, { lines: [{ ...at(order.lines, 0), quantity: 3 }] })
    expect(members).toMatchObject([{ place: 'lines.0', version: null, conflicts: [{ deleted: true, by, on: moment }] }])
  })

  it('a member that you removed and others changed', async () => {
    const order = await makeOrder(stage.client, { lines })
    await others(order, { lines: [{ ...at(order.lines, 0), quantity: 2 }] })
    const { members } = await refused(order, { lines: [] })
    expect(members).toMatchObject([
      { place: 'lines', id: order.lines[0]?.id, version: 1, conflicts: [{ removed: true, changed: ['quantity'], by }] },
    ])
  })

  it('a member that others moved away and you changed', async () => {
    const [order, elsewhere] = [await makeOrder(stage.client, { lines }), await makeOrder(stage.client)]
    recordOf(await other.update(Line.name, at(order.lines, 0).id, { version: 0, order: { id: elsewhere.id } }))
    const { members } = await refused(order, { lines: [{ ...at(order.lines, 0), quantity: 3 }] })
    expect(members).toMatchObject([{ place: 'lines.0', conflicts: [{ field: 'order', moved: true, by }] }])
  })

  it('a field of the record itself, with lines that would merge', async () => {
    const order = await makeOrder(stage.client, { note: 'a', lines })
    await others(order, { note: 'b' })
    const data = await refused(order, { note: 'c', lines: [{ ...at(order.lines, 0), quantity: 3 }] })
    expect(data).toMatchObject({ conflicts: [{ field: 'note' }] })
    expect(data).not.toHaveProperty('members')
  })

  it('lines whose base the journal has forgotten', async () => {
    const order = await makeOrder(stage.client, { lines })
    await forgetJournal(stage.database, Order.name, order.id, 0)
    expect(await refused(order, { lines: [] })).toMatchObject({
      members: [{ place: 'lines', conflicts: [{ base: null }] }],
    })
    await others(order, { place: 'here' })
    await forgetJournal(stage.database, Order.name, order.id, 1)
    expect(await refused(order, { note: 'x', lines: unchanged(order.lines) })).toMatchObject({ base: null })
  })

  it('a member that never was in it answers 404 with its place', async () => {
    const order = await makeOrder(stage.client, { lines })
    const reply = await merge(order, { lines: [...unchanged(order.lines), { id: 7_000_000, version: 0 }] })
    expect(shown(reply)).toEqual(refusal('record-not-found', { data: { place: 'lines.1' } }))
  })
})

describe('what a user may not see', () => {
  it('members that are hidden from a user are neither removed nor named', async () => {
    const lines = [
      { product: 'pen', quantity: 1 },
      { product: 'secret', quantity: 50 },
    ]
    const order = await makeOrder(stage.client, { lines })
    const role = await makeRole(stage.client, 'limited', [
      { model: Order.name, read: true, update: true },
      {
        model: Line.name,
        read: true,
        update: true,
        create: true,
        delete: true,
        condition: { fieldName: 'quantity', operator: '<', value: 10 },
      },
    ])
    const { id } = await makeUser(stage.client, 'limited', [role])
    const client = await clientOf(stage.service, stage.database, id, 1)
    await others(order, { place: 'here', lines: [at(order.lines, 0), { ...at(order.lines, 1), quantity: 60 }] })
    const reply = await merge(order, { lines: [] }, client)
    expect(reply.status).toBe(200)
    expect(reply.text).not.toContain('secret')
    expect(mergedOf(reply)).not.toHaveProperty('kept')
    expect(await linesOf(order)).toEqual([['secret', 60]])
    client.close()
  })
})
