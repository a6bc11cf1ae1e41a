import { beforeAll, describe, expect, it } from 'vitest'
import { saveMany, search } from '../harness/actions.ts'
import { recordOf, recordsOf } from '../harness/client.ts'
import { Knot, knots } from '../harness/knots.ts'
import { useModels } from '../harness/useModels.ts'

const limit = 256 * 1024
const stage = useModels(knots, { answerLimit: '256KiB' })
const large = 'x'.repeat(100_000)
let heavy: number
let crowded: number
let changed: number

beforeAll(async () => {
  const { client } = stage
  heavy = recordOf(await client.create(Knot, { name: 'heavy', big: large })).id
  const led = Array.from({ length: 30 }, (_, n) => ({ name: `led ${n}`, a: { id: heavy } }))
  recordsOf(await saveMany(client, Knot, led))
  crowded = recordOf(await client.create(Knot, { name: 'crowded' })).id
  const crowd = Array.from({ length: 1_000 }, (_, n) => ({ name: `c${n}`, b: { id: crowded } }))
  for (let start = 0; start < crowd.length; start += 200)
    recordsOf(await saveMany(client, Knot, crowd.slice(start, start + 200)))
  recordOf(await client.create(Knot, { name: 'one more', b: { id: crowded } }))
  changed = recordOf(await client.create(Knot, { name: 'changed' })).id
  for (let version = 0; version < 250; version++)
    recordOf(await client.update(Knot, changed, { version, big: `${version} ${large}` }))
})

const get = (path: string) => stage.client.exchange('GET', `/ws/rest/${Knot}${path}`)
const tooLarge = { status: 400, text: expect.stringContaining('larger than 256 KiB: ask for fewer') }
const ledToHeavy = { data: { fieldName: 'a', operator: 'notNull' } }

describe('an answer that would be larger than the limit is refused, and one that fits is not', () => {
  it('of a search over references', async () => {
    const fields = ['a.big']
    expect(await search(stage.client, Knot, { ...ledToHeavy, fields, limit: 30 })).toMatchObject(tooLarge)
    const fits = await search(stage.client, Knot, { ...ledToHeavy, fields, limit: 2 })
    expect(recordsOf(fits).map(({ a }) => (a as { big: string }).big)).toEqual([large, large])
    expect(Buffer.byteLength(fits.text)).toBeLessThan(limit)
  })

  it('of a search with a relation, however deep', async () => {
    const data = { fieldName: 'id', operator: '=', value: heavy }
    for (const fields of [['as.a.big'], ['as.a.as.name', 'as.a.big'], ['as.a.as.a.big']])
      expect(await search(stage.client, Knot, { data, fields })).toMatchObject(tooLarge)
    const fits = await search(stage.client, Knot, { data, fields: ['as.a.as.name'] })
    expect(recordsOf(fits)).toMatchObject([{ as: { length: 30 } }])
  })

  it('of a find', async () => {
    const { data } = (await get('?limit=1')).json as unknown as { data: object[] }
    expect(data).toMatchObject([{ big: large }])
    recordsOf(
      await saveMany(stage.client, Knot, [
        { name: 'big', big: large },
        { name: 'big', big: large },
      ]),
    )
    const { total } = (await get('?limit=0')).json as unknown as { total: number }
    expect(await get(`?limit=5&offset=${total - 3}`)).toMatchObject(tooLarge)
    expect((await get(`?limit=2&offset=${total - 2}`)).status).toBe(200)
  })

  it('of reads that share a statement: together they would be too large, but none of them is', async () => {
    const replies = await Promise.all(Array.from({ length: 24 }, () => get(`/${heavy}`)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const { id } = recordOf(await stage.client.create(Knot, { name: 'too large', big: 'x'.repeat(300_000) }))
    expect(await get(`/${id}`)).toMatchObject({ status: 400, text: expect.stringContaining('larger than 256 KiB') })
    expect((await get(`/${id}?fields=name`)).status).toBe(200)
    expect(await get(`/${heavy}?fields=as.a.big`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('fields'),
    })
  })

  it('of a history', async () => {
    expect(await get(`/${changed}/history?limit=40`)).toMatchObject(tooLarge)
    const { json } = await get(`/${changed}/history?limit=1`)
    expect(json).toMatchObject({ total: 251, data: [{ version: 250 }] })
  })
})

describe('a write of many records whose answer would be too large is refused, and nothing is written', () => {
  const refused = { status: 400, text: expect.stringContaining('so nothing was written: send fewer records at once') }
  const nameOf = async (id: number) => recordOf(await get(`/${id}?fields=name,version`))
  const named = async (name: string) => {
    const found = await search(stage.client, Knot, {
      data: { fieldName: 'name', operator: '=', value: name },
      limit: 0,
    })
    return (found.json as unknown as { total: number }).total
  }
  const makeLarge = async (count: number) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) ids.push(recordOf(await stage.client.create(Knot, { name: 'w', big: large })).id)
    return ids
  }

  it.each([
    ['all of one shape', (id: number) => ({ id, version: 0, name: 'after' })],
    ['each of another shape', (id: number, n: number) => ({ id, version: 0, name: 'after', ...shapes[n] })],
  ])('of updates, %s', async (_, toUpdate) => {
    const ids = await makeLarge(4)
    expect(await saveMany(stage.client, Knot, ids.map(toUpdate))).toMatchObject(refused)
    for (const id of ids) expect(await nameOf(id)).toMatchObject({ name: 'w', version: 0 })
    const fits = await saveMany(stage.client, Knot, ids.slice(0, 2).map(toUpdate))
    expect(recordsOf(fits).map(({ big }) => big)).toEqual([large, large])
    expect(Buffer.byteLength(fits.text)).toBeLessThan(limit)
  })
  const shapes = [{}, { num: 1 }, { amount: '1' }, { num: 1, amount: '1' }]

  it('of new records, with what else belongs to them or without', async () => {
    const records = Array.from({ length: 3 }, () => ({ name: 'new and large', big: large }))
    expect(await saveMany(stage.client, Knot, records)).toMatchObject(refused)
    const linked = records.map((record) => ({ ...record, peers: [{ id: heavy }] }))
    expect(await saveMany(stage.client, Knot, linked)).toMatchObject(refused)
    expect(await named('new and large')).toBe(0)
    expect(recordsOf(await saveMany(stage.client, Knot, records.slice(0, 2)))).toHaveLength(2)
  })

  it('by an error of its own, which says so', async () => {
    const refuse = (isLarge: boolean) =>
      stage.database.query('select tabularium.refuse_large_answer($1) as fits', [isLarge])
    expect(await refuse(false)).toEqual([{ fits: true }])
    await expect(refuse(true)).rejects.toMatchObject({ code: '54000', message: 'the answer is too large' })
  })

  it('but what nobody is shown does not count: cleared references, changed members, a mass change', async () => {
    const [parent = 0, ...members] = await makeLarge(5)
    const as = members.map((id) => ({ id, version: 0, num: 1 }))
    expect((await stage.client.update(Knot, parent, { version: 0, as })).status).toBe(200)
    expect((await stage.client.update(Knot, parent, { version: 1, as: [] })).status).toBe(200)
    for (const id of members) expect(await nameOf(id)).toMatchObject({ version: 2 })
  })

  it('and single writes that share a statement are each answered', async () => {
    const ids = await makeLarge(6)
    const replies = await Promise.all(ids.map((id) => stage.client.update(Knot, id, { version: 0, num: 1 })))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  })
})

