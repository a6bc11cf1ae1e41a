import { beforeAll, describe, expect, it } from 'vitest'
import { admin as credentials, Client, recordOf, type RecordJson, type Reply } from '../harness/client.ts'
import { Company, Contact, refusal, shown, Tag } from '../harness/contract.ts'
import {
  allActions,
  clientOf,
  Key,
  type MadeRole,
  makeKey,
  makeRole,
  makeUser,
  Role,
  Rule,
  Session,
  User,
} from '../harness/people.ts'
import { takeSnapshot } from '../harness/snapshot.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
/** May do everything with users, roles, rules, sessions and keys, and also read German companies. */
let manager: Client
let managerId: number
let managing: MadeRole
/** May do everything with contacts. */
let strong: MadeRole
let strongId: number
let peer: RecordJson
/** May read tags; the administrator has this role too. */
let peerRole: MadeRole
const german = { fieldName: 'country', operator: '=', value: 'DE' }
const companies = { model: Company, read: true, condition: german, readFields: ['name', 'country'] }
const password = 'a-new-password-of-mine'

beforeAll(async () => {
  const { client: admin, database, service } = stage
  const everything = [User, Role, Rule, Session, Key].map((model) => ({ model, ...allActions }))
  managing = await makeRole(admin, 'managing', [...everything, companies])
  strong = await makeRole(admin, 'strong', [{ model: Contact, ...allActions }])
  managerId = (await makeUser(admin, 'manager', [managing])).id
  strongId = (await makeUser(admin, 'strong', [strong])).id
  peer = await makeUser(admin, 'peer', [])
  peerRole = await makeRole(admin, 'peers', [
    { model: Tag, read: true },
    { model: Role, read: true },
  ])
  recordOf(await admin.update(User, 1, { version: await versionOf(User, 1), roles: [{ id: peerRole.id }] }))
  manager = await clientOf(service, database, managerId)
})

async function versionOf(model: string, id: number): Promise<number> {
  return recordOf(await stage.client.read(model, id)).version
}

/** Every way to change one record. */
async function tryAll(client: Client, model: string, id: number, fields: object): Promise<Reply[]> {
  const version = await versionOf(model, id)
  const record = { id, version, ...fields }
  const { roles: _, rules: __, ...values } = fields as Record<string, unknown>
  const mass = { data: { fieldName: 'id', operator: '=', value: id }, values, maxAffected: 1 }
  return [
    await client.update(model, id, record),
    await client.merge(model, id, record),
    await client.exchange('POST', `/ws/rest/${model}`, { body: { records: [record] } }),
    await client.exchange('POST', `/ws/rest/${model}/${id}?dryRun=true`, { body: { data: record } }),
    ...(Object.keys(values).length > 0
      ? [await client.exchange('POST', `/ws/rest/${model}/updateMass`, { body: mass })]
      : []),
  ]
}

/** The attempts are refused as not permitted, and nothing has changed, not even in part. */
async function expectNotPermitted(attempt: () => Promise<Reply | Reply[]>): Promise<void> {
  const before = await takeSnapshot(stage.database)
  const replies = [await attempt()].flat()
  expect(replies.map(({ status, json }) => [status, (json?.data as { code?: string }).code])).toEqual(
    replies.map(() => [403, 'not-permitted']),
  )
  expect(await takeSnapshot(stage.database)).toEqual(before)
}

