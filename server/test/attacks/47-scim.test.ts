import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf, type RecordJson } from '../harness/client.ts'
import { Contact, Tag } from '../harness/contract.ts'
import { makeKey, makeUser, openSession, User } from '../harness/people.ts'
import { ScimClient, type ScimJson, type ScimReply, toPatch } from '../harness/scim/ScimClient.ts'
import { useScim } from '../harness/scim/useScim.ts'
import { takeSnapshot } from '../harness/snapshot.ts'

const stage = useScim({ loginAttempts: '1000000' })
let zoe: ScimJson
let group: ScimJson
let olga: RecordJson
let made = 0

beforeAll(async () => {
  zoe = (await stage.directory.post('/Users', { userName: 'zoe', externalId: 'zoe' })).json
  const [found] = (await stage.directory.find('Groups', 'displayName eq "Tab Sales"')).json.Resources
  if (!found) throw new Error('There is no group.')
  group = found
  olga = await makeUser(stage.client, 'olga', [{ id: Number(group.id) }])
})

function expectError(reply: ScimReply, status: number, scimType?: string): void {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']
  expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'application/scim+json; charset=utf-8'])
  expect(reply.json).toMatchObject({ schemas, status: String(status), ...(scimType ? { scimType } : {}) })
}

/** Fails if the work writes anything. */
async function writesNothing(work: () => Promise<unknown>): Promise<void> {
  const before = await takeSnapshot(stage.database)
  await work()
  expect(await takeSnapshot(stage.database)).toEqual(before)
}

const recordOfZoe = async () => recordOf(await stage.client.read(User, Number(zoe.id)))

describe('the key of a directory', () => {
  it('reads and writes no records (107)', async () => {
    const { directory, client } = stage
    const headers = { authorization: `Bearer ${directory.token}` }
    // As often as a process would know it from memory.
    for (let turn = 0; turn < 3; turn++) {
      expect((await directory.get('/Users')).status).toBe(200)
      for (const [method, path, body] of [
        ['GET', `/ws/rest/${Contact}`],
        ['GET', '/ws/me'],
        ['PUT', `/ws/rest/${Tag}`, { data: { name: 'scim' } }],
        ['GET', '/ws/openapi.json'],
        ['GET', '/ws/changes'],
      ] as const) {
        const reply = await client.exchange(method, path, { cookie: null, headers, ...(body ? { body } : {}) })
        expect([path, reply.status]).toEqual([path, 401])
      }
    }
  })

  it('is the only credential: no session, no other key, nothing (107)', async () => {
    const { client, service } = stage
    const { token } = await makeKey(client, { name: 'of the administrator' })
    const session = { authorization: '', cookie: client.cookie ?? '' }
    for (const path of ['/Users', '/Groups', `/Users/${zoe.id}`, '/ServiceProviderConfig', '/Nothing'])
      for (const reply of [
        await new ScimClient(service.url, token).get(path),
        await new ScimClient(service.url, 'tab_x').get(path),
        await stage.directory.ask('GET', path, undefined, session),
        await stage.directory.ask('GET', path, undefined, { authorization: '' }),
      ])
        expectError(reply, 401)
    await writesNothing(async () => {
      const other = new ScimClient(service.url, token)
      expectError(await other.post('/Users', { userName: 'mallory' }), 401)
      expectError(await other.post('/Users', '{"broken'), 401)
      expectError(await other.patch(`/Users/${zoe.id}`, [{ op: 'replace', value: { active: false } }]), 401)
      expectError(await other.delete(`/Users/${zoe.id}`), 401)
    })
  })

  it('ends at once: deleted, expired, or with its user, also for requests that wait', async () => {
    const { client, service, database } = stage
    const { id: user } = recordOf(await client.create(User, { username: `directory${++made}`, kind: 'service' }))
    const makeScim = async (more: object = {}) => {
      const key = await makeKey(client, { name: 'short', scope: 'scim', user: { id: user }, ...more })
      return { ...key, directory: new ScimClient(service.url, key.token) }
    }
    const expired = await makeScim({ expiresOn: '2020-01-01T00:00:00.000Z' })
    expectError(await expired.directory.get('/Users'), 401)
    const deleted = await makeScim()
    expect((await deleted.directory.get('/Users')).status).toBe(200)
    await database.query('begin')
    await database.query('select from record.tabularium_user where id = $1 for update', [zoe.id])
    const waiting = deleted.directory.patch(`/Users/${zoe.id}`, [{ op: 'replace', path: 'displayName', value: 'Late' }])
    await client.delete('tabularium.Key', deleted.id, 0)
    await database.query('commit')
    expectError(await waiting, 401)
    expect((await recordOfZoe())['name']).not.toBe('Late')
    const disabled = await makeScim()
    recordOf(await client.update(User, user, { version: 0, disabled: true }))
    expectError(await disabled.directory.get('/Users'), 401)
  })

  it('that only reads writes nothing', async () => {
    const { client, service } = stage
    const { token } = await makeKey(client, { scope: 'scim', writes: 'none', user: { id: stage.author } })
    const reading = new ScimClient(service.url, token)
    expect((await reading.get('/Users')).status).toBe(200)
    await writesNothing(async () => expectError(await reading.post('/Users', { userName: 'x' }), 403))
  })
})