describe('members of a relation', () => {
  const message = 'One of the records has more than 1000 members in a relation'

  it.each([['bs'], ['bs.name'], ['bs.big'], ['bs.b.name']])(
    'beyond 1,000 are refused by %s, whatever their size',
    async (field) => {
      expect(await get(`/${crowded}?fields=${field}`)).toMatchObject({
        status: 400,
        text: expect.stringContaining(message),
      })
      const data = { fieldName: 'id', operator: '=', value: crowded }
      const found = await search(stage.client, Knot, { data, fields: [field] })
      expect(found).toMatchObject({ status: 400, text: expect.stringContaining(message) })
    },
  )

  it('are refused also in a nested record', async () => {
    const data = { fieldName: 'name', operator: '=', value: 'one more' }
    const found = await search(stage.client, Knot, { data, fields: ['b.bs.name', 'peers'] })
    expect(found).toMatchObject({ status: 400, text: expect.stringContaining(message) })
  })
})

describe('a history of any size', () => {
  it('is read up to the limit, and unknown beyond', async () => {
    expect((await get(`/${changed}?version=240`)).json).toMatchObject({ data: [{ big: `239 ${large}` }] })
    expect(await get(`/${changed}?version=0`)).toMatchObject({
      status: 404,
      text: expect.stringContaining('more was written since than can be read'),
    })
    const stale = await stage.client.update(Knot, changed, { version: 0, num: 1 })
    expect(stale.json).toMatchObject({ data: { code: 'version-conflict', base: null, current: { version: 250 } } })
  })

  it('does not change the answers of others that share its statement', async () => {
    const { id } = recordOf(await stage.client.create(Knot, { name: 'light' }))
    recordOf(await stage.client.update(Knot, id, { version: 0, num: 1 }))
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => get(n % 3 === 0 ? `/${changed}?version=0` : `/${id}?version=0`)),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map((_, n) => (n % 3 === 0 ? 404 : 200)))
  })
})
