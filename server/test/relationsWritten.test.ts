import { describe, expect, it } from 'vitest'
import { historyOf, membersOf, pathOf } from './harness/actions.ts'
import { recordOf, recordsOf, type RecordJson, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { Book, Chapter, Genre, library, Note, Publisher } from './harness/library.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(library)
let made = 0

async function create(model: { name: string }, data: object): Promise<RecordJson> {
  return recordOf(await stage.client.create(model.name, data))
}

async function read(model: { name: string }, id: number, fields: string): Promise<RecordJson> {
  return recordOf(await stage.client.exchange('GET', `${pathOf(model, id)}?fields=${fields}`))
}

function update(model: { name: string }, id: number, data: object, query = ''): Promise<Reply> {
  return stage.client.exchange('POST', `${pathOf(model, id)}${query}`, { body: { data } })
}

function genre(): Promise<RecordJson> {
  return create(Genre, { name: `genre ${made++}` })
}

/** A refusal after which nothing has changed. */
async function refusedWithoutTrace(attempt: () => Promise<Reply>): Promise<Reply> {
  const before = await takeSnapshot(stage.database)
  const reply = await attempt()
  expect(await takeSnapshot(stage.database)).toEqual(before)
  return reply
}

/** The operations in a history, newest first. */
async function operations(model: { name: string }, id: number): Promise<string[]> {
  return (await historyOf(stage.client, model, id)).map(({ version, operation }) => `${version} ${operation}`)
}

describe('a collection, written with its parent', () => {
  it('creates members without an id, at any depth, each with a journal row of the same request', async () => {
    const reply = await stage.client.create(Book.name, {
      name: 'Nested',
      chapters: [
        { name: 'One', number: 1, notes: [{ words: 'a' }, { words: 'b' }] },
        { name: 'Two', number: 2, notes: [] },
      ],
    })
    const { id } = recordOf(reply)
    expect(await read(Book, id, 'name,chapters.number,chapters.notes')).toEqual({
      id,
      version: 0,
      name: 'Nested',
      chapters: [
        {
          id: expect.any(Number),
          version: 0,
          name: 'One',
          number: 1,
          notes: [
            { id: expect.any(Number), version: 0, words: 'a' },
            { id: expect.any(Number), version: 0, words: 'b' },
          ],
        },
        { id: expect.any(Number), version: 0, name: 'Two', number: 2, notes: [] },
      ],
    })
    const [chapter] = await membersOf(stage.client, Chapter, 'book', id)
    const [parent] = await historyOf(stage.client, Book, id)
    const [own] = await historyOf(stage.client, Chapter, chapter?.id ?? 0)
    expect(own).toMatchObject({ version: 0, operation: 'create', changes: { book: { from: null, to: { id } } } })
    expect(own?.requestId).toBe(parent?.requestId)
  })

  it('changes members by id and version, adds, and deletes those left out if their reference is required', async () => {
    const { id } = await create(Book, { name: 'Changing', chapters: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] })
    const [a, b, c] = await membersOf(stage.client, Chapter, 'book', id)
    const reply = await update(Book, id, {
      version: 0,
      chapters: [{ id: b?.id, version: 0, name: 'B2' }, { name: 'D' }, { id: c?.id, version: 0 }],
    })
    expect(recordOf(reply)).toMatchObject({ id, version: 1, name: 'Changing' })
    const { chapters } = await read(Book, id, 'chapters')
    expect(chapters).toEqual([
      { id: b?.id, version: 1, name: 'B2' },
      { id: c?.id, version: 0, name: 'C' },
      { id: expect.any(Number), version: 0, name: 'D' },
    ])
    expect((await stage.client.read(Chapter.name, a?.id ?? 0)).status).toBe(404)
    expect(await operations(Chapter, a?.id ?? 0)).toEqual(['1 delete', '0 create'])
    expect(await operations(Chapter, b?.id ?? 0)).toEqual(['1 update', '0 create'])
    expect(await operations(Chapter, c?.id ?? 0)).toEqual(['0 create'])
  })

  it('clears the reference of those left out if it is optional', async () => {
    const { id } = await create(Publisher, { name: 'P', books: [{ name: 'Kept' }, { name: 'Left' }] })
    const [kept, left] = await membersOf(stage.client, Book, 'publisher', id)
    recordOf(await update(Publisher, id, { version: 0, books: [{ id: kept?.id, version: 0 }] }))
    expect(recordOf(await stage.client.read(Book.name, left?.id ?? 0))).toMatchObject({ version: 1, publisher: null })
    expect((await historyOf(stage.client, Book, left?.id ?? 0))[0]?.changes).toEqual({
      publisher: { from: { id }, to: null },
    })
    recordOf(await update(Publisher, id, { version: 1, books: [] }))
    expect(await membersOf(stage.client, Book, 'publisher', id)).toEqual([])
  })

  it('takes over a member of another parent, by its id and version', async () => {
    const old = await create(Publisher, { name: 'Old', books: [{ name: 'Moving' }] })
    const [book] = await membersOf(stage.client, Book, 'publisher', old.id)
    const { id } = await create(Publisher, { name: 'New', books: [{ id: book?.id, version: 0 }] })
    expect(recordOf(await stage.client.read(Book.name, book?.id ?? 0))).toMatchObject({
      version: 1,
      publisher: { id, version: 0, name: 'New' },
    })
    expect(await membersOf(stage.client, Book, 'publisher', old.id)).toEqual([])
  })

  it('stays as it is if it is not sent', async () => {
    const { id } = await create(Book, { name: 'Quiet', chapters: [{ name: 'A' }] })
    recordOf(await update(Book, id, { version: 0, name: 'Quieter' }))
    expect(await membersOf(stage.client, Chapter, 'book', id)).toHaveLength(1)
  })

  it('can be sent back whole as it was read, and changes only what was changed', async () => {
    const { id } = await create(Book, { name: 'Round', chapters: [{ name: 'A', number: 1 }, { name: 'B' }] })
    const record = await read(Book, id, 'name,pages,chapters.name,chapters.number')
    const [first, second] = record.chapters as RecordJson[]
    recordOf(await update(Book, id, { ...record, chapters: [{ ...first, number: 7 }, second] }))
    expect((await read(Book, id, 'chapters.number')).chapters).toMatchObject([{ number: 7, version: 1 }, { name: 'B' }])
  })

  it('refuses all if one member is invalid, and names its path, at any depth', async () => {
    const { id } = await create(Book, { name: 'Whole', chapters: [{ name: 'Old' }] })
    const reply = await refusedWithoutTrace(() =>
      update(Book, id, {
        version: 0,
        name: 'Torn',
        chapters: [{ name: 'Fine', notes: [{ words: 'fine' }, { word: 'x' }] }, { number: 'two' }, 5],
      }),
    )
    expect(shown(reply)).toEqual(
      refusal('invalid-record', {
        errors: {
          'chapters.0.notes.1.words': 'is required',
          'chapters.0.notes.1.word': expect.stringContaining('Did you mean "words"?'),
          'chapters.1.name': 'is required',
          'chapters.1.number': expect.stringContaining('whole number'),
          'chapters.2': expect.stringContaining('must be an object'),
        },
      }),
    )
  })

  it('rolls back parent and members if PostgreSQL refuses one of them, and names its path', async () => {
    const taken = await create(Book, { name: 'Taken', isbn: `isbn ${made++}` })
    const { id } = await create(Publisher, { name: 'Mid' })
    const reply = await refusedWithoutTrace(() =>
      update(Publisher, id, {
        version: 0,
        name: 'Changed',
        books: [{ name: 'fine' }, { name: 'fine too' }, { name: 'twice', isbn: taken.isbn }],
      }),
    )
    expect(shown(reply)).toEqual(refusal('not-unique', { data: { field: 'isbn', place: 'books.2' } }))
  })

  it('rolls back everything if a member refers to a record that does not exist', async () => {
    const reply = await refusedWithoutTrace(() =>
      stage.client.create(Publisher.name, {
        name: 'P',
        books: [{ name: 'B' }, { name: 'C', sequelOf: { id: 999999 } }],
      }),
    )
    expect(shown(reply)).toEqual(
      refusal('invalid-record', {
        data: { place: 'books.1' },
        errors: { 'books.1.sequelOf': 'refers to a record that does not exist' },
      }),
    )
  })

  it('checks the version of every member that is changed', async () => {
    const { id } = await create(Book, { name: 'Stale', chapters: [{ name: 'A' }] })
    const [chapter] = await membersOf(stage.client, Chapter, 'book', id)
    recordOf(await update(Chapter, chapter?.id ?? 0, { version: 0, name: 'A2' }))
    for (const member of [
      { id: chapter?.id, version: 0, name: 'A3' },
      { id: chapter?.id, version: 0 },
    ]) {
      const reply = await refusedWithoutTrace(() => update(Book, id, { version: 0, name: 'X', chapters: [member] }))
      expect(shown(reply)).toMatchObject({
        status: 409,
        json: { data: { code: 'version-conflict', place: 'chapters.0', current: { id: chapter?.id, version: 1 } } },
      })
    }
    const stale = await refusedWithoutTrace(() => update(Book, id, { version: 9, chapters: [] }))
    expect(shown(stale)).toMatchObject({ status: 409, json: { data: { code: 'version-conflict', current: { id } } } })
  })

  it('refuses a member that does not exist, one without a version, and one that is named twice', async () => {
    const { id } = await create(Book, { name: 'Odd', chapters: [{ name: 'A' }] })
    const [chapter] = await membersOf(stage.client, Chapter, 'book', id)
    const missing = await refusedWithoutTrace(() =>
      update(Book, id, { version: 0, chapters: [{ id: 999_999, version: 0, name: 'x' }] }),
    )
    expect(shown(missing)).toEqual(refusal('record-not-found', { data: { place: 'chapters.0' } }))
    const versionless = await refusedWithoutTrace(() =>
      update(Book, id, { version: 0, chapters: [{ id: chapter?.id, name: 'x' }] }),
    )
    expect(shown(versionless)).toEqual(refusal('invalid-record', { errors: { 'chapters.0.version': 'is required' } }))
    const member = { id: chapter?.id, version: 0 }
    const twice = await refusedWithoutTrace(() =>
      update(Book, id, {
        version: 0,
        chapters: [
          { ...member, name: 'x' },
          { ...member, name: 'y' },
        ],
      }),
    )
    expect(shown(twice)).toEqual(
      refusal('invalid-record', { errors: { 'chapters.1.id': expect.stringContaining('earlier') } }),
    )
  })

  it('takes 1,000 members and refuses more', async () => {
    const chapters = Array.from({ length: 1_001 }, (_, n) => ({ name: `${n}` }))
    const reply = await stage.client.create(Book.name, { name: 'Long', chapters })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { chapters: 'must have at most 1000 members' } }))
    const { id } = await create(Book, { name: 'Long', chapters: chapters.slice(0, 1_000) })
    expect((await read(Book, id, 'chapters')).chapters).toHaveLength(1_000)
  })

  it.each([
    ['null', null],
    ['an object', {}],
    ['a text', 'x'],
    ['a number', 5],
  ])('is an array and not %s', async (_, chapters) => {
    expect(shown(await stage.client.create(Book.name, { name: 'x', chapters }))).toEqual(
      refusal('invalid-record', { errors: { chapters: expect.stringContaining('must be an array') } }),
    )
  })
})

