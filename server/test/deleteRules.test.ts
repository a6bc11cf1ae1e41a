import { describe, expect, it } from 'vitest'
import { historyOf, pathOf, removeAll, saveMany } from './harness/actions.ts'
import { recordOf, recordsOf, type RecordJson, type Reply } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { Award, Book, Chapter, Country, Genre, library, Note, Publisher } from './harness/library.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useModels } from './harness/useModels.ts'

const maxBulk = 20
const stage = useModels(library, { maxBulk: `${maxBulk}` })
let made = 0

type Named = { readonly name: string }

async function create(model: Named, data: object): Promise<RecordJson> {
  return recordOf(await stage.client.create(model.name, data))
}

async function createMany(model: Named, records: readonly object[]): Promise<RecordJson[]> {
  return recordsOf(await saveMany(stage.client, model, records))
}

function genre(parent?: RecordJson): Promise<RecordJson> {
  return create(Genre, { name: `genre ${made++}`, ...(parent ? { parent: { id: parent.id } } : {}) })
}

function remove(model: Named, { id }: RecordJson, query = ''): Promise<Reply> {
  return stage.client.exchange('DELETE', `${pathOf(model, id)}${query}`)
}

async function isThere(model: Named, { id }: RecordJson): Promise<boolean> {
  return (await stage.client.read(model.name, id)).status === 200
}

async function lastEntry(model: Named, { id }: RecordJson): Promise<unknown> {
  const [entry] = await historyOf(stage.client, model, id)
  return entry && { version: entry.version, operation: entry.operation, changes: entry.changes }
}

async function refusedWithoutTrace(attempt: () => Promise<Reply>): Promise<Reply> {
  const before = await takeSnapshot(stage.database)
  const reply = await attempt()
  expect(await takeSnapshot(stage.database)).toEqual(before)
  return reply
}

describe('refuse', () => {
  it('keeps a record that others refer to, and names the fields', async () => {
    const country = await create(Country, { code: 'A' })
    await create(Publisher, { name: 'P', country: { id: country.id } })
    const expected = refusal('still-referenced', { data: { referrers: [`${Publisher.name}.country`] } })
    expect(shown(await refusedWithoutTrace(() => remove(Country, country)))).toEqual(expected)
    const many = await refusedWithoutTrace(() => removeAll(stage.client, Country, [{ id: country.id, version: 0 }]))
    expect(shown(many)).toMatchObject({ status: 409, json: { data: { code: 'still-referenced', index: 0 } } })
  })

  it('keeps a record that others link to', async () => {
    const honoured = await genre()
    const award = await create(Award, { name: 'Prize', genres: [{ id: honoured.id }] })
    expect(shown(await refusedWithoutTrace(() => remove(Genre, honoured)))).toEqual(
      refusal('still-referenced', { data: { referrers: [`${Award.name}.genres`] } }),
    )
    recordOf(await stage.client.update(Award.name, award.id, { version: 0, genres: [] }))
    expect(shown(await remove(Genre, honoured))).toEqual(success([honoured.id]))
  })

  it('protects a record that would be deleted with another one: then nothing is deleted', async () => {
    const root = await genre()
    const child = await genre(root)
    await create(Award, { name: 'Prize', genres: [{ id: child.id }] })
    const reply = await refusedWithoutTrace(() => remove(Genre, root))
    expect(shown(reply)).toEqual(refusal('still-referenced', { data: { referrers: [`${Award.name}.genres`] } }))
  })

  it('is checked after the version: a stale version is a conflict', async () => {
    const country = await create(Country, { code: 'B' })
    await create(Publisher, { name: 'P', country: { id: country.id } })
    expect(shown(await remove(Country, country, '?version=7'))).toMatchObject({
      status: 409,
      json: { data: { code: 'version-conflict', current: { id: country.id, version: 0 } } },
    })
  })
})

