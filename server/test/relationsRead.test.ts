import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { pathOf, saveMany, search } from './harness/actions.ts'
import { type Client, recordOf, recordsOf, type RecordJson } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { CountingProxy, withoutHousekeeping } from './harness/CountingProxy.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { Book, Chapter, Country, Genre, library, Note, Publisher } from './harness/library.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'

const many = 500
let database: TestDatabase
let proxy: CountingProxy
let service: TestService
let client: Client
let notes: RecordJson[]
let books: RecordJson[]

beforeAll(async () => {
  database = await createDatabase()
  const connection = await Connection.open(database.url)
  await applyMigration(connection, library, { allowDataLoss: true })
  await connection.close()
  proxy = await CountingProxy.start(database.url)
  service = await startService(proxy.url, withoutHousekeeping, library)
  client = await loggedIn(service, 8)
  const countries = await save(Country, 5, (n) => ({ code: `C${n}`, area: n }))
  const publishers = await save(Publisher, 20, (n) => ({ name: `P${n}`, country: at(countries, n) }))
  const genres = await save(Genre, 10, (n) => ({ name: `G${n}` }))
  books = await save(Book, 100, (n) => ({
    name: `B${n}`,
    pages: n,
    publisher: n % 10 === 0 ? null : at(publishers, n),
    genres: [at(genres, n), at(genres, n + 1)],
  }))
  const chapters = await save(Chapter, 250, (n) => ({ name: `Ch${n}`, number: n, book: at(books, n) }))
  notes = await save(Note, many, (n) => ({ words: `N${n}`, chapter: at(chapters, n) }))
})

afterAll(async () => {
  client.close()
  await service.stop()
  proxy.close()
  await database.drop()
})

async function save(model: { name: string }, count: number, toRecord: (n: number) => object): Promise<RecordJson[]> {
  return recordsOf(
    await saveMany(
      client,
      model,
      Array.from({ length: count }, (_, n) => toRecord(n)),
    ),
  )
}

function at(records: readonly RecordJson[], n: number): { id: number } {
  return { id: records[n % records.length]?.id ?? 0 }
}

/** The answer, and the number of statements for it, including that of the session. */
async function counted<T>(ask: () => Promise<T>): Promise<{ reply: T; statements: number }> {
  const before = proxy.statements
  const reply = await ask()
  return { reply, statements: proxy.statements - before }
}