describe('links', () => {
  it('are the whole set each time; the journal keeps the ids before and after', async () => {
    const [a, b, c] = [await genre(), await genre(), await genre()]
    const { id } = await create(Book, { name: 'Linked', genres: [{ id: b.id }, { id: a.id }] })
    expect((await read(Book, id, 'genres')).genres).toEqual([
      { id: a.id, version: 0, name: a.name },
      { id: b.id, version: 0, name: b.name },
    ])
    expect(recordOf(await update(Book, id, { version: 0, genres: [{ id: b.id }, { id: c.id }] })).version).toBe(1)
    expect((await read(Book, id, 'genres')).genres).toMatchObject([{ id: b.id }, { id: c.id }])
    recordOf(await update(Book, id, { version: 1, genres: [] }))
    expect((await read(Book, id, 'genres')).genres).toEqual([])
    const changes = (await historyOf(stage.client, Book, id)).map((entry) => entry.changes.genres)
    expect(changes).toEqual([
      { from: [b.id, c.id], to: [] },
      { from: [a.id, b.id], to: [b.id, c.id] },
      { from: [], to: [a.id, b.id] },
    ])
  })

  it('that did not change are no change, and the links of others stay', async () => {
    const [a, b] = [await genre(), await genre()]
    const other = await create(Book, { name: 'Other', genres: [{ id: a.id }] })
    const { id } = await create(Book, { name: 'Same', genres: [{ id: a.id }, { id: b.id }] })
    recordOf(await update(Book, id, { version: 0, genres: [{ id: b.id }, { id: a.id }], pages: 5 }))
    expect((await historyOf(stage.client, Book, id))[0]?.changes).toEqual({ pages: { from: null, to: 5 } })
    recordOf(await update(Book, id, { version: 1, genres: [] }))
    expect((await read(Book, other.id, 'genres')).genres).toHaveLength(1)
  })

  it('may lead to records of the same model, also to the record itself', async () => {
    const first = await create(Book, { name: 'First' })
    const second = await create(Book, { name: 'Second', related: [{ id: first.id }] })
    recordOf(await update(Book, first.id, { version: 0, related: [{ id: first.id }, { id: second.id }] }))
    expect((await read(Book, first.id, 'related.related')).related).toMatchObject([
      { id: first.id, related: [{ id: first.id }, { id: second.id }] },
      { id: second.id, related: [{ id: first.id }] },
    ])
  })

  it('to records that do not exist roll back everything', async () => {
    const [a] = [await genre()]
    const { id } = await create(Book, { name: 'Loose', genres: [{ id: a.id }] })
    const reply = await refusedWithoutTrace(() =>
      update(Book, id, { version: 0, name: 'x', genres: [{ id: 999_999 }] }),
    )
    expect(shown(reply)).toMatchObject({
      status: 400,
      json: { data: { code: 'invalid-record' }, errors: { genres: 'refers to a record that does not exist' } },
    })
  })

  it('are refused if they are not a set of ids', async () => {
    const a = await genre()
    const cases: [unknown, string][] = [
      [[{ id: a.id }, { id: a.id }], 'genres'],
      [[{ id: 'x' }], 'genres.0'],
      [[{ id: 0 }], 'genres.0'],
      [[{ id: a.id, nam: 'x' }], 'genres.0'],
      [[{ id: a.id, parent: null }], 'genres.0'],
      [[{ name: 'new' }], 'genres.0'],
      [[null], 'genres.0'],
      [null, 'genres'],
    ]
    for (const [genres, place] of cases) {
      const reply = await stage.client.create(Book.name, { name: 'x', genres })
      expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { [place]: expect.any(String) } }))
    }
  })

  it('of a stale version change nothing', async () => {
    const a = await genre()
    const { id } = await create(Book, { name: 'Stale', genres: [{ id: a.id }] })
    recordOf(await update(Book, id, { version: 0, pages: 1 }))
    const reply = await refusedWithoutTrace(() => update(Book, id, { version: 0, genres: [] }))
    expect(shown(reply)).toMatchObject({ status: 409, json: { data: { code: 'version-conflict' } } })
  })
})