describe('rights', () => {
  const rights = [
    { path: 'admin', value: true },
    { path: 'roles', value: [{ value: group?.id }] },
    { path: 'entitlements', value: [{ value: 'all' }] },
    { path: 'groups', value: [{ value: '1' }] },
    { path: 'id', value: '1' },
    { path: 'urn:ietf:params:scim:schemas:core:2.0:User:ROLES', value: [{ value: '1' }] },
  ]

  it.each(rights)('$path is refused by name in a change (108)', async ({ path, value }) => {
    await writesNothing(async () => {
      const changes = [{ op: 'replace', path: 'displayName', value: 'Not written' }]
      for (const op of ['add', 'replace', 'remove'])
        expectError(
          await stage.directory.patch(`/Users/${zoe.id}`, [...changes, { op, path, value }]),
          400,
          'mutability',
        )
      const member = { op: 'replace', value: { [path]: value } }
      expectError(await stage.directory.patch(`/Users/${zoe.id}`, [...changes, member]), 400, 'mutability')
    })
  })

  it('are dropped from a user that is sent whole, and so is a password (108)', async () => {
    const sent = {
      admin: true,
      roles: [{ value: group.id }],
      password: 'a new one that is long enough',
      kind: 'service',
    }
    const rest = {
      provisioned: false,
      disabled: true,
      emailVerifiedOn: '2020-01-01T00:00:00.000Z',
      id: '1',
      __proto__x: 1,
    }
    const body = { ...sent, ...rest, userName: 'zoe', active: true, groups: [{ value: group.id }] }
    expect((await stage.directory.put(`/Users/${zoe.id}`, body)).status).toBe(200)
    const created = await stage.directory.post('/Users', { ...body, userName: `whole${++made}` })
    expect(created.status).toBe(201)
    for (const id of [zoe.id, created.json.id]) {
      const record = recordOf(await stage.client.exchange('GET', `/ws/rest/${User}/${id}`))
      expect(record).toMatchObject({ admin: false, disabled: false, provisioned: true, kind: 'person' })
      const [{ password, roles }] = (await stage.database.query<{ password: string | null; roles: number }>(
        `select password, (select count(*)::int from record.tabularium_user_roles_links where source = id) as roles
         from record.tabularium_user where id = $1`,
        [id],
      )) as [{ password: string | null; roles: number }]
      expect([password, roles]).toEqual([null, 0])
    }
  })

  it('come by declared groups alone (109)', async () => {
    const { id: role } = recordOf(await stage.client.create('tabularium.Role', { name: 'undeclared' }))
    const adding = [{ op: 'add', path: 'members', value: [{ value: zoe.id }] }]
    await writesNothing(async () => {
      for (const displayName of ['undeclared', 'admin', 'Tab Sales ', '__proto__', 'constructor', 'tab-sales', ''])
        expectError(await stage.directory.post('/Groups', { displayName, members: [{ value: zoe.id }] }), 403)
      expectError(await stage.directory.post('/Groups', { members: [{ value: zoe.id }] }), 403)
      expectError(await stage.directory.get(`/Groups/${role}`), 404)
      expectError(await stage.directory.patch(`/Groups/${role}`, adding), 404)
      expectError(await stage.directory.put(`/Groups/${role}`, { members: [{ value: zoe.id }] }), 404)
      expectError(await stage.directory.delete(`/Groups/${role}`), 404)
      const renaming = { op: 'replace', path: 'displayName', value: 'Tab Stock' }
      expectError(await stage.directory.patch(`/Groups/${group.id}`, [renaming]), 400, 'mutability')
    })
  })
})

