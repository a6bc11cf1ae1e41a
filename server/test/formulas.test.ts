import { beforeAll, describe, expect, it } from 'vitest'
import { decimal, formula, integer, model, text } from '../src/index.ts'
import { type Client, type RecordJson, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import type { Fields } from './harness/shop.ts'
import { useModels } from './harness/useModels.ts'

const Line = 'org.example.formula.Line'
const money = decimal({ precision: 6, scale: 2 })

function lines(fields: Fields) {
  const plain: Fields = { name: text({ max: 20 }), quantity: integer(), price: money }
  return toModels([model({ name: Line, title: 'name', list: ['name', 'amount'], fields: { ...plain, ...fields } })])
}

const amount = formula('quantity * price', money)
const declared = lines({
  amount,
  taxed: formula('amount * 1.1', money, { indexed: true }),
  each: formula('round(price / quantity, 1)', decimal({ precision: 8, scale: 3 })),
  steps: formula('quantity * 1000', integer(), { unique: false }),
  third: formula('price / 3', money),
  thrice: formula('third * 3', money),
})
const stage = useModels(declared)

async function create(fields: object): Promise<RecordJson> {
  return recordOf(await stage.client.create(Line, fields))
}

function search(body: object, client: Client = stage.client): Promise<Reply> {
  return client.exchange('POST', `/ws/rest/${Line}/search`, { body })
}

const tooLarge = { amount: 'would have more than 4 digits before the point' }

describe('a formula', () => {
  it('is computed from the other fields, exactly, and rounded half away from zero', async () => {
    const { id, ...made } = await create({ name: 'pens', quantity: 3, price: '3.35', steps: 5, amount: '1.00' })
    expect(made).toMatchObject({ amount: '10.05', taxed: '11.06', each: '1.100', steps: 3000 })
    // A third is 1.12, and not 1.11666…
    expect(made).toMatchObject({ third: '1.12', thrice: '3.36' })
    expect(recordOf(await stage.client.read(Line, id))).toMatchObject({ amount: '10.05', taxed: '11.06' })
    const changed = recordOf(await stage.client.update(Line, id, { version: 0, quantity: -3, taxed: '7' }))
    expect(changed).toMatchObject({ version: 1, amount: '-10.05', taxed: '-11.06', each: '-1.100' })
  })

  it('has no value if a field has none or if it divides by zero', async () => {
    expect(await create({ name: 'a', quantity: 2 })).toMatchObject({ amount: null, taxed: null, each: null })
    expect(await create({ name: 'b', quantity: 0, price: '4.00' })).toMatchObject({
      amount: '0.00',
      each: null,
      steps: 0,
    })
  })

  it('is searched and sorted by, page by page, like a number that was written', async () => {
    const sizes = [7, 1, 9, 3, 5]
    for (const quantity of sizes) await create({ name: 'page', quantity, price: '2.00' })
    const criteria = [
      { fieldName: 'name', operator: '=', value: 'page' },
      { fieldName: 'amount', operator: '>', value: '2' },
    ]
    const pages: unknown[] = []
    let page: unknown
    do {
      const body = { data: { criteria }, sortBy: ['-amount'], fields: ['amount'], limit: 2, total: false }
      const reply = await search(page === undefined ? body : { ...body, after: page })
      pages.push(...recordsOf(reply).map((record) => record['amount']))
      page = reply.json?.['next']
    } while (page)
    expect(pages).toEqual(['18.00', '14.00', '10.00', '6.00'])
    const wrong = await search({ data: { criteria: [{ fieldName: 'amount', operator: '>', value: 2 }] } })
    expect(wrong.text).toContain('must be a decimal number as a string')
  })

  it('is not in the history, and old versions have it as it was', async () => {
    const { id } = await create({ name: 'old', quantity: 2, price: '5.00' })
    recordOf(await stage.client.update(Line, id, { version: 0, quantity: 3 }))
    const entries = recordsOf(await stage.client.history(Line, id))
    expect(entries.map(({ changes }) => Object.keys(changes as object))).toEqual([
      ['quantity'],
      ['name', 'quantity', 'price'],
    ])
    const old = await stage.client.exchange('GET', `/ws/rest/${Line}/${id}?version=0`)
    expect(recordOf(old)).toMatchObject({ amount: '10.00', taxed: '11.00' })
    const restored = await stage.client.restore(Line, id, { version: 1, toVersion: 0 })
    expect(recordOf(restored)).toMatchObject({ version: 2, amount: '10.00' })
  })
})

describe('a result that is too large for its type', () => {
  it('refuses a create and an update, and names the field', async () => {
    const refused = refusal('invalid-record', { errors: tooLarge })
    expect(shown(await stage.client.create(Line, { quantity: 1000, price: '1000.00' }))).toEqual(refused)
    const { id } = await create({ quantity: 9000, price: '1.00' })
    expect(shown(await stage.client.update(Line, id, { version: 0, price: '-1.12' }))).toEqual(refused)
    expect(shown(await stage.client.merge(Line, id, { version: 0, price: '1.12' }))).toEqual(refused)
    expect(recordOf(await stage.client.read(Line, id))).toMatchObject({ version: 0, amount: '9000.00' })
  })

  it('is what rounds up to it, too; the largest that fits is kept', async () => {
    expect(await create({ quantity: 1, price: '9090.90' })).toMatchObject({ taxed: '9999.99' })
    const reply = await stage.client.create(Line, { quantity: 1, price: '9090.91' })
    expect(shown(reply)).toEqual(
      refusal('invalid-record', { errors: { taxed: 'would have more than 4 digits before the point' } }),
    )
    const whole = await stage.client.create(Line, { quantity: Number.MAX_SAFE_INTEGER })
    expect(whole.json?.errors).toEqual({ steps: 'would be beyond 9007199254740991, the greatest number of this kind' })
  })

  it('refuses a bulk call whole, at its record, and a mass update', async () => {
    const good = { name: 'bulk', quantity: 1, price: '1.00' }
    const before = (await search({ data: { criteria: [] } })).json?.['total']
    const body = { records: [good, { ...good, price: '9999.00', quantity: 2 }, good] }
    const reply = await stage.client.exchange('POST', `/ws/rest/${Line}`, { body })
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.json?.errors)).toContain('more than 4 digits')
    expect((await search({ data: { criteria: [] } })).json?.['total']).toBe(before)
    await create({ ...good, name: 'mass', price: '9000.00' })
    const mass = { data: { fieldName: 'name', operator: '=', value: 'mass' }, set: { quantity: 2 }, maxAffected: 10 }
    const massReply = await stage.client.exchange('POST', `/ws/rest/${Line}/updateMass`, { body: mass })
    expect({ status: massReply.status, text: massReply.text }).toMatchObject({ status: 400 })
  })

  it('refuses no neighbour in the same group', async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        stage.client.create(Line, { name: 'group', quantity: index % 20 === 7 ? 10_000 : 1, price: '5.00' }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map((_, index) => (index % 20 === 7 ? 400 : 200)))
  })
})

