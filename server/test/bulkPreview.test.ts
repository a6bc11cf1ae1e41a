import { describe, expect, it } from 'vitest'
import { removeAll, saveMany, updateMass } from './harness/actions.ts'
import { type Client, recordOf, type RecordJson, type Reply } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { Book, Chapter, Genre, library, Publisher } from './harness/library.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(library, { maxBulk: '50' })
const dry = { query: '?dryRun=true' }
let made = 0

async function create(model: { readonly name: string }, data: object): Promise<RecordJson> {
  return recordOf(await stage.client.create(model.name, data))
}

/** Books that only one test knows, with these pages each. */
async function books(...pages: readonly number[]): Promise<{ name: string; ids: number[] }> {
  const name = `book ${made++}`
  const ids: number[] = []
  for (const count of pages) ids.push((await create(Book, { name, pages: count })).id)
  return { name, ids }
}

function mass(name: string, values: object, show?: unknown): object {
  const data = { fieldName: 'name', operator: '=', value: name }
  return { data, values, maxAffected: 50, ...(show === undefined ? {} : { show }) }
}

async function userWith(name: string, rules: readonly object[]): Promise<Client> {
  const role = await makeRole(stage.client, name, rules)
  return clientOf(stage.service, stage.database, (await makeUser(stage.client, name, [role])).id)
}

async function withoutTrace(attempt: () => Promise<Reply>): Promise<Reply> {
  const before = await takeSnapshot(stage.database)
  const reply = await attempt()
  expect(await takeSnapshot(stage.database)).toEqual(before)
  return reply
}

describe('a dry run of updateMass with show', () => {
  it('shows the changes of the first records, and counts those that change and those that do not', async () => {
    const { name, ids } = await books(1, 7, 2)
    const reply = await withoutTrace(() => updateMass(stage.client, Book, mass(name, { pages: 7 }, 2), dry))
    const data = [
      { id: ids[0], title: name, changes: { pages: { from: 1, to: 7 } } },
      { id: ids[1], title: name, changes: {} },
    ]
    expect(shown(reply)).toEqual(success(data, { changed: 2, same: 1, total: 3, dryRun: true }))
    const counts = await updateMass(stage.client, Book, mass(name, { pages: 7 }, 0), dry)
    expect(shown(counts)).toEqual(success([], { changed: 2, same: 1, total: 3, dryRun: true }))
  })

  it('shows references with their titles, and increments as their results', async () => {
    const { name, ids } = await books(5)
    const publisher = await create(Publisher, { name: 'Press' })
    const values = { pages: { increment: 3 }, publisher: { id: publisher.id } }
    const reply = await updateMass(stage.client, Book, mass(name, values, 50), dry)
    expect(shown(reply)).toMatchObject({
      json: {
        data: [
          {
            id: ids[0],
            changes: { pages: { from: 5, to: 8 }, publisher: { from: null, to: { id: publisher.id, title: 'Press' } } },
          },
        ],
      },
    })
  })

  it('finds nothing to change where nothing matches', async () => {
    const reply = await updateMass(stage.client, Book, mass('no such book', { pages: 1 }, 50), dry)
    expect(shown(reply)).toEqual(success([], { changed: 0, same: 0, total: 0, dryRun: true }))
  })

  it('is refused as the write would be', async () => {
    const { name } = await books(1, 1)
    const body = { ...mass(name, { pages: 2 }, 50), maxAffected: 1 }
    expect(shown(await updateMass(stage.client, Book, body, dry))).toEqual(
      refusal('too-many-affected', { data: { most: 1 } }),
    )
  })

  it.each([-1, 51, 1.5, '5', null])('takes no show of %j', async (show) => {
    const body = { ...mass('any', { pages: 1 }), show }
    expect(shown(await updateMass(stage.client, Book, body, dry))).toEqual(refusal('invalid-parameter'))
  })

  it('takes no show in a real write, which writes nothing then', async () => {
    const { name, ids } = await books(1)
    for (const attempt of [
      () => updateMass(stage.client, Book, mass(name, { pages: 2 }, 50)),
      () => saveMany(stage.client, Book, [{ name }], { show: 1 }),
      () => removeAll(stage.client, Book, [{ id: ids[0], version: 0 }], { show: 1 }),
    ])
      expect(shown(await withoutTrace(attempt))).toEqual(refusal('invalid-parameter'))
  })
})

