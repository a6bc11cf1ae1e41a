import { describe, expect, it } from 'vitest'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { model } from '../src/model/declare.ts'
import { currency } from '../src/model/field/currency.ts'
import { decimal } from '../src/model/field/decimal.ts'
import { formula } from '../src/model/field/formula.ts'
import { integer } from '../src/model/field/integer.ts'
import { reference } from '../src/model/field/reference.ts'
import { rollup } from '../src/model/field/rollup.ts'
import { text } from '../src/model/field/text.ts'
import { collection } from '../src/model/relation/collection.ts'
import { toModel } from '../src/model/toModel.ts'
import { type Client, recordOf, recordsOf } from './harness/client.ts'
import { allActions, clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const inNzd = { fieldName: 'currency', operator: '=', value: 'NZD' } as const
const Shop = model({
  name: 'shop.Shop',
  title: 'name',
  fields: {
    name: text({ max: 50 }),
    fee: decimal({ precision: 8, scale: 2, currency: 'NZD' }),
    parts: collection('shop.Part', { by: 'shop' }),
    worth: rollup<string>('sum', 'parts.price', { where: inNzd }),
  },
})
const Part = model({
  name: 'shop.Part',
  title: 'name',
  fields: {
    name: text({ required: true, max: 50 }),
    shop: reference(Shop),
    stock: integer({ default: 1 }),
    currency: currency({ required: true, default: 'NZD' }),
    price: decimal({ precision: 12, scale: 3, currency: { field: 'currency' } }),
    total: formula('stock * price', decimal({ precision: 16, scale: 3, currency: { field: 'currency' } })),
  },
})
const stage = useModels(withBuiltIn([toModel(Shop), toModel(Part)]))
const create = (fields: object, client: Client = stage.client) => client.create(Part.name, { name: 'x', ...fields })
const excess = (code: string) => ({ price: `has digits that ${code} does not have` })

describe('the digits of a currency hold', () => {
  it.each([
    ['JPY', '150'],
    ['NZD', '1.50'],
    ['KWD', '1.505'],
  ])('in %s, which takes %s', async (code, price) => {
    expect(recordOf(await create({ currency: code, price }))).toMatchObject({ currency: code })
  })

  it('when a record is created, alone or with others', async () => {
    const alone = await create({ currency: 'JPY', price: '1.500' })
    expect([alone.status, alone.json?.errors]).toEqual([400, excess('JPY')])
    const records = [
      { name: 'a', price: '1.50' },
      { name: 'b', price: '1.501' },
    ]
    const bulk = await stage.client.exchange('POST', `/ws/rest/${Part.name}`, { body: { records } })
    expect([bulk.status, bulk.json?.errors]).toEqual([400, { '1.price': 'has digits that NZD does not have' }])
  })

  it('when the amount or the currency alone is changed, by increments and by many at once', async () => {
    const { id, version } = recordOf(await create({ price: '1.25' }))
    const update = (fields: object) => stage.client.update(Part.name, id, { version, ...fields })
    for (const [fields, code] of [
      [{ price: '1.255' }, 'NZD'],
      [{ currency: 'JPY' }, 'JPY'],
      [{ price: { increment: '0.001' } }, 'NZD'],
    ] as const)
      expect((await update(fields)).json).toMatchObject({ data: { code: 'invalid-record' }, errors: excess(code) })
    const mass = await stage.client.exchange('POST', `/ws/rest/${Part.name}/updateMass`, {
      body: { data: { fieldName: 'id', operator: '=', value: id }, values: { currency: 'JPY' }, maxAffected: 1 },
    })
    expect([mass.status, mass.json?.errors]).toEqual([400, excess('JPY')])
    expect(recordOf(await update({ name: 'y' }))).toMatchObject({ name: 'y', price: '1.250', currency: 'NZD' })
  })

  it('when a record is restored', async () => {
    const { id } = recordOf(await create({ currency: 'JPY', price: '150' }))
    const changed = recordOf(await stage.client.update(Part.name, id, { version: 0, currency: 'NZD', price: '1.50' }))
    await stage.database.query(`update record.shop_part set price = 1.505 where id = ${id}`)
    const back = await stage.client.update(Part.name, id, { version: changed.version, currency: 'KRW' })
    expect(back.json?.errors).toEqual(excess('KRW'))
  })

  it('and the message does not tell a currency that the caller may not see', async () => {
    const { id } = recordOf(await create({ currency: 'JPY', price: '150' }))
    const rule = { model: Part.name, ...allActions, readFields: ['price'], writeFields: ['price'] }
    const blind = await makeRole(stage.client, 'blind', [rule])
    const other = await makeUser(stage.client, 'blind', [blind])
    const caller = await clientOf(stage.service, stage.database, other.id)
    const reply = await caller.update(Part.name, id, { version: 0, price: '1.5' })
    expect(reply.json?.errors).toEqual({ price: 'has digits that its currency does not have' })
    caller.close()
  })

  it('and codes of no currency are refused', async () => {
    const reply = await create({ currency: 'XQQ' })
    expect(reply.json?.errors).toEqual({ currency: expect.stringContaining('must be the code of a currency') })
  })
})

describe('sums never mix currencies', () => {
  const aggregate = (body: object) => stage.client.exchange('POST', `/ws/rest/${Part.name}/aggregate`, { body })

  it.each([
    [{ sum: ['price'] }],
    [{ avg: ['price'] }],
    [{ max: ['price'] }],
    [{ sum: ['total'] }],
    [{ groupBy: ['price'] }],
    [{ sum: ['price'], data: { operator: 'or', criteria: [inNzd, { ...inNzd, value: 'JPY' }] } }],
    [{ sum: ['price'], data: { ...inNzd, operator: '!=' } }],
  ])('%j is refused', async (body) => {
    const { status, json } = await aggregate(body)
    expect([status, json?.data]).toMatchObject([400, { code: 'invalid-parameter' }])
    expect(JSON.stringify(json)).toContain('add groupBy: [\\"currency\\"]')
  })

  it.each([
    [{ sum: ['price'], groupBy: ['currency'] }],
    [{ sum: ['price', 'total'], data: inNzd }],
    [{ sum: ['price'], data: { criteria: [inNzd, { fieldName: 'stock', operator: '>', value: 0 }] } }],
    [{ countDistinct: ['price'] }],
    [{ sum: ['shop.fee'] }],
    [{ sum: ['shop.worth'] }],
  ])('%j is answered', async (body) => {
    expect((await aggregate(body)).status).toBe(200)
  })

  it('and a rollup is of one of them', async () => {
    const shop = { id: recordOf(await stage.client.create(Shop.name, { name: 'one' })).id }
    for (const fields of [{ price: '1.10' }, { price: '2.20' }, { currency: 'JPY', price: '500' }])
      await create({ shop, ...fields })
    expect(recordOf(await stage.client.read(Shop.name, shop.id))).toMatchObject({ worth: '3.300' })
  })
})

it('the metadata and the document have the currency', async () => {
  const fieldsOf = async (name: string) => {
    const { fields } = recordOf(await stage.client.exchange('GET', `/ws/meta/fields/${name}`))
    return Object.fromEntries((fields as { name: string }[]).map((field) => [field.name, field]))
  }
  const [shop, part] = [await fieldsOf(Shop.name), await fieldsOf(Part.name)]
  expect(shop['fee']).toMatchObject({ currency: 'NZD', view: 'money' })
  expect(shop['worth']).toMatchObject({ currency: 'NZD', view: 'money' })
  expect(part['price']).toMatchObject({ currency: { field: 'currency' }, view: 'money' })
  expect(part['total']).toMatchObject({ currency: { field: 'currency' }, view: 'money' })
  const { json } = await stage.client.exchange('GET', '/ws/openapi.json')
  const { schemas } = (json as unknown as { components: { schemas: Record<string, { properties: object }> } })
    .components
  expect(schemas['shop.Part.Shown']?.properties).toMatchObject({ price: { 'x-currency': { field: 'currency' } } })
  expect(schemas['shop.Shop.New']?.properties).toMatchObject({ fee: { 'x-currency': 'NZD' } })
  expect(recordsOf(await stage.client.find(Part.name, '?limit=1'))).toHaveLength(1)
})
