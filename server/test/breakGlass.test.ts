import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Connection } from '../src/postgres/Connection.ts'
import { orderRequestedStatement, requestLinkStatement } from '../src/statement/service/linkOrders.ts'
import { Client, recordOf } from './harness/client.ts'
import { Browser } from './harness/oidc/Browser.ts'
import { expectIn, useProviders } from './harness/oidc/useProviders.ts'
import { makeUser, User } from './harness/people.ts'
import { runCommand } from './harness/runCommand.ts'

const password = 'seven grey geese in a row'
const signUp = { domains: ['example.com'], roles: [] }
const stage = useProviders({ signUp }, { passwords: 'break-glass' })

/** The answer to a login with a password. */
async function logIn(username: string, given = password) {
  const client = new Client(stage.origin)
  const reply = await client.login({ username, password: given })
  client.close()
  return { status: reply.status, data: reply.json?.data }
}

const command = (args: readonly string[], input = '') =>
  runCommand(['user', ...args], { DATABASE_URL: stage.database.url }, input)

const refused = {
  status: 401,
  data: expect.objectContaining({
    code: 'wrong-credentials',
    message: 'The username or the password is wrong. All but break-glass administrators log in at a provider.',
  }),
}

describe("with passwords: 'break-glass'", () => {
  it('an administrator whom the command line made so logs in, and no other user', async () => {
    await command(['add', 'emergency', '--break-glass', '--password-stdin'], password)
    expect(await logIn('emergency')).toMatchObject({ status: 200 })
    await makeUser(stage.client, 'olga', [], { password, admin: true })
    await makeUser(stage.client, 'paul', [], { password })
    // The same answer whether the password is right, wrong, or there is no such user.
    expect(await logIn('olga')).toEqual(refused)
    expect(await logIn('paul')).toEqual(refused)
    expect(await logIn('paul', 'a wrong password')).toEqual(refused)
    expect(await logIn('nobody')).toEqual(refused)
  })

  it('nobody gives that to anybody over HTTP, and it counts for administrators alone', async () => {
    await command(['add', 'former', '--break-glass', '--password-stdin'], password)
    const users = JSON.parse(await command(['list', '--json'])) as { id: number; username: string }[]
    const former = users.find(({ username }) => username === 'former')
    expect(former).toMatchObject({ admin: true, breakGlass: true })
    const { version } = recordOf(await stage.client.read(User, former?.id ?? 0))
    const given = await stage.client.update(User, former?.id ?? 0, { version, breakGlass: true })
    expect(given.status).toBe(400)
    await stage.client.update(User, former?.id ?? 0, { version, admin: false })
    expect(await logIn('former')).toEqual(refused)
    expect(await command(['list'])).toContain('break-glass')
    await expect(command(['add', 'robot', '--service', '--break-glass'])).rejects.toThrow('choose one of both')
  })

  it('a person of the provider cannot change or confirm a password, and is told so', async () => {
    stage.company.is('nora', { email: 'nora@example.com', email_verified: true })
    const browser = new Browser()
    const { id } = await expectIn(browser, stage, await browser.logIn(stage.origin, 'company'))
    const { version } = recordOf(await stage.client.read(User, id))
    const again = new Browser()
    await stage.client.update(User, id, { version, password })
    await expectIn(again, stage, await again.logIn(stage.origin, 'company'))
    const body = { old: password, new: 'nine slow snails on a wall' }
    const cookie = again.cookieFor(stage.origin)
    const reply = await stage.client.exchange('POST', '/ws/password', { body, cookie })
    const message = 'You log in at a provider here: a password of yours opens nothing.'
    expect([reply.status, reply.json?.data]).toEqual([403, expect.objectContaining({ code: 'not-permitted', message })])
  })

  it('mails for forgotten passwords go to those who may log in with one', async () => {
    const sure = (name: string) => ({ email: `${name}@example.com`, emailVerifiedOn: '2026-01-01T00:00:00.000Z' })
    await makeUser(stage.client, 'mia', [], { password, ...sure('mia') })
    await command(['add', 'max', '--break-glass', '--password-stdin'], password)
    const users = JSON.parse(await command(['list', '--json'])) as { id: number; username: string }[]
    const max = users.find(({ username }) => username === 'max')?.id ?? 0
    const { version } = recordOf(await stage.client.read(User, max))
    await stage.client.update(User, max, { version, ...sure('max') })
    const connection = await Connection.open(stage.database.url)
    const ask = async (choice: 'all' | 'break-glass') => {
      for (const name of ['mia', 'max', 'nobody'])
        await connection.query(requestLinkStatement(createHash('sha256').update(name).digest('hex')))
      return (await connection.query(orderRequestedStatement(choice, Date.now() + 10_000))).length
    }
    expect(await ask('break-glass')).toBe(1)
    expect(await ask('all')).toBe(2)
    await connection.close()
  })

  it('the ways to log in say it', async () => {
    const { text } = await new Browser().open(`${stage.origin}/login/methods`)
    expect(JSON.parse(text)).toMatchObject({ data: [{ password: true, passwords: 'break-glass' }] })
  })
})
