import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf } from './harness/client.ts'
import { Contact, Tag } from './harness/contract.ts'
import { clientOf, Favorite, makeRole, makeUser, own, View, Webhook } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const leads = { fieldName: 'status', operator: '=', value: 'lead' }

/** Ada reads the contacts that she created, and nothing else. */
let ada = 0
let asAda: Client
let hers = 0
let theirs = 0
let readers = 0

beforeAll(async () => {
  const { client: admin, database, service } = stage
  const rules = [{ model: Contact, read: true, create: true, update: true, delete: true, condition: own }]
  ;({ id: readers } = await makeRole(admin, 'readers', rules))
  ;({ id: ada } = await makeUser(admin, 'ada', [{ id: readers }]))
  asAda = await clientOf(service, database, ada)
  ;({ id: hers } = recordOf(await asAda.create(Contact, { firstName: 'Her', lastName: 'Own', status: 'lead' })))
  ;({ id: theirs } = recordOf(await admin.create(Contact, { firstName: 'Their', lastName: 'Own', status: 'lead' })))
  return () => asAda.close()
})

interface Home {
  readonly favorites: readonly { id: number; view?: { name: string }; total?: number | null; record?: object }[]
  readonly pinned: readonly { view: { name: string }; total: number | null }[]
  readonly notices: { total: number }
  readonly jobs?: { total: number; records: readonly { name: string }[] }
  readonly deliveries?: readonly object[]
  readonly recent: readonly object[]
}

async function homeOf(client: Client, query = ''): Promise<Home> {
  const { status, json } = await client.exchange('GET', `/ws/home${query}`)
  expect(status).toBe(200)
  return (json as unknown as { data: [Home] }).data[0]
}

const star = (client: Client, values: object) => client.create(Favorite, { ...values }).then(recordOf)
const viewOf = (client: Client, values: object = {}) =>
  client.create(View, { model: Contact, name: 'Leads', criteria: leads, ...values }).then(recordOf)

