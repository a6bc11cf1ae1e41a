import { describe, expect, it } from 'vitest'
import { pathOf } from './harness/actions.ts'
import { recordOf, type RecordJson, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { Award, Book, Country, Genre, library, Publisher } from './harness/library.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(library, { maxBulk: '50' })
let made = 0

/** A write as it is sent; the dry run and the real one differ only in `dryRun`. */
interface Write {
  readonly method: string
  readonly path: string
  readonly query?: Record<string, string>
  readonly body?: object
}

type Named = { readonly name: string }

async function create(model: Named, data: object): Promise<RecordJson> {
  return recordOf(await stage.client.create(model.name, data))
}

function word(): string {
  return `word ${made++}`
}

function send({ method, path, query = {}, body }: Write, dryRun: boolean): Promise<Reply> {
  const parameters = new URLSearchParams({ ...query, ...(dryRun ? { dryRun: 'true' } : {}) })
  return stage.client.exchange(method, `${path}?${parameters}`, body ? { body } : {})
}

function post(model: Named, behind: string | number, body: object, query: Record<string, string> = {}): Write {
  return { method: 'POST', path: pathOf(model, behind), query, body }
}

/** Tries a write as a dry run, checks that nothing has changed, and then does it. */
async function tryThenDo(write: Write): Promise<{ tried: Reply; done: Reply }> {
  const before = await takeSnapshot(stage.database)
  const tried = await send(write, true)
  expect(await takeSnapshot(stage.database)).toEqual(before)
  return { tried, done: await send(write, false) }
}

/**
 * An answer without what differs between any two writes: times, the request id, the ids of new records, and the change
 * set, which a dry run does not have.
 */
function comparable(reply: Reply, isNew: (record: RecordJson) => boolean): unknown {
  const moments = ['createdOn', 'updatedOn', 'on']
  const { changeSet: _, ...json } = JSON.parse(reply.text, (key, value: unknown) => {
    if (moments.includes(key)) return typeof value
    return key === 'requestId' ? '' : value
  })
  const data = Array.isArray(json.data)
    ? json.data.map((one: RecordJson | number) => (typeof one === 'object' && isNew(one) ? { ...one, id: null } : one))
    : json.data
  return { status: reply.status, json: { ...json, data } }
}

const created = ({ version }: RecordJson) => version === 0
const none = () => false

/** Every kind of write, each for its own test. */
const writes: [string, () => Promise<Write>, ((record: RecordJson) => boolean)?][] = [
  [
    'a create',
    async () => ({ method: 'PUT', path: pathOf(Book), body: { data: { name: word(), pages: 5 } } }),
    created,
  ],
  [
    'a create with its relations',
    async () => {
      const genre = await create(Genre, { name: word() })
      const chapters = [{ name: 'One', notes: [{ words: 'x' }] }]
      const data = { name: word(), genres: [{ id: genre.id }], chapters }
      return { method: 'PUT', path: pathOf(Book), body: { data } }
    },
    created,
  ],
  [
    'an update',
    async () => post(Book, (await create(Book, { name: word() })).id, { data: { version: 0, name: word(), pages: 7 } }),
  ],
  [
    'an update with members and links',
    async () => {
      const book = await create(Book, { name: word(), chapters: [{ name: 'A', notes: [{ words: 'x' }] }] })
      const genre = await create(Genre, { name: word() })
      return post(Book, book.id, { data: { version: 0, genres: [{ id: genre.id }], chapters: [{ name: 'B' }] } })
    },
  ],
  [
    'an update that is merged',
    async () => {
      const book = await create(Book, { name: word(), pages: 1 })
      recordOf(await stage.client.update(Book.name, book.id, { version: 0, pages: 2 }))
      return post(Book, book.id, { data: { version: 0, name: word() } }, { onConflict: 'merge' })
    },
  ],
  [
    'a delete',
    async () => ({ method: 'DELETE', path: pathOf(Country, (await create(Country, { code: word().slice(5) })).id) }),
  ],
  [
    'a delete that clears and cascades',
    async () => {
      const book = await create(Book, { name: word(), chapters: [{ name: 'A', notes: [{ words: 'x' }] }] })
      await create(Book, { name: word(), sequelOf: { id: book.id }, related: [{ id: book.id }] })
      return { method: 'DELETE', path: pathOf(Book, book.id), query: { version: '0' } }
    },
  ],
  [
    'a restore',
    async () => {
      const book = await create(Book, { name: word(), pages: 1 })
      recordOf(await stage.client.update(Book.name, book.id, { version: 0, name: word(), pages: 2 }))
      return post(Book, `${book.id}/restore`, { data: { version: 1, toVersion: 0 } })
    },
  ],
  [
    'a restore of links',
    async () => {
      const genre = await create(Genre, { name: word() })
      const book = await create(Book, { name: word(), genres: [{ id: genre.id }] })
      recordOf(await stage.client.update(Book.name, book.id, { version: 0, genres: [] }))
      return post(Book, `${book.id}/restore`, { data: { version: 1, toVersion: 0 } })
    },
  ],
  [
    'a restore of a record that is gone',
    async () => {
      const genre = await create(Genre, { name: word() })
      const book = await create(Book, { name: word(), pages: 1, genres: [{ id: genre.id }] })
      await stage.client.delete(Book.name, book.id)
      return post(Book, `${book.id}/restore`, { data: { version: 1, toVersion: 0 } })
    },
  ],
  [
    'a bulk call',
    async () => {
      const book = await create(Book, { name: word() })
      const records = [
        { name: word() },
        { id: book.id, version: 0, pages: 3 },
        { name: word(), chapters: [{ name: 'A' }] },
      ]
      return post(Book, '', { records })
    },
    created,
  ],
  [
    'a removal of many',
    async () => {
      const books = [
        await create(Book, { name: word(), chapters: [{ name: 'A' }] }),
        await create(Book, { name: word() }),
      ]
      return post(Book, 'removeAll', { records: books.map(({ id, version }) => ({ id, version })) })
    },
  ],
  [
    'a change of many',
    async () => {
      const name = word()
      await create(Book, { name })
      await create(Book, { name })
      const data = { criteria: [{ fieldName: 'name', operator: '=', value: name }] }
      return post(Book, 'updateMass', { data, values: { pages: 9 }, maxAffected: 5 })
    },
  ],
]

describe('a dry run', () => {
  it.each(writes)(
    'of %s answers exactly what the write then answers, and changes nothing',
    async (_, prepare, isNew = none) => {
      const { tried, done } = await tryThenDo(await prepare())
      expect(done.status).toBe(200)
      expect(tried.json).not.toHaveProperty('changeSet')
      const expected = comparable(done, isNew) as { json: object }
      expect(comparable(tried, none)).toEqual({ ...expected, json: { ...expected.json, dryRun: true } })
    },
  )

  it.each(writes)('of %s can be repeated: it leaves nothing behind', async (_, prepare, isNew = none) => {
    const write = await prepare()
    const [first, second] = [await send(write, true), await send(write, true)]
    expect(comparable(first, isNew)).toEqual(comparable(second, isNew))
    expect(first.status).toBe(200)
  })

  it('shows a record that would be created without an id, and a changed one with its new version', async () => {
    const reply = await send({ method: 'PUT', path: pathOf(Book), body: { data: { name: 'Dry' } } }, true)
    expect(recordOf(reply)).toMatchObject({ id: null, version: 0, name: 'Dry', createdBy: { username: 'admin' } })
    const { id } = await create(Book, { name: 'Wet' })
    expect(recordOf(await send(post(Book, id, { data: { version: 0 } }), true))).toMatchObject({ id, version: 1 })
  })

  it('accepts only true and false', async () => {
    const write = { method: 'PUT', path: pathOf(Book), body: { data: { name: word() } } }
    expect(recordOf(await send({ ...write, query: { dryRun: 'false' } }, false)).id).toEqual(expect.any(Number))
    for (const dryRun of ['1', 'TRUE', '', 'yes'])
      expect(shown(await send({ ...write, query: { dryRun } }, false))).toEqual(refusal('invalid-parameter'))
  })
})

/** Writes that are refused, each for another reason. */
const refused: [string, number, () => Promise<Write>][] = [
  ['a record with faults', 400, async () => ({ method: 'PUT', path: pathOf(Book), body: { data: { pages: -1 } } })],
  [
    'a reference that leads nowhere',
    400,
    async () => ({ method: 'PUT', path: pathOf(Book), body: { data: { name: 'x', publisher: { id: 999_999 } } } }),
  ],
  [
    'a member that is not unique',
    409,
    async () => {
      const { isbn } = await create(Book, { name: 'x', isbn: word() })
      return { method: 'PUT', path: pathOf(Publisher), body: { data: { name: 'p', books: [{ name: 'y', isbn }] } } }
    },
  ],
  [
    'a stale version',
    409,
    async () => {
      const { id } = await create(Book, { name: word(), pages: 1 })
      recordOf(await stage.client.update(Book.name, id, { version: 0, name: word() }))
      return post(Book, id, { data: { version: 0, name: word(), pages: 2 } })
    },
  ],
  [
    'a merge that clashes',
    409,
    async () => {
      const { id } = await create(Book, { name: word(), pages: 1 })
      recordOf(await stage.client.update(Book.name, id, { version: 0, name: word() }))
      return post(Book, id, { data: { version: 0, name: word() } }, { onConflict: 'merge' })
    },
  ],
  ['a record that does not exist', 404, async () => post(Book, 999_999, { data: { version: 0, name: 'x' } })],
  ['a delete of what does not exist', 404, async () => ({ method: 'DELETE', path: pathOf(Book, 999_999) })],
  [
    'a delete of a stale version',
    409,
    async () => {
      const { id } = await create(Book, { name: word() })
      return { method: 'DELETE', path: pathOf(Book, id), query: { version: '4' } }
    },
  ],
  [
    'a delete of what others need',
    409,
    async () => {
      const { id } = await create(Country, { code: word().slice(5) })
      await create(Publisher, { name: 'p', country: { id } })
      return { method: 'DELETE', path: pathOf(Country, id) }
    },
  ],
  [
    'a delete of what others link to',
    409,
    async () => {
      const { id } = await create(Genre, { name: word() })
      await create(Award, { name: 'a', genres: [{ id }] })
      return { method: 'DELETE', path: pathOf(Genre, id) }
    },
  ],
  [
    'a bulk call with one stale record',
    409,
    async () => {
      const { id } = await create(Book, { name: word() })
      return post(Book, '', { records: [{ name: word() }, { id, version: 5, name: word() }] })
    },
  ],
  [
    'a restore to what never was',
    404,
    async () => {
      const { id } = await create(Book, { name: word() })
      return post(Book, `${id}/restore`, { data: { version: 0, toVersion: 9 } })
    },
  ],
  [
    'a change of too many',
    409,
    async () => {
      const name = word()
      await create(Book, { name })
      await create(Book, { name })
      const data = { criteria: [{ fieldName: 'name', operator: '=', value: name }] }
      return post(Book, 'updateMass', { data, values: { pages: 9 }, maxAffected: 1 })
    },
  ],
]

describe('a dry run of what is refused', () => {
  it.each(refused)('answers the same as the write: %s', async (_, status, prepare) => {
    const { tried, done } = await tryThenDo(await prepare())
    expect(done.status).toBe(status)
    expect(comparable(tried, none)).toEqual(comparable(done, none))
  })
})