describe('somebody whom the directory does not manage', () => {
  it('cannot be read, changed, disabled, deleted or put into a group (110, 111)', async () => {
    const [{ id: admin }] = (await stage.database.query<{ id: string }>(
      "select id::text from record.tabularium_user where username = 'admin'",
    )) as [{ id: string }]
    await writesNothing(async () => {
      for (const id of [String(olga.id), admin, '999999999']) {
        expectError(await stage.directory.get(`/Users/${id}`), 404)
        expectError(await stage.directory.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }]), 404)
        expectError(await stage.directory.put(`/Users/${id}`, { userName: 'olga', active: false }), 404)
        expectError(await stage.directory.delete(`/Users/${id}`), 404)
        const adding = { op: 'add', path: 'members', value: [{ value: id }] }
        expectError(await stage.directory.patch(`/Groups/${group.id}`, [adding]), 400, 'invalidValue')
        const removing = { op: 'remove', path: `members[value eq "${id}"]` }
        expect((await stage.directory.patch(`/Groups/${group.id}`, [removing])).status).toBe(200)
      }
      for (const filter of ['userName eq "admin"', 'userName eq "olga"', `id eq "${olga.id}"`])
        expect((await stage.directory.find('Users', filter)).json.totalResults).toBe(0)
      expect((await stage.directory.get('/Users')).text).not.toContain('olga')
      expect((await stage.directory.get(`/Groups/${group.id}`)).text).not.toContain('olga')
    })
  })

  it('keeps their name: it is not taken over (112)', async () => {
    await writesNothing(async () => {
      for (const userName of ['olga', 'OLGA', 'admin'])
        expectError(await stage.directory.post('/Users', { userName }), 409, 'uniqueness')
      const renaming = { op: 'replace', path: 'userName', value: 'olga' }
      expectError(await stage.directory.patch(`/Users/${zoe.id}`, [renaming]), 409, 'uniqueness')
    })
  })

  it('may be the last administrator, who stays also when handed over (111)', async () => {
    const [{ id }] = (await stage.database.query<{ id: number }>(
      "update record.tabularium_user set provisioned = true where username = 'admin' returning id::int",
    )) as [{ id: number }]
    const reply = await stage.directory.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }])
    expectError(reply, 403)
    expect(reply.json.detail).toContain('last administrator')
    expectError(await stage.directory.delete(`/Users/${id}`), 403)
    await stage.database.query('update record.tabularium_user set provisioned = false where id = $1', [id])
  })
})

describe('a filter', () => {
  it.each([
    'userName co "a"',
    'userName sw "a"',
    'nothing eq "a"',
    'password eq "a"',
    'admin eq "true"',
    'active eq true',
    'userName eq "a" or active eq true',
    'not (userName eq "a")',
    'userName eq',
    'userName eq a',
    'userName eq 5',
    'userName eq "a" and',
    'userName eq "a" userName eq "b"',
    'userName pr',
    '(((',
    '',
    'userName eq "a\'; drop table x; --" and',
    'userName eq "a\\u0000"',
    'emails[type eq "work" or true].value eq "a"',
    'constructor eq "a"',
    '__proto__ eq "a"',
    `${'userName eq "a" and '.repeat(20)}userName eq "a"`,
  ])('%s is refused, and never answered with an empty list (113, 114)', async (filter) => {
    expectError(await stage.directory.find('Users', filter), 400, 'invalidFilter')
    expectError(await stage.directory.find('Groups', filter), 400, 'invalidFilter')
  })

  it.each([`zoe' or '1'='1`, 'zoe" or true', '%', '_', '\\', 'zoe\u2028', 'ＺＯＥ'])(
    'compares with %s as a text (113)',
    async (text) => {
      for (const name of ['userName', 'externalId', 'displayName', 'id', 'emails.value']) {
        const reply = await stage.directory.find('Users', `${name} eq ${JSON.stringify(text)}`)
        expect([reply.status, reply.json.totalResults]).toEqual([200, 0])
      }
    },
  )
})

