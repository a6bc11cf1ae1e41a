import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, recordsOf, type RecordJson, type Reply } from '../harness/client.ts'
import { Contact, refusal, shown } from '../harness/contract.ts'
import { clientOf, Key, makeKey, makeRole, makeUser, Role, Rule, User } from '../harness/people.ts'
import { useService } from '../harness/useService.ts'

const stage = useService({ loginAttempts: '10', loginRate: '10000' })
const password = 'seven grey geese in a row'
let anybody: Client
let kim: RecordJson
let client: Client

beforeAll(async () => {
  anybody = new Client(stage.service.url)
  kim = await makeUser(stage.client, 'kim', [], { password })
  client = await clientOf(stage.service, stage.database, kim.id)
})
afterAll(() => [anybody, client].forEach((one) => one.close()))

const signInsOf = async (by: Client) => recordsOf(await by.exchange('GET', '/ws/sign-ins?limit=200'))
const changesOf = async (query = '', by = stage.client) =>
  recordsOf(await by.exchange('GET', `/ws/access/changes?limit=100${query}`))
const lookAs = (username: string, by: Client, headers: Record<string, string> = {}): Promise<Reply> =>
  by.exchange('GET', `/ws/rest/${Contact}`, { headers: { 'x-see-as': username, ...headers } })
const logIn = (sent: object) => anybody.exchange('POST', '/callback', { cookie: null, body: sent })

describe('logins', () => {
  it('keep no name that nobody has, which may be a password, and no password', async () => {
    await logIn({ username: 'kim', password: 'wrong wrong wrong' })
    await logIn({ username: 'my-secret-password', password: 'kim is my name' })
    await logIn({ username: 'kim', password })
    const [right, unknown, wrong] = await signInsOf(stage.client)
    expect(right).toMatchObject({ user: { username: 'kim' }, method: 'password', result: 'ok', reason: null })
    expect(unknown).toMatchObject({ user: null, result: 'refused', reason: 'wrong-credentials' })
    expect(wrong).toMatchObject({ user: { username: 'kim' }, result: 'refused', reason: 'wrong-credentials' })
    const rows = await stage.database.query('select * from tabularium.sign_ins')
    for (const secret of ['wrong wrong', 'my-secret', 'kim is my', 'seven grey'])
      expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('are shown to their user, and those of others to administrators alone', async () => {
    await logIn({ username: 'admin', password: 'wrong wrong wrong' })
    const own = await signInsOf(client)
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(({ user }) => (user as RecordJson).id !== kim.id)).toEqual([])
    const { token } = await makeKey(client)
    const headers = { authorization: `Bearer ${token}` }
    const ofKey = recordsOf(await anybody.exchange('GET', '/ws/sign-ins', { cookie: null, headers }))
    expect(ofKey).toEqual(own)
  })

  it('are asked for by user and method, and a name of somebody else shows others nothing', async () => {
    const listed = async (query: string, by: Client) => recordsOf(await by.exchange('GET', `/ws/sign-ins${query}`))
    const all = await listed('?limit=200', stage.client)
    const ofKim = await listed('?limit=200&user=kim', stage.client)
    expect(ofKim.length).toBeGreaterThan(0)
    expect(ofKim).toEqual(all.filter(({ user }) => (user as RecordJson | null)?.id === kim.id))
    expect(await listed('?limit=200&user=kim', client)).toEqual(ofKim)
    expect(await listed('?user=admin', client)).toEqual([])
    expect(await listed('?user=nobody', stage.client)).toEqual([])
    expect(await listed('?limit=200&method=password', stage.client)).toEqual(all)
    expect(await listed('?method=oidc', stage.client)).toEqual([])
    expect(shown(await stage.client.exchange('GET', '/ws/sign-ins?method=magic'))).toEqual(refusal('invalid-parameter'))
  })

  it('do not fill the table: attempts that are put off are not noted', async () => {
    const user = await makeUser(stage.client, 'flooded', [], { password })
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => logIn({ username: 'flooded', password: 'wrong wrong wrong' })),
    )
    const refused = replies.filter(({ status }) => status === 401).length
    expect(refused).toBeLessThan(30)
    const [row] = await stage.database.query<{ count: string }>(
      `select count(*) from tabularium.sign_ins where "user" = $1`,
      [user.id],
    )
    expect(Number(row?.count)).toBe(refused)
  })
})