describe('a restore', () => {
  it('restores the links of a version, of an existing record and of a deleted one', async () => {
    const [a, b] = [await genre(), await genre()]
    const { id } = await create(Book, { name: 'Again', genres: [{ id: a.id }] })
    recordOf(await update(Book, id, { version: 0, genres: [{ id: b.id }] }))
    const restored = await stage.client.exchange('POST', `${pathOf(Book, id)}/restore`, {
      body: { data: { version: 1, toVersion: 0 } },
    })
    expect(recordOf(restored).version).toBe(2)
    expect((await read(Book, id, 'genres')).genres).toMatchObject([{ id: a.id }])
    recordsOf(await stage.client.delete(Book.name, id))
    recordOf(
      await stage.client.exchange('POST', `${pathOf(Book, id)}/restore`, {
        body: { data: { version: 3, toVersion: 1 } },
      }),
    )
    expect((await read(Book, id, 'genres')).genres).toMatchObject([{ id: b.id }])
  })
})

describe('a reference', () => {
  it('reads as id, version and title; is set by id, cleared by null', async () => {
    const publisher = await create(Publisher, { name: 'House' })
    const book = await create(Book, { name: 'Set', publisher: { id: publisher.id } })
    expect(book.publisher).toEqual({ id: publisher.id, version: 0, name: 'House' })
    const cleared = recordOf(await update(Book, book.id, { version: 0, publisher: null }))
    expect(cleared.publisher).toBeNull()
    const back = recordOf(await update(Book, book.id, { version: 1, publisher: book.publisher }))
    expect(back.publisher).toEqual(book.publisher)
  })

  it('to a record that a member in the same request creates is not possible, and the answer says so', async () => {
    const reply = await stage.client.create(Note.name, { words: 'x', chapter: { name: 'new' } })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { chapter: expect.stringContaining('id') } }))
  })
})
