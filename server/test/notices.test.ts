import { beforeAll, describe, expect, it } from 'vitest'
import { comments, model, role, text } from '../src/index.ts'
import { noLogic } from '../src/logic/Logic.ts'
import { toRole } from '../src/model/role.ts'
import { type Client, recordOf, recordsOf, type RecordJson } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { Notice } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { useLogic } from './harness/useLogic.ts'

const Thing = model({ name: 'desk.Thing', title: 'name', fields: { name: text(), comments: comments() } })
const rules = [{ model: Thing, read: true, comment: true }]
const roles = ['ada', 'bob'].map((name) => toRole(role({ name, rules }), 'a.ts'))
const stage = useLogic({ models: toModels([Thing]), roles, logic: noLogic }, { work: 'false' })
let ada: Client
let bob: Client
let thing: RecordJson

beforeAll(async () => {
  ada = await stage.as('ada')
  bob = await stage.as('bob')
  thing = recordOf(await stage.client.create(Thing.name, { name: 'Camera' }))
})

const pathOf = (behind = '') => `/ws/rest/${Thing.name}/${thing.id}/comments${behind}`
const comment = (client: Client, body: string, options: { query?: string; headers?: Record<string, string> } = {}) => {
  const { query = '', headers = {} } = options
  return client.exchange('PUT', pathOf(query), { body: { data: { body } }, headers })
}
const noticesOf = async (client: Client) => recordsOf(await client.find(Notice, '?limit=100'))
const clear = async () => {
  for (const { id, version } of await noticesOf(bob)) recordsOf(await bob.delete(Notice, id, version))
}

describe('a mention', () => {
  it('gives the user a notice with the place and the author, and nobody else', async () => {
    const before = (await noticesOf(ada)).length
    const made = recordOf(await comment(ada, 'Look, @bob and @ada and @nobody'))
    const notices = await noticesOf(bob)
    expect(notices).toHaveLength(1)
    expect(recordOf(await bob.read(Notice, notices[0]?.id ?? 0))).toMatchObject({
      kind: 'mention',
      model: Thing.name,
      record: thing.id,
      comment: made.id,
      seenOn: null,
      user: { username: 'bob' },
      createdBy: { username: 'ada' },
    })
    expect(await noticesOf(ada)).toHaveLength(before)
  })

  it('is in the history as any other write', async () => {
    await clear()
    recordOf(await comment(ada, '@bob'))
    const [notice] = await noticesOf(bob)
    const entries = recordsOf(await bob.exchange('GET', `/ws/rest/${Notice}/${notice?.id}/history`))
    expect(entries).toMatchObject([{ operation: 'create', by: { username: 'ada' } }])
  })

  it('is in the change feed of the user, and in that of nobody else', async () => {
    await clear()
    const start = await Promise.all([bob, ada].map((client) => client.exchange('GET', '/ws/changes?limit=1')))
    const [ofBob = '', ofAda = ''] = start.map(({ json }) => (json as unknown as { next: string }).next)
    recordOf(await comment(ada, '@bob'))
    const follow = async (client: Client, after: string) => {
      const query = new URLSearchParams({ models: Notice, after })
      return recordsOf(await client.exchange('GET', `/ws/changes?${query}`))
    }
    const [notice] = await noticesOf(bob)
    await until('the mention is in the feed', async () =>
      (await follow(bob, ofBob)).some(({ id }) => id === notice?.id),
    )
    expect(await follow(ada, ofAda)).toEqual([])
  })

  it('of a changed comment gives notices to those alone whom it did not mention before', async () => {
    await clear()
    const { id } = recordOf(await comment(ada, 'Look'))
    const change = (version: number, body: string) =>
      ada.exchange('POST', pathOf(`/${id}`), { body: { data: { version, body } } })
    expect(recordOf(await change(0, 'Look, @bob'))).toMatchObject({ version: 1, mentions: [{ username: 'bob' }] })
    expect(recordOf(await change(1, 'Please look, @bob'))).toMatchObject({ version: 2 })
    expect(await noticesOf(bob)).toHaveLength(1)
    const late = await change(0, 'Too late, @admin')
    expect(late).toMatchObject({ status: 409, json: { data: { code: 'version-conflict' } } })
    expect(late.json?.data).toHaveProperty('current')
  })

  it('gives one notice for a comment that is sent twice with one key, and none for a dry run', async () => {
    await clear()
    const headers = { 'Idempotency-Key': 'mention-1' }
    const [first, second] = [await comment(ada, '@bob', { headers }), await comment(ada, '@bob', { headers })]
    expect(recordOf(second).id).toBe(recordOf(first).id)
    recordOf(await comment(ada, '@bob', { query: '?dryRun=true' }))
    expect(await noticesOf(bob)).toHaveLength(1)
  })
})

describe('a notice', () => {
  it('is read, marked as seen and deleted by its user alone; nobody creates or changes one', async () => {
    await clear()
    recordOf(await comment(ada, '@bob'))
    const [notice] = await noticesOf(bob)
    if (!notice) throw new Error('There is no notice.')
    const seenOn = '2031-01-01T00:00:00.000Z'
    expect((await ada.read(Notice, notice.id)).status).toBe(404)
    expect((await ada.update(Notice, notice.id, { version: 0, seenOn })).status).toBe(404)
    expect((await bob.update(Notice, notice.id, { version: 0, record: 7 })).status).toBe(403)
    expect(recordOf(await bob.update(Notice, notice.id, { version: 0, seenOn }))).toMatchObject({ version: 1, seenOn })
    const forged = { user: { id: 1 }, model: Thing.name, record: 1 }
    for (const client of [bob, stage.client]) expect((await client.create(Notice, forged)).status).toBe(403)
    expect((await bob.delete(Notice, notice.id, 1)).status).toBe(200)
  })
})
