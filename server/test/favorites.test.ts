import { beforeAll, describe, expect, it } from 'vitest'
import { loadModels } from '../src/model/loadModels.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { Client, recordOf, recordsOf } from './harness/client.ts'
import { contactsFolder } from './harness/commandLine.ts'
import { Contact } from './harness/contract.ts'
import { clientOf, Favorite, makeKey, makeRole, makeUser, User, View } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const view = { model: Contact, name: 'Leads' }

let [ada, bob] = [0, 0]
/** Neither may read contacts; Bob may share his views with Ada's role. */
let [asAda, asBob] = [] as unknown as [Client, Client]
let readers = 0

beforeAll(async () => {
  const { client: admin, database, service } = stage
  ;({ id: readers } = await makeRole(admin, 'readers', []))
  const sharing = { model: View, create: true, update: true, writeFields: ['roles'] }
  const { id: sharers } = await makeRole(admin, 'sharers', [sharing])
  ;({ id: ada } = await makeUser(admin, 'ada', [{ id: readers }]))
  ;({ id: bob } = await makeUser(admin, 'bob', [{ id: readers }, { id: sharers }]))
  asAda = await clientOf(service, database, ada)
  asBob = await clientOf(service, database, bob)
  return () => [asAda, asBob].forEach((client) => client.close())
})

const favoritesOf = async (client: Client) => recordsOf(await client.find(Favorite, '?limit=100&sortBy=position,id'))
const clear = async (client: Client) => {
  for (const { id, version } of await favoritesOf(client)) recordsOf(await client.delete(Favorite, id, version))
}

describe('a favourite', () => {
  it('is kept by a user without any right: created, moved, read in its order and deleted', async () => {
    const { id: viewId } = recordOf(await asAda.create(View, view))
    const first = recordOf(await asAda.create(Favorite, { view: { id: viewId }, position: 2 }))
    expect(first).toMatchObject({ user: { id: ada }, view: { id: viewId }, model: null, record: null, position: 2 })
    const second = recordOf(await asAda.create(Favorite, { model: Contact, record: 7, position: 1 }))
    expect((await favoritesOf(asAda)).map(({ id }) => id)).toEqual([second.id, first.id])
    recordOf(await asAda.update(Favorite, second.id, { version: 0, position: 3 }))
    expect((await favoritesOf(asAda)).map(({ id }) => id)).toEqual([first.id, second.id])
    await clear(asAda)
    expect(await favoritesOf(asAda)).toEqual([])
  })

  it('is nobody else’s to see or to write, and is made for nobody else', async () => {
    const { id } = recordOf(await asAda.create(Favorite, { model: Contact, record: 1 }))
    expect((await asBob.read(Favorite, id)).json).toMatchObject({ data: { code: 'record-not-found' } })
    expect((await asBob.delete(Favorite, id, 0)).json).toMatchObject({ data: { code: 'record-not-found' } })
    expect(await favoritesOf(asBob)).toEqual([])
    const forAda = await asBob.create(Favorite, { user: { id: ada }, model: Contact, record: 2 })
    // Neither sees the other's user, so for them it is not there.
    expect(forAda.json).toMatchObject({ data: { code: 'invalid-record' }, errors: { user: expect.any(String) } })
    const given = await asAda.update(Favorite, id, { version: 0, user: { id: bob } })
    expect(given.json).toMatchObject({ data: { code: 'invalid-record' }, errors: { user: expect.any(String) } })
    await clear(asAda)
  })

  it.each([
    ['nothing', {}],
    ['a model alone', { model: Contact }],
    ['a record alone', { record: 1 }],
    ['the name of a view alone', { viewName: 'open' }],
    ['a view and a record of a model', { model: Contact, record: 1, viewName: 'open' }],
  ])('of %s is refused by every write', async (_, values) => {
    const refused = { data: { code: 'invalid-record', checks: { viewOrRecord: expect.any(String) } } }
    expect((await asAda.create(Favorite, values)).json).toMatchObject(refused)
    const bulk = await asAda.exchange('POST', `/ws/rest/${Favorite}/bulk`, { body: { create: [values] } })
    expect(bulk.status).toBe(400)
    expect(await favoritesOf(asAda)).toEqual([])
  })

  it('names a view or a record, and not both', async () => {
    const { id } = recordOf(await asAda.create(View, view))
    const both = await asAda.create(Favorite, { view: { id }, model: Contact, record: 1 })
    expect(both.json).toMatchObject({ data: { code: 'invalid-record' } })
  })

  it('is there once', async () => {
    const { id } = recordOf(await asAda.create(View, view))
    for (const values of [{ view: { id } }, { model: Contact, record: 9 }, { model: Contact, viewName: 'open' }]) {
      recordOf(await asAda.create(Favorite, values))
      expect((await asAda.create(Favorite, values)).json).toMatchObject({ data: { code: 'not-unique' } })
    }
    recordOf(await asBob.create(Favorite, { model: Contact, record: 9 }))
    await clear(asAda)
    await clear(asBob)
  })

  it('goes with its view, also the favourite of somebody else, and with its user', async () => {
    const { id } = recordOf(await asBob.create(View, { ...view, roles: [{ id: readers }] }))
    recordOf(await asAda.create(Favorite, { view: { id } }))
    recordOf(await asBob.create(Favorite, { view: { id } }))
    expect((await asBob.delete(View, id, 0)).status).toBe(200)
    expect([await favoritesOf(asAda), await favoritesOf(asBob)]).toEqual([[], []])
    const { id: dora } = await makeUser(stage.client, 'dora')
    const asDora = await clientOf(stage.service, stage.database, dora)
    const starred = recordOf(await asDora.create(Favorite, { model: Contact, record: 1 }))
    asDora.close()
    expect((await stage.client.delete(User, dora, 0)).status).toBe(200)
    expect((await stage.client.read(Favorite, starred.id)).json).toMatchObject({ data: { code: 'record-not-found' } })
  })

  it('is not made of a view that one does not see', async () => {
    const { id } = recordOf(await asBob.create(View, view))
    const refused = await asAda.create(Favorite, { view: { id } })
    expect(refused.json).toMatchObject({ data: { code: 'invalid-record' } })
    expect(await favoritesOf(asAda)).toEqual([])
  })

  it('is read and not written by an API key', async () => {
    const { id } = recordOf(await asAda.create(Favorite, { model: Contact, record: 3 }))
    const { token } = await makeKey(asAda)
    const program = new Client(stage.service.url)
    const headers = { authorization: `Bearer ${token}` }
    const read = await program.exchange('GET', `/ws/rest/${Favorite}/${id}`, { headers })
    expect(recordOf(read)).toMatchObject({ record: 3 })
    const body = { data: { model: Contact, record: 4 } }
    const write = await program.exchange('PUT', `/ws/rest/${Favorite}`, { headers, body })
    expect(write.json).toMatchObject({ data: { code: 'not-permitted' } })
    program.close()
    await clear(asAda)
  })
})

