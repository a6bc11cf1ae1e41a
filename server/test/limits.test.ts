import { describe, expect, it } from 'vitest'
import { date, dateTime, decimal, model, text } from '../src/index.ts'
import { saveMany, updateMass } from './harness/actions.ts'
import { recordOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { useModels } from './harness/useModels.ts'

const digits = { precision: 10, scale: 2 }
const plainFields = { name: text(), price: decimal(digits), day: date(), at: dateTime() }
const limitedFields = {
  ...plainFields,
  price: decimal({ ...digits, min: 0, max: '99.99' }),
  day: date({ min: '2026-01-01' }),
  at: dateTime({ max: '2026-12-31T23:59:59Z' }),
}
const declare = (fields: typeof plainFields | typeof limitedFields) =>
  toModels([model({ name: 'shop.Offer', title: 'name', fields })])

const Offer = 'shop.Offer'
const stage = useModels(declare(limitedFields))
const wrong = { price: '-0.01', day: '2025-12-31', at: '2027-01-01T00:00:00Z' }
const errors = {
  price: 'must be at least 0',
  day: 'must be at least 2026-01-01',
  at: 'must be at most 2026-12-31T23:59:59Z',
}

const create = async (values: object = {}) =>
  recordOf(await stage.client.create(Offer, { price: '1.00', day: '2026-01-01', ...values }))

describe('min and max of decimal, date and dateTime', () => {
  it('are asked of a create and an update, all at once', async () => {
    expect(shown(await stage.client.create(Offer, wrong))).toEqual(refusal('invalid-record', { errors }))
    const { id } = await create()
    const sent = { version: 0, ...wrong }
    expect(shown(await stage.client.update(Offer, id, sent))).toEqual(refusal('invalid-record', { errors }))
    expect(shown(await stage.client.merge(Offer, id, sent))).toEqual(refusal('invalid-record', { errors }))
  })

  it('are asked of each record of a bulk call, and of the values of a mass update', async () => {
    const bulk = await saveMany(stage.client, Offer, [{ price: '5.00' }, { price: '100' }])
    expect(shown(bulk)).toEqual(refusal('invalid-record', { errors: { '1.price': 'must be at most 99.99' } }))
    const mass = await updateMass(stage.client, Offer, { data: {}, values: { price: '-1' }, maxAffected: 10 })
    expect(shown(mass)).toEqual(refusal('invalid-record', { errors: { price: errors.price } }))
  })

  it('are kept by the database, too', async () => {
    const { id } = await create()
    const set = (change: string) => stage.database.query(`update record.shop_offer set ${change} where id = ${id}`)
    await expect(set(`price = -0.01`)).rejects.toThrow(/shop_offer_price_check_/)
    await expect(set(`day = '2025-12-31'`)).rejects.toThrow(/shop_offer_day_check_/)
    await expect(set(`at = '2026-12-31 23:59:59.001+00'`)).rejects.toThrow(/shop_offer_at_check_/)
  })

  it('do not restrict what a search compares with', async () => {
    const { id } = await create({ price: '77.77' })
    const criteria = [
      { fieldName: 'price', operator: '>', value: '-5' },
      { fieldName: 'day', operator: '>', value: '2000-01-01' },
      { fieldName: 'price', operator: '=', value: '77.77' },
    ]
    const reply = await stage.client.exchange('POST', `/ws/rest/${Offer}/search`, { body: { data: { criteria } } })
    expect(reply.json).toMatchObject({ total: 1, data: [{ id }] })
  })

  it('are in the metadata', async () => {
    const { json } = await stage.client.exchange('GET', `/ws/meta/fields/${Offer}`)
    expect(json).toMatchObject({
      data: [
        {
          fields: [
            { name: 'name' },
            { name: 'price', min: '0', max: '99.99' },
            { name: 'day', min: '2026-01-01' },
            { name: 'at', max: '2026-12-31T23:59:59Z' },
          ],
        },
      ],
    })
  })

  it('are refused by migrate while records break them, with how many do', async () => {
    await stage.serve(declare(plainFields))
    await stage.database.query('delete from record.shop_offer')
    for (const price of ['-1', '-2', '3', '-4', '-5'])
      recordOf(await stage.client.create(Offer, { name: 'offer', price }))
    await expect(stage.serve(declare(limitedFields))).rejects.toThrow(
      /records whose price breaks what shop\.Offer\.price is declared to allow\..* records (\d+, ){2}\d+, and 1 more\./,
    )
    await stage.database.query('update record.shop_offer set price = 0 where price < 0')
    await stage.serve(declare(limitedFields))
    expect((await stage.client.create(Offer, wrong)).status).toBe(400)
  })

  it('are asked of the old values that a restore brings back', async () => {
    await stage.serve(declare(plainFields))
    const { id } = recordOf(await stage.client.create(Offer, { price: '-7' }))
    recordOf(await stage.client.update(Offer, id, { version: 0, price: '7' }))
    await stage.serve(declare(limitedFields))
    const reply = await stage.client.restore(Offer, id, { version: 1, toVersion: 0 })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { price: errors.price } }))
  })
})
