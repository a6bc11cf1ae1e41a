import { beforeAll, describe, expect, it } from 'vitest'
import { examine } from '../src/command/doctor/examine.ts'
import { model, text } from '../src/index.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { archiving, archive, Box, byId, Loan, Thing, thing } from './harness/archiving.ts'
import { historyOf, saveMany, search, updateMass } from './harness/actions.ts'
import { type Client, type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { useModels } from './harness/useModels.ts'
import { foldStatement } from '../src/statement/journal/counts.ts'

// Only the tests fold.
const stage = useModels(archiving, { foldInterval: '1m' })
let admin: Client

beforeAll(() => {
  admin = stage.client
})

const newThing = async (more: object = {}) => recordOf(await admin.create(Thing, thing(more)))
const read = async ({ id }: RecordJson) => recordOf(await admin.read(Thing, id))
const userWith = async (name: string, rules: readonly object[]) => {
  const { id } = await makeUser(admin, name, [await makeRole(admin, `of ${name}`, rules)])
  return clientOf(stage.service, stage.database, id)
}

/** The three totals, as the service answers them and as PostgreSQL counts. */
async function totals() {
  const total = async (query: string) => (await admin.find(Thing, `?limit=1${query}`)).json?.total
  const told = [await total(''), await total('&archived=true'), await total('&archived=only')]
  const [counted] = await stage.database.query<{ shown: number; all: number; archived: number }>(`
select count(*) filter (where archived_on is null)::int as shown, count(*)::int as all,
  count(archived_on)::int as archived
from record.org_example_archive_thing`)
  return { told, counted: [counted?.shown, counted?.all, counted?.archived] }
}

describe('the total of a list', () => {
  it('is exact after every way to archive, to take out, to delete and to come back', async () => {
    const expectExact = async () => {
      const before = await totals()
      expect(before.told).toEqual(before.counted)
      await stage.database.query(foldStatement.toText())
      expect((await totals()).told).toEqual(before.counted)
    }
    const things = await Promise.all(Array.from({ length: 8 }, () => newThing()))
    const [a, b, c, d, e] = things as [RecordJson, RecordJson, RecordJson, RecordJson, RecordJson]
    await expectExact()
    const archivedOn = '2026-01-02T03:04:05.000Z'
    recordOf(await archive(admin, a))
    await admin.exchange('POST', `/ws/rest/${Thing}/archive`, {
      body: { records: [b, c].map(({ id }) => ({ id, version: 0 })) },
    })
    recordsOf(await saveMany(admin, Thing, [thing({ archivedOn }), { id: d.id, version: 0, archivedOn }]))
    await updateMass(admin, Thing, { ...byId(e), values: { archivedOn }, maxAffected: 1 })
    await expectExact()
    recordOf(await archive(admin, await read(a), 'unarchive'))
    recordOf(await admin.update(Thing, b.id, { version: 1, name: 'other', archivedOn }))
    expect((await admin.exchange('DELETE', `/ws/rest/${Thing}/${c.id}`)).status).toBe(200)
    await expectExact()
    const restore = { data: { version: 2, toVersion: 1 } }
    expect(
      recordOf(await admin.exchange('POST', `/ws/rest/${Thing}/${c.id}/restore`, { body: restore })),
    ).toMatchObject({
      archivedOn: expect.any(String),
    })
    await admin.exchange('POST', `/ws/rest/${Thing}/${a.id}/undo`, { body: { data: { version: 2, undo: 2 } } })
    await expectExact()
    expect((await totals()).counted.at(-1)).toBe(6)
    await admin.exchange('POST', `/ws/rest/${Thing}/${a.id}/archive?dryRun=true`, { body: { data: { version: 3 } } })
    await expectExact()
  })

  it('is over records that an index of their own finds', async () => {
    const found = await stage.database.query<{ indexdef: string }>(
      "select indexdef from pg_indexes where tablename = 'org_example_archive_thing'",
    )
    expect(found.map(({ indexdef }) => indexdef)).toContainEqual(
      expect.stringMatching(/\(id\) WHERE \(archived_on IS NULL\)$/),
    )
  })

  it('and the pages of a list, by offset and by token, leave out the same records', async () => {
    const things = await Promise.all(Array.from({ length: 9 }, () => newThing({ name: 'paged' })))
    for (const [index, one] of things.entries()) if (index % 3 === 1) recordOf(await archive(admin, one))
    const shown = things.filter((_, index) => index % 3 !== 1).map(({ id }) => id)
    const ids: number[] = []
    let after: string | undefined
    do {
      const query = `?q=paged&limit=4${after ? `&after=${after}` : ''}`
      const reply = await admin.find(Thing, query)
      ids.push(...recordsOf(reply).map(({ id }) => id))
      after = (reply.json as { next?: string }).next
    } while (after)
    expect(ids.toSorted((x, y) => x - y)).toEqual(shown.toSorted((x, y) => x - y))
    const page = await admin.find(Thing, '?q=paged&offset=4&limit=4')
    expect(recordsOf(page).map(({ id }) => id)).toEqual(ids.slice(4, 8))
    const first = (await admin.find(Thing, '?q=paged&limit=2')).json as unknown as { next: string }
    expect((await admin.find(Thing, `?q=paged&limit=2&archived=true&after=${first.next}`)).status).toBe(400)
  })
})

describe('who archived a record', () => {
  it('stays if another sends the record back as it was read', async () => {
    const other = await stage.another('editor')
    const gone = recordOf(await archive(admin, await newThing()))
    const sent = { ...gone, name: 'changed', archivedOn: gone['archivedOn'] }
    const changed = recordOf(await other.update(Thing, gone.id, sent))
    expect(changed).toMatchObject({ name: 'changed', archivedBy: { username: 'admin' } })
    const entries = await historyOf(admin, Thing, gone.id)
    expect(entries.map(({ changes }) => Object.keys(changes ?? {}))).toEqual([
      ['name'],
      ['archivedOn', 'archivedBy'],
      expect.any(Array),
    ])
    const merged = await other.exchange('POST', `/ws/rest/${Thing}/${gone.id}?onConflict=merge`, {
      body: { data: { ...gone, code: `${String(gone['code'])}m` } },
    })
    expect(recordOf(merged)).toMatchObject({ name: 'changed', archivedBy: { username: 'admin' } })
  })

  it('and when, come back with an undo of the return', async () => {
    const other = await stage.another('returner')
    const gone = recordOf(await archive(admin, await newThing()))
    recordOf(await archive(other, gone, 'unarchive'))
    await other.exchange('POST', `/ws/rest/${Thing}/${gone.id}/undo`, { body: { data: { version: 2, undo: 2 } } })
    expect(await read(gone)).toMatchObject({ archivedOn: gone['archivedOn'], archivedBy: { username: 'admin' } })
  })

  it('is shown without the right to read users, and found by name', async () => {
    const reader = await userWith('reader', [{ model: Thing, read: true }])
    const gone = recordOf(await archive(admin, await newThing()))
    expect(recordOf(await reader.read(Thing, gone.id))).toMatchObject({ archivedBy: { username: 'admin' } })
    const byName = { fieldName: 'archivedBy.username', operator: '=', value: 'admin' }
    const found = await search(reader, Thing, { archived: 'only', data: { criteria: [byName] } })
    expect(recordsOf(found).map(({ id }) => id)).toContain(gone.id)
    reader.close()
  })

  it('is no reference that keeps a user from being deleted', async () => {
    const { id } = await makeUser(admin, 'leaver', [
      await makeRole(admin, 'leaving', [{ model: Thing, read: true, update: true }]),
    ])
    const leaver = await clientOf(stage.service, stage.database, id)
    const gone = recordOf(await archive(leaver, await newThing()))
    leaver.close()
    expect((await admin.exchange('DELETE', `/ws/rest/tabularium.User/${id}`)).status).toBe(200)
    expect(await read(gone)).toMatchObject({ version: 1, archivedOn: gone['archivedOn'], archivedBy: null })
  })
})

describe('an archived record and others', () => {
  it('is not linked anew, and members do not come into an archived one', async () => {
    const [free, gone] = [await newThing(), recordOf(await archive(admin, await newThing()))]
    const linked = await admin.create(Box, { name: 'b', linked: [{ id: free.id }, { id: gone.id }] })
    expect([linked.status, linked.text]).toEqual([400, expect.stringContaining('"linked":"is archived"')])
    const box = recordOf(await admin.create(Box, { name: 'b' }))
    const closed = recordOf(await archive(admin, box, 'archive', { model: Box }))
    const member = await admin.update(Box, closed.id, { version: 1, things: [thing()] })
    expect([member.status, member.text]).toEqual([400, expect.stringContaining('is archived')])
  })

  it('can be commented on', async () => {
    const gone = recordOf(await archive(admin, await newThing()))
    const path = `/ws/rest/${Thing}/${gone.id}/comments`
    expect((await admin.exchange('PUT', path, { body: { data: { body: 'Broken.' } } })).status).toBe(200)
  })

  it('comes back with a deleted record that refers to it', async () => {
    const one = await newThing()
    const loan = recordOf(await admin.create(Loan, { thing: { id: one.id } }))
    recordOf(await archive(admin, one))
    await admin.exchange('DELETE', `/ws/rest/${Loan}/${loan.id}`)
    const restored = await admin.exchange('POST', `/ws/rest/${Loan}/${loan.id}/restore`, {
      body: { data: { version: 1, toVersion: 0 } },
    })
    expect(recordOf(restored)).toMatchObject({ thing: { id: one.id } })
  })

  it('tells nothing of itself to those who do not see it', async () => {
    const rules = [
      { model: Loan, read: true, create: true },
      { model: Thing, read: true, condition: { fieldName: 'name', operator: '=', value: 'public' } },
    ]
    const clerk = await userWith('lender', rules)
    const [hidden, gone] = [await newThing(), await newThing()]
    recordOf(await archive(admin, gone))
    const replies = await Promise.all([hidden, gone].map(({ id }) => clerk.create(Loan, { thing: { id } })))
    expect(replies.map(({ status }) => status)).toEqual([400, 400])
    expect(replies.map(({ json }) => json?.errors)).toEqual(replies.map(() => replies[0]?.json?.errors))
    clerk.close()
  })

  it('changes nobody’s rights to other records', async () => {
    const viaThings = { fieldName: 'things.name', operator: '=', value: 'key' }
    const holder = await userWith('holder', [{ model: Box, read: true, condition: viaThings }])
    const box = recordOf(await admin.create(Box, { name: 'b' }))
    const key = await newThing({ name: 'key', box: { id: box.id } })
    expect((await holder.read(Box, box.id)).status).toBe(200)
    recordOf(await archive(admin, key))
    expect((await holder.read(Box, box.id)).status).toBe(200)
    const found = await search(admin, Box, {
      data: { criteria: [viaThings, { fieldName: 'id', operator: '=', value: box.id }] },
    })
    expect(recordsOf(found)).toEqual([])
    holder.close()
  })
})

describe('the metadata', () => {
  it('tell that records can be archived, with fields of which people set one', async () => {
    const all = await admin.exchange('GET', '/ws/meta/models?detail=true')
    const models = all.json?.data as {
      name: string
      archive?: true
      fields: { name: string; may: object }[]
    }[]
    const { archive: archives, fields = [] } = models.find(({ name }) => name === Thing) ?? {}
    expect([archives, models.find(({ name }) => name === Loan)?.archive]).toEqual([true, undefined])
    expect(fields.filter(({ name }) => name.startsWith('archived'))).toMatchObject([
      { name: 'archivedOn', type: 'dateTime', label: 'Archived on', may: { read: 'all', update: 'all' } },
      { name: 'archivedBy', type: 'reference', author: true, may: { read: 'all', create: 'none', update: 'none' } },
    ])
    expect((await admin.exchange('GET', `/ws/meta/fields/${Thing}`)).status).toBe(200)
  })
})

describe('archive as an update', () => {
  it('is done once for one key, conflicts, merges, and is an update in the feed', async () => {
    const start = (await admin.find(Thing, '?limit=1&changes=true')).json as unknown as { changes: string }
    const one = await newThing()
    const send = () =>
      admin.exchange('POST', `/ws/rest/${Thing}/${one.id}/archive`, {
        body: { data: { version: 0 } },
        headers: { 'idempotency-key': `archive-${one.id}` },
      })
    const [first, again] = [await send(), await send()]
    expect(again.text).toBe(first.text)
    expect(recordOf(first)['version']).toBe(1)
    expect((await archive(admin, one)).status).toBe(409)
    const named = recordOf(await admin.update(Thing, one.id, { version: 1, name: 'named' }))
    const merged = await archive(admin, { ...named, version: 1 }, 'unarchive', { query: '?onConflict=merge' })
    expect(recordOf(merged)).toMatchObject({ name: 'named', archivedOn: null, version: 3 })
    const followed = await until('its changes', async () => {
      const feed = await admin.exchange('GET', `/ws/changes?after=${start.changes}&models=${Thing}`)
      const ours = (feed.json?.data as { id: number; operation: string }[]).filter(({ id }) => id === one.id)
      return ours.length >= 4 ? ours : undefined
    })
    expect(followed.map(({ operation }) => operation)).toEqual(['create', 'update', 'update', 'update'])
  })

  it('follows rules about archivedOn', async () => {
    const current = { fieldName: 'archivedOn', operator: 'isNull' }
    const reader = await userWith('current', [{ model: Thing, read: true, condition: current }])
    const one = await newThing()
    expect((await reader.read(Thing, one.id)).status).toBe(200)
    recordOf(await archive(admin, one))
    expect((await reader.read(Thing, one.id)).status).toBe(404)
    expect((await search(reader, Thing, { archived: 'only' })).json?.total).toBe(0)
    reader.close()
  })
})

describe('a model whose records only actions change', () => {
  it('refuses to archive them, and one whose archivedOn only actions write, too', async () => {
    const [Ticket, Note] = ['org.example.archive.Ticket', 'org.example.archive.Note'] as const
    const fields = { name: text() }
    await stage.serve(
      toModels([
        model({ name: Ticket, title: 'name', archive: true, only: { '*': ['update'] }, fields }),
        model({ name: Note, title: 'name', archive: true, only: { archivedOn: 'actions' }, fields }),
      ]),
    )
    for (const name of [Ticket, Note]) {
      const made = recordOf(await stage.client.create(name, { name: 'n' }))
      const refused = await archive(stage.client, made, 'archive', { model: name })
      expect([refused.status, refused.text]).toEqual([expect.any(Number), expect.stringContaining('actions')])
      expect(refused.status).not.toBe(200)
      expect(recordOf(await stage.client.read(name, made.id))).toMatchObject({ version: 0, archivedOn: null })
    }
  })
})

describe('doctor', () => {
  it('names a model of which more than half is archived, from as many records on as it is asked for', async () => {
    const Crate = 'org.example.archive.Crate'
    const crates = toModels([model({ name: Crate, title: 'name', archive: true, fields: { name: text() } })])
    await stage.serve(crates)
    const made = recordsOf(await saveMany(stage.client, { name: Crate }, [{}, {}, {}, {}]))
    const put = async (index: number) => archive(stage.client, made[index] as RecordJson, 'archive', { model: Crate })
    const connection = await Connection.open(stage.database.url)
    const found = async (rows: number) => {
      const options = { rows, recount: false, fix: false }
      const { findings } = await examine((statement) => connection.query(statement), crates, options)
      return findings.filter(({ check }) => check === 'archive').map(({ what }) => what)
    }
    for (const index of [0, 1]) recordOf(await put(index))
    expect(await found(4)).toEqual([])
    recordOf(await put(2))
    expect(await found(4)).toEqual([`Of the 4 records of ${Crate}, 3 are archived.`])
    expect(await found(5)).toEqual([])
    await connection.close()
  })
})

describe('a model without archive again', () => {
  it('is refused while records are archived, and loses nothing after that', async () => {
    const [shelf, plain] = [{ archive: true } as const, {}].map((more) =>
      toModels([model({ name: 'org.example.archive.Shelf', title: 'name', fields: { name: text() }, ...more })]),
    ) as [typeof archiving, typeof archiving]
    await stage.serve(shelf)
    const made = recordOf(await stage.client.create('org.example.archive.Shelf', { name: 's' }))
    const gone = recordOf(await archive(stage.client, made, 'archive', { model: 'org.example.archive.Shelf' }))
    await expect(stage.serve(plain)).rejects.toThrow('there are archived records')
    await stage.serve(shelf)
    recordOf(await archive(stage.client, gone, 'unarchive', { model: 'org.example.archive.Shelf' }))
    const steps = (await stage.plan(plain)).filter(({ title }) => title.includes('archived'))
    expect(steps.map(({ title, loses }) => [title, loses])).toEqual([
      ['Drop org.example.archive.Shelf.archived_by', undefined],
      ['Drop org.example.archive.Shelf.archived_on', undefined],
    ])
    await stage.serve(plain)
    expect((await stage.client.find('org.example.archive.Shelf')).json?.total).toBe(1)
  })
})