describe('clear', () => {
  it('empties the references to it, each with its version and journal row, and says how many', async () => {
    const publisher = await create(Publisher, { name: 'P', books: [{ name: 'A' }, { name: 'B' }] })
    const books = await findBooks(publisher)
    const reply = await remove(Publisher, publisher)
    expect(shown(reply)).toEqual(success([publisher.id], { also: { cleared: 2, deleted: 0 } }))
    for (const book of books) {
      expect(recordOf(await stage.client.read(Book.name, book.id))).toMatchObject({ version: 1, publisher: null })
      expect(await lastEntry(Book, book)).toEqual({
        version: 1,
        operation: 'update',
        changes: { publisher: { from: { id: publisher.id }, to: null } },
      })
    }
    const [entry] = await historyOf(stage.client, Publisher, publisher.id)
    const [cleared] = await historyOf(stage.client, Book, books[0]?.id ?? 0)
    expect(cleared?.requestId).toBe(entry?.requestId)
  })

  it('removes the links to it, and journals that in the records that linked to it', async () => {
    const [a, b] = [await genre(), await genre()]
    const book = await create(Book, { name: 'L', genres: [{ id: a.id }, { id: b.id }] })
    expect(shown(await remove(Genre, a))).toEqual(success([a.id], { also: { cleared: 1, deleted: 0 } }))
    expect(await lastEntry(Book, book)).toEqual({
      version: 1,
      operation: 'update',
      changes: { genres: { from: [a.id, b.id], to: [b.id] } },
    })
  })

  it('works for references and links to records of the same model, also to itself', async () => {
    const first = await create(Book, { name: '1' })
    const second = await create(Book, { name: '2', sequelOf: { id: first.id }, related: [{ id: first.id }] })
    const own = { sequelOf: { id: first.id }, related: [{ id: first.id }, { id: second.id }] }
    recordOf(await stage.client.update(Book.name, first.id, { version: 0, ...own }))
    const reply = await remove(Book, first, '?version=1')
    expect(shown(reply)).toMatchObject({ status: 200, json: { data: [first.id], also: { deleted: 0 } } })
    expect(recordOf(await stage.client.read(Book.name, second.id))).toMatchObject({ sequelOf: null })
    const { related } = recordOf(await stage.client.exchange('GET', `${pathOf(Book, second.id)}?fields=related`))
    expect(related).toEqual([])
    expect(shown(await remove(Book, second))).toEqual(success([second.id]))
  })

  it('also removes the record’s own links, and its last journal entry has them', async () => {
    const a = await genre()
    const book = await create(Book, { name: 'Own', genres: [{ id: a.id }] })
    expect(shown(await remove(Book, book))).toEqual(success([book.id]))
    expect(await lastEntry(Book, book)).toMatchObject({ operation: 'delete', changes: { genres: { from: [a.id] } } })
    expect(shown(await remove(Genre, a))).toEqual(success([a.id]))
  })
})

describe('cascade', () => {
  it('deletes what refers to it, over two levels, each with its journal row, and says how many', async () => {
    const book = await create(Book, {
      name: 'Deep',
      chapters: [
        { name: 'One', notes: [{ words: 'a' }, { words: 'b' }] },
        { name: 'Two', notes: [{ words: 'c' }] },
      ],
    })
    const { chapters } = recordOf(await stage.client.exchange('GET', `${pathOf(Book, book.id)}?fields=chapters.notes`))
    expect(shown(await remove(Book, book))).toEqual(success([book.id], { also: { cleared: 0, deleted: 5 } }))
    for (const chapter of chapters as RecordJson[]) {
      expect(await isThere(Chapter, chapter)).toBe(false)
      expect(await lastEntry(Chapter, chapter)).toMatchObject({ version: 1, operation: 'delete' })
      for (const note of chapter.notes as RecordJson[])
        expect(await lastEntry(Note, note)).toMatchObject({ version: 1, operation: 'delete' })
    }
  })

  it('works down a tree of records of one model', async () => {
    const root = await genre()
    const [left, right] = [await genre(root), await genre(root)]
    const leaf = await genre(left)
    const book = await create(Book, { name: 'T', genres: [{ id: leaf.id }, { id: right.id }] })
    expect(shown(await remove(Genre, root))).toEqual(success([root.id], { also: { cleared: 1, deleted: 3 } }))
    for (const one of [root, left, right, leaf]) expect(await isThere(Genre, one)).toBe(false)
    const { genres } = recordOf(await stage.client.exchange('GET', `${pathOf(Book, book.id)}?fields=genres`))
    expect(genres).toEqual([])
  })

  it('ends if records refer to each other in a cycle, or to themselves', async () => {
    const [a, b, c] = [await genre(), await genre(), await genre()]
    const ring = [
      { id: a.id, version: 0, parent: { id: b.id } },
      { id: b.id, version: 0, parent: { id: c.id } },
      { id: c.id, version: 0, parent: { id: a.id } },
    ]
    recordsOf(await saveMany(stage.client, Genre, ring))
    expect(shown(await remove(Genre, a))).toEqual(success([a.id], { also: { cleared: 0, deleted: 2 } }))
    for (const one of [a, b, c]) expect(await isThere(Genre, one)).toBe(false)
    const alone = await genre()
    recordOf(await stage.client.update(Genre.name, alone.id, { version: 0, parent: { id: alone.id } }))
    expect(shown(await remove(Genre, alone, '?version=1'))).toEqual(success([alone.id]))
  })

  it('applies if a member is left out of a collection', async () => {
    const book = await create(Book, { name: 'Left', chapters: [{ name: 'One', notes: [{ words: 'a' }] }] })
    const reply = await stage.client.update(Book.name, book.id, { version: 0, chapters: [] })
    expect(shown(reply)).toMatchObject({ status: 200, json: { also: { cleared: 0, deleted: 1 } } })
    const [row] = await stage.database.query<{ left: number }>(
      `select count(*)::int as left from record.org_example_library_note as note
        join record.org_example_library_chapter as chapter on chapter.id = note.chapter where chapter.book = $1`,
      [book.id],
    )
    expect(row?.left).toBe(0)
  })

  it('counts first: more than the limit are refused, and nothing happens', async () => {
    const publisher = await create(Publisher, { name: 'Big' })
    const books = Array.from({ length: maxBulk }, (_, n) => ({ name: `${n}`, publisher: { id: publisher.id } }))
    await createMany(Book, books)
    expect(shown(await remove(Publisher, publisher, '?dryRun=true'))).toEqual(
      success([publisher.id], { also: { cleared: maxBulk, deleted: 0 }, dryRun: true }),
    )
    await create(Book, { name: 'one more', publisher: { id: publisher.id } })
    const reply = await refusedWithoutTrace(() => remove(Publisher, publisher))
    expect(shown(reply)).toEqual(refusal('too-many-affected', { data: { most: maxBulk } }))
  })

  it('counts all levels together', async () => {
    const chapters = Array.from({ length: 5 }, (_, n) => ({
      name: `${n}`,
      notes: Array.from({ length: 3 }, (_, m) => ({ words: `${m}` })),
    }))
    const fits = await create(Book, { name: 'Fits', chapters })
    expect(shown(await remove(Book, fits))).toEqual(success([fits.id], { also: { cleared: 0, deleted: 20 } }))
    const over = await create(Book, { name: 'Over', chapters: [...chapters, { name: 'last' }] })
    const reply = await refusedWithoutTrace(() => remove(Book, over))
    expect(shown(reply)).toEqual(refusal('too-many-affected', { data: { most: maxBulk } }))
  })
})

