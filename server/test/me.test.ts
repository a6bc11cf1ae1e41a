import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, recordsOf, type RecordJson } from './harness/client.ts'
import { Company, Contact, refusal, shown, success } from './harness/contract.ts'
import {
  clientOf,
  Dashboard,
  Factor,
  Favorite,
  Identity,
  Key,
  makeKey,
  makeRole,
  makeUser,
  Notice,
  Role,
  Rule,
  Session,
  User,
  View,
} from './harness/people.ts'
import { randomOwnedModels } from './harness/randomModels.ts'
import { RandomRightsService } from './harness/RandomRightsService.ts'
import { until } from './harness/poll.ts'
import { useService } from './harness/useService.ts'

const stage = useService({
  sessionIdle: '30m',
  sessionLifetime: '8h',
  maxLimit: '500',
  maxBulk: '200',
  bodyLimit: '64KiB',
})
const actions = ['read', 'create', 'update', 'delete'] as const
/** What everybody is told about the service. */
/** What the account of everybody has, at a service that declares no application. */
const plain = { language: null, timeZone: null }
const applicationAt = (now: unknown) => ({
  today: String(now).slice(0, 10),
  timeZone: 'UTC',
  languages: [],
  yearBegins: '01-01',
})
const about = { limits: { maxLimit: 500, maxBulk: 200, bodyLimit: 65_536 }, version: '0.0.0' }
const me = (client: Client) => client.exchange('GET', '/ws/me')
/** What everybody may do with the service's own records, without any role. */
const everybody = {
  [Dashboard]: ['read', 'create', 'update', 'delete'],
  [Factor]: ['read', 'delete'],
  [Favorite]: ['read', 'create', 'update', 'delete'],
  [Identity]: ['read'],
  [Key]: ['read', 'create', 'update', 'delete'],
  [Notice]: ['read', 'update', 'delete'],
  [Role]: ['read'],
  [Session]: ['read', 'delete'],
  [User]: ['read'],
  [View]: ['read', 'create', 'update', 'delete'],
}

