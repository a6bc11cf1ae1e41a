import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseIdempotencyKey } from '../src/call/parseIdempotencyKey.ts'
import { action, job, json, model, text } from '../src/index.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import type { ModelDeclaration } from '../src/model/declare.ts'
import { Client, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { until } from './harness/poll.ts'
import { useLogic } from './harness/useLogic.ts'

const Note = model({ name: 'org.example.Note', title: 'name', fields: { name: text({ required: true }) } })
/** The service's own models, which a project names and does not declare. */
const named = (name: string) => ({ name }) as ModelDeclaration

const takes = { model: text({ required: true }), values: json({ required: true }) } as const
const createLater = job({
  name: 'org.example.createLater',
  takes,
  run: async ({ model: of, values }, records) => {
    await records.transact(async (inside) => {
      await inside.create(named(of), values as object)
    })
  },
})
const models = toModels([Note])
const declarations = [
  createLater,
  action({
    name: 'org.example.create',
    takes,
    run: async ({ model: of, values }, records) => {
      await records.create(named(of), values as object)
      return undefined
    },
  }),
  action({
    name: 'org.example.change',
    takes,
    run: async ({ model: of, values }, records) => {
      const { id, ...fields } = values as unknown as { id: number }
      await records.update(await records.read(named(of), { id }), fields)
      return undefined
    },
  }),
  action({
    name: 'org.example.send',
    takes,
    run: async (input, records) => {
      await records.later(createLater, input)
      return undefined
    },
  }),
  action({ name: 'org.example.keep', takes: { pin: text({ secret: true }) }, run: async () => undefined }),
]
const { logic } = loadLogic(
  declarations.map((declaration) => ({ file: 'logic.ts', declaration })),
  { models, roles: [] },
)
const stage = useLogic({ models, roles: [], logic })
const password = 'a-password-to-be-hashed'
const run = (name: string, data: object, headers: Record<string, string> = {}): Promise<Reply> =>
  stage.client.exchange('POST', `/ws/action/org.example.${name}`, { body: { data }, headers })
const User = 'tabularium.User'

async function passwordOf(username: string): Promise<string | null | undefined> {
  const rows = await stage.database.query<{ password: string | null }>(
    'select password from record.tabularium_user where username = $1',
    [username],
  )
  return rows[0]?.password
}

describe('a password that logic writes', () => {
  it('is hashed, and its user can log in', async () => {
    expect((await run('create', { model: User, values: { username: 'bob', password } })).status).toBe(200)
    expect(await passwordOf('bob')).toMatch(/^\$argon2id\$/)
    const client = new Client(stage.service.url)
    expect((await client.login({ username: 'bob', password })).status).toBe(200)
    client.close()
  })

  it('is hashed in a job', async () => {
    expect((await run('send', { model: User, values: { username: 'job', password } })).status).toBe(200)
    await until('the job is done', async () => (await passwordOf('job')) !== undefined)
    expect(await passwordOf('job')).toMatch(/^\$argon2id\$/)
  })

  it.each([
    ['create', { username: 'weak' }],
    ['change', { id: 1 }],
  ])('is refused if it is too weak: %s', async (name, values) => {
    const before = await passwordOf('admin')
    const fault = 'must have at least 12 characters, and has 5: add a word or two'
    const reply = await run(name, { model: User, values: { ...values, password: 'short' } })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { password: fault } }))
    expect([await passwordOf('weak'), await passwordOf('admin')]).toEqual([undefined, before])
  })

  it('is refused if it is the name of the user, which logic need not send', async () => {
    await run('create', { model: User, values: { username: 'long.name.of.bob' } })
    const [row] = await stage.database.query<{ id: number }>(
      "select id::int from record.tabularium_user where username = 'long.name.of.bob'",
    )
    const reply = await run('change', { model: User, values: { id: row?.id, password: 'Long.Name.Of.Bob' } })
    const errors = { password: 'must not be the username: choose another' }
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors }))
    expect((await run('change', { model: User, values: { id: row?.id, password } })).status).toBe(200)
    expect(await passwordOf('long.name.of.bob')).toMatch(/^\$argon2id\$/)
  })
})

describe('logic', () => {
  it('creates no API key, which nobody would see', async () => {
    const reply = await run('create', { model: 'tabularium.Key', values: { name: 'k', user: { id: 1 } } })
    const message = 'Create API keys one by one: each is shown only once, in the response to its creation.'
    expect(shown(reply)).toEqual(refusal('invalid-parameter', { data: { message } }))
  })

  it('creates no webhook without a secret, which nobody would see', async () => {
    const values = { name: 'w', url: 'https://example.com', models: [Note.name], user: { id: 1 } }
    const reply = await run('create', { model: 'tabularium.Webhook', values })
    expect(shown(reply)).toEqual(
      refusal('invalid-record', { errors: { secret: expect.stringMatching('^is missing: send whsec_') } }),
    )
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
    const created = await run('create', { model: 'tabularium.Webhook', values: { ...values, secret } })
    expect(created.status).toBe(200)
  })
})

describe('a login with what is stored', () => {
  it('fails with 401 if that is no hash', async () => {
    await run('create', { model: User, values: { username: 'broken', password } })
    await stage.database.query(
      "update record.tabularium_user set password = '$argon2id$' || username where username = 'broken'",
    )
    const client = new Client(stage.service.url)
    expect(shown(await client.login({ username: 'broken', password }))).toEqual(refusal('wrong-credentials'))
    client.close()
  })
})

describe('the stored digest of an action', () => {
  it.each([
    ['slow', { pin: 'four digits' }],
    ['fast', {}],
  ])('is a %s one, as its secrets need', async (key, data) => {
    const headers = { 'idempotency-key': key }
    expect((await run('keep', data, headers)).status).toBe(200)
    expect((await run('keep', data, headers)).headers['idempotent-replayed']).toBe('true')
    expect(shown(await run('keep', { pin: 'other' }, headers))).toEqual(refusal('key-reused'))
    const [row] = await stage.database.query<{ kept: string; secret: Buffer }>(
      `select encode(answers.request_hash, 'hex') as kept, secrets.value as secret
      from tabularium.answers, tabularium.secrets where answers.key = $1`,
      [key],
    )
    const request = { operation: 'action', action: 'org.example.keep', query: '', address: '', requestId: '' } as const
    const body = Buffer.from(JSON.stringify({ data }))
    const { idempotency } = parseIdempotencyKey({ ...request, idempotencyKey: key, body })
    const signed = createHmac('sha256', row?.secret ?? '').update(`once ${idempotency?.hash}`)
    expect(row?.kept === signed.digest('hex')).toBe(key === 'fast')
  })
})
