import { describe, expect, it } from 'vitest'
import { recordOf, recordsOf, type RecordJson, type Reply } from './harness/client.ts'
import { Contact, refusal, shown, Tag } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
let count = 0

async function newTags(number: number): Promise<number[]> {
  const ids = []
  for (let i = 0; i < number; i++) ids.push(recordOf(await stage.client.create(Tag, { name: `Tag ${count++}` })).id)
  return ids
}

function toLinks(ids: readonly number[]): { id: number }[] {
  return ids.map((id) => ({ id }))
}

async function newContact(tags: readonly number[], more: object = {}): Promise<RecordJson> {
  const data = { firstName: 'Ada', lastName: 'Lovelace', tags: toLinks(tags), ...more }
  return recordOf(await stage.client.create(Contact, data))
}

function restore(id: number, version: number, toVersion: number, query = '', headers = {}): Promise<Reply> {
  const body = { data: { version, toVersion } }
  return stage.client.exchange('POST', `/ws/rest/${Contact}/${id}/restore${query}`, { body, headers })
}

async function tagsOf(id: number): Promise<number[]> {
  const contact = recordOf(await stage.client.exchange('GET', `/ws/rest/${Contact}/${id}?fields=tags`))
  return (contact['tags'] as { id: number }[]).map((tag) => tag.id)
}

/** What the newest entry of a record's history says of its links. */
async function newestLinks(id: number): Promise<unknown> {
  const [newest] = recordsOf(await stage.client.exchange('GET', `/ws/rest/${Contact}/${id}/history?limit=1`))
  const { operation, changes } = newest as unknown as { operation: string; changes: Record<string, unknown> }
  return { operation, tags: changes['tags'] }
}

describe('a restore of links', () => {
  it('of an old version, with the change in its own entry', async () => {
    const [a = 0, b = 0, c = 0] = await newTags(3)
    const { id } = await newContact([a, b])
    await stage.client.update(Contact, id, { version: 0, lastName: 'King', tags: toLinks([c]) })
    const restored = await restore(id, 1, 0)
    expect(recordOf(restored)).toMatchObject({ id, version: 2, lastName: 'Lovelace' })
    expect(restored.json).not.toHaveProperty('missing')
    expect(await tagsOf(id)).toEqual([a, b])
    expect(await newestLinks(id)).toEqual({ operation: 'restore', tags: { from: [c], to: [a, b] } })
  })

  it('over several versions, also to none at all', async () => {
    const [a = 0, b = 0] = await newTags(2)
    const { id } = await newContact([])
    await stage.client.update(Contact, id, { version: 0, tags: toLinks([a]) })
    await stage.client.update(Contact, id, { version: 1, tags: toLinks([a, b]) })
    recordOf(await restore(id, 2, 1))
    expect(await tagsOf(id)).toEqual([a])
    recordOf(await restore(id, 3, 0))
    expect(await tagsOf(id)).toEqual([])
    recordOf(await restore(id, 4, 2))
    expect(await tagsOf(id)).toEqual([a, b])
  })

  it('and leaves those alone that did not change since', async () => {
    const [a = 0] = await newTags(1)
    const { id } = await newContact([a])
    await stage.client.update(Contact, id, { version: 0, lastName: 'King' })
    expect(recordOf(await restore(id, 1, 0))).toMatchObject({ lastName: 'Lovelace', version: 2 })
    expect(await tagsOf(id)).toEqual([a])
    expect(await newestLinks(id)).toEqual({ operation: 'restore', tags: undefined })
  })

  it('of a deleted record, which comes back with them', async () => {
    const [a = 0, b = 0] = await newTags(2)
    const { id } = await newContact([a, b])
    await stage.client.delete(Contact, id)
    const restored = await restore(id, 1, 0)
    expect(recordOf(restored)).toMatchObject({ id, version: 2, fullName: 'Ada Lovelace' })
    expect(await tagsOf(id)).toEqual([a, b])
    expect(await newestLinks(id)).toEqual({ operation: 'restore', tags: { from: [], to: [a, b] } })
    await stage.client.delete(Contact, id)
    recordOf(await restore(id, 3, 2))
    expect(await tagsOf(id)).toEqual([a, b])
  })

  it('and counts the record once', async () => {
    const [a = 0] = await newTags(1)
    const { id } = await newContact([a])
    const total = (await stage.client.find(Contact, '?limit=0')).json?.total
    await stage.client.delete(Contact, id)
    recordOf(await restore(id, 1, 0))
    expect((await stage.client.find(Contact, '?limit=0')).json?.total).toBe(total)
  })
})

