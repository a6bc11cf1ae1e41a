import { describe, expect, it } from 'vitest'
import { pathOf } from './harness/actions.ts'
import { type Client, recordOf, type RecordJson, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { Award, Book, Country, Genre, library, Publisher } from './harness/library.ts'
import { clientOf, makeRole, makeUser, own } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(library)
let made = 0

type Named = { readonly name: string }

async function create(model: Named, data: object): Promise<RecordJson> {
  return recordOf(await stage.client.create(model.name, data))
}

async function userWith(name: string, rules: readonly object[]): Promise<Client> {
  const role = await makeRole(stage.client, name, rules)
  return clientOf(stage.service, stage.database, (await makeUser(stage.client, name, [role])).id)
}

function send(client: Client, model: Named, id: number, data: object, query: string): Promise<Reply> {
  return client.exchange('POST', `${pathOf(model, id)}${query}`, { body: { data } })
}

function remove(client: Client, model: Named, id: number, query: string): Promise<Reply> {
  return client.exchange('DELETE', `${pathOf(model, id)}${query}`)
}

/** A book that others moved from one publisher to another. */
async function movedBook() {
  const [first, second, third] = [
    await create(Publisher, { name: 'First' }),
    await create(Publisher, { name: 'Second' }),
    await create(Publisher, { name: 'Third' }),
  ]
  const book = await create(Book, { name: `book ${made++}`, publisher: { id: first.id } })
  recordOf(await stage.client.update(Book.name, book.id, { version: 0, publisher: { id: second.id } }))
  return { book, first, second, third, change: { version: 0, publisher: { id: third.id } } }
}

describe('a conflict with ?titles=true', () => {
  it('shows references of all three sides as {id, title}, and all else as without it', async () => {
    const { book, first, second, third, change } = await movedBook()
    const plain = await send(stage.client, Book, book.id, { ...change, pages: 3 }, '')
    const titled = await send(stage.client, Book, book.id, { ...change, pages: 3 }, '?titles=true')
    const before = plain.json?.data as { conflicts: object[]; yours: object }
    const mine = { id: third.id, title: 'Third' }
    const sides = { base: { id: first.id, title: 'First' }, current: { id: second.id, title: 'Second' }, yours: mine }
    expect(titled.status).toBe(409)
    expect(titled.json?.data).toEqual({
      ...before,
      requestId: expect.any(String),
      yours: { ...before.yours, publisher: mine },
      conflicts: [{ ...before.conflicts[0], ...sides }],
    })
    expect(before.yours).toMatchObject({ publisher: { id: third.id }, pages: 3 })
  })

  it('does so after a merge that clashes, with links and in a dry run', async () => {
    const { book, third, change } = await movedBook()
    const genre = await create(Genre, { name: `genre ${made++}` })
    const sent = { ...change, genres: [{ id: genre.id }] }
    const links = await send(stage.client, Book, book.id, sent, '?onConflict=merge&titles=true')
    const yours = { publisher: { id: third.id, title: 'Third' } }
    expect(links.json?.data).toMatchObject({
      code: 'version-conflict',
      yours,
      conflicts: [{ field: 'publisher', yours: yours.publisher }],
    })
    const dry = await send(stage.client, Book, book.id, change, '?dryRun=true&titles=true')
    expect(dry.json?.data).toMatchObject({ code: 'version-conflict', yours })
  })

  it('shows no title that the caller may not read', async () => {
    const { book, first, second, third, change } = await movedBook()
    const books = { model: Book.name, read: true, update: true }
    const client = await userWith('untitled', [books, { model: Publisher.name, read: true, readFields: ['country'] }])
    const reply = await send(client, Book, book.id, change, '?titles=true')
    const sides = { base: { id: first.id }, current: { id: second.id }, yours: { id: third.id } }
    expect(reply.json?.data).toMatchObject({ conflicts: [{ field: 'publisher', ...sides }] })
    expect(reply.text).not.toMatch(/First|Second|Third/)
    client.close()
  })

  it('changes nothing of a write that succeeds or fails otherwise, and must be true or false', async () => {
    const { book, change } = await movedBook()
    const unknown = { ...change, version: 1, publisher: { id: 999_999 } }
    const refused = await send(stage.client, Book, book.id, unknown, '?titles=true')
    expect(shown(refused)).toEqual(refusal('invalid-record', { errors: { publisher: expect.any(String) } }))
    expect(recordOf(await send(stage.client, Book, book.id, { version: 1, pages: 4 }, '?titles=true'))).toMatchObject({
      version: 2,
      pages: 4,
    })
    expect(shown(await send(stage.client, Book, book.id, change, '?titles=1'))).toEqual(refusal('invalid-parameter'))
  })
})

describe('a refused delete with ?counts=true', () => {
  const field = `${Publisher.name}.country`

  it('counts the records by field and shows the first, in a dry run as well', async () => {
    const country = await create(Country, { code: `c${made++}` })
    const names = ['A', 'B', 'C', 'D']
    const made4 = []
    for (const name of names) made4.push(await create(Publisher, { name, country: { id: country.id } }))
    const first = made4.slice(0, 3).map(({ id }, n) => ({ id, version: 0, name: names[n] }))
    const data = { referrers: [field], counts: { [field]: 4 }, records: { [field]: first } }
    const expected = refusal('still-referenced', { data })
    for (const query of ['?counts=true', '?counts=true&dryRun=true'])
      expect(shown(await remove(stage.client, Country, country.id, query))).toEqual(expected)
    const plain = refusal('still-referenced', { data: { referrers: [field] } })
    expect(shown(await remove(stage.client, Country, country.id, '?counts=false'))).toEqual(plain)
  })

  it('counts links, and only what prevents it', async () => {
    const genre = await create(Genre, { name: `genre ${made++}` })
    await create(Genre, { name: `genre ${made++}`, parent: { id: genre.id } })
    await create(Award, { name: 'Prize', genres: [{ id: genre.id }] })
    const member = `${Award.name}.genres`
    const reply = await remove(stage.client, Genre, genre.id, '?counts=true')
    expect(reply.json?.data).toMatchObject({ code: 'still-referenced', counts: { [member]: 1 } })
    expect(Object.keys((reply.json?.data as { counts: object }).counts)).toEqual([member])
  })

  it('counts nothing that the caller does not see', async () => {
    const country = await create(Country, { code: `c${made++}` })
    await create(Publisher, { name: 'Unseen', country: { id: country.id } })
    const countries = { model: Country.name, read: true, delete: true }
    const blind = await userWith('blind', [countries])
    const names = await userWith('names', [countries, { model: Publisher.name, read: true, readFields: ['name'] }])
    const some = await userWith('some', [
      countries,
      { model: Publisher.name, read: true, create: true, condition: own },
    ])
    for (const client of [blind, names, some]) {
      const reply = await remove(client, Country, country.id, '?counts=true')
      expect(reply.json?.data).toMatchObject({ code: 'still-referenced', counts: {} })
      expect((reply.json?.data as { counts: object }).counts).toEqual({})
      expect((reply.json?.data as { records: object }).records).toEqual({})
      expect(reply.text).not.toContain('Unseen')
    }
    const { id } = recordOf(await some.create(Publisher.name, { name: 'Own', country: { id: country.id } }))
    const reply = await remove(some, Country, country.id, '?counts=true')
    expect(reply.json?.data).toMatchObject({ counts: { [field]: 1 } })
    expect((reply.json?.data as { records: object }).records).toEqual({ [field]: [{ id, version: 0, name: 'Own' }] })
    const untitled = await userWith('references', [
      countries,
      { model: Publisher.name, read: true, readFields: ['country'] },
    ])
    const bare = await remove(untitled, Country, country.id, '?counts=true')
    expect(bare.json?.data).toMatchObject({ counts: { [field]: 2 } })
    expect(bare.text).not.toMatch(/Unseen|Own/)
    untitled.close()
    for (const client of [blind, names, some]) client.close()
  })

  it('deletes what nothing refers to', async () => {
    const country = await create(Country, { code: `c${made++}` })
    expect((await remove(stage.client, Country, country.id, '?counts=true')).json).toEqual({
      status: 0,
      data: [country.id],
    })
    expect(shown(await remove(stage.client, Country, country.id, '?counts=2'))).toEqual(refusal('invalid-parameter'))
  })
})