describe('GET /ws/me', () => {
  let cleo: RecordJson
  let client: Client
  let [clerk, auditor] = [0, 0]

  beforeAll(async () => {
    const { client: admin, database, service } = stage
    ;({ id: clerk } = await makeRole(admin, 'clerk', [{ model: Contact, update: true, read: true }]))
    ;({ id: auditor } = await makeRole(admin, 'auditor', [{ model: Company, read: true }]))
    cleo = await makeUser(admin, 'cleo', [{ id: clerk }, { id: auditor }], { name: 'Cleo Clerk' })
    client = await clientOf(service, database, cleo.id)
    return () => client.close()
  })

  it('shows the user, the session, the roles by name and what the user may do, in a fixed order', async () => {
    const reply = await me(client)
    const { session, now } = recordOf(reply)
    expect(shown(reply)).toEqual(
      success([
        {
          id: cleo.id,
          username: 'cleo',
          name: 'Cleo Clerk',
          admin: false,
          roles: ['auditor', 'clerk'],
          session,
          now,
          ...plain,
          ...about,
          application: applicationAt(now),
          may: { ...everybody, [Company]: ['read'], [Contact]: ['read', 'update'] },
        },
      ]),
    )
  })

  it('of a user without a name shows the username, and so does the login', async () => {
    const password = 'a-long-and-quiet-password'
    const { id, name } = recordOf(await stage.client.create(User, { username: 'nameless', password }))
    expect(name).toBeNull()
    const nameless = new Client(stage.service.url)
    const login = await nameless.login({ username: 'nameless', password })
    expect(login.json?.data).toEqual([{ id, username: 'nameless', name: 'nameless' }])
    expect(recordOf(await me(nameless))['name']).toBe('nameless')
    nameless.close()
    await stage.client.delete(User, id)
  })

  it('the session ends after the idle time, or at the end of its lifetime if that comes first', async () => {
    const { session } = recordOf(await me(client))
    const { since, until: ends, idleUntil, latest } = session as Record<string, string>
    expect(Date.parse(String(ends)) - Date.parse(String(since))).toBe(30 * 60_000)
    expect(idleUntil).toBe(ends)
    expect(Date.parse(String(latest)) - Date.parse(String(since))).toBe(8 * 3_600_000)
    await stage.database.query(
      `update record.tabularium_session
       set created_on = now() - interval '7 hours 50 minutes', confirmed_on = now() where "user" = $1`,
      [cleo.id],
    )
    const late = recordOf(await me(client))['session'] as { since: string; until: string }
    expect(Date.parse(late.until) - Date.parse(late.since)).toBe(8 * 3_600_000)
    expect(late).toMatchObject({ latest: late.until, idleUntil })
  })

  it('the time is that of the database, so that no clock of a client matters', async () => {
    const [before] = await stage.database.query<{ now: Date }>('select now()')
    const now = Date.parse(String(recordOf(await me(client))['now']))
    expect(now).toBeGreaterThanOrEqual(Number(before?.now) - 1)
    expect(now).toBeLessThan(Number(before?.now) + 30_000)
  })

  it('a quiet question is no use of the session, and any other is', async () => {
    const quiet = await clientOf(stage.service, stage.database, cleo.id, 1)
    const secondsSince = async (user: string) => {
      const [found] = await stage.database.query<{ used: string }>(
        `select extract(epoch from now() - max(used_on))::text as used
         from record.tabularium_session where "user" = (select id from record.tabularium_user where username = $1)`,
        [user],
      )
      return Number(found?.used)
    }
    const rest = () =>
      stage.database.query(`update record.tabularium_session set used_on = now() - interval '20 minutes'`)
    // What the administrator did before is recorded, and not on its way.
    await me(stage.client)
    await until('a use is recorded', async () => (await secondsSince('admin')) < 60)
    await rest()
    const reply = await quiet.exchange('GET', '/ws/me?quiet=true')
    const { idleUntil } = recordOf(reply)['session'] as { idleUntil: string }
    expect(Date.parse(idleUntil) - Date.parse(String(recordOf(reply)['now']))).toBeLessThan(11 * 60_000)
    expect((await quiet.exchange('GET', '/ws/openapi.json?quiet=true')).status).toBe(200)
    const { id } = recordOf(await stage.client.create(Company, { name: 'Quiet' }))
    expect((await quiet.exchange('GET', `/ws/rest/${Company}/${id}?quiet=true`)).status).toBe(200)
    expect((await quiet.exchange('GET', '/ws/changes?quiet=true')).status).toBe(200)
    // Uses are recorded together, after a pause: when that of the administrator is, the other would have been as well.
    await me(stage.client)
    await until('a use is recorded', async () => (await secondsSince('admin')) < 60)
    expect(await secondsSince('cleo')).toBeGreaterThan(600)
    await me(quiet)
    await until('a use is recorded', async () => (await secondsSince('cleo')) < 60)
    quiet.close()
  })

  it('an administrator may do everything, except write what only the service writes', async () => {
    const { admin, may } = recordOf(await me(stage.client)) as RecordJson & { may: Record<string, string[]> }
    expect(admin).toBe(true)
    expect([may[Contact], may[Rule], may[Session]]).toEqual([[...actions], [...actions], ['read', 'delete']])
  })

  it('a key is shown instead of a session; its roles limit what it may do', async () => {
    const expiresOn = '2100-01-01T00:00:00.000Z'
    const own = await makeKey(client, { name: 'export', expiresOn, roles: [{ id: auditor }] })
    const program = new Client(stage.service.url)
    const reply = await program.exchange('GET', '/ws/me', { headers: { authorization: `Bearer ${own.token}` } })
    const shownMe = recordOf(reply)
    expect(shownMe).toEqual({
      id: cleo.id,
      username: 'cleo',
      name: 'Cleo Clerk',
      admin: false,
      roles: ['auditor'],
      key: { id: own.id, name: 'export', until: expiresOn, writes: 'all', models: null, networks: null },
      now: shownMe['now'],
      ...plain,
      ...about,
      application: applicationAt(shownMe['now']),
      may: { ...(shownMe['may'] as object), [Company]: ['read'] },
    })
    expect(shownMe['may']).not.toHaveProperty(Contact)
    program.close()
  })

  it('a key of an administrator that is limited to roles is no administrator', async () => {
    const user = await makeUser(stage.client, 'chief', [{ id: auditor }], { admin: true })
    const own = await makeKey(stage.client, { user: { id: user.id }, roles: [{ id: auditor }] })
    const free = await makeKey(stage.client, { user: { id: user.id } })
    const program = new Client(stage.service.url)
    const admins = []
    for (const { token } of [own, free]) {
      const reply = await program.exchange('GET', '/ws/me', { headers: { authorization: `Bearer ${token}` } })
      admins.push(recordOf(reply)['admin'])
    }
    expect(admins).toEqual([false, true])
    program.close()
  })

  it('answers 401 without a session, and to a session that has ended; takes no other parameters', async () => {
    const stranger = new Client(stage.service.url)
    expect(shown(await me(stranger))).toEqual(refusal('session-required'))
    stranger.close()
    const ended = await clientOf(stage.service, stage.database, cleo.id, 1)
    expect((await me(ended)).status).toBe(200)
    await ended.exchange('GET', '/logout')
    expect(shown(await me(ended))).toEqual(refusal('session-required'))
    ended.close()
    for (const query of ['user=1', 'quiet=1'])
      expect(shown(await stage.client.exchange('GET', `/ws/me?${query}`))).toEqual(refusal('invalid-parameter'))
  })

  it('a role that is taken away is gone at once', async () => {
    const dora = await makeUser(stage.client, 'dora', [{ id: clerk }])
    const hers = await clientOf(stage.service, stage.database, dora.id, 1)
    expect(recordOf(await me(hers))['may']).toHaveProperty(Contact)
    await stage.client.update(User, dora.id, { version: 0, roles: [] })
    expect(recordOf(await me(hers))).toMatchObject({ roles: [], may: everybody })
    hers.close()
  })
})

describe('users with random rules', () => {
  const [models] = fc.sample(randomOwnedModels, { seed: 12, numRuns: 1 })
  let service: RandomRightsService

  beforeAll(async () => {
    if (!models) throw new Error('No models were sampled.')
    service = await RandomRightsService.open(models, { seed: 12, roles: 6, users: 8, perModel: 8, open: 2 })
  }, 120_000)

  afterAll(() => service.close())

  it('`may` agrees with /ws/explain, /ws/meta/models and /ws/meta/fields', async () => {
    let allowed = 0
    for (const { client, shown: rules } of service.users) {
      const may = recordOf(await me(client))['may'] as Record<string, string[]>
      const known = recordsOf(await client.exchange('GET', '/ws/meta/models')) as unknown as { name: string }[]
      expect(Object.keys(may), rules).toEqual(known.map(({ name }) => name))
      for (const [model, listed] of Object.entries(may)) {
        const described = recordOf(await client.exchange('GET', `/ws/meta/fields/${model}`))
        expect(listed, `${model} of ${rules}`).toEqual(described['may'])
        for (const action of actions) {
          const explained = recordOf(await client.exchange('GET', `/ws/explain/${model}?action=${action}`))
          expect(listed.includes(action), `${action} ${model} of ${rules}`).toBe(explained['allowed'] !== false)
        }
        allowed += listed.length
      }
    }
    expect(allowed).toBeGreaterThan(50)
  }, 60_000)
})
