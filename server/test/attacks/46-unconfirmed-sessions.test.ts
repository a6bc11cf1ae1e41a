import { afterAll, describe, expect, it } from 'vitest'
import type { Client, Reply } from '../harness/client.ts'
import { Tag } from '../harness/contract.ts'
import { useEveryWrite } from '../harness/everyWrite/useEveryWrite.ts'
import { waysBack, writingWays } from '../harness/everyWrite/ways.ts'
import { clientOf, Key, makeKey, makeRole, makeUser, Role, User, Webhook } from '../harness/people.ts'
import { useLinks } from '../harness/useLinks.ts'
import { useService } from '../harness/useService.ts'

const world = useEveryWrite()
const { kinds, toWrite, toPast, attempt, snapshot, stage } = world
const asked = /confirmation-required|Confirm that it is you/

/** What the writer proved last was two hours ago, until the work is done; perhaps they may do everything meanwhile. */
async function unconfirmed<T>(work: () => Promise<T>, admin = false): Promise<T> {
  const set = async (on: string, isAdmin: boolean) => {
    await stage.database.query(`update record.tabularium_session set confirmed_on = ${on}
      where "user" = (select id from record.tabularium_user where username = 'writer')`)
    if (admin)
      await stage.database.query(`update record.tabularium_user set admin = ${isAdmin} where username = 'writer'`)
  }
  await set("now() - interval '2 hours'", true)
  try {
    return await work()
  } finally {
    await set('now()', false)
  }
}

describe.each([kinds.user, kinds.rule])('a session that was confirmed long ago does not write $model', (kind) => {
  const values = kind === kinds.user ? { name: 'Other' } : { delete: true }
  // What is done later has no session any more: what it may write is up to the application.
  const applying = writingWays.filter((way) => !way.settle && !(way.byKey && !('key' in kind)))

  it.each(applying)('$name', async (way) => {
    const write = await toWrite(way, kind, way.does === 'create' && kind === kinds.rule ? {} : values)
    const before = await snapshot(kind)
    const { written, text } = await unconfirmed(() => attempt(way, way.toSent(write)))
    expect(text).toMatch(asked)
    expect(written).toBe(false)
    expect(await snapshot(kind)).toBe(before)
    expect(await attempt(way, way.toSent(write))).toMatchObject({ written: true })
  })

  it.each(waysBack)('$name', async (way) => {
    const [old, now] = kind === kinds.user ? [{ name: 'Old' }, { name: 'New' }] : [{ delete: true }, { delete: false }]
    const past = await toPast(way, kind, old, now)
    const before = await snapshot(kind)
    const { written, text } = await unconfirmed(() => attempt(way, way.toSent(past)), true)
    expect(text).toMatch(asked)
    expect(written).toBe(false)
    expect(await snapshot(kind)).toBe(before)
  })
})

const links = useLinks()
const short = useService({ confirmFor: '5m' })
const password = 'seven grey geese in a row'
const json = ({ json: body }: Reply) => body?.data as { code: string; methods: readonly string[] }
const clients: Client[] = []

afterAll(() => clients.forEach((one) => one.close()))

/** Makes the last proof of a user too old. */
const age = (user: number, database = links.database) =>
  database.query(
    `update record.tabularium_session set confirmed_on = now() - interval '61 minutes' where "user" = ${user}`,
  )

async function personOf(name: string, fields: object = { password }) {
  const user = await makeUser(links.client, name, [], { admin: true, ...fields })
  const client = await clientOf(links.service, links.database, user.id)
  clients.push(client)
  return { user, client }
}

