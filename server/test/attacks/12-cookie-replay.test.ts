import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admin as credentials, Client, cookieOf, recordOf, type Reply } from '../harness/client.ts'
import { Company, Contact, refusal, shown } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import {
  allActions,
  Key,
  makeKey,
  makeRole,
  type MadeRole,
  makeUser,
  own,
  Role,
  Rule,
  Session,
  User,
} from '../harness/people.ts'
import { loggedIn, startService, type TestService } from '../harness/service.ts'

let database: TestDatabase
let nodes: TestService[]
let ways: Client[]
let admin: Client
let role: MadeRole
let userId: number
let contactId: number
let cookie: string
let username: string
let count = 0
const { password } = credentials
const newPassword = 'another-and-longer-one'

beforeAll(async () => {
  database = await createDatabase()
  nodes = [await startService(database.url), await startService(database.url)]
  ways = nodes.map(({ url }) => new Client(url, 4))
  admin = await loggedIn(nodes[0] as TestService, 4)
  contactId = recordOf(await admin.create(Contact, { firstName: 'A', lastName: 'B' })).id
})

afterAll(async () => {
  for (const client of [admin, ...ways]) client.close()
  for (const node of nodes) await node.stop()
  await database.drop()
})

/** Each test has a new user who has logged in on one node and is known to all of them. */
beforeEach(async () => {
  username = `replay${++count}`
  role = await makeRole(admin, username, [
    { model: Contact, ...allActions },
    { model: Company, ...allActions, condition: own },
  ])
  userId = (await makeUser(admin, username, [role], { password })).id
  cookie = await logIn(0)
  expect(await statuses(cookie)).toEqual(everywhere(200))
})

async function logIn(node: number, secret = password): Promise<string> {
  const reply = await (ways[node] as Client).exchange('POST', '/callback', { body: { username, password: secret } })
  expect(reply.status).toBe(200)
  return cookieOf(reply)
}

/** A key of the user. */
async function newKey(): Promise<{ id: number; token: string }> {
  const client = new Client((nodes[1] as TestService).url)
  client.cookie = cookie
  const key = await makeKey(client)
  client.close()
  return key
}

/** One request of each kind that does not depend on another. */
const requests: readonly [string, () => string, unknown?][] = [
  ['GET', () => `/ws/rest/${Contact}/${contactId}`],
  ['GET', () => `/ws/rest/${Contact}`],
  ['POST', () => `/ws/rest/${Contact}/search`, {}],
  ['GET', () => `/ws/rest/${Contact}/${contactId}/history`],
  ['GET', () => `/ws/rest/${Contact}/${contactId}?version=0`],
  ['PUT', () => `/ws/rest/${Contact}`, { data: { firstName: 'Re', lastName: 'Play' } }],
  ['PUT', () => `/ws/rest/${Company}`, { data: { name: 'Replay' } }],
  ['PUT', () => `/ws/rest/${Contact}?dryRun=true`, { data: { firstName: 'Re', lastName: 'Play' } }],
  ['POST', () => `/ws/rest/${Contact}`, { records: [{ firstName: 'Re', lastName: 'Play' }] }],
  [
    'POST',
    () => `/ws/rest/${Contact}/updateMass`,
    {
      data: { criteria: [{ fieldName: 'id', operator: '<', value: 0 }] },
      values: { notes: 'replayed' },
      maxAffected: 9,
    },
  ],
  ['GET', () => `/ws/meta/fields/${Contact}`],
]

function everywhere(status: number): Record<string, number[]> {
  return Object.fromEntries(
    requests.map(([method, path, body]) => [
      `${method} ${path()} ${body ? JSON.stringify(body) : ''}`,
      nodes.map(() => status),
    ]),
  )
}

/** The answers of every node to every request with this cookie. */
async function statuses(sent: string, headers: Record<string, string> = {}): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {}
  for (const [method, path, body] of requests) {
    const replies = await Promise.all(
      ways.map((way) => way.exchange(method, path(), { cookie: sent, headers, ...(body ? { body } : {}) })),
    )
    for (const reply of replies) expect(reply.headers['set-cookie']).toBeUndefined()
    found[`${method} ${path()} ${body ? JSON.stringify(body) : ''}`] = replies.map(({ status }) => status)
  }
  return found
}

function change(model: string, id: number, data: object): Promise<Reply> {
  return admin.update(model, id, { version: 0, ...data })
}

function self(path: string, body: object): Promise<Reply> {
  return (ways[0] as Client).exchange('POST', path, { cookie, body })
}

