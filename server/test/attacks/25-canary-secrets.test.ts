import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { saveMany, search } from '../harness/actions.ts'
import { admin, Client, cookieOf, recordOf, type Reply } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { Key, Role, Session, User } from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { runCommand } from '../harness/runCommand.ts'
import { loggedIn, startService } from '../harness/service.ts'
import { useService } from '../harness/useService.ts'

const stage = useService({ logLevel: 'debug' })

/** Every secret that must not appear again, by its kind. */
const canaries = new Map<string, string>()
/** Everything that was answered. */
const told: string[] = []
const word = 'canary-pw-4b7d'
let count = 0

function newPassword(what: string): string {
  const password = `${word}-${++count}-${what.replaceAll(' ', '-')}`
  canaries.set(`the password of ${what}`, password)
  return password
}

function noteToken(what: string, token: string): string {
  canaries.set(what, token)
  canaries.set(`${what}, hashed`, createHash('sha256').update(token).digest('hex'))
  return token
}

/** Stores an answer with its headers. */
async function hear(reply: Promise<Reply>): Promise<Reply> {
  const { status, headers, text, json } = await reply
  told.push(`${status} ${JSON.stringify(headers)} ${text}`)
  return { status, headers, text, json }
}

/** The answer of a login has the token in its cookie, and nowhere else. */
async function logIn(username: string, password: string): Promise<Client> {
  const client = new Client(stage.service.url, 4)
  const reply = await client.exchange('POST', '/callback', { body: { username, password } })
  const { 'set-cookie': _, ...headers } = reply.headers
  told.push(JSON.stringify(headers), reply.text)
  client.cookie = cookieOf(reply)
  noteToken(`a session of ${username}`, client.cookie.split('=')[1] ?? '')
  return client
}

/** The answer that creates a key has it once, as `token`. */
async function newKey(client: Client, headers: Record<string, string> = {}): Promise<{ id: number; token: string }> {
  const reply = await client.exchange('PUT', `/ws/rest/${Key}`, { body: { data: { name: 'k' } }, headers })
  const { token } = reply.json as unknown as { token: string }
  told.push(reply.text.replace(`"token":"${token}"`, ''))
  return { id: recordOf(reply).id, token: noteToken('an API key', token) }
}

beforeAll(async () => {
  await logInWrongly()
  const user = await writePasswords()
  await useSessionsAndKeys(user)
  await breakTheDatabase()
  await runCommands()
  await searchFor(newPassword('a search'))
  for (const path of ['/live', '/ready', '/status', '/metrics', '/nothing']) {
    const health = new Client(stage.service.healthUrl)
    await hear(health.exchange('GET', path))
    health.close()
  }
  const { headers } = await hear(stage.client.find(Contact, '?limit=1'))
  await until('the log has the last request', () => stage.service.logs().includes(String(headers['x-request-id'])))
  await noteHashes()
}, 120_000)

