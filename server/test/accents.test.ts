import { beforeAll, describe, expect, it } from 'vitest'
import { model } from '../src/model/declare.ts'
import { reference } from '../src/model/field/reference.ts'
import { text } from '../src/model/field/text.ts'
import { pathOf, saveMany, search } from './harness/actions.ts'
import { Client, recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { makeRole, makeUser, openSession } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

function city(searched: readonly ('code' | 'name')[] | { fields: readonly ('code' | 'name')[]; accents?: boolean }) {
  return model({
    name: 'map.City',
    title: 'name',
    search: searched,
    fields: { code: text({ max: 20 }), name: text({ max: 50 }), note: text() },
  })
}

const Street = model({ name: 'map.Street', title: 'name', fields: { name: text(), city: reference('map.City') } })
const City = city({ fields: ['code', 'name'], accents: false })
const stage = useModels(toModels([City, Street]))
const names = ['Kraków', 'Weiß & Söhne', 'Ærø', 'ŁÓDŹ', 'İstanbul', 'Ελλάδα', '각시', 'Cafe\u0301', 'Plain']

beforeAll(async () => {
  const cities = recordsOf(
    await saveMany(
      stage.client,
      City,
      names.map((name) => ({ name, code: 'Zażółć', note: name })),
    ),
  )
  recordsOf(await saveMany(stage.client, Street, [{ name: 'Long', city: { id: cities[0]?.id } }]))
})

async function found(body: object, client = stage.client): Promise<string[]> {
  return recordsOf(await search(client, City, { ...body, sortBy: ['id'] })).map(({ name }) => String(name))
}

function like(fieldName: string, value: string, operator = 'like'): object {
  return { data: { criteria: [{ fieldName, operator, value }] } }
}

describe('a model that searches without accents', () => {
  it.each([
    ['krakow', ['Kraków']],
    ['KRAKÓW', ['Kraków']],
    ['kra ków', ['Kraków']],
    ['sohne weiss', ['Weiß & Söhne']],
    ['weiß', ['Weiß & Söhne']],
    ['aero', ['Ærø']],
    ['lodz', ['ŁÓDŹ']],
    ['łódź', ['ŁÓDŹ']],
    ['istanbul', ['İstanbul']],
    ['ελλαδα', ['Ελλάδα']],
    ['각', ['각시']],
    ['가', []],
    ['café', ['Cafe\u0301']],
    ['zazolc plain', ['Plain']],
    ['100%', []],
  ])('q=%s finds %j', async (q, expected) => {
    expect(await found({ q })).toEqual(expected)
    expect(
      recordsOf(await stage.client.find(City.name, `?q=${encodeURIComponent(q)}&sortBy=id`)).map(({ name }) => name),
    ).toEqual(expected)
  })

  it('like and notLike do the same in the fields of the search, and in no other', async () => {
    expect(await found(like('name', 'krakow'))).toEqual(['Kraków'])
    expect(await found(like('name', 'SÖH'))).toEqual(['Weiß & Söhne'])
    expect(await found(like('name', 'lo_z'))).toEqual(['ŁÓDŹ'])
    expect(await found(like('name', '%a%', 'notLike'))).toEqual(['Weiß & Söhne', 'ŁÓDŹ', 'Ελλάδα', '각시'])
    expect(await found(like('note', 'krakow'))).toEqual([])
    expect(await found(like('note', 'KRAKÓW'))).toEqual(['Kraków'])
  })

  it('over a reference, too, and equality stays exact', async () => {
    const streets = recordsOf(await search(stage.client, Street, like('city.name', 'krakow')))
    expect(streets.map(({ name }) => name)).toEqual(['Long'])
    expect(await found(like('name', 'Krakow', '='))).toEqual([])
  })

  it('aggregates count what q finds', async () => {
    const reply = await stage.client.exchange('POST', pathOf(City, 'aggregate'), { body: { q: 'lodz', count: true } })
    expect(reply.json?.data).toEqual([{ group: {}, count: 1 }])
  })

  it('means the same to users who may not search all of its fields', async () => {
    const role = await makeRole(stage.client, 'names', [{ model: City.name, read: true, readFields: ['name'] }])
    const { id } = await makeUser(stage.client, 'namer', [role])
    const namer = new Client(stage.service.url)
    namer.cookie = await openSession(stage.database, id)
    expect(await found({ q: 'krakow' }, namer)).toEqual(['Kraków'])
    expect(await found({ q: 'zazolc' }, namer)).toEqual([])
    expect(await found(like('name', 'krakow'), namer)).toEqual(['Kraków'])
    namer.close()
  })

  it('is shown in the metadata', async () => {
    const reply = await stage.client.exchange('GET', `/ws/meta/fields/${City.name}`)
    expect(reply.json?.data).toMatchObject([{ search: ['code', 'name'], accents: false }])
  })

  it('has an index that serves it', async () => {
    const [index] = await stage.database.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where tablename = 'map_city' and indexname like '%search%'`,
    )
    expect(index?.indexdef).toContain('unaccented')
  })

  it('the option comes and goes by a migration, which makes the index anew', async () => {
    const indexes = () =>
      stage.database.query(
        `select indexname from pg_indexes where tablename = 'map_city' and indexname like '%search%'`,
      )
    const before = await indexes()
    await stage.serve(toModels([city(['code', 'name']), Street]))
    expect(await found({ q: 'krakow' })).toEqual([])
    expect(await found({ q: 'kraków' })).toEqual(['Kraków'])
    expect(await found(like('name', 'krakow'))).toEqual([])
    const [plain, ...others] = await indexes()
    expect(others).toEqual([])
    expect(plain).not.toEqual(before[0])
    await stage.serve(toModels([city({ fields: ['code', 'name'], accents: true }), Street]))
    expect(await indexes()).toEqual([plain])
    await stage.serve(toModels([City, Street]))
    expect(await indexes()).toEqual(before)
    expect(await found({ q: 'krakow' })).toEqual(['Kraków'])
  })
})