describe('a copied cookie', () => {
  it.each<[string, () => Promise<Reply>]>([
    ['logout', () => (ways[1] as Client).exchange('GET', '/logout', { cookie })],
    ['the user is disabled', () => change(User, userId, { disabled: true })],
    ['the user is deleted', () => admin.delete(User, userId)],
    ['an administrator sets another password', () => change(User, userId, { password: newPassword })],
    ['an administrator takes the password away', () => change(User, userId, { password: null })],
    [
      'an administrator ends the sessions',
      () => admin.exchange('POST', '/ws/sessions/end', { body: { user: userId } }),
    ],
    ['its user ends all sessions', () => self('/ws/sessions/end', { current: true })],
  ])('is worth nothing on any node after: %s', async (_, revoke) => {
    expect((await revoke()).status).toBe(200)
    expect(await statuses(cookie)).toEqual(everywhere(401))
  })

  it('is refused on every node after its session is deleted, which its user may do', async () => {
    const way = ways[1] as Client
    const sessions = await way.exchange('GET', `/ws/rest/${Session}`, { cookie })
    expect((await way.exchange('DELETE', `/ws/rest/${Session}/${recordOf(sessions).id}`, { cookie })).status).toBe(200)
    expect(await statuses(cookie)).toEqual(everywhere(401))
  })

  it('does not become valid again: not by another login, not when the user is enabled again', async () => {
    expect((await change(User, userId, { disabled: true })).status).toBe(200)
    expect((await admin.update(User, userId, { version: 1, disabled: false })).status).toBe(200)
    const again = await logIn(1)
    expect(await statuses(cookie)).toEqual(everywhere(401))
    expect(await statuses(again)).toEqual(everywhere(200))
  })

  it('expires as well, by the clock of the database', async () => {
    await database.query(
      `update record.tabularium_session set used_on = now() - interval '61 minutes' where "user" = $1`,
      [userId],
    )
    expect(await statuses(cookie)).toEqual(everywhere(401))
    const young = await logIn(0)
    await database.query(
      `update record.tabularium_session set created_on = now() - interval '12 hours' where "user" = $1`,
      [userId],
    )
    expect(await statuses(young)).toEqual(everywhere(401))
  })
})

describe('a password that its user changes', () => {
  it('ends all other sessions on every node, and neither this one nor keys', async () => {
    const other = await logIn(1)
    const headers = { authorization: `Bearer ${(await newKey()).token}` }
    for (const [sent, more] of [[other], ['', headers]] as const)
      expect(await statuses(sent, more)).toEqual(everywhere(200))
    expect((await self('/ws/password', { old: password, new: newPassword })).status).toBe(200)
    expect(await statuses(other)).toEqual(everywhere(401))
    expect(await statuses(cookie)).toEqual(everywhere(200))
    expect(await statuses('', headers)).toEqual(everywhere(200))
    expect(shown(await (ways[1] as Client).exchange('POST', '/callback', { body: { username, password } }))).toEqual(
      refusal('wrong-credentials'),
    )
    expect(await statuses(await logIn(1, newPassword))).toEqual(everywhere(200))
  })

  it('stays as it is if the old one is wrong, and so do the sessions', async () => {
    const other = await logIn(1)
    expect((await self('/ws/password', { old: newPassword, new: newPassword })).status).toBe(401)
    expect(await statuses(other)).toEqual(everywhere(200))
  })
})

describe('a cookie whose user loses rights', () => {
  it.each<[string, () => Promise<Reply>]>([
    ['the role is taken away', () => change(User, userId, { roles: [] })],
    ['the role is deleted', () => admin.delete(Role, role.id)],
    [
      'the rules are deleted',
      async () => {
        expect((await admin.delete(Rule, role.rules[0]?.id ?? 0)).status).toBe(200)
        return admin.delete(Rule, role.rules[1]?.id ?? 0)
      },
    ],
  ])('can do nothing on any node that it could before: %s', async (_, revoke) => {
    expect((await revoke()).status).toBe(200)
    expect(await statuses(cookie)).toEqual(everywhere(404))
  })

  it('has no more rights of an administrator when those are revoked', async () => {
    const chief = await makeUser(admin, `chief${count}`, [], { password, admin: true })
    username = `chief${count}`
    const chiefs = await logIn(0)
    expect(await statuses(chiefs)).toEqual(everywhere(200))
    expect((await change(User, chief.id, { admin: false })).status).toBe(200)
    expect(await statuses(chiefs)).toEqual(everywhere(404))
  })
})

describe('a copied API key', () => {
  it.each<[string, (key: { id: number }) => Promise<Reply>]>([
    ['it is deleted', ({ id }) => admin.delete(Key, id)],
    ['it expires', ({ id }) => change(Key, id, { expiresOn: '2020-01-01T00:00:00Z' })],
    ['its user is disabled', () => change(User, userId, { disabled: true })],
    ['its user is deleted', () => admin.delete(User, userId)],
  ])('is worth nothing on any node after: %s', async (_, revoke) => {
    const key = await newKey()
    const headers = { authorization: `Bearer ${key.token}` }
    expect(await statuses('', headers)).toEqual(everywhere(200))
    expect((await revoke(key)).status).toBe(200)
    expect(await statuses('', headers)).toEqual(everywhere(401))
  })
})
