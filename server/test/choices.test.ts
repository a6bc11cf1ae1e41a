import { beforeAll, describe, expect, it } from 'vitest'
import { choice, model, text } from '../src/index.ts'
import { historyOf, search } from './harness/actions.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { interrupt, interruptions } from './harness/interrupt.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Order = 'shop.Order'
const before = toModels([
  model({
    name: Order,
    title: 'name',
    fields: {
      name: text({ max: 20 }),
      status: choice(['draft', 'placed', 'cancelled'], { required: true, default: 'cancelled' }),
    },
  }),
])
const after = toModels([
  model({
    name: Order,
    title: 'name',
    unique: [['name', 'status']],
    fields: {
      name: text({ max: 20, tidy: ['trim', 'upper'] }),
      status: choice(
        [{ value: 'draft', label: 'Being written' }, 'placed', { value: 'void', label: 'Cancelled', was: 'cancelled' }],
        { required: true, default: 'void' },
      ),
    },
  }),
])
const stage = useModels(before)
let old: number
let ids: number[]

const statuses = async () =>
  (await stage.database.query<{ status: string }>('select status from record.shop_order order by id')).map(
    ({ status }) => status,
  )

beforeAll(async () => {
  ids = []
  for (const status of ['draft', 'placed', 'cancelled', 'cancelled'])
    ids.push(recordOf(await stage.client.create(Order, { name: `o${ids.length}`, status })).id)
  old = ids[2] ?? 0
  recordOf(await stage.client.update(Order, old, { version: 0, status: 'draft' }))
  recordOf(await stage.client.update(Order, ids[3] ?? 0, { version: 0, name: 'changed' }))
})

describe('a value of a choice that is renamed', () => {
  it('is renamed in the records by migrate, which counts them and loses nothing', async () => {
    const plan = await stage.plan(after)
    expect(plan.map(({ title }) => title)).toContain(
      'Rename values of shop.Order.status in existing records (1 record)',
    )
    expect(plan.find(({ title }) => title.startsWith('Rename values'))).toMatchObject({
      mode: 'batches',
      lock: 'ROW EXCLUSIVE (reads and writes go on)',
    })
    expect(plan.filter(({ loses }) => loses).map(({ title }) => title)).toEqual([
      'Tidy shop.Order.name in existing records (4 records)',
    ])
    await stage.serve(after)
    expect(await statuses()).toEqual(['draft', 'placed', 'draft', 'void'])
    expect(await stage.plan(after)).toEqual([])
  })

  it('keeps versions; the history shows what was written, an old version the present name', async () => {
    expect(recordOf(await stage.client.read(Order, old))).toMatchObject({ version: 1, status: 'draft' })
    const [entry] = await historyOf(stage.client, Order, old)
    expect(entry?.changes).toEqual({ status: { from: 'cancelled', to: 'draft' } })
    const version = await stage.client.exchange('GET', `/ws/rest/${Order}/${old}?version=0`)
    expect(recordOf(version)).toMatchObject({ version: 0, status: 'void' })
  })

  it('can be restored', async () => {
    const reply = await stage.client.restore(Order, old, { version: 1, toVersion: 0 })
    expect(recordOf(reply)).toMatchObject({ version: 2, status: 'void' })
  })

  it('is refused when it is written, and understood in criteria and rules', async () => {
    const errors = { status: 'must be one of draft, placed, void' }
    const reply = await stage.client.create(Order, { status: 'cancelled' })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors }))
    const isOld = { fieldName: 'status', operator: '=', value: 'cancelled' }
    const found = recordsOf(await search(stage.client, Order, { data: { criteria: [isOld] } }))
    expect(found.map(({ id }) => id).sort()).toEqual([old, ids[3]].sort())
    const role = await makeRole(stage.client, 'archivist', [{ model: Order, read: true, condition: isOld }])
    const client = await clientOf(stage.service, stage.database, (await makeUser(stage.client, 'ann', [role])).id)
    expect((await client.find(Order)).json).toMatchObject({ total: 2 })
    client.close()
  })

  it('has its label in the metadata', async () => {
    const { json } = await stage.client.exchange('GET', `/ws/meta/fields/${Order}`)
    expect(json).toMatchObject({
      data: [
        {
          fields: [
            {},
            {
              values: ['draft', 'placed', 'void'],
              labels: { draft: 'Being written', placed: 'placed', void: 'Cancelled' },
            },
          ],
        },
      ],
    })
  })

  it('is refused while records have a value that is neither present nor renamed', async () => {
    await expect(stage.serve(before)).rejects.toThrow(/whose status breaks what shop\.Order\.status is declared/)
    await stage.database.query('delete from record.shop_order')
    await stage.serve(before)
    recordOf(await stage.client.create(Order, { name: 'odd', status: 'placed' }))
    const fewer = toModels([
      model({
        name: Order,
        title: 'name',
        fields: { name: text({ max: 20 }), status: choice(['draft', { value: 'void', was: 'cancelled' }]) },
      }),
    ])
    await expect(stage.serve(fewer)).rejects.toThrow(
      /whose status breaks what shop\.Order\.status is declared to allow/,
    )
    await stage.serve(before)
  })

  it.each([
    ['before the statement is sent', false],
    ['while the statement runs', true],
  ])('is completed after a migration that ended at any statement: %s', { timeout: 120_000 }, async (_, sent) => {
    let last = 0
    for (const n of interruptions()) {
      await stage.database.query('delete from record.shop_order')
      await stage.serve(before)
      for (const status of ['draft', 'cancelled'])
        recordOf(await stage.client.create(Order, { name: ` spaced ${status}`, status }))
      const broken = await interrupt(stage.database.url, after, { n, sent })
      await stage.serve(after)
      expect(await statuses()).toEqual(['draft', 'void'])
      const names = await stage.database.query('select name from record.shop_order order by id')
      expect(names).toEqual([{ name: 'SPACED DRAFT' }, { name: 'SPACED CANCELLED' }])
      expect(await stage.plan(after)).toEqual([])
      last = n
      if (!broken) break
    }
    expect(last).toBeGreaterThan(8)
  })
})