describe('users', () => {
  it('nobody can make themselves or others an administrator', async () => {
    for (const id of [managerId, peer.id, strongId])
      await expectNotPermitted(() => tryAll(manager, User, id, { admin: true }))
    await expectNotPermitted(() => manager.create(User, { username: 'new', name: 'New', password, admin: true }))
  })

  it('nobody can give themselves or others a role that allows more than they have', async () => {
    for (const id of [managerId, peer.id])
      await expectNotPermitted(() => tryAll(manager, User, id, { roles: [{ id: managing.id }, { id: strong.id }] }))
    await expectNotPermitted(() =>
      manager.create(User, { username: 'new', name: 'New', password, roles: [{ id: strong.id }] }),
    )
    await expectNotPermitted(() =>
      manager.exchange('POST', `/ws/rest/${User}`, {
        body: { records: [{ username: 'new', name: 'New', roles: [{ id: strong.id }] }] },
      }),
    )
  })

  it('nobody can become a user with more rights, by their password, name or restore', async () => {
    for (const id of [1, strongId])
      for (const fields of [{ password }, { username: 'mine' }, { disabled: true }, { roles: [] }])
        await expectNotPermitted(() => tryAll(manager, User, id, fields))
    await expectNotPermitted(() => manager.delete(User, 1))
  })

  it('nobody can restore an old version of themselves with more rights', async () => {
    const { id } = await makeUser(stage.client, 'demoted', [managing, strong])
    const demoted = await clientOf(stage.service, stage.database, id)
    recordOf(await stage.client.update(User, id, { version: 0, roles: [{ id: managing.id }], admin: true }))
    recordOf(await stage.client.update(User, id, { version: 1, admin: false }))
    for (const client of [manager, demoted])
      for (const toVersion of [0, 1])
        await expectNotPermitted(() => client.restore(User, id, { version: 2, toVersion }))
    demoted.close()
  })

  it('nobody can restore a user with more rights', async () => {
    for (const more of [{ admin: true }, { roles: [{ id: strong.id }] }]) {
      const { id } = recordOf(await stage.client.create(User, { username: 'gone', name: 'Gone', ...more }))
      await stage.client.delete(User, id)
      await expectNotPermitted(() => manager.restore(User, id, { version: 1, toVersion: 0 }))
    }
  })

  it('the last administrator stays, whoever asks', async () => {
    for (const fields of [{ admin: false }, { disabled: true }])
      await expectNotPermitted(() => tryAll(stage.client, User, 1, fields))
    await expectNotPermitted(() => stage.client.delete(User, 1))
  })

  it('an administrator without a password does not count as one who can log in', async () => {
    const { id } = await makeUser(stage.client, 'nopassword', [], { admin: true })
    for (const fields of [{ admin: false }, { disabled: true }, { password: null }])
      await expectNotPermitted(() => tryAll(stage.client, User, 1, fields))
    await expectNotPermitted(() => stage.client.delete(User, 1))
    expect((await stage.client.delete(User, id)).status).toBe(200)
  })
})

/** Rights beyond those of the manager, each in one way. */
const wider = {
  'another model': { model: Contact, read: true },
  'all models': { model: '*', read: true, condition: null, readFields: ['id'] },
  'a package': { model: 'com.example.contacts.*', read: true },
  'no condition': { ...companies, condition: null },
  'another condition': { ...companies, condition: { ...german, operator: '!=' } },
  'an alternative': { ...companies, condition: { operator: 'or', criteria: [german, { ...german, value: 'AT' }] } },
  'more fields': { ...companies, readFields: ['name', 'country', 'website'] },
  'all fields': { ...companies, readFields: null },
  'another action': { ...companies, update: true },
  'a delete': { model: Company, delete: true, condition: german },
}

describe('rules', () => {
  it.each(Object.entries(wider))('nobody makes one that allows more than they may: %s', async (_, rule) => {
    for (const id of [managing.id, strong.id])
      await expectNotPermitted(async () => [
        await manager.create(Rule, { role: { id }, ...rule }),
        await manager.exchange('POST', `/ws/rest/${Rule}`, { body: { records: [{ role: { id }, ...rule }] } }),
        await manager.update(Role, id, { version: await versionOf(Role, id), rules: [rule] }),
      ])
    await expectNotPermitted(() => manager.create(Role, { name: 'new', rules: [rule] }))
  })

  it.each(Object.entries(wider))('nor changes one so that it does: %s', async (_, rule) => {
    const own = managing.rules.at(-1)
    await expectNotPermitted(() => tryAll(manager, Rule, own?.id ?? 0, rule))
  })

  it('nobody can take over the rules of others: by reference, as members, or by the role', async () => {
    const [rule] = strong.rules
    const id = rule?.id ?? 0
    const version = await versionOf(Rule, id)
    await expectNotPermitted(() => tryAll(manager, Rule, id, { role: { id: managing.id } }))
    const kept = await Promise.all(
      managing.rules.map(async (one) => ({ id: one.id, version: await versionOf(Rule, one.id) })),
    )
    await expectNotPermitted(async () =>
      manager.update(Role, managing.id, {
        version: await versionOf(Role, managing.id),
        rules: [...kept, { id, version }],
      }),
    )
  })

  it('nobody can restore a rule that allows more', async () => {
    const made = recordOf(await stage.client.create(Rule, { role: { id: managing.id }, model: Contact, read: true }))
    await stage.client.delete(Rule, made.id)
    await expectNotPermitted(() => manager.restore(Rule, made.id, { version: 1, toVersion: 0 }))
    const other = recordOf(await stage.client.create(Rule, { role: { id: managing.id }, model: Contact, read: true }))
    recordOf(await stage.client.update(Rule, other.id, { version: 0, ...companies }))
    await expectNotPermitted(() => manager.restore(Rule, other.id, { version: 1, toVersion: 0 }))
  })

  it('an error in a rule about hidden things is not revealed', async () => {
    for (const fields of [
      { model: Contact, condition: { fieldName: 'nothing', operator: 'isNull' } },
      { model: Contact, readFields: ['nothing'] },
      { model: Contact, readFields: { a: 1 } },
      { model: 'org.example.Nothing' },
    ])
      await expectNotPermitted(() => manager.create(Rule, { role: { id: managing.id }, read: true, ...fields }))
  })
})

