import { beforeAll, describe, expect, it } from 'vitest'
import { collection, integer, model, reference, text } from '../src/index.ts'
import { saveMany, updateMass } from './harness/actions.ts'
import { type Client, recordOf, type RecordJson } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const [Order, Line] = ['shop.Order', 'shop.Line'] as const
const fields = {
  order: reference(Order, { required: true, onDelete: 'cascade' }),
  place: text({ max: 20, tidy: ['trim', 'lower'] }),
  secretPlace: text({ max: 20 }),
  quantity: integer(),
}
const groups = [
  ['order', 'place'],
  ['quantity', 'secretPlace'],
] as const
const declare = (unique?: typeof groups, more: object = {}) =>
  toModels([
    model({
      name: Order,
      title: 'name',
      fields: { name: text(), lines: collection(Line, { by: 'order' }) },
    }),
    model({ name: Line, title: 'place', ...(unique ? { unique } : {}), fields: { ...fields, ...more } }),
  ])
const stage = useModels(declare(groups))
let order: RecordJson

const newOrder = async () => recordOf(await stage.client.create(Order, { name: 'order' }))
const line = (values: object) => ({ order: { id: order.id }, ...values })
const clash = { data: { fields: ['order', 'place'] } }

beforeAll(async () => {
  order = await newOrder()
})

describe('unique: [[a, b]] of a model', () => {
  it('keeps two records from having the same values together', async () => {
    const first = recordOf(await stage.client.create(Line, line({ place: 'top' })))
    expect(shown(await stage.client.create(Line, line({ place: ' TOP' })))).toEqual(refusal('not-unique', clash))
    const reply = await stage.client.create(Line, line({ place: 'top' }))
    expect(reply.json?.data).toMatchObject({
      message: 'Order and Place must be unique together, and another record has these values: top.',
    })
    recordOf(await stage.client.create(Line, { order: { id: (await newOrder()).id }, place: 'top' }))
    const low = recordOf(await stage.client.create(Line, line({ place: 'low' })))
    const moved = await stage.client.update(Line, low.id, { version: 0, place: 'top' })
    expect(shown(moved)).toEqual(refusal('not-unique', clash))
    expect(shown(await stage.client.merge(Line, low.id, { version: 0, place: 'top' }))).toEqual(
      refusal('not-unique', clash),
    )
    recordOf(await stage.client.update(Line, first.id, { version: 0, place: 'top', quantity: 5 }))
  })

  it('does not count records without one of the values', async () => {
    recordOf(await stage.client.create(Line, line({})))
    recordOf(await stage.client.create(Line, line({})))
  })

  it('holds in a bulk call and a mass update, and the rest is not written', async () => {
    const twice = [line({ place: 'bulk' }), line({ place: 'other' }), line({ place: 'bulk' })]
    const reply = await saveMany(stage.client, Line, twice)
    expect(shown(reply)).toEqual(refusal('not-unique', { data: { ...clash.data, index: 2, place: '2' } }))
    recordOf(await saveMany(stage.client, Line, twice.slice(0, 1)))
    recordOf(await saveMany(stage.client, Line, twice.slice(1, 2)))
    const data = { criteria: [{ fieldName: 'place', operator: 'in', value: ['bulk', 'other'] }] }
    const mass = await updateMass(stage.client, Line, { data, values: { place: 'same' }, maxAffected: 10 })
    expect(mass).toMatchObject({ status: 409, json: { data: { code: 'not-unique', fields: ['order', 'place'] } } })
  })

  it('holds among the members of a collection', async () => {
    const lines = [{ place: 'a' }, { place: 'A' }]
    const reply = await stage.client.create(Order, { name: 'twice', lines })
    expect(reply).toMatchObject({ status: 409, json: { data: { code: 'not-unique', fields: ['order', 'place'] } } })
  })

  it('lets a line be replaced by another one in the same place', async () => {
    const made = recordOf(
      await stage.client.create(Order, { name: 'replaced', lines: [{ place: 'a' }, { place: 'b' }] }),
    )
    const changed = await stage.client.update(Order, made.id, { version: 0, lines: [{ place: 'a' }, { place: 'c' }] })
    expect(changed.json).toMatchObject({ status: 0 })
    const path = `/ws/rest/${Order}/${made.id}?fields=lines.place`
    const { lines } = recordOf(await stage.client.exchange('GET', path)) as unknown as { lines: RecordJson[] }
    const [first, second] = lines
    const rest = { id: second?.id, version: second?.version }
    const moved = [{ id: first?.id, version: first?.version, place: 'd' }, { place: 'a' }, rest]
    const again = await stage.client.update(Order, made.id, { version: 1, lines: moved })
    expect(again.json).toMatchObject({ status: 0 })
  })

  it('lets a new record of a bulk call take the values that another one gives up', async () => {
    const old = recordOf(await stage.client.create(Line, line({ place: 'given up' })))
    const records = [line({ place: 'given up' }), { id: old.id, version: 0, place: 'taken' }]
    expect((await saveMany(stage.client, Line, records)).json).toMatchObject({ status: 0 })
  })

  it('holds for writes at once: one of them wins', async () => {
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => stage.client.create(Line, line({ place: 'race' }))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 15 }, () => 409)])
  })

  it('is in the metadata, as far as the caller sees its fields, and names no field that is hidden', async () => {
    const seen = ['order', 'place', 'quantity']
    const role = await makeRole(stage.client, 'short-sighted', [
      { model: Line, read: true, update: true, readFields: seen, writeFields: seen },
      { model: Order, read: true },
    ])
    const user = await makeUser(stage.client, 'someone', [role])
    const client: Client = await clientOf(stage.service, stage.database, user.id)
    const meta = await client.exchange('GET', `/ws/meta/fields/${Line}`)
    expect(meta.json).toMatchObject({ data: [{ unique: [['order', 'place']] }] })
    const whole = await stage.client.exchange('GET', `/ws/meta/fields/${Line}`)
    expect(whole.json).toMatchObject({ data: [{ unique: groups }] })
    recordOf(await stage.client.create(Line, line({ quantity: 7, secretPlace: 'vault' })))
    const { id } = recordOf(await stage.client.create(Line, line({ quantity: 8, secretPlace: 'vault' })))
    const reply = await client.update(Line, id, { version: 0, quantity: 7 })
    expect(shown(reply)).toEqual(refusal('not-unique', { data: { fields: ['quantity'] } }))
    expect(reply.text).not.toContain('ecret')
    client.close()
  })
})

