import { describe, expect, it } from 'vitest'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { model } from '../src/model/declare.ts'
import { date } from '../src/model/field/date.ts'
import { reference } from '../src/model/field/reference.ts'
import { text } from '../src/model/field/text.ts'
import { collection } from '../src/model/relation/collection.ts'
import { links } from '../src/model/relation/links.ts'
import { toModel } from '../src/model/toModel.ts'
import { search } from './harness/actions.ts'
import { type Client, recordOf, recordsOf } from './harness/client.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

/** Items are sorted by day, those without a day last, and then the newest first. */
const Item = model({
  name: 'desk.Item',
  title: 'createdOn',
  list: ['name', 'id', 'createdBy', 'createdOn'],
  sortBy: ['-day', '-id'],
  pick: ['name', 'day', 'createdOn'],
  sections: [{ label: 'Record', fields: ['createdOn', 'createdBy', 'updatedOn', 'updatedBy', 'id', 'version'] }],
  fields: { name: text({ required: true, max: 50 }), day: date(), box: reference('desk.Box') },
})
const Box = model({
  name: 'desk.Box',
  title: 'id',
  list: ['name', 'updatedOn'],
  fields: {
    name: text({ max: 50 }),
    items: collection(Item, { by: 'box' }),
    byName: collection(Item, { by: 'box', sortBy: ['name'], columns: ['name', 'day'], edit: 'grid' }),
    others: links(Item),
  },
})
const stage = useModels(withBuiltIn([toModel(Item), toModel(Box)]))
let made = 0

/** A box with items; each is named and has a day. */
async function fill(days: Readonly<Record<string, string | null>>): Promise<number> {
  const items = Object.entries(days).map(([name, day]) => ({ name, day }))
  const reply = await stage.client.create(Box.name, { name: `box ${++made}` })
  const { id } = recordOf(reply)
  for (const item of items) await stage.client.create(Item.name, { ...item, box: { id } })
  return id
}
const inBox = (id: number) => ({ fieldName: 'box', operator: '=', value: id })
const namesOf = (reply: Awaited<ReturnType<Client['find']>>) => recordsOf(reply).map((one) => one['name'])

/** A box with some fields. */
async function read(client: Client, box: number, fields: string) {
  return recordOf(await client.exchange('GET', `/ws/rest/${Box.name}/${box}?fields=${fields}`))
}

async function reader(rule: object): Promise<Client> {
  const name = `reader${++made}`
  const role = await makeRole(stage.client, name, [
    { model: Item.name, read: true, ...rule },
    { model: Box.name, read: true },
  ])
  return clientOf(stage.service, stage.database, (await makeUser(stage.client, name, [role])).id)
}

const days = { b: '2026-01-02', a: null, d: '2026-01-09', c: '2026-01-02' }
const inOrder = ['d', 'c', 'b', 'a']