describe('a confirmation', () => {
  it('is the password of the user, and lasts for the hour of the setting', async () => {
    const { user, client } = await personOf('conny')
    await age(user.id)
    const refused = await client.create(Role, { name: 'asked' })
    expect([refused.status, json(refused)]).toEqual([
      403,
      expect.objectContaining({ code: 'confirmation-required', methods: ['password'] }),
    ])
    const confirm = (sent: object) => client.exchange('POST', '/ws/confirm', { body: sent })
    expect((await confirm({ password: 'wrong wrong wrong' })).status).toBe(401)
    expect((await client.create(Role, { name: 'asked' })).status).toBe(403)
    expect((await confirm({ password })).status).toBe(200)
    expect((await client.create(Role, { name: 'asked' })).status).toBe(200)
    await age(user.id)
    expect((await client.create(Role, { name: 'asked again' })).status).toBe(403)
  })

  it('counts in its own session alone', async () => {
    const { user, client } = await personOf('cora')
    const other = await clientOf(links.service, links.database, user.id)
    clients.push(other)
    await age(user.id)
    expect((await client.exchange('POST', '/ws/confirm', { body: { password } })).status).toBe(200)
    expect((await client.create(Role, { name: 'by cora' })).status).toBe(200)
    expect((await other.create(Role, { name: 'by cora too' })).status).toBe(403)
  })

  it('is not asked for reads, other records, dry runs, and what is no protection', async () => {
    const { user, client } = await personOf('cleo')
    await age(user.id)
    const replies = [
      await client.exchange('GET', `/ws/rest/${Role}`),
      await client.exchange('PUT', `/ws/rest/${Role}?dryRun=true`, { body: { data: { name: 'tried' } } }),
      await client.exchange('POST', '/ws/me', { body: { timeZone: 'Europe/Paris' } }),
      await client.exchange('POST', '/ws/sessions/end', { body: {} }),
    ]
    expect(replies.map(({ status, text }) => [status, status === 200 ? '' : text])).toEqual(
      replies.map(() => [200, '']),
    )
  })

  it('is asked for keys, webhooks, rotations and invitations, and for deletes', async () => {
    const { user, client } = await personOf('cyd')
    const { id: key } = await makeKey(client)
    const { id: role } = await makeRole(links.client, 'to be deleted', [])
    const invited = await makeUser(links.client, 'invited', [], { email: 'invited@example.com' })
    await age(user.id)
    const hook = { url: 'https://hooks.example.com/', models: [User] }
    const replies = [
      await client.create(Key, { name: 'backdoor' }),
      await client.create(Webhook, { name: 'hook', ...hook }),
      await client.exchange('POST', `/ws/keys/${key}/rotate`, { body: {} }),
      await client.exchange('POST', '/ws/invitations', { body: { username: 'mole', email: 'mole@example.com' } }),
      await client.exchange('POST', '/ws/invitations', { body: { user: invited.id } }),
      await client.exchange('DELETE', `/ws/rest/${Role}/${role}?version=0`),
      await client.exchange('DELETE', `/ws/rest/${Key}/${key}?version=0`),
    ]
    expect(replies.map((reply) => [reply.status, json(reply).code])).toEqual(
      replies.map(() => [403, 'confirmation-required']),
    )
  })

  it('is asked for another address of somebody without a password, who has no other proof', async () => {
    const { user, client } = await personOf('cindy', { email: 'cindy@example.com' })
    await age(user.id)
    const reply = await client.exchange('POST', '/ws/email', { body: { email: 'thief@example.com' } })
    expect([reply.status, json(reply).code, json(reply).methods]).toEqual([403, 'confirmation-required', []])
  })

  it('is written by nobody else: no record of a session is', async () => {
    const { user, client } = await personOf('carl')
    await age(user.id)
    const [row] = await links.database.query<{ id: number; version: number }>(
      `select id::int, version::int from record.tabularium_session where "user" = ${user.id}`,
    )
    const sent = { version: row?.version, confirmedOn: new Date().toISOString() }
    const reply = await client.exchange('POST', `/ws/rest/tabularium.Session/${row?.id}`, { body: { data: sent } })
    expect(reply.status).toBe(403)
    expect((await client.create(Role, { name: 'by carl' })).status).toBe(403)
  })

  it('is asked of no API key, and no API key gives one', async () => {
    const { user, client } = await personOf('cass')
    const { token } = await makeKey(client)
    await age(user.id)
    const headers = { authorization: `Bearer ${token}` }
    const sent = { body: { data: { name: 'by a key' } }, headers }
    expect((await client.exchange('PUT', `/ws/rest/${Role}`, sent)).status).toBe(200)
    const reply = await client.exchange('POST', '/ws/confirm', { body: { password }, headers })
    expect([reply.status, json(reply).code]).toEqual([403, 'not-permitted'])
    expect((await client.create(Role, { name: 'by cass' })).status).toBe(403)
  })

  it('follows the refusal of what may not be done anyway', async () => {
    const { user, client } = await personOf('chris', { admin: false, password })
    await age(user.id)
    const reply = await client.create(Role, { name: 'by chris' })
    expect(json(reply).code).not.toBe('confirmation-required')
  })
})

it('a login is a confirmation, which ends as the setting says, by the clock of the database', async () => {
  const set = (on: string) =>
    short.database.query(`update record.tabularium_session set confirmed_on = confirmed_on - interval '${on}'`)
  expect((await short.client.create(Role, { name: 'soon' })).status).toBe(200)
  await set('4 minutes')
  expect((await short.client.create(Role, { name: 'later' })).status).toBe(200)
  await set('61 seconds')
  const late = await short.client.create(Role, { name: 'late' })
  expect([late.status, json(late).code]).toEqual([403, 'confirmation-required'])
  expect((await short.client.create(Tag, { name: 'late' })).status).toBe(200)
})
