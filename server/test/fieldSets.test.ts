import { describe, expect, it } from 'vitest'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { model } from '../src/model/declare.ts'
import { currency } from '../src/model/field/currency.ts'
import { decimal } from '../src/model/field/decimal.ts'
import { reference } from '../src/model/field/reference.ts'
import { text } from '../src/model/field/text.ts'
import { collection } from '../src/model/relation/collection.ts'
import { links } from '../src/model/relation/links.ts'
import { toModel } from '../src/model/toModel.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Tag = model({ name: 'sets.Tag', title: 'name', fields: { name: text({ max: 20 }) } })
const Part = model({
  name: 'sets.Part',
  title: 'name',
  list: ['price', 'shop'],
  fields: {
    name: text({ required: true, max: 50 }),
    pin: text({ secret: true, max: 50 }),
    shop: reference('sets.Shop'),
    currency: currency({ required: true, default: 'NZD' }),
    price: decimal({ precision: 12, scale: 2, currency: { field: 'currency' } }),
    tags: links(Tag),
  },
})
const Shop = model({
  name: 'sets.Shop',
  title: 'name',
  fields: { name: text({ max: 50 }), parts: collection('sets.Part', { by: 'shop' }) },
})
const stage = useModels(withBuiltIn([toModel(Tag), toModel(Part), toModel(Shop)]))
const audit = ['createdOn', 'createdBy', 'updatedOn', 'updatedBy']
const membersOf = (record: object | undefined) => Object.keys(record ?? {}).toSorted()
const path = `/ws/rest/${Part.name}`

describe('names that stand for several fields', () => {
  it('@list is what a list shows, with the title and the currency of its amounts', async () => {
    await stage.client.create(Part.name, { name: 'Wheel', price: '12.50', pin: 'x' })
    const { status, json } = await stage.client.exchange('GET', `${path}?fields=@list`)
    expect(status).toBe(200)
    const named = await stage.client.exchange('GET', `${path}?fields=price,shop,name,currency`)
    expect(json).toEqual(named.json)
    const more = await stage.client.exchange('GET', `${path}?fields=%40list,createdOn`)
    expect(membersOf(recordsOf(more)[0])).toEqual(
      ['id', 'version', 'price', 'shop', 'name', 'currency', 'createdOn'].toSorted(),
    )
  })

  it('@form is what a form shows: all fields but secrets, and the links', async () => {
    const { id } = recordOf(await stage.client.create(Part.name, { name: 'Bell' }))
    const read = recordOf(await stage.client.exchange('GET', `${path}/${id}?fields=@form`))
    expect(membersOf(read)).toEqual(['id', 'version', 'name', 'shop', 'currency', 'price', 'tags', ...audit].toSorted())
    const shop = recordOf(await stage.client.create(Shop.name, { name: 'Corner' }))
    const shown = recordOf(await stage.client.exchange('GET', `/ws/rest/${Shop.name}/${shop.id}?fields=@form`))
    expect(membersOf(shown)).toEqual(['id', 'version', 'name', ...audit].toSorted())
  })

  it('are as the caller sees the model', async () => {
    const rule = { model: Part.name, read: true, readFields: ['price', 'name'] }
    const role = await makeRole(stage.client, 'narrow', [rule])
    const user = await makeUser(stage.client, 'nora', [role])
    const nora = await clientOf(stage.service, stage.database, user.id)
    const { id } = recordOf(await stage.client.create(Part.name, { name: 'Lamp', price: '1.00' }))
    const list = recordsOf(await nora.exchange('GET', `${path}?fields=@list`)).find((one) => one.id === id)
    expect(membersOf(list)).toEqual(['id', 'name', 'price', 'version'])
    const form = recordOf(await nora.exchange('GET', `${path}/${id}?fields=@form`))
    expect(membersOf(form)).toEqual(['id', 'version', 'name', 'price', ...audit].toSorted())
  })

  it('are no others, and no part of a dotted name', async () => {
    for (const name of ['@lists', '@', 'shop.@list']) {
      const { status, json } = await stage.client.exchange('GET', `${path}?fields=${name}`)
      expect([name, status, json]).toMatchObject([name, 400, { data: { code: 'invalid-parameter' } }])
    }
  })
})
