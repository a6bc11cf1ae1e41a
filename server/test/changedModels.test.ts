import { beforeAll, describe, expect, it } from 'vitest'
import { choice, date, dateTime, decimal, integer, json, model, reference, text } from '../src/index.ts'
import type { Models } from '../src/model/Models.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { using } from './harness/interrupt.ts'
import { type Fields } from './harness/shop.ts'
import { useModels } from './harness/useModels.ts'

/** Models with one of the given name and fields, and one that they can refer to. */
function models(fields: Fields, name = 'shop.Item', was?: string): Models {
  return toModels([
    model({ name: 'shop.Box', title: 'code', fields: { code: text() } }),
    model({ name, title: 'name', fields: { name: text(), ...fields }, ...(was === undefined ? {} : { was }) }),
  ])
}

const stage = useModels(models({}))
const item = 'shop.Item'

/** Serves items with only these fields; earlier data is dropped. */
async function begin(fields: Fields): Promise<void> {
  const none = toModels([])
  await using(stage.database.url, (connection) => applyMigration(connection, none, { allowDataLoss: true }))
  await stage.serve(models(fields))
}

async function create(fields: object, name = item): Promise<RecordJson> {
  return recordOf(await stage.client.create(name, { name: 'A', ...fields }))
}

async function changesOf(id: number, name = item): Promise<unknown[]> {
  return recordsOf(await stage.client.history(name, id)).map((entry) => entry['changes'])
}

describe('a renamed field', () => {
  it('keeps its history, old versions, conflicts and restores, also when `was` is removed', async () => {
    await begin({ phone: text() })
    const { id } = await create({ phone: '1' })
    recordOf(await stage.client.update(item, id, { version: 0, phone: '2' }))
    await stage.serve(models({ mobile: text({ was: 'phone' }) }))
    await stage.serve(models({ mobile: text() }))
    recordOf(await stage.client.update(item, id, { version: 1, mobile: '3' }))
    expect(await changesOf(id)).toEqual([
      { mobile: { from: '2', to: '3' } },
      { mobile: { from: '1', to: '2' } },
      { name: { from: null, to: 'A' }, mobile: { from: null, to: '1' } },
    ])
    expect(recordOf(await stage.client.readVersion(item, id, 0))).toMatchObject({ version: 0, mobile: '1' })
    expect((await stage.client.update(item, id, { version: 0, mobile: 'x' })).json?.data).toMatchObject({
      base: { mobile: '1' },
      conflicts: [{ field: 'mobile', base: '1', current: '3', yours: 'x' }],
    })
    expect(recordOf(await stage.client.restore(item, id, { version: 2, toVersion: 0 }))).toMatchObject({ mobile: '1' })
  })

  it('keeps them over several renames, and when another field takes its old name', async () => {
    await begin({ a: text() })
    const { id } = await create({ a: '1' })
    await stage.serve(models({ b: text({ was: 'a' }) }))
    recordOf(await stage.client.update(item, id, { version: 0, b: '2' }))
    await stage.serve(models({ c: text({ was: 'b' }), a: text() }))
    recordOf(await stage.client.update(item, id, { version: 1, c: '3', a: 'new' }))
    expect(await changesOf(id)).toEqual([
      { c: { from: '2', to: '3' }, a: { from: null, to: 'new' } },
      { c: { from: '1', to: '2' } },
      { name: { from: null, to: 'A' }, c: { from: null, to: '1' } },
    ])
    expect(recordOf(await stage.client.readVersion(item, id, 0))).toMatchObject({ c: '1', a: null })
  })
})

