import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, recordOf } from './harness/client.ts'
import { contactsFolder } from './harness/commandLine.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { runCommand } from './harness/runCommand.ts'
import { type ServiceProcess, startProcess } from './harness/service.ts'

const password = 'correct-horse-battery'
let database: TestDatabase
let service: ServiceProcess

beforeAll(async () => {
  database = await createDatabase()
  await tabularium(['migrate', 'apply', '--models', contactsFolder])
  service = await startProcess(database.url)
  await tabularium(['user', 'add', 'ada', '--password-stdin'], password)
})

afterAll(async () => {
  await service.stop()
  await database.drop()
})

function tabularium(args: readonly string[], input = ''): Promise<string> {
  return runCommand(args, { DATABASE_URL: database.url }, input)
}

async function asJson<T>(...args: string[]): Promise<T> {
  return JSON.parse(await tabularium([...args, '--json'])) as T
}

async function loggedIn(username: string): Promise<Client> {
  const client = new Client(service.url)
  expect(await client.login({ username, password })).toMatchObject({ status: 200 })
  return client
}

describe('user role, user admin', () => {
  test('roles are given and taken at once, also for open sessions, with a line in the history', async () => {
    const client = await loggedIn('ada')
    expect((await client.find(Contact)).status).toBe(404)
    expect(await tabularium(['user', 'role', 'add', 'ada', 'sales', 'reader'])).toBe('"ada" has reader, sales now.\n')
    expect((await client.find(Contact)).status).toBe(200)
    expect(await asJson('user', 'role', 'add', 'ada', 'sales')).toEqual({
      username: 'ada',
      roles: ['reader', 'sales'],
    })
    expect(await asJson('user', 'role', 'remove', 'ada', 'sales', 'reader')).toEqual({ username: 'ada', roles: [] })
    expect((await client.find(Contact)).status).toBe(404)
    client.close()
    const rows = await database.query<{ changes: object }>(`select changes from tabularium.journal
      where request_id = 'command' and operation = 'u' order by version`)
    expect(rows.map(({ changes }) => Object.keys(changes))).toEqual([['roles'], ['roles']])
  })

  test('an unknown role or user is refused by name', async () => {
    await expect(tabularium(['user', 'role', 'add', 'ada', 'sale'])).rejects.toThrow('Did you mean "sales"?')
    await expect(tabularium(['user', 'role', 'add', 'add', 'sales'])).rejects.toThrow('Did you mean "ada"?')
  })

  test('an administrator is made and unmade, but never the last one', async () => {
    expect(await asJson('user', 'admin', 'ada')).toEqual({ username: 'ada', admin: true })
    const client = await loggedIn('ada')
    expect((await client.find('tabularium.User')).json?.total).toBe(2)
    expect(await tabularium(['user', 'admin', 'ada', '--revoke'])).toBe('"ada" is no longer an administrator.\n')
    expect((await client.find('tabularium.User')).json?.data).toMatchObject({ code: 'not-permitted' })
    client.close()
    await expect(tabularium(['user', 'admin', 'admin', '--revoke'])).rejects.toThrow('somebody else an administrator')
  })
})

describe('key add, list, end', () => {
  test('a key is printed once, limited to its roles, listed without itself, and ended at once', async () => {
    await tabularium(['user', 'role', 'add', 'ada', 'sales', 'reader'])
    const expires = ['--expires', '2099-01-31']
    const made = await asJson<{ id: number; token: string }>('key', 'add', 'ada', 'sync', '--role', 'sales', ...expires)
    expect(made).toMatchObject({
      username: 'ada',
      name: 'sync',
      roles: ['sales'],
      expiresOn: '2099-01-31T00:00:00.000Z',
    })
    const ask = () => fetch(`${service.url}/ws/rest/${Contact}`, { headers: { authorization: `Bearer ${made.token}` } })
    expect((await ask()).status).toBe(200)
    const [listed, ...others] = await asJson<object[]>('key', 'list', 'ada')
    expect(others).toEqual([])
    expect(listed).toMatchObject({ id: made.id, username: 'ada', name: 'sync', start: made.token.slice(0, 8) })
    expect(JSON.stringify(listed)).not.toContain(made.token.slice(8))
    expect(await tabularium(['key', 'end', `${made.id}`])).toBe('1 API key ended.\n')
    expect((await ask()).status).toBe(401)
    await expect(tabularium(['key', 'end', `${made.id}`])).rejects.toThrow(`There is no API key ${made.id}.`)
  })

  test('a role that the user does not have is refused: the key would have no rights', async () => {
    await tabularium(['user', 'add', 'max', '--admin', '--role', 'reader', '--password-stdin'], password)
    await expect(tabularium(['key', 'add', 'max', 'sync', '--role', 'reader', '--role', 'sales'])).rejects.toThrow(
      'The user "max" does not have the role "sales". A key that is limited to roles has only those that its user ' +
        'has: run npx tabularium user role add max "sales" first.',
    )
    expect(await asJson('key', 'list', 'max')).toEqual([])
    await tabularium(['user', 'remove', 'max'])
  })

  test.each([
    ['tomorrow', 'is not a day such as 2027-01-31'],
    ['2027-02-31T99:00:00Z', 'is not a day such as 2027-01-31'],
  ])('--expires %s is refused', async (expires, message) => {
    await expect(tabularium(['key', 'add', 'ada', 'x', '--expires', expires])).rejects.toThrow(message)
  })
})

