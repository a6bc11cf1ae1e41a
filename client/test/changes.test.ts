import { beforeAll, describe, expect, it } from 'vitest'
import { admin } from '../../server/test/harness/client.ts'
import { CuttingProxy } from '../../server/test/harness/CuttingProxy.ts'
import { clientOf, makeKey, makeRole, makeUser } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useService } from '../../server/test/harness/useService.ts'
import { changes, currentToken, newestChanges } from '../src/changes.ts'
import { type Client, createClient } from '../src/index.ts'
import type { Contacts } from './models.ts'

const Contact = 'com.example.contacts.Contact'
const stage = useService({ releaseInterval: '10ms' })
let client: Client<Contacts>

beforeAll(async () => {
  client = createClient<Contacts>({ url: stage.service.url })
  await client.login(admin.username, admin.password)
})

const contacts = () => client.records(Contact)
const person = (firstName: string) => ({ firstName, lastName: 'Followed' })

describe('changes', () => {
  it('come in order, each with the token behind it, and again from there', async () => {
    const after = await currentToken(client)
    const made = await contacts().create(person('A'))
    const newer = await contacts().update(made, { vip: true })
    await client.records('com.example.contacts.Tag').create({ name: 'not followed' })
    await contacts().delete(newer)
    const seen: unknown[] = []
    const tokens: string[] = []
    for await (const change of changes(client, { models: [Contact], after })) {
      if (change.operation === 'reset') throw new Error('The rights have not changed.')
      seen.push([change.model, change.id, change.version, change.operation])
      tokens.push(change.token)
      if (change.operation === 'delete') break
    }
    expect(seen).toEqual(['create', 'update', 'delete'].map((operation, n) => [Contact, made.id, n, operation]))
    for await (const { operation, token } of changes(client, { models: [Contact], after: tokens[0] })) {
      expect([operation, token]).toEqual(['update', tokens[1]])
      break
    }
  })

  it('of all models come with their records, as soon as they happen, until the signal ends it', async () => {
    const following = new AbortController()
    const pages: string[] = []
    const seen: unknown[] = []
    const options = {
      record: 'now',
      signal: following.signal,
      onPage: (token: string) => void pages.push(token),
    } as const
    const run = async () => {
      for await (const change of changes(client, options)) {
        if (change.operation === 'reset') throw new Error('The rights have not changed.')
        seen.push([change.model, change.record])
        if (seen.length === 2) following.abort()
      }
    }
    const done = run()
    await until('the first page', () => pages.length === 1)
    const tag = await client.records('com.example.contacts.Tag').create({ name: 'followed' })
    const made = await contacts().create(person('B'))
    await done
    expect(seen).toEqual([
      ['com.example.contacts.Tag', tag],
      [Contact, made],
    ])
    const ended = new AbortController()
    const waiting = changes(client, { after: await currentToken(client), signal: ended.signal }).next()
    setTimeout(() => ended.abort(), 50)
    expect(await waiting).toEqual({ done: true, value: undefined })
  })

  it('are neither lost nor repeated by a proxy that cuts answers, whatever the retries of the client', async () => {
    let answers = 0
    let isOn = false
    const proxy = await CuttingProxy.start(stage.service.url, () => isOn && ++answers % 3 !== 0)
    const cut = createClient<Contacts>({ url: proxy.url, retries: 0 })
    await cut.login(admin.username, admin.password)
    const after = await currentToken(cut)
    isOn = true
    const written: number[] = []
    const write = async () => {
      for (let n = 0; n < 20; n++) written.push((await contacts().create(person(`C${n}`))).id)
    }
    const [writing, seen] = [write(), [] as number[]]
    for await (const change of changes(cut, { models: [Contact], after })) {
      if (change.operation === 'create') seen.push(change.id)
      if (seen.length === 20) break
    }
    await writing
    expect(seen).toEqual(written)
    expect(proxy.cuts).toBeGreaterThan(1)
    proxy.close()
  })

  it('say that rights have changed, and throw if the feed has no more what follows the token', async () => {
    const role = await makeRole(stage.client, 'follower', [{ model: Contact, read: true }])
    const { id } = await makeUser(stage.client, 'follower', [role])
    const session = await clientOf(stage.service, stage.database, id, 1)
    const { token: key } = await makeKey(session)
    session.close()
    const follower = createClient<Contacts>({ url: stage.service.url, key })
    const after = await currentToken(follower)
    await client
      .records('tabularium.Rule')
      .create({ role: { id: role.id }, model: 'com.example.contacts.Tag', read: true })
    await contacts().create(person('D'))
    const operations: string[] = []
    for await (const change of changes(follower, { after })) {
      operations.push(change.operation)
      if (change.operation !== 'reset') break
    }
    expect(operations).toEqual(['reset', 'create'])
    await stage.database.query(
      'insert into tabularium.forgotten select number, (select released from tabularium.feed) from tabularium.models',
    )
    const gone = changes(client, { after }).next()
    await expect(gone).rejects.toMatchObject({ code: 'changes-gone', status: 410, data: { why: 'forgotten' } })
    await stage.database.query('delete from tabularium.forgotten')
  })

  it('throw if the session has ended', async () => {
    const other = createClient<Contacts>({ url: stage.service.url })
    await other.login(admin.username, admin.password)
    const after = await currentToken(other)
    await other.logout()
    await expect(changes(other, { after }).next()).rejects.toMatchObject({ code: 'session-required', status: 401 })
  })
})

it('answers the newest changes first, and goes back', async () => {
  const made = await contacts().create(person('Newest'))
  await contacts().update(made, { vip: true })
  const records = [{ model: Contact, id: made.id }] as const
  const page = await newestChanges(client, { records, limit: 1, titles: true })
  expect(page).toMatchObject({ data: [{ version: 1, changes: { vip: { to: true } }, title: 'Newest Followed' }] })
  const older = await newestChanges(client, { records, limit: 1, after: page.next })
  expect(older.data.map(({ operation }) => operation)).toEqual(['create'])
})
