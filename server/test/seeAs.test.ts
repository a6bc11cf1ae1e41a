import { describe, expect, it } from 'vitest'
import { Client, recordOf, recordsOf, type RecordJson, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown } from './harness/contract.ts'
import { clientOf, makeKey, makeRole, makeUser, own, Session, User } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
let made = 0

interface Person {
  readonly username: string
  readonly id: number
  readonly role: number
  readonly client: Client
}

/** A user who sees the first names of contacts that they made, and may change them. */
async function person(): Promise<Person> {
  const username = `person${made++}`
  const rule = { model: Contact, read: true, create: true, update: true, readFields: ['firstName'], condition: own }
  const role = await makeRole(stage.client, username, [rule])
  const { id } = await makeUser(stage.client, username, [role])
  return { username, id, role: role.id, client: await clientOf(stage.service, stage.database, id) }
}

function ask(path: string, seeAs: string, client = stage.client, body?: object): Promise<Reply> {
  const headers = { 'x-see-as': seeAs }
  return client.exchange(body ? 'POST' : 'GET', path, body ? { body, headers } : { headers })
}

function comparable(reply: Reply): unknown {
  return JSON.parse(reply.text, (key, value: unknown) => (key === 'requestId' ? '' : value))
}

async function contactOf({ client }: Person): Promise<RecordJson> {
  return recordOf(await client.create(Contact, { firstName: 'Seen', lastName: 'Hidden' }))
}