describe('a renamed model', () => {
  it('keeps history, counts and restores of its records, also of deleted ones', async () => {
    await begin({ phone: text() })
    const [kept, gone] = [await create({ phone: '1' }), await create({ phone: '2' })]
    expect((await stage.client.delete(item, gone.id)).status).toBe(200)
    await stage.serve(models({ mobile: text({ was: 'phone' }) }, 'shop.Thing', item))
    await stage.serve(models({ mobile: text() }, 'shop.Thing'))
    expect((await stage.client.find('shop.Thing')).json).toMatchObject({ total: 1 })
    expect(await changesOf(kept.id, 'shop.Thing')).toEqual([
      { name: { from: null, to: 'A' }, mobile: { from: null, to: '1' } },
    ])
    expect(recordOf(await stage.client.restore('shop.Thing', gone.id, { version: 1, toVersion: 0 }))).toMatchObject({
      version: 2,
      mobile: '2',
    })
    expect((await stage.client.find('shop.Thing')).json).toMatchObject({ total: 2 })
    expect(shown(await stage.client.history(item, kept.id))).toEqual(refusal('unknown-model'))
  })

  it('leaves its name to a new model, which starts empty', async () => {
    await begin({})
    const { id } = await create({})
    const fields = { name: text() }
    await stage.serve(
      toModels([
        model({ name: 'shop.Old', was: item, title: 'name', fields }),
        model({ name: item, title: 'name', fields }),
      ]),
    )
    expect(shown(await stage.client.history(item, id))).toEqual(refusal('record-not-found'))
    expect(await changesOf(id, 'shop.Old')).toHaveLength(1)
    expect((await stage.client.find(item)).json).toMatchObject({ total: 0 })
    await create({})
    expect((await stage.client.find(item)).json).toMatchObject({ total: 1 })
    expect((await stage.client.find('shop.Old')).json).toMatchObject({ total: 1 })
  })
})

describe('a model that is dropped and declared again', () => {
  it('has no history and starts at a count of zero', async () => {
    await begin({})
    const { id } = await create({})
    await begin({})
    expect(shown(await stage.client.history(item, id))).toEqual(refusal('record-not-found'))
    expect((await stage.client.find(item)).json).toMatchObject({ total: 0 })
  })
})

describe('a dropped field', () => {
  it('stays only in the history', async () => {
    await begin({ phone: text() })
    const { id } = await create({ phone: '1' })
    recordOf(await stage.client.update(item, id, { version: 0, phone: '2', name: 'B' }))
    await stage.serve(models({}))
    expect(await changesOf(id)).toEqual([
      { name: { from: 'A', to: 'B' }, phone: { from: '1', to: '2' } },
      { name: { from: null, to: 'A' }, phone: { from: null, to: '1' } },
    ])
    const old = recordOf(await stage.client.readVersion(item, id, 0))
    expect(Object.keys(old)).not.toContain('phone')
    expect(recordOf(await stage.client.restore(item, id, { version: 1, toVersion: 0 })).name).toBe('A')
  })
})

describe('a field that was added later', () => {
  it('has its current value in old versions, and its default in a restored record', async () => {
    await begin({})
    const [kept, gone] = [await create({}), await create({})]
    recordOf(await stage.client.update(item, kept.id, { version: 0, name: 'B' }))
    expect((await stage.client.delete(item, gone.id)).status).toBe(200)
    await stage.serve(models({ size: integer({ required: true, default: 5 }), colour: text() }))
    expect(recordOf(await stage.client.readVersion(item, kept.id, 0))).toMatchObject({ name: 'A', size: 5 })
    expect(recordOf(await stage.client.restore(item, gone.id, { version: 1, toVersion: 0 }))).toMatchObject({
      version: 2,
      size: 5,
      colour: null,
    })
  })
})

