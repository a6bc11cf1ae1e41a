import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from 'tabularium/test'
import type { Book } from '../models/Book.ts'

const books = '/ws/rest/com.example.library.Book'

let service: TestService

before(async () => {
  service = await startTestService()
})
after(() => service.close())

/** Sends a request as an administrator. Returns the HTTP status and the data of the answer. */
async function send<Data>(method: string, path: string, data?: object): Promise<{ status: number; data: Data }> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: data === undefined ? null : JSON.stringify({ data }),
  })
  const json = (await response.json()) as { data: Data }
  return { status: response.status, data: json.data }
}

/** Creates a book that nobody else uses. */
async function createBook(): Promise<Book> {
  const { status, data } = await send<Book[]>('PUT', books, { name: 'Emma', author: 'Jane Austen' })
  assert.equal(status, 200)
  assert(data[0])
  return data[0]
}

test('a new book is available', async () => {
  const book = await createBook()
  assert.equal(book.status, 'available')
  assert.equal(book.version, 0)
})

test('two people change the same version of a book: the second one gets a conflict', async () => {
  const { id, version } = await createBook()
  const lent = await send<Book[]>('POST', `${books}/${id}`, { version, status: 'lent' })
  assert.equal(lent.status, 200)

  const lost = await send<{ code: string; current: Book }>('POST', `${books}/${id}`, { version, status: 'lost' })
  assert.equal(lost.status, 409)
  assert.equal(lost.data.code, 'version-conflict')
  assert.equal(lost.data.current.status, 'lent')
})