describe('dotted fields', () => {
  it(`bring three levels of references of ${many} records with at most four statements`, async () => {
    const fields = ['words', 'chapter.number', 'chapter.book.pages', 'chapter.book.publisher.country']
    const { reply, statements } = await counted(() => search(client, Note, { fields, limit: many }))
    const records = recordsOf(reply)
    expect(records).toHaveLength(many)
    expect(records[7]).toEqual({
      id: notes[7]?.id,
      version: 0,
      words: 'N7',
      chapter: {
        id: expect.any(Number),
        version: 0,
        name: 'Ch7',
        number: 7,
        book: {
          id: books[7]?.id,
          version: 0,
          name: 'B7',
          pages: 7,
          publisher: {
            id: expect.any(Number),
            version: 0,
            name: 'P7',
            country: { id: expect.any(Number), version: 0, code: 'C2' },
          },
        },
      },
    })
    expect(records[10]).toMatchObject({ chapter: { book: { name: 'B10', publisher: null } } })
    expect(statements).toBeLessThanOrEqual(4)
  })

  it('bring collections and links of many records, and what these lead to, with at most four statements', async () => {
    const fields = ['name', 'chapters.number', 'chapters.notes.words', 'genres', 'publisher.country.area']
    const { reply, statements } = await counted(() => search(client, Book, { fields, limit: 100, sortBy: ['pages'] }))
    const [, first, ...others] = recordsOf(reply)
    expect(others).toHaveLength(98)
    expect(first).toEqual({
      id: books[1]?.id,
      version: 0,
      name: 'B1',
      chapters: [1, 101, 201].map((n) => ({
        id: expect.any(Number),
        version: 0,
        name: `Ch${n}`,
        number: n,
        notes: [n, n + 250].map((m) => ({ id: notes[m]?.id, version: 0, words: `N${m}` })),
      })),
      genres: [
        { id: expect.any(Number), version: 0, name: 'G1' },
        { id: expect.any(Number), version: 0, name: 'G2' },
      ],
      publisher: {
        id: expect.any(Number),
        version: 0,
        name: 'P1',
        country: { id: expect.any(Number), version: 0, code: 'C1', area: 1 },
      },
    })
    expect(statements).toBeLessThanOrEqual(4)
  })

  it('work on a read and on a find too', async () => {
    const fields = 'chapters.notes,publisher.country,genres'
    const read = await counted(() => client.exchange('GET', `${pathOf(Book, books[1]?.id)}?fields=${fields}`))
    const find = await counted(() => client.exchange('GET', `${pathOf(Book)}?fields=${fields}&limit=100`))
    expect(recordsOf(find.reply)[1]).toEqual(recordOf(read.reply))
    expect(read.reply.headers.etag).toMatch(/^"0-/)
    expect(read.statements).toBeLessThanOrEqual(4)
    expect(find.statements).toBeLessThanOrEqual(4)
  })

  it('show id and version always, and a related record by its title', async () => {
    const { id } = books[1] ?? { id: 0 }
    const path = `${pathOf(Book, id)}?fields=`
    expect(shown(await client.exchange('GET', `${path}id`))).toEqual(success([{ id, version: 0 }]))
    expect(shown(await client.exchange('GET', `${path}version,id,id`))).toEqual(success([{ id, version: 0 }]))
    expect(recordOf(await client.exchange('GET', `${path}publisher.id`)).publisher).toEqual({
      id: expect.any(Number),
      version: 0,
      name: 'P1',
    })
    expect(shown(await search(client, Book, { fields: [], limit: 1 }))).toMatchObject({
      json: { data: [{ id: expect.any(Number), version: 0 }] },
    })
  })

  it('show who wrote and when, also of related records', async () => {
    const record = recordOf(
      await client.exchange('GET', `${pathOf(Book, books[1]?.id)}?fields=createdOn,updatedBy,publisher.createdBy`),
    )
    const admin = { id: expect.any(Number), username: 'admin', name: 'admin' }
    expect(record).toMatchObject({ createdOn: expect.stringMatching(/Z$/), updatedBy: admin })
    expect(record).toMatchObject({ publisher: { createdBy: admin } })
  })

  it('have five steps at most', async () => {
    const path = (steps: number) =>
      [...Array(steps).fill(0)].map((_, n) => (n % 2 === 0 ? 'publisher' : 'books')).join('.')
    expect((await search(client, Book, { fields: [`${path(5)}.name`], limit: 0 })).status).toBe(200)
    for (const body of [
      { fields: [`${path(6)}.name`] },
      { fields: [path(40)] },
      { data: { criteria: [{ fieldName: `${path(6)}.name`, operator: 'isNull' }] } },
    ])
      expect(shown(await search(client, Book, body))).toEqual(refusal('invalid-parameter'))
  })

  it.each([
    ['nam', 'name'],
    ['publisher.nme', 'name'],
    ['chapters.notes.word', 'words'],
    ['genre', 'genres'],
    ['name.x', 'name'],
    ['id.x', 'id'],
    ['version.x', 'version'],
    ['createdBy.admin', 'createdBy'],
    ['publisher..name', ''],
    ['.name', ''],
    ['name.', ''],
    ['', ''],
    [' name', ''],
    ['-name', ''],
  ])('%j is refused, and the message says what is wrong', async (field, named) => {
    const reply = await search(client, Book, { fields: [field] })
    expect(shown(reply)).toEqual(refusal('invalid-parameter'))
    expect(reply.text).toContain(named)
  })
})

describe('a relation with many members', () => {
  it('is shown with 1,000 of them, and refused with more: a part would look like all', async () => {
    const book = recordOf(await client.create(Book.name, { name: 'Long' }))
    const chapters = Array.from({ length: 1_000 }, (_, n) => ({ name: `${n}`, book: { id: book.id } }))
    await save(Chapter, 1_000, (n) => chapters[n] ?? {})
    const path = `${pathOf(Book, book.id)}?fields=chapters`
    expect(recordOf(await client.exchange('GET', path)).chapters).toHaveLength(1_000)
    recordOf(await client.create(Chapter.name, { name: 'last', book: { id: book.id } }))
    const refused = refusal('invalid-parameter')
    expect(shown(await client.exchange('GET', path))).toEqual(refused)
    expect(shown(await search(client, Book, { fields: ['chapters'], limit: 1_000 }))).toEqual(refused)
    const reply = await search(client, Book, { fields: ['publisher.books.chapters'], limit: 1_000 })
    expect(reply.status).toBe(200)
    expect((await search(client, Book, { fields: ['name'], limit: 1_000 })).status).toBe(200)
    const criteria = [{ fieldName: 'book', operator: '=', value: { id: book.id } }]
    expect((await search(client, Chapter, { data: { criteria }, limit: 0 })).json?.total).toBe(1_001)
    recordsOf(
      await client.delete(Chapter.name, recordsOf(await search(client, Chapter, { sortBy: ['-id'] }))[0]?.id ?? 0),
    )
    recordsOf(await client.delete(Book.name, book.id))
  })
})