describe('linked records that were deleted', () => {
  it('are left out, and the answer says which', async () => {
    const [a = 0, b = 0, c = 0] = await newTags(3)
    const { id } = await newContact([a, b, c])
    await stage.client.update(Contact, id, { version: 0, tags: [] })
    for (const gone of [a, c]) await stage.client.delete(Tag, gone)
    const restored = await restore(id, 1, 0)
    expect(shown(restored)).toEqual({
      status: 200,
      json: { status: 0, data: [expect.objectContaining({ id, version: 2 })], missing: { tags: [a, c] } },
    })
    expect(await tagsOf(id)).toEqual([b])
    expect(await newestLinks(id)).toEqual({ operation: 'restore', tags: { from: [], to: [b] } })
  })

  it('do not prevent the restore of a deleted record', async () => {
    const [a = 0] = await newTags(1)
    const { id } = await newContact([a])
    await stage.client.delete(Contact, id)
    await stage.client.delete(Tag, a)
    const restored = await restore(id, 1, 0)
    expect(restored.json).toMatchObject({ data: [{ id, version: 2 }], missing: { tags: [a] } })
    expect(await newestLinks(id)).toEqual({ operation: 'restore', tags: undefined })
    expect(await tagsOf(id)).toEqual([])
  })
})

describe('all of it or nothing', () => {
  it('a stale version changes neither values nor links', async () => {
    const [a = 0, b = 0] = await newTags(2)
    const { id } = await newContact([a])
    await stage.client.update(Contact, id, { version: 0, tags: toLinks([b]) })
    expect(shown(await restore(id, 0, 0))).toEqual(
      refusal('version-conflict', { data: { current: expect.objectContaining({ version: 1 }) } }),
    )
    expect(await tagsOf(id)).toEqual([b])
  })

  it('of two restores of one deleted record at the same time one conflicts', async () => {
    const [a = 0, b = 0] = await newTags(2)
    const { id } = await newContact([a, b])
    await stage.client.delete(Contact, id)
    const replies = await Promise.all([restore(id, 1, 0), restore(id, 1, 0)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await tagsOf(id)).toEqual([a, b])
  })

  it('a dry run shows it and changes nothing, with links and without', async () => {
    const [a = 0, b = 0] = await newTags(2)
    const { id } = await newContact([a])
    await stage.client.update(Contact, id, { version: 0, lastName: 'King', tags: toLinks([b]) })
    const dry = await restore(id, 1, 0, '?dryRun=true')
    expect(dry.json).toMatchObject({ dryRun: true, data: [{ id, version: 2, lastName: 'Lovelace' }] })
    expect(await tagsOf(id)).toEqual([b])
    const { id: plain } = recordOf(await stage.client.create(Tag, { name: `Tag ${count++}` }))
    await stage.client.update(Tag, plain, { version: 0, name: `Tag ${count++}` })
    const body = { data: { version: 1, toVersion: 0 } }
    await stage.client.exchange('POST', `/ws/rest/${Tag}/${plain}/restore?dryRun=true`, { body })
    expect(recordOf(await stage.client.read(Tag, plain))).toMatchObject({ version: 1 })
    expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({ version: 1, lastName: 'King' })
  })

  it('a repeat with the same key gets the same answer, with what was missing', async () => {
    const [a = 0, b = 0] = await newTags(2)
    const { id } = await newContact([a, b])
    await stage.client.update(Contact, id, { version: 0, tags: [] })
    await stage.client.delete(Tag, b)
    const headers = { 'idempotency-key': 'restore-links-1' }
    const first = await restore(id, 1, 0, '', headers)
    const second = await restore(id, 1, 0, '', headers)
    expect(first.json).toMatchObject({ missing: { tags: [b] } })
    expect(shown(second)).toEqual(shown(first))
    expect(second.headers['idempotent-replayed']).toBe('true')
  })
})

describe('an old version that is read', () => {
  it('shows no relations', async () => {
    const [a = 0] = await newTags(1)
    const { id } = await newContact([a])
    await stage.client.update(Contact, id, { version: 0, tags: [] })
    const old = recordOf(await stage.client.exchange('GET', `/ws/rest/${Contact}/${id}?version=0`))
    expect(old).toMatchObject({ id, version: 0 })
    expect(old).not.toHaveProperty('tags')
  })
})