describe('the migration', () => {
  it('makes each pinned view a favourite of its owner, counted like any other', async () => {
    const { database } = stage
    for (const [client, name] of [
      [asAda, 'Zeta'],
      [asAda, 'Alpha'],
      [asBob, 'Beta'],
    ] as const)
      recordOf(await client.create(View, { ...view, name, pinned: true }))
    await database.query(`
      drop table record.tabularium_favorite;
      delete from tabularium.count_deltas
      where model = (select number from tabularium.models where name = 'tabularium.Favorite');
      delete from tabularium.counts
      where model = (select number from tabularium.models where name = 'tabularium.Favorite');
      delete from tabularium.models where name = 'tabularium.Favorite';
      delete from tabularium.migrations where name in ('favorites', 'favorite-views')`)
    const connection = await Connection.open(database.url)
    const { remaining } = await applyMigration(connection, await loadModels(contactsFolder), { allowDataLoss: false })
    await connection.close()
    expect(remaining).toEqual([])
    const made = await database.query(`
      select favorite."user"::int, view.name, favorite.position::int, favorite.version::int
      from record.tabularium_favorite as favorite
      join record.tabularium_view as view on view.id = favorite.view
      order by 1, 3`)
    expect(made).toEqual([
      { user: ada, name: 'Alpha', position: 1, version: 0 },
      { user: ada, name: 'Zeta', position: 2, version: 0 },
      { user: bob, name: 'Beta', position: 1, version: 0 },
    ])
    // The service may have folded the deltas meanwhile.
    const counted = await database.query(`
      select sum(counted.records)::int as total
      from (select model, change as records from tabularium.count_deltas
        union all select model, records from tabularium.counts where level = 1) as counted
      join tabularium.models on models.number = counted.model and models.name = 'tabularium.Favorite'`)
    expect(counted).toEqual([{ total: 3 }])
  })
})
