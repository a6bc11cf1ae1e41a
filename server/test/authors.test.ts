import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { model } from '../src/model/declare.ts'
import { reference } from '../src/model/field/reference.ts'
import { text } from '../src/model/field/text.ts'
import { toModel } from '../src/model/toModel.ts'
import { search } from './harness/actions.ts'
import { type Client, recordOf, recordsOf } from './harness/client.ts'
import { allActions, clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Case = model({ name: 'desk.Case', title: 'name', fields: { name: text({ required: true }) } })
const Note = model({
  name: 'desk.Note',
  title: 'body',
  fields: { body: text({ required: true }), case: reference(Case) },
})
const stage = useModels(withBuiltIn([toModel(Case), toModel(Note)]))

describe('the names of authors', () => {
  const callers: Client[] = []
  let [open, closed] = [0, 0]
  /** Zoe and Ben write a note each, and may read notes and the case "open", and no users. */
  beforeAll(async () => {
    open = recordOf(await stage.client.create(Case.name, { name: 'open' })).id
    closed = recordOf(await stage.client.create(Case.name, { name: 'closed' })).id
    const isOpen = { fieldName: 'name', operator: '=', value: 'open' }
    const role = await makeRole(stage.client, 'writer', [
      { model: Note.name, ...allActions },
      { model: Case.name, read: true, condition: isOpen },
    ])
    for (const [username, name] of [
      ['zoe', 'Ada Ant'],
      ['ben', null],
    ] as const) {
      const { id } = await makeUser(stage.client, username, [role], { name })
      const caller = await clientOf(stage.service, stage.database, id)
      callers.push(caller)
      await caller.create(Note.name, { body: `of ${username}`, case: { id: open } })
    }
    await stage.client.create(Note.name, { body: 'of admin', case: { id: closed } })
  })
  afterAll(() => {
    for (const caller of callers) caller.close()
  })
  const reader = () => callers[0] ?? stage.client
  const bodies = async (body: object) => recordsOf(await search(reader(), Note, body)).map((one) => one['body'])

  it('are shown with the id in every record', async () => {
    const [first] = recordsOf(await reader().find(Note.name, '?fields=createdBy,updatedBy'))
    const zoe = { id: expect.any(Number), username: 'zoe', name: 'Ada Ant' }
    expect(first).toMatchObject({ createdBy: zoe, updatedBy: zoe })
    const [same] = recordsOf(await reader().find(Note.name, '?fields=createdBy.name'))
    expect(same).toEqual({ id: expect.any(Number), version: 0, createdBy: zoe })
  })

  it('can be searched and sorted by, without a right to read users', async () => {
    expect(await bodies({ data: { fieldName: 'createdBy.username', operator: '=', value: 'ben' } })).toEqual(['of ben'])
    expect(await bodies({ data: { fieldName: 'updatedBy.name', operator: 'like', value: 'ada%' } })).toEqual(['of zoe'])
    expect(await bodies({ data: { fieldName: 'createdBy.name', operator: 'isNull' } })).toEqual(['of ben'])
    expect(await bodies({ sortBy: ['-createdBy.username'] })).toEqual(['of zoe', 'of ben', 'of admin'])
  })

  it('can be grouped by', async () => {
    const groups = await reader().exchange('POST', `/ws/rest/${Note.name}/aggregate`, {
      body: { groupBy: ['createdBy.username', 'createdBy.name'], count: true },
    })
    const group = (username: string, name: string | null) => ({
      group: { 'createdBy.username': username, 'createdBy.name': name },
      count: 1,
    })
    expect(groups.json?.data).toEqual([group('admin', 'admin'), group('ben', null), group('zoe', 'Ada Ant')])
  })

  it('of another record are found only if that record is seen', async () => {
    const byAdmin = { fieldName: 'case.createdBy.username', operator: '=', value: 'admin' }
    expect(await bodies({ data: byAdmin })).toEqual(['of zoe', 'of ben'])
    expect(recordsOf(await search(stage.client, Note, { data: byAdmin }))).toHaveLength(3)
  })

  it('lead to no other field of a user, and to no record behind it', async () => {
    for (const name of ['createdBy.admin', 'createdBy.password', 'updatedBy.roles.name', 'createdBy.createdBy.name']) {
      const reply = await search(reader(), Note, { data: { fieldName: name, operator: 'notNull' } })
      expect([reply.status, reply.json?.data]).toMatchObject([400, { code: 'invalid-parameter' }])
    }
  })

  it('can be the pages of a search', async () => {
    const sortBy = ['createdBy.username']
    const first = await search(reader(), Note, { sortBy, limit: 2 })
    const { next } = first.json as unknown as { next: string }
    expect(await bodies({ sortBy, limit: 2, after: next })).toEqual(['of zoe'])
  })
})