async function logInWrongly(): Promise<void> {
  const stranger = new Client(stage.service.url)
  const send = (body: unknown, path = '/callback') => hear(stranger.exchange('POST', path, { body, cookie: null }))
  await send({ username: admin.username, password: newPassword('a wrong login') })
  await send({ username: 'nobody', password: newPassword('an unknown user') }, '/login.jsp')
  await send({ username: newPassword('typed as the name'), password: 'x' })
  await send({ username: ['admin'], password: newPassword('a login of the wrong form') })
  await send({ username: 'admin', password: newPassword('too long').repeat(60) })
  await send({ username: 'admin', password: [newPassword('in an array')], other: 1 })
  await send(`{"username":"admin","password":"${newPassword('malformed')}"`)
  await hear(stranger.exchange('GET', `/callback?password=${newPassword('in the address')}`))
  await hear(
    stranger.exchange('POST', '/callback', {
      body: `password=${newPassword('a form')}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  )
  stranger.close()
}

async function writePasswords(): Promise<{ id: number; username: string; password: string }> {
  const { client } = stage
  const password = newPassword('a user')
  const body = { data: { username: 'canary', name: 'Somebody', password } }
  const headers = { 'idempotency-key': 'user-once' }
  const { id } = recordOf(await hear(client.exchange('PUT', `/ws/rest/${User}`, { body, headers })))
  await hear(client.exchange('PUT', `/ws/rest/${User}`, { body, headers }))
  await hear(client.exchange('PUT', `/ws/rest/${User}`, { body: { data: { ...body.data, name: 'x' } }, headers }))
  await hear(client.create(User, { username: 'canary', name: 'Twin', password: newPassword('a twin') }))
  await hear(client.create(User, { username: 'other', name: 'Short', password: word.slice(0, 8) }))
  await hear(client.create(User, { username: 'other', name: 'Long', password: newPassword('a long one').repeat(60) }))
  await hear(client.create(User, { username: 'other', name: 'Wrong', password: { of: newPassword('a member') } }))
  await hear(client.create(User, { username: 'other', name: 'Extra', password: newPassword('beside'), unknown: 1 }))
  await hear(client.update(User, id, { version: 0, password: newPassword('an update') }))
  await hear(client.update(User, id, { version: 0, password: newPassword('a conflict') }))
  await hear(client.merge(User, id, { version: 0, name: 'Merged', password: newPassword('a merge') }))
  await hear(saveMany(client, User, [{ username: 'bulk', name: 'Bulk', password: newPassword('a bulk write') }]))
  await hear(
    client.exchange('PUT', `/ws/rest/${User}?dryRun=true`, {
      body: { data: { username: 'dry', name: 'Dry', password: newPassword('a dry run') } },
    }),
  )
  const now = recordOf(await hear(client.read(User, id))).version
  const last = newPassword('the last one')
  await hear(client.update(User, id, { version: now, password: last }))
  return { id, username: 'canary', password: last }
}

async function useSessionsAndKeys({
  id,
  username,
  password,
}: {
  id: number
  username: string
  password: string
}): Promise<void> {
  const { client } = stage
  const own = await logIn(username, password)
  const changed = newPassword('changed by its user')
  await hear(
    own.exchange('POST', '/ws/password', {
      body: { old: newPassword('the wrong old one'), new: newPassword('in vain') },
    }),
  )
  await hear(own.exchange('POST', '/ws/password', { body: { old: password, new: changed } }))
  const other = await logIn(username, changed)
  const key = await newKey(own, { 'idempotency-key': 'key-once' })
  await hear(
    own.exchange('PUT', `/ws/rest/${Key}`, {
      body: { data: { name: 'k' } },
      headers: { 'idempotency-key': 'key-once' },
    }),
  )
  const stranger = new Client(stage.service.url)
  for (const authorization of [`Bearer ${key.token}`, `Bearer ${key.token}x`, `Basic ${key.token}`, key.token])
    await hear(stranger.exchange('GET', `/ws/rest/${Contact}`, { headers: { authorization } }))
  await hear(stranger.exchange('GET', `/ws/rest/${Contact}?key=${key.token}`))
  await hear(stranger.exchange('GET', `/ws/rest/${Contact}`, { cookie: `session=${key.token}` }))
  for (const model of [User, Session, Key, Role]) {
    for (const who of [client, own]) {
      await hear(who.find(model))
      await hear(search(who, model, { limit: 100 }))
      await hear(who.exchange('GET', `/ws/meta/fields/${model}`))
      await hear(who.exchange('GET', `/ws/explain/${model}`))
      for (const number of [1, 2, 3, id, key.id]) {
        await hear(who.read(model, number))
        await hear(who.history(model, number))
        await hear(who.readVersion(model, number, 0))
      }
    }
  }
  for (const field of ['password', 'tokenHash']) {
    for (const model of [User, Session, Key]) {
      await hear(client.exchange('GET', `/ws/rest/${model}/1?fields=${field}`))
      await hear(search(client, model, { fields: [field], sortBy: [field] }))
      await hear(search(client, model, { data: { criteria: [{ fieldName: field, operator: 'like', value: '%' }] } }))
    }
  }
  await hear(client.delete(Key, key.id))
  await hear(client.history(Key, key.id))
  await hear(client.restore(Key, key.id, { version: 1, toVersion: 0 }))
  await hear(client.restore(User, id, { version: recordOf(await hear(client.read(User, id))).version, toVersion: 0 }))
  await hear(other.exchange('GET', '/logout'))
  for (const one of [own, other, stranger]) one.close()
}

/**
 * Errors of PostgreSQL quote whole rows: in the details if a constraint is violated, in the message if a value is
 * wrong.
 */
async function breakTheDatabase(): Promise<void> {
  const { database, client } = stage
  const stranger = new Client(stage.service.url)
  const logIn = () => hear(stranger.exchange('POST', '/callback', { body: admin }))
  await database.query(`create function quoting() returns trigger language plpgsql as $$
    begin raise exception using errcode = '22023', message = 'wrong: ' || new::text, detail = 'Row: ' || new::text;
      end $$`)
  for (const [table, column, write] of [
    [
      'user',
      'password',
      () => hear(client.create(User, { username: 'b', name: 'B', password: newPassword('broken') })),
    ],
    ['session', 'token_hash', logIn],
    ['key', 'token_hash', () => hear(client.create(Key, { name: 'broken' }))],
  ] as const)
    for (const [least, breaking, mending] of [
      // A constraint that was added with SQL refuses the record; one with a name of the service means newer models.
      [400, ...constraint('broken', table, column)],
      [500, ...constraint(`tabularium_${table}_broken_required`, table, column)],
      [500, ...trigger(table)],
    ] as const)
      await whileBroken(breaking, mending, least, write)
  await database.query('alter table record.tabularium_session rename to gone')
  await logIn()
  await hear(stranger.exchange('GET', `/ws/rest/${Contact}`, { cookie: client.cookie ?? '' }))
  await database.query('alter table record.gone rename to tabularium_session')
  stranger.close()
}

function constraint(name: string, table: string, column: string): [breaking: string, mending: string] {
  const altered = `alter table record.tabularium_${table}`
  return [`${altered} add constraint ${name} check (${column} is null) not valid`, `${altered} drop constraint ${name}`]
}

function trigger(table: string): [breaking: string, mending: string] {
  const own = `on record.tabularium_${table}`
  return [
    `create trigger broken before insert ${own} for each row execute function quoting()`,
    `drop trigger broken ${own}`,
  ]
}

async function whileBroken(
  breaking: string,
  mending: string,
  least: number,
  write: () => Promise<Reply>,
): Promise<void> {
  await stage.database.query(breaking)
  expect((await write()).status, breaking).toBeGreaterThanOrEqual(least)
  await stage.database.query(mending)
}

async function runCommands(): Promise<void> {
  const secret = newPassword('the database')
  const env = { DATABASE_URL: stage.database.url }
  const run = async (args: string[], input = '', more = {}) =>
    told.push(await runCommand(args, { ...env, ...more }, input).catch((error: unknown) => String(error)))
  await run(['user', 'add', 'command', '--password-stdin'], newPassword('a command'))
  await run(['user', 'add', 'command', '--password-stdin'], newPassword('a command in vain'))
  await run(['user', 'password', 'command', '--password-stdin'], newPassword('another command'))
  await run(['user', 'list'])
  await run(['doctor'])
  await run(['config', 'print'], '', { DATABASE_URL: `postgres://tabularium:${secret}@127.0.0.1:1/nowhere` })
  await run(['user', 'list'], '', { DATABASE_URL: `postgres://tabularium:${secret}@127.0.0.1:1/nowhere` })
}

/** Searches are recorded when a process ends, without values. */
async function searchFor(value: string): Promise<void> {
  const service = await startService(stage.database.url)
  const client = await loggedIn(service)
  noteToken('a session on another process', client.cookie?.split('=')[1] ?? '')
  const criteria = [{ fieldName: 'name', operator: 'like', value }]
  await hear(search(client, User, { data: { criteria }, sortBy: ['-name'] }))
  client.close()
  await service.stop()
}

/** The hashes of passwords, as stored in their column. */
async function noteHashes(): Promise<void> {
  const rows = await stage.database.query<{ username: string; password: string }>(
    'select username, password from record.tabularium_user where password is not null',
  )
  expect(rows.length).toBeGreaterThan(3)
  for (const { username, password } of rows) canaries.set(`the hash of ${username}`, password)
  noteToken('the session of the administrator', stage.client.cookie?.split('=')[1] ?? '')
}

/** Every row of every table, without the two columns that secrets belong in. */
async function allRows(): Promise<string[]> {
  const tables = await stage.database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('tabularium', 'record')`,
  )
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['tabularium.answers', 'record.tabularium_key']),
  )
  const rows: string[] = []
  for (const { name } of tables) {
    const found = await stage.database.query<{ row: string }>(
      `select (to_jsonb(t) - 'password' - 'token_hash')::text as row from ${name} as t`,
    )
    rows.push(...found.map(({ row }) => `${name} ${row}`))
  }
  return rows
}

/** Which canaries occur, and where. */
function findCanaries(lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    [...canaries].flatMap(([what, canary]) => (line.includes(canary) ? [`${what}: ${line.slice(0, 500)}`] : [])),
  )
}

/** Everything that looks like a hash or a key, also one that the test does not know. */
function findShapes(lines: readonly string[]): string[] {
  return lines.filter((line) => /\$argon2|\b[0-9a-f]{64}\b|tab_[0-9A-Za-z]{40}/.test(line))
}

describe('passwords, tokens, keys and their hashes', () => {
  it('are in no answer, except for the one that creates a token', () => {
    expect(told.length).toBeGreaterThan(150)
    expect(findCanaries(told)).toEqual([])
    expect(findShapes(told)).toEqual([])
  })

  it('are in no line of the log, not even in those about failures', () => {
    const lines = stage.service.logs().split('\n')
    expect(lines.filter((line) => line.includes('"level":"error"')).length).toBeGreaterThan(0)
    expect(findCanaries(lines)).toEqual([])
    expect(findShapes(lines)).toEqual([])
  })

  it('are in no table but in their own column: not in the journal, not among the stored answers', async () => {
    const rows = await allRows()
    for (const table of ['tabularium.journal_', 'tabularium.answers', 'tabularium.searches', 'tabularium.attempts'])
      expect(rows.filter((row) => row.startsWith(table)).length, table).toBeGreaterThan(0)
    expect(findCanaries(rows)).toEqual([])
  })

  it('are known to this test: each canary was really used', async () => {
    expect(canaries.size).toBeGreaterThan(30)
    const [row] = await stage.database.query<{ all: string }>(
      `select string_agg(password, ',') || (select string_agg(token_hash, ',')
        from record.tabularium_session) as all from record.tabularium_user`,
    )
    expect(row?.all).toContain('$argon2id$')
    expect(row?.all).toContain(canaries.get('the session of the administrator, hashed'))
  })
})
