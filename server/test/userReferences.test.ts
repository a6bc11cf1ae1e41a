import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { model } from '../src/model/declare.ts'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { extendUser } from '../src/model/extendUser.ts'
import { reference } from '../src/model/field/reference.ts'
import { text } from '../src/model/field/text.ts'
import { toModel } from '../src/model/toModel.ts'
import { search } from './harness/actions.ts'
import { type Client, recordOf, recordsOf } from './harness/client.ts'
import { allActions, clientOf, makeRole, makeUser, User } from './harness/people.ts'
import { TwinServices } from './harness/TwinServices.ts'
import { useModels } from './harness/useModels.ts'

const Ticket = 'desk.Ticket'
const declared = model({
  name: Ticket,
  title: 'subject',
  list: ['subject', 'assignee'],
  fields: { subject: text({ required: true }), assignee: reference(User) },
})
const models = withBuiltIn([toModel(declared)], extendUser({ fields: { salary: text({ max: 20 }) } }).fields)
const stage = useModels(models)

/** A user with a rule for tickets, and with others for users. */
async function clerk(name: string, ...rules: object[]): Promise<Client> {
  const role = await makeRole(stage.client, name, [{ model: Ticket, ...allActions }, ...rules])
  const { id } = await makeUser(stage.client, name.replace(' ', '-'), [role])
  return clientOf(stage.service, stage.database, id)
}

describe('a reference to a user whom the caller may not read', () => {
  let tilo = 0
  let ticket = 0
  const callers: Client[] = []
  beforeAll(async () => {
    tilo = (await makeUser(stage.client, 'tilo', [], { salary: '1000', name: 'Tilo Two' })).id
    ticket = recordOf(await stage.client.create(Ticket, { subject: 'Lamp', assignee: { id: tilo } })).id
    callers.push(
      await clerk('without'),
      await clerk('own', { model: User, read: true, condition: { fieldName: 'id', operator: '=', value: '$user.id' } }),
    )
  })
  afterAll(() => {
    for (const caller of callers) caller.close()
  })

  it('gives no list of users: without a rule for them, one reads oneself by id', async () => {
    const [without, own] = callers as [Client, Client]
    const { id } = recordOf(await without.exchange('GET', '/ws/me'))
    expect((await without.read(User, id)).status).toBe(200)
    for (const ask of [
      () => without.find(User),
      () => without.exchange('POST', `/ws/rest/${User}/search`, { body: { data: { criteria: [] } } }),
      () => without.exchange('POST', `/ws/rest/${User}/aggregate`, { body: { count: true } }),
      () => without.exchange('GET', `/ws/rest/${User}/deleted`),
      () => without.exchange('GET', `/ws/changes?models=${User}`),
    ]) {
      const { status, json } = await ask()
      expect([status, json?.data]).toEqual([403, expect.objectContaining({ code: 'not-permitted' })])
    }
    expect((await own.find(User)).json?.total).toBe(1)
    const [unlisted, listed] = await Promise.all(
      [without, own].map(async (one) => {
        const { json } = await one.exchange('GET', '/ws/meta/models?detail=true')
        return (json?.data as { name: string; byId?: true }[]).find(({ name }) => name === User)?.byId
      }),
    )
    expect([unlisted, listed]).toEqual([true, undefined])
  })

  it('shows the names wherever it shows the id, as an author does', async () => {
    for (const caller of callers) {
      const shown = { id: tilo, username: 'tilo', name: 'Tilo Two' }
      expect(recordOf(await caller.read(Ticket, ticket))).toMatchObject({ assignee: shown })
      expect(recordsOf(await caller.find(Ticket))).toMatchObject([{ assignee: shown }])
      expect(recordsOf(await caller.find(Ticket, '?fields=assignee'))).toEqual([
        { id: ticket, version: 0, assignee: shown },
      ])
      const { json } = await caller.exchange('POST', `/ws/rest/${Ticket}/aggregate`, {
        body: { groupBy: ['assignee'] },
      })
      expect(json?.data).toEqual([{ group: { assignee: shown } }])
      const history = await caller.history(Ticket, ticket, '?titles=true')
      expect(history.json?.data).toMatchObject([{ changes: { assignee: { to: { id: tilo, title: 'tilo' } } } }])
    }
  })

  it('shows it also to those who may read other fields of users', async () => {
    const caller = await clerk('name reader', { model: User, read: true, readFields: ['name'] })
    const shown = { id: tilo, version: 0, username: 'tilo', name: 'Tilo Two' }
    expect(recordOf(await caller.read(Ticket, ticket))).toMatchObject({ assignee: shown })
    expect(recordsOf(await caller.find(Ticket))).toMatchObject([{ assignee: shown }])
    expect(recordsOf(await caller.find(User, '?fields=name')).every((user) => !('username' in user))).toBe(true)
    caller.close()
  })

  it('can be sent back as it was read', async () => {
    for (const caller of callers) {
      const { id, version, assignee } = recordOf(await caller.read(Ticket, ticket))
      const reply = await caller.update(Ticket, id, { version, subject: 'Lamps', assignee })
      expect(reply.json?.data).toMatchObject([{ assignee: { id: tilo, username: 'tilo', name: 'Tilo Two' } }])
      await stage.client.update(Ticket, id, { version: version + 1, subject: 'Lamp' })
    }
  })

  it('is no way to ask for users: not by filter, sort, group, field or another reference', async () => {
    const [caller] = callers
    if (!caller) throw new Error('There is no caller.')
    const other = recordOf(await stage.client.create(User, { username: 'zoe' })).id
    const aggregate = (body: object) => caller.exchange('POST', `/ws/rest/${Ticket}/aggregate`, { body })
    const where = (fieldName: string, value: string) => ({ fieldName: `assignee.${fieldName}`, operator: '=', value })
    const found = [
      search(caller, { name: Ticket }, { data: where('username', 'tilo') }),
      search(caller, { name: Ticket }, { data: where('salary', '1000') }),
      aggregate({ data: where('username', 'tilo'), groupBy: ['assignee'] }),
    ]
    for (const reply of await Promise.all(found)) expect(reply.json).toMatchObject({ status: 0, data: [], total: 0 })
    const groups = await aggregate({ groupBy: ['assignee.username', 'assignee.salary'] })
    expect(groups.json?.data).toEqual([{ group: { 'assignee.username': null, 'assignee.salary': null } }])
    const fields = await caller.find(Ticket, '?fields=assignee.salary,assignee.name')
    expect(recordsOf(fields)).toEqual([
      { id: ticket, version: 4, assignee: { id: tilo, username: 'tilo', name: 'Tilo Two' } },
    ])
    for (const assignee of [{ id: other }, { username: 'zoe' }]) {
      const reply = await caller.create(Ticket, { subject: 'x', assignee })
      // Without the id of the request, which is random and may be anything.
      const told = JSON.stringify(reply.json).replace(/"requestId":"[^"]*"/, '')
      expect([reply.status, told.includes('zoe')]).toEqual([400, false])
    }
  })
})