describe('a user who may not read a field of a formula', () => {
  let client: Client

  beforeAll(async () => {
    const some = ['name', 'quantity', 'taxed']
    const rule = { model: Line, read: true, create: true, update: true, readFields: some, writeFields: some }
    const role = await makeRole(stage.client, 'counter', [rule])
    client = await clientOf(stage.service, stage.database, (await makeUser(stage.client, 'counter', [role])).id)
    return () => client.close()
  })

  it('sees the formula that the rule gives, and not what it is made of', async () => {
    const [described] = recordsOf(await client.exchange('GET', `/ws/meta/fields/${Line}`))
    const fields = described?.['fields'] as { name: string; formula?: string }[]
    expect(fields.map(({ name, formula: text }) => [name, text])).toEqual([
      ['name', undefined],
      ['quantity', undefined],
      ['taxed', undefined],
    ])
    const reply = await search({ data: { criteria: [{ fieldName: 'amount', operator: 'isNull' }] } }, client)
    expect(reply.text).toContain('There is no field')
  })

  it('is told that a number is too large, but no field that they cannot see', async () => {
    const { id } = await create({ quantity: 1, price: '5000.00' })
    expect(shown(await client.update(Line, id, { version: 0, quantity: 2 }))).toEqual(
      refusal('invalid-record', { errors: {} }),
    )
  })
})
