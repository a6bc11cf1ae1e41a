import { beforeAll, describe, expect, it } from 'vitest'
import { search } from './harness/actions.ts'
import { archive, archiving, Box, byId, Loan, Thing, thing } from './harness/archiving.ts'
import { type Client, type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(archiving)
let admin: Client

beforeAll(() => {
  admin = stage.client
})

const newThing = async (more: object = {}) => recordOf(await admin.create(Thing, thing(more)))
const totalOf = async (body: object) => (await search(admin, Thing, body)).json as unknown as { total: number }

describe('an archived record', () => {
  it('has a version, a time and an author, and is shown by its id', async () => {
    const one = await newThing()
    const gone = recordOf(await archive(admin, one))
    expect(gone).toMatchObject({ version: 1, archivedOn: expect.any(String), archivedBy: { username: 'admin' } })
    expect(recordOf(await admin.read(Thing, one.id))).toMatchObject({ archivedOn: gone['archivedOn'] })
    const back = recordOf(await archive(admin, gone, 'unarchive'))
    expect(back).toMatchObject({ version: 2, archivedOn: null, archivedBy: null })
  })

  it('is hidden in lists, searches, words and sums unless it is asked for', async () => {
    const one = await newThing({ name: 'rarest' })
    const gone = recordOf(await archive(admin, one))
    const totals = async (more: object) => (await totalOf({ ...byId(one), ...more })).total
    expect([await totals({}), await totals({ archived: true }), await totals({ archived: 'only' })]).toEqual([0, 1, 1])
    const named = [
      { fieldName: 'id', operator: '=', value: one.id },
      { fieldName: 'archivedOn', operator: 'notNull' },
    ]
    expect((await totalOf({ data: { criteria: named } })).total).toBe(1)
    const find = async (query: string) => recordsOf(await admin.find(Thing, query)).some(({ id }) => id === one.id)
    expect([await find(''), await find('?archived=true'), await find('?archived=only')]).toEqual([false, true, true])
    expect([await find('?q=rarest'), await find('?q=rarest&archived=true')]).toEqual([false, true])
    expect((await admin.exchange('GET', '/ws/search?q=rarest')).text).not.toContain('rarest')
    const sums = await admin.exchange('POST', `/ws/rest/${Thing}/aggregate`, { body: { ...byId(one), count: true } })
    expect(sums.json?.data).toMatchObject([{ count: 0 }])
    const mass = await admin.exchange('POST', `/ws/rest/${Thing}/updateMass`, {
      body: { ...byId(one), values: { name: 'changed' }, maxAffected: 5 },
    })
    expect(mass.text).not.toContain('"affected":1')
    expect(recordOf(await archive(admin, gone, 'unarchive'))).toMatchObject({ name: 'rarest' })
    expect(await find('')).toBe(true)
  })

  it('is hidden among members, links and in rollups, and stays when a list of members is written', async () => {
    const box = recordOf(await admin.create(Box, { name: 'b' }))
    const [kept, gone] = [await newThing({ box: { id: box.id } }), await newThing({ box: { id: box.id } })]
    recordOf(await admin.update(Box, box.id, { version: 0, linked: [{ id: kept.id }, { id: gone.id }] }))
    recordOf(await archive(admin, gone))
    const read = async () =>
      recordOf(await admin.exchange('GET', `/ws/rest/${Box}/${box.id}?fields=things,linked,count,all`))
    const shown = await read()
    expect(shown).toMatchObject({ count: 1, all: 2 })
    for (const name of ['things', 'linked'])
      expect((shown[name] as RecordJson[]).map(({ id }) => id)).toEqual([kept.id])
    recordOf(
      await admin.update(Box, box.id, { version: 1, things: [{ id: kept.id, version: 0 }], linked: [{ id: kept.id }] }),
    )
    expect(recordOf(await admin.read(Thing, gone.id))).toMatchObject({ box: { id: box.id } })
    const rows = await stage.database.query(
      'select from record.org_example_archive_box_linked_links where target = $1',
      [gone.id],
    )
    expect(rows).toHaveLength(1)
  })

  it('gets no new references, and keeps those that it has', async () => {
    const one = await newThing()
    const loan = recordOf(await admin.create(Loan, { thing: { id: one.id } }))
    const gone = recordOf(await archive(admin, one))
    const refused = [
      await admin.create(Loan, { thing: { id: one.id } }),
      await admin.create(Loan, { thing: { code: one['code'] } }),
      await admin.exchange('POST', `/ws/rest/${Loan}`, { body: { records: [{ thing: { id: one.id } }] } }),
    ]
    for (const reply of refused)
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('is archived')])
    const kept = { version: 0, note: 'stays', thing: { id: one.id } }
    expect(recordOf(await admin.update(Loan, loan.id, kept))).toMatchObject({ thing: { id: one.id } })
    recordOf(await archive(admin, gone, 'unarchive'))
    recordOf(await admin.create(Loan, { thing: { id: one.id } }))
  })

  it('is found by its key, changed as others, and its history tells it', async () => {
    const one = await newThing()
    recordOf(await archive(admin, one))
    const upserted = await admin.create(Thing, { code: one['code'], name: 'other' }, '?key=code')
    expect(recordOf(upserted)).toMatchObject({ id: one.id, name: 'other', archivedOn: expect.any(String) })
    expect((await admin.history(Thing, one.id)).text).toContain('archivedOn')
  })

  it('is archived with others, all or none, as one change set that can be undone', async () => {
    const [a, b] = [await newThing(), await newThing()]
    const send = (records: object[], query = '') =>
      admin.exchange('POST', `/ws/rest/${Thing}/archive${query}`, { body: { records } })
    expect(
      (
        await send([
          { id: a.id, version: 0 },
          { id: b.id, version: 7 },
        ])
      ).status,
    ).toBe(409)
    expect((await send([{ id: a.id, version: 0 }], '?dryRun=true')).status).toBe(200)
    expect((await send([{ id: a.id, version: 0, name: 'x' }])).status).toBe(400)
    expect((await send([{ version: 0 }])).status).toBe(400)
    expect((await totalOf(byId(a))).total).toBe(1)
    const both = await send([a, b].map(({ id }) => ({ id, version: 0 })))
    const { changeSet } = both.json as unknown as { changeSet: number }
    const [set] = await stage.database.query<{ kind: string }>(
      'select kind from tabularium.change_sets where id = $1',
      [changeSet],
    )
    expect(set?.kind).toBe('archive')
    expect((await totalOf(byId(b))).total).toBe(0)
    await admin.exchange('POST', `/ws/changes/sets/${changeSet}/undo`, { body: { data: {} } })
    expect((await totalOf(byId(b))).total).toBe(1)
  })
})