it('nothing but the names tells two databases apart whose users differ', { timeout: 60_000 }, async () => {
  const twins = await TwinServices.open(
    models,
    async (admin) => {
      const ids = await Promise.all(['ada', 'ben'].map(async (name) => (await makeUser(admin, name, [])).id))
      for (const id of [...ids, ...ids]) await admin.create(Ticket, { subject: 'x', assignee: { id } })
      const role = await makeRole(admin, 'clerk', [{ model: Ticket, ...allActions }])
      return (await makeUser(admin, 'clerk', [role])).id
    },
    // The order by names is another one, and so is all that is hidden.
    [
      `update record.tabularium_user set name = 'Right', salary = '5', disabled = true
        where username in ('ada', 'ben')`,
      `update record.tabularium_user set username = 'zeta' where username = 'ada'`,
    ],
  )
  const withoutNames = (text: string) => text.replaceAll('zeta', 'ada').replaceAll(/"name":"\w+"/g, '"name":"…"')
  const paths = ['', '?sortBy=assignee.username', '?sortBy=-assignee.salary', '?fields=assignee,assignee.name']
  for (const path of paths) {
    const [left, right] = await twins.ask('GET', `/ws/rest/${Ticket}${path}`)
    expect(left.status).toBe(200)
    expect(withoutNames(right.text)).toBe(withoutNames(left.text))
  }
  const wheres = ['username', 'name', 'salary'].flatMap((field) => [
    { fieldName: `assignee.${field}`, operator: '!=', value: 'ada' },
    { fieldName: `assignee.${field}`, operator: 'notNull' },
  ])
  for (const data of wheres) {
    const [left, right] = await twins.ask('POST', `/ws/rest/${Ticket}/search`, { body: { data } })
    expect(left.json).toMatchObject({ total: 0 })
    expect(right.text).toBe(left.text)
  }
  const body = { groupBy: ['assignee'], count: true }
  const [left, right] = await twins.ask('POST', `/ws/rest/${Ticket}/aggregate`, { body })
  expect(withoutNames(right.text)).toBe(withoutNames(left.text))
  await twins.close()
})