describe('X-See-As', () => {
  it('answers every read as that user gets it', async () => {
    const user = await person()
    const seen = await contactOf(user)
    const { id: unseen } = recordOf(await stage.client.create(Contact, { firstName: 'A', lastName: 'B' }))
    const at = `/ws/rest/${Contact}`
    const reads: [string, object?][] = [
      [at],
      [`${at}?may=true`],
      [`${at}/${seen.id}`],
      [`${at}/${seen.id}?may=true`],
      [`${at}/${unseen}`],
      [`${at}/${seen.id}/history`],
      [`${at}/deleted`],
      [`${at}/search`, { sortBy: ['-id'] }],
      [`${at}/search`, { sortBy: ['lastName'] }],
      [`${at}/aggregate`, { count: true }],
      [`/ws/rest/${Company}`],
      [`/ws/rest/${Session}`],
      [`/ws/rest/${User}`],
      ['/ws/meta/models'],
      ['/ws/meta/models?detail=true'],
      [`/ws/meta/fields/${Contact}`],
      ['/ws/openapi.json'],
      [`/ws/explain/${Contact}?action=update&id=${seen.id}`],
      [`/ws/explain/${Contact}?action=read&user=admin`],
    ]
    for (const [path, body] of reads) {
      const theirs = await user.client.exchange(body ? 'POST' : 'GET', path, body ? { body } : {})
      const ours = await ask(path, user.username, stage.client, body)
      expect([path, ours.status, comparable(ours)]).toEqual([path, theirs.status, comparable(theirs)])
    }
    expect(recordsOf(await ask(at, user.username)).map(({ id }) => id)).toEqual([seen.id])
    user.client.close()
  })

  it('me shows that user, by the own session, and who looks', async () => {
    const user = await person()
    const [me] = recordsOf(await ask('/ws/me', user.username))
    const [plain] = recordsOf(await stage.client.exchange('GET', '/ws/me'))
    expect(me).toMatchObject({ id: user.id, username: user.username, admin: false, roles: [user.username] })
    expect(me).toMatchObject({ seenBy: { id: plain?.id, username: plain?.['username'] } })
    expect(me?.['session']).toMatchObject({ since: (plain?.['session'] as { since: string }).since })
    expect(plain).not.toHaveProperty('seenBy')
    user.client.close()
  })

  it('refuses every write, and nothing is written', async () => {
    const user = await person()
    const { id } = await contactOf(user)
    const before = await takeSnapshot(stage.database)
    const headers = { 'x-see-as': user.username }
    const at = `/ws/rest/${Contact}`
    const writes: [string, string, object?][] = [
      ['PUT', at, { data: { firstName: 'A', lastName: 'B' } }],
      ['POST', at, { records: [{ firstName: 'A', lastName: 'B' }] }],
      ['POST', `${at}/${id}`, { data: { version: 0, firstName: 'C' } }],
      ['POST', `${at}/${id}?dryRun=true`, { data: { version: 0, firstName: 'C' } }],
      ['DELETE', `${at}/${id}`],
      ['POST', `${at}/removeAll`, { records: [{ id, version: 0 }] }],
      ['POST', `${at}/updateMass`, { data: {}, values: { firstName: 'C' }, maxAffected: 9 }],
      ['POST', `${at}/${id}/restore`, { data: { version: 0, toVersion: 0 } }],
      ['POST', '/ws/transaction', { data: [{ create: Contact, record: { firstName: 'A', lastName: 'B' } }] }],
      ['POST', '/ws/sessions/end', {}],
      ['POST', '/ws/password', { old: 'x', new: 'y' }],
      ['POST', '/callback', { username: 'admin', password: 'x' }],
      ['GET', '/logout'],
    ]
    for (const [method, path, body] of writes) {
      const reply = await stage.client.exchange(method, path, body ? { body, headers } : { headers })
      expect([method, path, shown(reply)]).toEqual([method, path, refusal('not-permitted')])
      expect(reply.text).toContain('X-See-As')
    }
    expect(await takeSnapshot(stage.database)).toEqual(before)
    user.client.close()
  })

  it('is for administrators: others learn nothing, not even whether the user exists', async () => {
    const [user, other] = [await person(), await person()]
    const replies = [other.username, user.username, 'admin', 'nobody', ''].map((name) =>
      ask(`/ws/rest/${Contact}`, name, user.client),
    )
    for (const reply of await Promise.all(replies)) expect(shown(reply)).toEqual(refusal('not-permitted'))
    const stranger = new Client(stage.service.url)
    expect(shown(await ask('/ws/me', user.username, stranger))).toEqual(refusal('session-required'))
    for (const client of [user.client, other.client, stranger]) client.close()
  })

  it.each(['nobody', '', '1', 'a, b'])('answers 404 to an administrator who names %j', async (name) => {
    expect(shown(await ask('/ws/me', name))).toEqual(refusal('record-not-found'))
  })

  it('works with a key of an administrator, and not with one that is limited to roles', async () => {
    const user = await person()
    const { id } = await contactOf(user)
    const boss = await makeUser(stage.client, `boss${made++}`, [{ id: user.role }], { admin: true })
    const whole = await makeKey(stage.client, { user: { id: boss.id } })
    const limited = await makeKey(stage.client, { user: { id: boss.id }, roles: [{ id: user.role }] })
    const client = new Client(stage.service.url)
    const askBy = (token: string) =>
      client.exchange('GET', `/ws/rest/${Contact}`, {
        headers: { authorization: `Bearer ${token}`, 'x-see-as': user.username },
      })
    expect(recordsOf(await askBy(whole.token)).map((record) => record.id)).toEqual([id])
    expect(shown(await askBy(limited.token))).toEqual(refusal('not-permitted'))
    for (const one of [user.client, client]) one.close()
  })

  it('acts at once when the rights of that user change, or those of the administrator', async () => {
    const user = await person()
    await contactOf(user)
    const boss = await makeUser(stage.client, `boss${made++}`, [], { admin: true })
    const client = await clientOf(stage.service, stage.database, boss.id)
    const at = `/ws/rest/${Contact}`
    expect(recordsOf(await ask(at, user.username, client))).toHaveLength(1)
    recordOf(await stage.client.update(User, user.id, { version: 0, roles: [] }))
    expect((await ask(at, user.username, client)).json?.data).toMatchObject({ code: 'unknown-model' })
    recordOf(await stage.client.update(User, user.id, { version: 1, disabled: true }))
    expect(shown(await ask('/ws/me', user.username, client))).toEqual(refusal('not-permitted'))
    recordOf(await stage.client.update(User, boss.id, { version: 0, admin: false }))
    expect(shown(await ask('/ws/me', user.username, client))).toEqual(refusal('not-permitted'))
    for (const one of [user.client, client]) one.close()
  })

  it('acts at once when rights change while the request waits for its statement', async () => {
    const user = await person()
    await contactOf(user)
    const { database } = stage
    await database.query('begin')
    await database.query('lock table record.com_example_contacts_contact in access exclusive mode')
    const asked = ask(`/ws/rest/${Contact}`, user.username)
    await until('the statement waits', async () => {
      const waiting = await database.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length > 0
    })
    recordOf(await stage.client.update(User, user.id, { version: 0, roles: [] }))
    await database.query('rollback')
    expect((await asked).json?.data).toMatchObject({ code: 'unknown-model' })
    user.client.close()
  })

  it('does not touch the sessions of that user, and is logged with both names', async () => {
    const user = await person()
    const used = () =>
      stage.database.query('select id, used_on from record.tabularium_session where "user" = $1', [user.id])
    const before = await used()
    expect(before).toHaveLength(1)
    const headers = { 'x-see-as': user.username, 'x-request-id': `see-${user.username}` }
    recordsOf(await stage.client.exchange('GET', `/ws/rest/${Contact}`, { headers }))
    expect(await used()).toEqual(before)
    const line = await until('its line', () =>
      stage.service
        .logs()
        .split('\n')
        .find((text) => text.includes(`see-${user.username}`)),
    )
    expect(JSON.parse(line)).toMatchObject({ user: 'admin', seeAs: user.username, status: 200 })
    user.client.close()
  })
})