describe('user add --service', () => {
  test('makes a user without a password, who gets none later either, and has keys', async () => {
    expect(await tabularium(['user', 'add', 'robot', '--service', '--role', 'reader'])).toBe(
      'Added the service "robot".\n',
    )
    const { token } = await asJson<{ token: string }>('key', 'add', 'robot', 'sync')
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${service.url}/ws/rest/${Contact}`, { headers })).status).toBe(200)
    const other = ['user', 'password', 'robot', '--password-stdin']
    await expect(tabularium(other, password)).rejects.toThrow('has no password')
    const both = ['user', 'add', 'robot2', '--service', '--password-stdin']
    await expect(tabularium(both, password)).rejects.toThrow('A service has no password')
  })
})

describe('session list, end', () => {
  test('sessions are listed, and end by id or by user', async () => {
    const clients = [await loggedIn('ada'), await loggedIn('ada'), await loggedIn('ada')]
    const before = await asJson<{ id: number; username: string }[]>('session', 'list', 'ada')
    expect(before.length).toBeGreaterThanOrEqual(3)
    const newest = before.at(-1)?.id
    expect(await asJson('session', 'end', `${newest}`)).toEqual({ ended: [newest] })
    expect(await asJson('session', 'list', 'ada')).toHaveLength(before.length - 1)
    expect(await tabularium(['session', 'end', '--user', 'ada'])).toBe(`${before.length - 1} sessions ended.\n`)
    for (const client of clients) {
      expect((await client.find(Contact)).status).toBe(401)
      client.close()
    }
    await expect(tabularium(['session', 'end'])).rejects.toThrow('Name the ids of sessions, or a user with --user.')
    await expect(tabularium(['session', 'end', 'x'])).rejects.toThrow('"x" is not an id')
  })
})

describe('user remove', () => {
  test('a user is deleted with sessions and keys, and what they did stays in the history', async () => {
    await tabularium(['user', 'add', 'eve', '--admin', '--password-stdin'], password)
    const client = await loggedIn('eve')
    await tabularium(['key', 'add', 'eve', 'sync'])
    expect(await asJson('user', 'remove', 'eve')).toMatchObject({ username: 'eve', sessions: 1, keys: 1 })
    expect((await client.find(Contact)).status).toBe(401)
    client.close()
    expect(JSON.stringify(await asJson('user', 'list'))).not.toContain('eve')
    await expect(tabularium(['user', 'remove', 'admin'])).rejects.toThrow('somebody else an administrator')
  })

  test('all that is theirs alone goes with them, and is in the history', async () => {
    await tabularium(['user', 'add', 'ines', '--role', 'reader', '--password-stdin'], password)
    await tabularium(['key', 'add', 'ines', 'narrow', '--role', 'reader'])
    const client = await loggedIn('ines')
    const { id: view } = recordOf(await client.create('tabularium.View', { model: Contact, name: 'Hers' }))
    recordOf(await client.create('tabularium.Favorite', { view: { id: view }, position: 1 }))
    recordOf(await client.create('tabularium.Dashboard', { name: 'Hers', tiles: [] }))
    const { data } = (await client.exchange('GET', '/ws/me')).json as unknown as { data: [{ id: number }] }
    const [role] = await database.query<{ id: string }>(`select id from record.tabularium_role where name = 'reader'`)
    await database.query(`insert into record.tabularium_view_roles_links values ($1, $2)`, [view, role?.id])
    await database.query(
      `insert into record.tabularium_identity (id, version, created_on, updated_on, "user", provider, issuer, subject)
       values (nextval('record.tabularium_identity_ids'), 0, now(), now(), $1, 'sso', 'https://sso.example', 'ines')`,
      [data[0].id],
    )
    client.close()
    expect(await asJson('user', 'remove', 'ines')).toMatchObject({ username: 'ines', sessions: 1, keys: 1 })
    const gone = await database.query<{ name: string }>(
      `select distinct model.name
       from tabularium.journal as journal join tabularium.models as model on model.number = journal.model
       where journal.operation = 'd' and journal.request_id like 'command%' order by 1`,
    )
    const theirs = ['Dashboard', 'Favorite', 'Identity', 'Key', 'User', 'View'].map((name) => `tabularium.${name}`)
    expect(gone.map(({ name }) => name)).toEqual(expect.arrayContaining(theirs))
  })
})