describe('a field that became a secret', () => {
  it('is one in its history as well', async () => {
    await begin({ pin: text() })
    const { id } = await create({ pin: 'once-readable' })
    recordOf(await stage.client.update(item, id, { version: 0, pin: 'still-readable' }))
    await stage.serve(models({ pin: text({ secret: true }) }))
    const replies = [
      await stage.client.history(item, id),
      await stage.client.readVersion(item, id, 0),
      await stage.client.update(item, id, { version: 0, pin: 'mine-readable' }),
      await stage.client.restore(item, id, { version: 1, toVersion: 0 }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 409, 200])
    expect(replies.filter((reply) => reply.text.includes('readable'))).toEqual([])
    expect(await stage.database.query('select pin from record.shop_item')).toEqual([{ pin: 'still-readable' }])
  })

  it('has no known values after it is no longer a secret', async () => {
    await begin({ pin: text({ secret: true }) })
    const { id } = await create({ pin: '1' })
    recordOf(await stage.client.update(item, id, { version: 0, pin: '2', name: 'B' }))
    await stage.serve(models({ pin: text() }))
    expect(await changesOf(id)).toEqual([
      { name: { from: 'A', to: 'B' }, pin: { secret: true } },
      { name: { from: null, to: 'A' }, pin: { secret: true } },
    ])
    expect(recordOf(await stage.client.readVersion(item, id, 0))).toMatchObject({ name: 'A', pin: null })
    expect(recordOf(await stage.client.restore(item, id, { version: 1, toVersion: 0 }))).toMatchObject({
      name: 'A',
      pin: '2',
    })
  })
})

describe('a value whose field changed its type', () => {
  const changes: [what: string, before: Fields[string], value: unknown, after: Fields[string], fits: boolean][] = [
    ['text to integer', text(), '12', integer(), false],
    ['integer to text', integer(), 12, text(), false],
    ['integer to decimal', integer(), 12, decimal({ precision: 9, scale: 2 }), false],
    ['fewer digits', decimal({ precision: 9, scale: 4 }), '1.2345', decimal({ precision: 9, scale: 2 }), false],
    ['more digits', decimal({ precision: 9, scale: 2 }), '1.20', decimal({ precision: 9, scale: 4 }), true],
    ['date to moment', date(), '2026-01-31', dateTime(), false],
    ['a choice that is gone', choice(['a', 'b']), 'a', choice(['b']), false],
    ['shorter text', text(), 'a long text', text({ max: 5 }), false],
    ['JSON to text', json(), { a: [1] }, text(), false],
    ['text to JSON', text(), 'x', json(), true],
    ['integer to reference', integer(), 7, reference('shop.Box'), false],
  ]

  const name = (index: number) => `field${index}`
  const fieldsOf = (pick: (change: (typeof changes)[number]) => Fields[string]) =>
    Object.fromEntries(changes.map((change, index) => [name(index), pick(change)]))
  const ids: number[] = []

  beforeAll(async () => {
    await begin(fieldsOf(([, before]) => before))
    for (const [index, [, , value]] of changes.entries()) {
      const { id } = await create({ [name(index)]: value })
      recordOf(await stage.client.update(item, id, { version: 0, [name(index)]: null }))
      ids.push(id)
    }
    await stage.serve(models(fieldsOf(([, , , after]) => after)))
  })

  it.each(changes.map((change, index) => [change[0], index, change] as const))(
    '%s: is shown as it was, and restored where it fits',
    async (_, index, [, before, value, after, fits]) => {
      const [id = 0, field] = [ids[index], name(index)]
      const old = after.type === 'reference' ? { id: value } : value
      expect(await changesOf(id)).toEqual([
        { [field]: { from: old, to: null } },
        { name: { from: null, to: 'A' }, [field]: { from: null, to: old } },
      ])
      const then = recordOf(await stage.client.readVersion(item, id, 0))
      const shownValue = before.type === 'decimal' && fits ? '1.2000' : old
      expect(then).toMatchObject({ version: 0, name: 'A', [field]: shownValue })
      const conflict = await stage.client.update(item, id, { version: 0, name: 'B' })
      expect(conflict.json?.data).toMatchObject({ base: then, mergeable: ['name'], conflicts: [] })
      const restored = await stage.client.restore(item, id, { version: 1, toVersion: 0 })
      expect(shown(restored)).toEqual(
        fits
          ? success([expect.objectContaining({ version: 2, [field]: shownValue })])
          : refusal('invalid-record', { errors: { [field]: expect.any(String) } }),
      )
    },
  )
})