describe('members of a group', () => {
  beforeAll(async () => {
    await stage.directory.patch(`/Groups/${group.id}`, [{ op: 'add', path: 'members', value: [{ value: zoe.id }] }])
  })

  it.each([
    { op: 'remove', path: 'members' },
    { op: 'Remove', path: 'members', value: [] },
    { op: 'remove', path: 'members', value: null },
    { op: 'remove', path: 'members', value: {} },
    { op: 'remove', path: 'members', value: [{ $ref: null }] },
    { op: 'remove', path: 'members[value eq ""]' },
    { op: 'remove', path: 'members[display eq "zoe"]' },
    { op: 'remove', path: 'members[]' },
    { op: 'remove', path: 'members[value eq "1" or value pr]' },
    { op: 'replace', path: 'members' },
    { op: 'replace', path: 'members', value: null },
    { op: 'replace', path: 'members', value: {} },
    { op: 'replace', path: 'members[value eq "1"]', value: [] },
    { op: 'add', path: 'members', value: [{ value: '1) or true' }] },
    { op: 'add', path: 'members', value: [{ value: '0x1' }] },
    { op: 'add', path: 'members', value: [{ value: 1 }] },
    { op: 'remove' },
  ])('are not all sent away by $op $path $value (115)', async (change) => {
    await writesNothing(async () => expectError(await stage.directory.patch(`/Groups/${group.id}`, [change]), 400))
  })

  it('stay if one of several changes is refused', async () => {
    const change = { op: 'replace', path: 'members', value: [] }
    await writesNothing(async () =>
      expectError(await stage.directory.patch(`/Groups/${group.id}`, [change, { op: 'remove', path: 'members' }]), 400),
    )
  })
})

describe('a leaver', () => {
  it('has no session after they come back, and keys work again for those who are back alone (116, 117)', async () => {
    const { directory, client, database } = stage
    const { id } = (await directory.post('/Users', { userName: `leaver${++made}` })).json
    const cookie = await openSession(database, Number(id))
    const { token } = await makeKey(client, { name: 'own', user: { id: Number(id) } })
    const headers = { authorization: `Bearer ${token}` }
    const ask = async () => [
      (await client.exchange('GET', '/ws/me', { cookie })).status,
      (await client.exchange('GET', '/ws/me', { cookie: null, headers })).status,
    ]
    expect(await ask()).toEqual([200, 200])
    await directory.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: 'False' }])
    expect(await ask()).toEqual([401, 401])
    await directory.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: 'True' }])
    expect(await ask()).toEqual([401, 200])
    await directory.delete(`/Users/${id}`)
    expect(await ask()).toEqual([401, 401])
  })

  it('leaves an id of the directory that one other person gets, and the change is in the trail (119)', async () => {
    const { directory } = stage
    expectError(await directory.post('/Users', { userName: `twin${++made}`, externalId: 'zoe' }), 409, 'uniqueness')
    const { id } = (await directory.post('/Users', { userName: `twin${++made}`, externalId: 'first' })).json
    await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'externalId', value: 'second' }])
    const rows = await stage.database.query<{ changes: object; via: number }>(
      `select changes, via::int from tabularium.journal
       join tabularium.models on models.number = journal.model and models.name = $1
       where record = $2 and operation = 'u'`,
      [User, id],
    )
    expect(rows).toEqual([{ changes: expect.objectContaining({ externalId: ['first', 'second'] }), via: stage.key }])
  })
})

describe('a large request', () => {
  it('of more than 1,000 changes or 1 MiB is refused (118)', async () => {
    const change = { op: 'replace', path: 'displayName', value: 'x' }
    await writesNothing(async () => {
      const many = Array.from({ length: 1_001 }, () => change)
      expectError(await stage.directory.patch(`/Users/${zoe.id}`, many), 400, 'tooMany')
      const large = toPatch([{ ...change, value: 'x'.repeat(1_100_000) }])
      expectError(await stage.directory.ask('PATCH', `/Users/${zoe.id}`, large), 413)
      const deep = `{"Operations":${'['.repeat(100)}${']'.repeat(100)}}`
      expectError(await stage.directory.ask('PATCH', `/Users/${zoe.id}`, deep), 400, 'invalidSyntax')
    })
  })

  it('is one of too many in a second at some point, and then says when to come back', async () => {
    const replies = await Promise.all(Array.from({ length: 250 }, () => stage.directory.get('/ServiceProviderConfig')))
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const reply of refused) {
      expectError(reply, 429)
      expect(reply.headers.get('retry-after')).toBe('1')
    }
  })
})