describe('the rights of a dry run with show', () => {
  it('a value that the caller may not read is not shown, nor whether it was the same', async () => {
    const { name } = await books(1, 7)
    const rule = { model: Book.name, read: true, update: true, readFields: ['name'], writeFields: ['pages'] }
    const client = await userWith('pages', [rule])
    for (const pages of [1, 7]) {
      const reply = await updateMass(client, Book, mass(name, { pages }, 50), dry)
      expect(reply.json).toMatchObject({ changed: 2, same: 0 })
      expect(reply.json?.data).toMatchObject([{ changes: {} }, { changes: {} }])
      expect(reply.text).not.toContain('pages')
    }
    client.close()
  })

  it('a title that the caller may not read is not shown', async () => {
    const { name, ids } = await books(1)
    const publisher = await create(Publisher, { name: 'Hidden house' })
    const book = { model: Book.name, read: true, update: true, delete: true, readFields: ['pages', 'publisher'] }
    const house = { model: Publisher.name, read: true, readFields: ['country'] }
    const client = await userWith('untitled', [{ ...book, writeFields: ['pages', 'publisher'] }, house])
    const records = [{ id: ids[0], version: 0, pages: 2, publisher: { id: publisher.id } }]
    const changes = { pages: { from: 1, to: 2 }, publisher: { from: null, to: { id: publisher.id } } }
    const saved = await saveMany(client, Book, records, { ...dry, show: 5 })
    expect(saved.json?.data).toEqual([{ id: ids[0], changes }])
    const removed = await removeAll(client, Book, [{ id: ids[0], version: 0 }], { ...dry, show: 5 })
    expect(removed.json?.data).toEqual([{ id: ids[0] }])
    for (const reply of [saved, removed]) expect(reply.text).not.toMatch(new RegExp(`${name}|Hidden house`))
    client.close()
  })

  it('a record that the caller does not see afterwards shows what it was', async () => {
    const { name, ids } = await books(1)
    const condition = { fieldName: 'pages', operator: '<', value: 5 }
    const rules = [
      { model: Book.name, read: true, condition },
      { model: Book.name, update: true },
    ]
    const client = await userWith('small', rules)
    const reply = await updateMass(client, Book, mass(name, { pages: 9 }, 50), dry)
    const data = [{ id: ids[0], title: name, changes: { pages: { from: 1 } } }]
    expect(shown(reply)).toEqual(success(data, { changed: 1, same: 0, total: 1, dryRun: true }))
    client.close()
  })
})

describe('dry runs of other bulk calls with show', () => {
  it('show new records and changed ones, with what they link to and consist of', async () => {
    const { name, ids } = await books(1, 3)
    const genre = await create(Genre, { name: `genre ${made++}` })
    const records = [
      { name: 'New', pages: 4, chapters: [{ name: 'One' }] },
      { id: ids[0], version: 0, pages: 2, genres: [{ id: genre.id }] },
      { id: ids[1], version: 0, name, pages: 3 },
    ]
    const reply = await withoutTrace(() => saveMany(stage.client, Book, records, { ...dry, show: 50 }))
    const title = genre['name']
    const data = [
      {
        id: null,
        title: 'New',
        changes: {
          name: { from: null, to: 'New' },
          pages: { from: null, to: 4 },
          chapters: { from: null, to: [{ id: null, version: 0, title: 'One' }] },
        },
      },
      {
        id: ids[0],
        title: name,
        changes: { pages: { from: 1, to: 2 }, genres: { from: [], to: [{ id: genre.id, title }] } },
      },
      { id: ids[1], title: name, changes: {} },
    ]
    expect(shown(reply)).toEqual(success(data, { created: 1, changed: 1, same: 1, dryRun: true }))
  })

  it('show a changed member by its version', async () => {
    const book = await create(Book, { name: `book ${made++}`, chapters: [{ name: 'One' }] })
    const read = recordOf(await stage.client.exchange('GET', `/ws/rest/${Book.name}/${book.id}?fields=chapters`))
    const [chapter] = read['chapters'] as RecordJson[]
    const chapters = [{ id: chapter?.id, version: 0, name: 'Uno' }]
    const reply = await saveMany(stage.client, Book, [{ id: book.id, version: 0, chapters }], { ...dry, show: 1 })
    const at = (version: number, title: string) => [{ id: chapter?.id, version, title }]
    expect(reply.json?.data).toMatchObject([{ changes: { chapters: { from: at(0, 'One'), to: at(1, 'Uno') } } }])
    expect(recordOf(await stage.client.read(Chapter.name, chapter?.id ?? 0))).toMatchObject({ name: 'One' })
  })

  it('show the titles of what would be deleted', async () => {
    const { name, ids } = await books(1, 2, 3)
    const records = ids.map((id) => ({ id, version: 0 }))
    const reply = await withoutTrace(() => removeAll(stage.client, Book, records, { ...dry, show: 2 }))
    const data = ids.slice(0, 2).map((id) => ({ id, title: name }))
    expect(shown(reply)).toEqual(success(data, { total: 3, dryRun: true }))
  })

  it('are refused as the write would be, and with a key', async () => {
    const { name, ids } = await books(1)
    const stale = [{ id: ids[0], version: 3, pages: 2 }]
    const refused = await saveMany(stage.client, Book, stale, { ...dry, show: 5 })
    expect(refused.json?.data).toMatchObject({ code: 'version-conflict', index: 0 })
    const body = { records: [{ name, isbn: '1' }], key: ['isbn'], show: 5 }
    const upsert = await stage.client.exchange('POST', `/ws/rest/${Book.name}?dryRun=true`, { body })
    expect(shown(upsert)).toEqual(refusal('invalid-parameter'))
  })
})