describe('the right to archive', () => {
  it('is the right to update archivedOn', async () => {
    const rules = [{ model: Thing, read: true, update: true, writeFields: ['archivedOn'] }]
    const { id } = await makeUser(admin, 'archivist', [await makeRole(admin, 'archiving', rules)])
    const archivist = await clientOf(stage.service, stage.database, id)
    const clerk = await makeUser(admin, 'clerk', [
      await makeRole(admin, 'naming', [{ model: Thing, read: true, update: true, lockFields: ['archivedOn'] }]),
    ])
    const other = await clientOf(stage.service, stage.database, clerk.id)
    const one = await newThing()
    expect((await archive(other, one)).status).toBe(403)
    expect(recordOf(await archive(archivist, one))).toMatchObject({ archivedBy: { username: 'archivist' } })
    archivist.close()
    other.close()
  })

  it('does not let anybody archive in the name of others, nor models that do not archive', async () => {
    const one = await newThing()
    const written = await admin.update(Thing, one.id, { version: 0, archivedBy: { id: 1 }, name: 'same' })
    expect(recordOf(written)).toMatchObject({ archivedBy: null })
    const loan = recordOf(await admin.create(Loan, { note: 'x' }))
    const refused = await admin.exchange('POST', `/ws/rest/${Loan}/${loan.id}/archive`, {
      body: { data: { version: 0 } },
    })
    expect(refused.status).toBe(400)
    expect((await search(admin, Loan, { archived: true })).status).toBe(400)
    expect((await admin.find(Thing, '?archived=false')).status).toBe(400)
  })
})