describe('a look as somebody else', () => {
  it('is noted once for each session and user, before anything is shown', async () => {
    await makeUser(stage.client, 'seen', [await makeRole(stage.client, 'look', [{ model: Contact, read: true }])])
    await Promise.all(Array.from({ length: 10 }, () => lookAs('seen', stage.client)))
    expect((await lookAs('SEEN', stage.client)).status).toBe(200)
    const admin = recordOf(await stage.client.exchange('GET', '/ws/me'))
    const looks = async () => (await signInsOf(stage.client)).filter(({ method }) => method === 'see-as')
    expect(await looks()).toEqual([
      expect.objectContaining({ user: expect.objectContaining({ id: admin.id }), result: 'ok' }),
    ])
    expect((await looks())[0]).toMatchObject({ seen: { username: 'seen' } })
    const other = await clientOf(stage.service, stage.database, admin.id)
    await lookAs('seen', other)
    other.close()
    const { token } = await makeKey(stage.client)
    const headers = { 'x-see-as': 'seen', authorization: `Bearer ${token}` }
    expect((await anybody.exchange('GET', '/ws/me', { cookie: null, headers })).status).toBe(200)
    expect(await looks()).toHaveLength(3)
    const asked = (by: Client) => by.exchange('GET', '/ws/sign-ins?method=see-as&user=admin')
    expect(recordsOf(await asked(stage.client))).toEqual(await looks())
    expect(recordsOf(await asked(client))).toEqual([])
  })

  it('that is refused is no look', async () => {
    const before = await signInsOf(stage.client)
    expect((await lookAs('seen', client)).status).toBe(403)
    expect((await lookAs('nobody', stage.client)).status).toBe(404)
    expect(await signInsOf(stage.client)).toEqual(before)
  })

  it('shows nothing if it cannot be noted', async () => {
    await stage.database.query('alter table tabularium.sign_ins rename to away')
    try {
      expect((await lookAs('kim', stage.client)).status).toBe(503)
    } finally {
      await stage.database.query('alter table tabularium.away rename to sign_ins')
    }
  })
})

describe('changes of rights', () => {
  it('say who gave whom what, and with which key', async () => {
    const role = recordOf(await stage.client.create(Role, { name: 'given' }))
    const { id, token } = await makeKey(stage.client, { name: 'Entra' })
    const { version } = recordOf(await stage.client.read(User, kim.id))
    const headers = { authorization: `Bearer ${token}` }
    const body = { data: { version, roles: [{ id: role.id }] } }
    expect((await anybody.exchange('POST', `/ws/rest/${User}/${kim.id}`, { cookie: null, headers, body })).status).toBe(
      200,
    )
    const [given, made, created] = await changesOf()
    expect(given).toMatchObject({
      model: User,
      id: kim.id,
      title: 'kim',
      operation: 'update',
      by: { username: 'admin' },
      via: { id, name: 'Entra' },
      through: 'key',
      changes: { roles: { from: [], to: [expect.objectContaining({ id: role.id })] } },
    })
    expect(made).toMatchObject({ model: Key, id, operation: 'create', via: null, through: 'session' })
    expect(created).toMatchObject({ model: Role, id: role.id, through: 'session' })
    expect(JSON.stringify([given, made])).not.toContain(token)
    await stage.client.delete(Key, id)
    expect((await changesOf())[1]).toMatchObject({ id: kim.id, via: { id, name: null } })
  })

  it('are those of users, roles, rules, keys and logins alone, page by page', async () => {
    await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Byron' })
    const all = await changesOf()
    expect([...new Set(all.map(({ model }) => model))].toSorted()).toEqual([Key, Role, Rule, User])
    const pages: RecordJson[] = []
    let after = ''
    for (let more = true; more; ) {
      const reply = await stage.client.exchange('GET', `/ws/access/changes?limit=3${after}`)
      pages.push(...recordsOf(reply))
      const { next, more: left } = reply.json as unknown as { next: string; more: boolean }
      after = `&after=${next}`
      more = left
    }
    expect(pages).toEqual(all)
    expect(await changesOf('&user=kim')).toEqual(all.filter(({ by }) => (by as RecordJson | null)?.username === 'kim'))
    expect(await changesOf('&since=2999-01-01T00:00:00Z')).toEqual([])
    const isOf = (name: string, id?: unknown) => all.filter((one) => one.model === name && (id ?? one.id) === one.id)
    expect(await changesOf(`&models=${Role}`)).toEqual(isOf(Role))
    expect(await changesOf(`&records=${User}/${kim.id}`)).toEqual(isOf(User, kim.id))
    expect(isOf(User, kim.id).length).toBeGreaterThan(0)
    for (const query of [`models=${Contact}`, `records=${Contact}/1`, `models=${User}&records=${Contact}/1`])
      expect(shown(await stage.client.exchange('GET', `/ws/access/changes?${query}`))).toEqual(
        refusal('invalid-parameter'),
      )
  })

  it('claim no other origin than they have: such request ids are not taken from clients', async () => {
    for (const claimed of ['scim-1', 'oidc-company-1', 'SCIM-1', 'command', 'command:migrate', 'job:1:a.b']) {
      const headers = { 'x-request-id': claimed }
      await stage.client.exchange('PUT', `/ws/rest/${Role}`, { body: { data: { name: `by ${claimed}` } }, headers })
      const [change] = await changesOf()
      expect([claimed, change?.['through']]).toEqual([claimed, 'session'])
    }
  })

  it('are shown to administrators alone', async () => {
    const limited = await makeKey(stage.client, { writes: 'none' })
    const headers = { authorization: `Bearer ${limited.token}` }
    const replies = [
      await client.exchange('GET', '/ws/access/changes'),
      await anybody.exchange('GET', '/ws/access/changes', { cookie: null, headers }),
      await stage.client.exchange('GET', '/ws/access/changes', { headers: { 'x-see-as': 'kim' } }),
    ]
    for (const reply of replies) expect(shown(reply)).toEqual(refusal('not-permitted'))
  })
})