describe('GET /ws/home', () => {
  it('has nothing but lists for a user who has starred nothing', async () => {
    expect(await homeOf(asAda)).toEqual({
      favorites: [],
      pinned: [],
      dashboards: [],
      notices: { total: 0, records: [] },
      recent: [],
    })
  })

  it('has starred views with the total that find answers to the same user, in their order', async () => {
    const [mine, everything] = [await viewOf(asAda), await viewOf(asAda, { name: 'All', criteria: null })]
    const second = await star(asAda, { view: { id: mine.id }, position: 2 })
    const first = await star(asAda, { view: { id: everything.id }, position: 1 })
    const { favorites } = await homeOf(asAda)
    expect(favorites).toMatchObject([
      { id: first.id, position: 1, view: { id: everything.id, name: 'All', model: Contact }, total: 1 },
      { id: second.id, position: 2, view: { id: mine.id, name: 'Leads', criteria: leads }, total: 1 },
    ])
    const asAdmin = await viewOf(stage.client)
    await star(stage.client, { view: { id: asAdmin.id } })
    const where = encodeURIComponent(JSON.stringify(leads))
    const { json } = await stage.client.find(Contact, `?where=${where}&limit=1`)
    const { total } = json as unknown as { total: number }
    expect((await homeOf(stage.client)).favorites).toMatchObject([{ total }])
    expect(total).toBeGreaterThan(1)
    for (const { id } of [first, second]) await asAda.delete(Favorite, id, 0)
  })

  it('keeps a view whose criteria do not fit the model, without a total', async () => {
    const { id } = await viewOf(asAda, { criteria: { fieldName: 'gone', operator: '=', value: 1 } })
    const favorite = await star(asAda, { view: { id } })
    expect((await homeOf(asAda)).favorites).toMatchObject([{ view: { id }, total: null }])
    await asAda.delete(Favorite, favorite.id, 0)
  })

  it('has starred and recent records as find shows them, and leaves out what one may not read', async () => {
    const stars = [
      await star(asAda, { model: Contact, record: hers }),
      await star(asAda, { model: Contact, record: theirs }),
      await star(asAda, { model: Tag, record: 1 }),
      await star(asAda, { model: 'com.example.Nothing', record: 1 }),
    ]
    const recent = [`${Contact}/${theirs}`, `${Contact}/${hers}`, `${Tag}/1`, 'nothing/1'].join()
    const found = await homeOf(asAda, `?recent=${recent}`)
    expect(found.favorites).toMatchObject([{ model: Contact, record: { id: hers, fullName: 'Her Own' } }])
    expect(found.favorites).toHaveLength(1)
    expect(found.recent).toMatchObject([{ model: Contact, record: { id: hers, fullName: 'Her Own' } }])
    expect(found.recent).toHaveLength(1)
    const asAdmin = await homeOf(stage.client, `?recent=${recent}`)
    expect(asAdmin.recent).toMatchObject([{ record: { id: theirs } }, { record: { id: hers } }])
    for (const { id } of stars) await asAda.delete(Favorite, id, 0)
  })

  it('loses a record that is deleted, and a view that is not shared any more', async () => {
    const { client: admin } = stage
    const { id } = recordOf(await asAda.create(Contact, { firstName: 'Soon', lastName: 'Gone' }))
    const shared = await viewOf(admin, { name: 'Shared', roles: [{ id: readers }] })
    const stars = [await star(asAda, { model: Contact, record: id }), await star(asAda, { view: { id: shared.id } })]
    expect((await homeOf(asAda)).favorites).toMatchObject([{ record: { id } }, { view: { id: shared.id } }])
    await asAda.delete(Contact, id, 0)
    await admin.update(View, shared.id, { version: 0, roles: [] })
    expect((await homeOf(asAda)).favorites).toEqual([])
    for (const one of stars) await asAda.delete(Favorite, one.id, 0)
  })

  it('has pinned views that others share with the user, unless they are starred', async () => {
    const { client: admin } = stage
    const shared = await viewOf(admin, { name: 'For all', pinned: true, roles: [{ id: readers }] })
    await viewOf(admin, { name: 'For nobody', pinned: true })
    await viewOf(asAda, { name: 'Her own', pinned: true })
    expect((await homeOf(asAda)).pinned).toMatchObject([{ view: { id: shared.id, name: 'For all' }, total: 1 }])
    expect((await homeOf(asAda)).pinned).toHaveLength(1)
    expect((await homeOf(admin)).pinned).toEqual([])
    const { id } = await star(asAda, { view: { id: shared.id } })
    expect((await homeOf(asAda)).pinned).toEqual([])
    await asAda.delete(Favorite, id, 0)
  })

  it('has failed jobs and parked deliveries for those who may run and send them again', async () => {
    const { client: admin, database } = stage
    await database.query(`
      insert into record.tabularium_job (id, version, created_on, updated_on, name, kind, state)
      select nextval('record.tabularium_job_ids'), 0, now(), now(), 'job ' || n, 'job', state
      from unnest(array['failed', 'done', 'failed']) with ordinality as given(state, n)`)
    const hook = { name: 'Hook', url: 'https://example.com/hook', models: [Contact], state: 'paused' }
    const { id } = recordOf(await admin.create(Webhook, hook))
    await database.query(
      `insert into tabularium.deliveries (webhook, position, model, record, version, created_on, due_on, parked)
       select $1, n, 1, n, 0, now(), now(), n < 3 from generate_series(1, 3) as n`,
      [id],
    )
    const found = await homeOf(admin)
    expect(found.jobs).toMatchObject({ total: 2, records: [{ name: 'job 3' }, { name: 'job 1' }] })
    expect(found.deliveries).toEqual([{ webhook: { id, name: 'Hook' }, parked: 2 }])
    const hersNow = await homeOf(asAda)
    expect([hersNow.jobs, hersNow.deliveries]).toEqual([undefined, undefined])
  })

  it('is seen as another user with their rights, and their favourites', async () => {
    const { id } = await star(asAda, { model: Contact, record: hers })
    const seen = await stage.client.exchange('GET', '/ws/home', { headers: { 'x-see-as': 'ada' } })
    expect(seen.json).toMatchObject({ data: [{ favorites: [{ id }] }] })
    await asAda.delete(Favorite, id, 0)
  })

  it.each(['recent=a', 'recent=a/0', 'recent=a/b', `recent=${'a/1,'.repeat(20)}a/1`, 'limit=5'])(
    'refuses %s',
    async (query) => {
      const { json } = await asAda.exchange('GET', `/ws/home?${query}`)
      expect(json).toMatchObject({ data: { code: 'invalid-parameter' } })
    },
  )

  it('can be followed from where it was read, and takes a session', async () => {
    const { json } = await asAda.exchange('GET', '/ws/home?changes=true')
    expect(json).toMatchObject({ changes: expect.any(String) })
    const nobody = await asAda.exchange('GET', '/ws/home', { cookie: '' })
    expect(nobody.json).toMatchObject({ data: { code: 'session-required' } })
  })
})