describe('removeAll', () => {
  it('obeys the rules for all records of the call together', async () => {
    const [p, q] = [
      await create(Publisher, { name: 'P', books: [{ name: 'A' }] }),
      await create(Publisher, { name: 'Q', books: [{ name: 'B' }] }),
    ]
    const reply = await removeAll(stage.client, Publisher, [
      { id: q.id, version: 0 },
      { id: p.id, version: 0 },
    ])
    expect(shown(reply)).toEqual(success([q.id, p.id], { also: { cleared: 2, deleted: 0 } }))
  })

  it('deletes a record and those that refer to it together, in any order, without counting them twice', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ]) {
      const root = await genre()
      const child = await genre(root)
      const family = [root, child, await genre(child)]
      const records = order.map((n) => ({ id: family[n]?.id, version: 0 }))
      expect(shown(await removeAll(stage.client, Genre, records))).toEqual(success(records.map(({ id }) => id)))
    }
  })

  it('deletes books that link and refer to each other', async () => {
    const first = await create(Book, { name: '1' })
    const second = await create(Book, { name: '2', sequelOf: { id: first.id }, related: [{ id: first.id }] })
    const changed = { id: first.id, version: 0, sequelOf: { id: second.id }, related: [{ id: second.id }] }
    recordsOf(await saveMany(stage.client, Book, [changed]))
    const records = [
      { id: first.id, version: 1 },
      { id: second.id, version: 0 },
    ]
    expect(shown(await removeAll(stage.client, Book, records))).toEqual(success([first.id, second.id]))
  })

  it('is rolled back if one version is stale or one record is missing, and names it', async () => {
    const [a, b] = [await genre(), await genre()]
    await genre(a)
    const stale = await refusedWithoutTrace(() =>
      removeAll(stage.client, Genre, [
        { id: a.id, version: 0 },
        { id: b.id, version: 3 },
      ]),
    )
    expect(shown(stale)).toMatchObject({
      status: 409,
      json: { data: { code: 'version-conflict', index: 1, current: { id: b.id, version: 0 } } },
    })
    const missing = await refusedWithoutTrace(() =>
      removeAll(stage.client, Genre, [
        { id: a.id, version: 0 },
        { id: 999_999, version: 0 },
      ]),
    )
    expect(shown(missing)).toEqual(refusal('record-not-found', { data: { index: 1, place: '1' } }))
  })
})

async function findBooks({ id }: RecordJson): Promise<RecordJson[]> {
  const { books } = recordOf(await stage.client.exchange('GET', `${pathOf(Publisher, id)}?fields=books`))
  return books as RecordJson[]
}