describe('keys and sessions', () => {
  it('nobody can make a key of another user, or turn their own into one', async () => {
    for (const id of [1, strongId, peer.id])
      await expectNotPermitted(() => manager.create(Key, { name: 'key', user: { id } }))
    const { id } = await makeKey(manager)
    for (const user of [1, strongId, peer.id])
      await expectNotPermitted(() => tryAll(manager, Key, id, { user: { id: user } }))
  })

  it('nobody can change the keys of others', async () => {
    const { id } = await makeKey(stage.client)
    await expectNotPermitted(() => tryAll(manager, Key, id, { name: 'mine', roles: [] }))
    const { id: theirs } = await makeKey(stage.client, { user: { id: strongId }, roles: [{ id: strong.id }] })
    await expectNotPermitted(() => tryAll(manager, Key, theirs, { roles: [] }))
  })

  it('a key that is limited to roles stays so, and cannot make one that is not', async () => {
    const { id, token } = await makeKey(stage.client, { roles: [{ id: peerRole.id }] })
    const program = new Client(stage.service.url)
    const headers = { authorization: `Bearer ${token}` }
    const send = (method: string, path: string, body: unknown) => program.exchange(method, path, { body, headers })
    expect((await program.exchange('GET', `/ws/rest/${Tag}`, { headers })).status).toBe(200)
    await expectNotPermitted(async () => [
      await send('PUT', `/ws/rest/${Key}`, { data: { name: 'wider' } }),
      await send('PUT', `/ws/rest/${Key}`, { data: { name: 'wider', user: { id: 1 }, roles: [] } }),
      await send('POST', `/ws/rest/${Key}/${id}`, { data: { version: 0, roles: [] } }),
      await send('POST', `/ws/rest/${Key}`, { records: [{ id, version: 0, roles: [] }] }),
      await send('POST', '/ws/password', { old: credentials.password, new: password }),
    ])
    const same = await send('PUT', `/ws/rest/${Key}`, { data: { name: 'same', roles: [{ id: peerRole.id }] } })
    expect(same.status).toBe(200)
    program.close()
  })

  it('a role cannot be deleted as long as a key is limited to it', async () => {
    const limiting = await makeRole(stage.client, 'limiting', [{ model: Tag, read: true }])
    const { id: user } = await makeUser(stage.client, 'limited', [limiting])
    await makeKey(stage.client, { user: { id: user }, roles: [{ id: limiting.id }] })
    const before = await takeSnapshot(stage.database)
    expect(shown(await stage.client.delete(Role, limiting.id))).toEqual(
      refusal('still-referenced', { data: { referrers: [`${Key}.roles`] } }),
    )
    expect(await takeSnapshot(stage.database)).toEqual(before)
  })

  it('nobody can open a session except by logging in', async () => {
    for (const user of [1, managerId])
      await expectNotPermitted(() => manager.create(Session, { user: { id: user }, tokenHash: 'a'.repeat(64) }))
  })
})

describe('a user who may write rights', () => {
  it('can grant what they have, whole or in part', async () => {
    const part = { ...companies, readFields: ['name'] }
    const role = recordOf(await manager.create(Role, { name: 'part', rules: [part, companies] }))
    const user = recordOf(await manager.create(User, { username: 'given', name: 'Given', roles: [{ id: role.id }] }))
    recordOf(
      await manager.update(User, user.id, { version: 0, password, roles: [{ id: role.id }, { id: managing.id }] }),
    )
    recordOf(
      await manager.update(User, peer.id, { version: await versionOf(User, peer.id), roles: [{ id: managing.id }] }),
    )
    const given = new Client(stage.service.url)
    expect((await given.login({ username: 'given', password })).status).toBe(200)
    expect((await given.find(Company)).status).toBe(200)
    expect(shown(await given.find(Contact))).toEqual(refusal('unknown-model'))
    given.close()
    await makeKey(manager, { roles: [{ id: managing.id }] })
  })

  it('has no more rights after all of this than before', async () => {
    expect(shown(await manager.find(Contact))).toEqual(refusal('unknown-model'))
    expect(shown(await manager.find(Tag))).toEqual(refusal('unknown-model'))
    const unseen = recordOf(await stage.client.create(Company, { name: 'Elsewhere', country: 'AT' }))
    expect(shown(await manager.read(Company, unseen.id))).toEqual(refusal('record-not-found'))
    const meta = await manager.exchange('GET', `/ws/meta/fields/${Company}`)
    expect(meta.json?.data).toMatchObject([{ may: ['read'], fields: [{ name: 'name' }, { name: 'country' }] }])
    expect((await new Client(stage.service.url).login(credentials)).status).toBe(200)
  })
})