describe('a unique group that is added or removed', () => {
  it('is refused while records clash, and built while requests go on', async () => {
    await stage.serve(declare())
    await stage.database.query('delete from record.shop_line')
    const ids: number[] = []
    for (const place of ['b', 'B ', 'a', null, null])
      ids.push(recordOf(await stage.client.create(Line, line({ place }))).id)
    const plan = await stage.plan(declare(groups))
    expect(plan).toMatchObject([
      {
        title: 'Keep unique shop.Line by order, place',
        mode: 'alone',
        lock: 'SHARE UPDATE EXCLUSIVE (reads and writes go on)',
        blocked:
          'shop.Line by order, place becomes unique, and there are records with the same values. ' +
          `Make them differ first, or do not declare the group unique. Records: ${ids[0]} and ${ids[1]}.`,
      },
      { title: 'Keep unique shop.Line by quantity, secretPlace' },
    ])
    await stage.database.query('delete from record.shop_line where id = $1', [ids[1]])
    await stage.serve(declare(groups))
    expect(shown(await stage.client.create(Line, line({ place: 'a' })))).toEqual(refusal('not-unique', clash))
    await stage.serve(declare())
    recordOf(await stage.client.create(Line, line({ place: 'a' })))
    const indexes = await stage.database.query(
      `select indexname from pg_indexes where tablename = 'shop_line' and indexname ~ 'unique'`,
    )
    expect(indexes).toEqual([])
  })

  it('follows a field that is renamed', async () => {
    await stage.database.query('delete from record.shop_line')
    await stage.serve(declare(groups))
    const { place: _, ...others } = fields
    const spot = { ...others, spot: text({ max: 20, tidy: ['trim', 'lower'], was: 'place' }) }
    const renamed = toModels([
      model({ name: Order, title: 'name', fields: { name: text(), lines: collection(Line, { by: 'order' }) } }),
      model({ name: Line, title: 'spot', unique: [['order', 'spot'], groups[1]], fields: spot }),
    ])
    const titles = (await stage.plan(renamed)).map(({ title }) => title)
    expect(titles).toEqual(['Rename shop.Line.place to spot'])
    await stage.serve(renamed)
    recordOf(await stage.client.create(Line, line({ spot: 'x' })))
    expect(shown(await stage.client.create(Line, line({ spot: 'x' })))).toEqual(
      refusal('not-unique', { data: { fields: ['order', 'spot'] } }),
    )
  })
})
