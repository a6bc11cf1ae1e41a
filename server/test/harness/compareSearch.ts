import { expect } from 'vitest'
import type { Model } from '../../src/model/Model.ts'
import { type Client, recordsOf, type Reply } from './client.ts'
import { type SearchBody, searchIn } from './evaluate.ts'
import type { Kept, Memory } from './Memory.ts'
import type { Asked } from './randomSearch.ts'

/**
 * Sends a search and compares the answer with a plain evaluation in memory, member by member. Returns the number of
 * records; 0 if the search is refused because it uses more tables than one search may.
 */
export async function compareSearch(client: Client, search: Asked, memory: Memory): Promise<number> {
  const { model, body, way, words } = search
  const expected = searchIn(memory, model, body, words)
  const ids = expected.map(({ record }) => record.id)
  try {
    if (way === 'walk') await compareWalk(client, search, ids)
    else if (way === 'mass') await compareMass(client, search, ids.length)
    else await comparePage(client, search, expected, memory)
  } catch (error) {
    if (error instanceof TooCostly) return 0
    throw error
  }
  return ids.length
}

class TooCostly extends Error {
  override readonly name = 'TooCostly'
}

function requireCheap(reply: Reply): Reply {
  if (isTooCostly(reply)) throw new TooCostly(reply.text)
  return reply
}

/** Whether a search was refused because it uses more tables than one search may. */
export function isTooCostly({ status, json }: Reply): boolean {
  const { code, message } = (json?.data ?? {}) as { code?: unknown; message?: unknown }
  return status === 400 && code === 'invalid-parameter' && /\d+ are allowed/.test(String(message))
}

async function comparePage(client: Client, search: Asked, expected: readonly Kept[], memory: Memory): Promise<void> {
  const { model, body, way, words } = search
  const { offset = 0, limit = 40, total = true, fields } = body
  const page = expected.slice(offset, offset + limit)
  const more = limit > 0 && expected.length > offset + limit
  const reply = requireCheap(await (way === 'find' ? find(client, model, body, words) : send(client, model, body)))
  // First in brief, because a page of records does not show what is wrong with a search.
  const brief = { ids: recordsOf(reply).map(({ id }) => id), total: reply.json?.total }
  const due = { ids: page.map(({ record }) => record.id), total: total ? expected.length : undefined }
  expect(brief, shown(search)).toEqual(due)
  expect(reply.json, shown(search)).toEqual({
    status: 0,
    offset,
    ...(total ? { total: expected.length } : {}),
    data: page.map((kept) => memory.show(kept, fields ?? model.list, model)),
    ...(more ? { next: expect.any(String) } : {}),
  })
}

/** Every record once, in order, whatever the size of the pages. */
async function compareWalk(client: Client, search: Asked, expected: readonly number[]): Promise<void> {
  const { model, body } = search
  const { offset: _, ...others } = body
  const seen: number[] = []
  let after: string | undefined
  do {
    const limit = Math.max(others.limit ?? 7, 5)
    const reply = requireCheap(
      await send(client, model, { ...others, limit, ...(after === undefined ? {} : { after }) }),
    )
    seen.push(...recordsOf(reply).map(({ id }) => id))
    after = reply.json?.next
  } while (after !== undefined)
  expect(seen, shown(search)).toEqual(expected)
}

/** A mass update changes the records that a search finds. */
async function compareMass(client: Client, { model, body: { data } }: Asked, expected: number): Promise<void> {
  const body = { data: data ?? {}, values: { name: 'changed' }, maxAffected: 1_000 }
  const reply = requireCheap(await client.exchange('POST', `/ws/rest/${model.name}/updateMass?dryRun=true`, { body }))
  expect(reply.json, JSON.stringify(data)).toEqual({ status: 0, data: [], total: expected, dryRun: true })
}

function shown({ model, ...others }: Asked): string {
  return JSON.stringify({ model: model.name, ...others })
}

function send(client: Client, { name }: Model, body: SearchBody & { after?: string }): Promise<Reply> {
  return client.exchange('POST', `/ws/rest/${name}/search`, { body })
}

/** The same search in the URL. */
function find(client: Client, { name }: Model, body: SearchBody, words: readonly string[]): Promise<Reply> {
  const { data, fields, sortBy, ...page } = body
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(page)) parameters.set(key, String(value))
  if (data) parameters.set('where', JSON.stringify(data))
  if (fields?.length) parameters.set('fields', fields.join())
  else if (fields) parameters.set('fields', 'id')
  if (sortBy?.length) parameters.set('sortBy', sortBy.join())
  if (words.length > 0) parameters.set('q', words.join(' '))
  return client.exchange('GET', `/ws/rest/${name}?${parameters}`)
}