describe('the order of a model', () => {
  it('is that of a find and a search that ask for no order, and is ended by the id', async () => {
    const box = await fill(days)
    const where = encodeURIComponent(JSON.stringify(inBox(box)))
    expect(namesOf(await stage.client.find(Item.name, `?where=${where}`))).toEqual(inOrder)
    expect(namesOf(await search(stage.client, Item, { data: inBox(box) }))).toEqual(inOrder)
    expect(namesOf(await search(stage.client, Item, { data: inBox(box), sortBy: [] }))).toEqual(inOrder)
    expect(namesOf(await search(stage.client, Item, { data: inBox(box), sortBy: ['name'] }))).toEqual('abcd'.split(''))
    expect(namesOf(await stage.client.find(Item.name)).slice(0, 3)).toEqual(inOrder.slice(0, 3))
  })

  it('is that of all pages of a find, and a token of another order is refused', async () => {
    const box = await fill(days)
    const data = inBox(box)
    const first = await search(stage.client, Item, { data, limit: 3 })
    const { next: after } = first.json as unknown as { next: string }
    expect(namesOf(await search(stage.client, Item, { data, limit: 3, after }))).toEqual(['a'])
    const byId = await search(stage.client, Item, { data, limit: 3, after, sortBy: ['id'] })
    expect(byId.json?.data).toMatchObject({ code: 'invalid-parameter' })
    const page = await stage.client.find(Item.name, '?limit=1')
    const { next } = page.json as unknown as { next: string }
    const second = await stage.client.find(Item.name, `?limit=1&after=${next}`)
    expect([namesOf(page), namesOf(second)]).toEqual([['d'], ['d']])
  })

  it('is the order of members, unless the collection has its own', async () => {
    const box = await fill(days)
    const all = () => read(stage.client, box, 'items.name,byName.name,others.name')
    const { items, version } = await all()
    const links = (items as { id: number }[]).map(({ id }) => ({ id }))
    await stage.client.update(Box.name, box, { version, others: links.toReversed() })
    const shown = await all()
    const names = (member: string) => (shown[member] as { name: string }[]).map(({ name }) => name)
    expect([names('items'), names('byName'), names('others')]).toEqual([inOrder, 'abcd'.split(''), inOrder])
  })

  it('has no fields that the caller may not see', async () => {
    const box = await fill(days)
    const client = await reader({ readFields: ['name', 'box'] })
    expect(namesOf(await search(client, Item, { data: inBox(box) }))).toEqual('cdab'.split(''))
    const shown = await read(client, box, 'items.name')
    expect((shown['items'] as { name: string }[]).map(({ name }) => name)).toEqual('cdab'.split(''))
    const meta = recordOf(await client.exchange('GET', `/ws/meta/fields/${Item.name}`))
    expect([meta['sortBy'], meta['pick']]).toEqual([['-id'], ['name', 'createdOn']])
    const { fields } = recordOf(await client.exchange('GET', `/ws/meta/fields/${Box.name}`))
    const byName = (fields as { name: string }[]).find(({ name }) => name === 'byName')
    expect(byName).toMatchObject({ columns: ['name'], edit: 'grid' })
    client.close()
  })

  it('takes a field that is seen in some records for missing in the others', async () => {
    const box = await fill(days)
    const client = await reader({ readFields: ['name', 'box'] })
    const role = await makeRole(stage.client, `some${++made}`, [
      { model: Item.name, read: true, readFields: ['name', 'box'] },
      { model: Item.name, read: true, condition: { fieldName: 'name', operator: '=', value: 'b' } },
      { model: Box.name, read: true },
    ])
    const some = await clientOf(stage.service, stage.database, (await makeUser(stage.client, `s${made}`, [role])).id)
    expect(namesOf(await search(some, Item, { data: inBox(box) }))).toEqual('bcda'.split(''))
    const shown = await read(some, box, 'items.name')
    expect((shown['items'] as { name: string }[]).map(({ name }) => name)).toEqual('bcda'.split(''))
    client.close()
    some.close()
  })

  it('is in the metadata with the sections', async () => {
    const meta = recordOf(await stage.client.exchange('GET', `/ws/meta/fields/${Item.name}`))
    expect(meta).toMatchObject({
      title: 'createdOn',
      sortBy: ['-day', '-id'],
      pick: Item.pick,
      sections: Item.sections,
    })
    const { fields } = recordOf(await stage.client.exchange('GET', `/ws/meta/fields/${Box.name}`))
    const byName = (fields as { name: string }[]).find(({ name }) => name === 'byName')
    expect(byName).toMatchObject({ sortBy: ['name'], columns: ['name', 'day'], edit: 'grid' })
  })
})

describe('what every record has', () => {
  it('can be in the list of a model', async () => {
    await fill({ x: '2099-01-01' })
    const [first] = recordsOf(await stage.client.find(Item.name, '?limit=1'))
    const createdBy = { id: 1, username: 'admin', name: 'admin' }
    expect(first).toEqual({ id: first?.id, version: 0, name: 'x', createdBy, createdOn: expect.any(String) })
    const [box] = recordsOf(await stage.client.find(Box.name, '?limit=1'))
    expect(box).toEqual({ id: box?.id, version: 0, name: 'box 1', updatedOn: expect.any(String) })
  })

  it('can be the title', async () => {
    const box = await fill({ x: '2099-01-01' })
    const shown = await read(stage.client, box, 'items')
    const [item] = shown['items'] as { id: number }[]
    expect(item).toEqual({ id: item?.id, version: 0, createdOn: expect.any(String) })
    const whole = recordOf(await stage.client.read(Item.name, item?.id ?? 0))
    expect(whole['box']).toEqual({ id: box, version: 0 })
    const { version } = whole
    await stage.client.delete(Item.name, whole.id, version)
    const deleted = recordsOf(await stage.client.exchange('GET', `/ws/rest/${Item.name}/deleted`))
    expect(deleted).toEqual([{ id: whole.id, version: 1, on: expect.any(String), by: expect.any(Object) }])
  })
})
