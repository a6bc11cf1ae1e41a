import { describe, expect, it } from 'vitest'
import { removeAll, saveMany, transact, updateMass } from './harness/actions.ts'
import { recordsOf, type Reply } from './harness/client.ts'
import { documentModels, Label, makeOrder, Order, readOrder, unchanged } from './harness/documents.ts'
import { useModels } from './harness/useModels.ts'

// A transaction has one connection, and asks for no other: with a pool of one it would wait for itself.

const stage = useModels(documentModels, { poolSize: '1' })
const order = () => makeOrder(stage.client, { lines: [{ product: 'a' }, { product: 'b' }], tasks: [{ name: 't' }] })
const codeOf = ({ json }: Reply) => (json?.data as { code?: string } | undefined)?.code

describe('with one connection', () => {
  it('a merge that clashes answers the conflict, with the record as it was read', async () => {
    const read = await order()
    await stage.client.update(Order.name, read.id, { version: read.version, name: 'theirs' })
    const reply = await stage.client.merge(Order.name, read.id, {
      version: read.version,
      name: 'yours',
      lines: unchanged(read.lines),
    })
    expect([reply.status, codeOf(reply)], reply.text).toEqual([409, 'version-conflict'])
    expect(reply.json?.data).toMatchObject({ base: { name: 'order' }, current: { name: 'theirs' } })
  })

  it('a merge whose members clash answers the conflict', async () => {
    const read = await order()
    const [line] = read.lines
    await stage.client.update('org.example.documents.Line', line?.id ?? 0, { version: line?.version, product: 'c' })
    const lines = [{ id: line?.id, version: line?.version, product: 'd' }]
    const reply = await stage.client.merge(Order.name, read.id, { version: read.version, lines })
    expect([reply.status, codeOf(reply)], reply.text).toEqual([409, 'version-conflict'])
  })

  it('every other write of several records is answered', async () => {
    const { client } = stage
    const [label] = recordsOf(await saveMany(client, Label, [{ name: 'one' }, { name: 'two' }]))
    const [first, second] = [await order(), await order()]
    const bulk = await saveMany(client, Order, [
      { id: first.id, version: first.version, labels: [{ id: label?.id }] },
      { id: second.id, version: second.version, lines: [] },
    ])
    const set = (bulk.json as unknown as { changeSet: number }).changeSet
    const replies = [
      bulk,
      await client.exchange('POST', `/ws/changes/sets/${set}/undo`, { body: { data: {} } }),
      await updateMass(client, Order, { data: { criteria: [] }, records: [{ note: 'x' }] }, { query: '?dryRun=true' }),
      await transact(client, [{ create: Label.name, record: { name: 'three' } }]),
    ]
    const now = await readOrder(client, second.id)
    replies.push(await removeAll(client, Order, [{ id: now.id, version: now.version }]))
    expect(replies.filter(({ status }) => status === 503).map(({ text }) => text)).toEqual([])
    expect(replies.map(({ status }) => status).slice(0, 2)).toEqual([200, 200])
  })
})
