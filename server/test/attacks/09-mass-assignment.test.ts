import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type RecordJson, type Reply } from '../harness/client.ts'
import { Company, Contact, refusal, shown } from '../harness/contract.ts'
import { allActions, clientOf, Key, makeKey, makeRole, makeUser, own, Session, User } from '../harness/people.ts'
import { takeSnapshot } from '../harness/snapshot.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
let somebody: Client
let userId: number
let company: RecordJson
let contact: RecordJson

beforeAll(async () => {
  const { client: admin, database, service } = stage
  const open = ['firstName', 'lastName', 'company']
  const role = await makeRole(admin, 'own', [
    { model: Contact, ...allActions, condition: own, writeFields: open },
    { model: Company, ...allActions, condition: own, writeFields: ['name', 'contacts'] },
    {
      model: User,
      update: true,
      condition: { fieldName: 'id', operator: '=', value: '$user.id' },
      writeFields: ['name'],
    },
    { model: Session, ...allActions },
    { model: Key, ...allActions },
  ])
  userId = (await makeUser(admin, 'somebody', [role])).id
  somebody = await clientOf(service, database, userId)
  company = recordOf(await somebody.create(Company, { name: 'Acme' }))
  contact = recordOf(await somebody.create(Contact, { firstName: 'A', lastName: 'B', company: { id: company.id } }))
})

const then = '2001-01-01T00:00:00.000Z'
const moments = { createdOn: then, createdBy: { id: 1 }, updatedOn: then, updatedBy: { id: 1 } }

/** Every way to write one record, with members that clients must not set. */
const ways: Record<string, (fields: object) => Promise<Reply>> = {
  create: (fields) => somebody.create(Contact, { firstName: 'N', lastName: 'N', ...fields }),
  'bulk create': (fields) => bulk(Contact, [{ firstName: 'N', lastName: 'N', ...fields }]),
  'create as a member': (fields) =>
    bulk(Company, [{ name: 'New', contacts: [{ firstName: 'N', lastName: 'N', ...fields }] }]),
  update: async (fields) =>
    somebody.update(Contact, contact.id, { version: await versionOf(Contact, contact.id), ...fields }),
  merge: async (fields) =>
    somebody.merge(Contact, contact.id, { version: await versionOf(Contact, contact.id), ...fields }),
  'bulk update': async (fields) =>
    bulk(Contact, [{ id: contact.id, version: await versionOf(Contact, contact.id), ...fields }]),
  'update as a member': async (fields) => {
    const member = { id: contact.id, version: await versionOf(Contact, contact.id), ...fields }
    const version = await versionOf(Company, company.id)
    return somebody.update(Company, company.id, { version, contacts: [member] })
  },
  updateMass: (fields) =>
    somebody.exchange('POST', `/ws/rest/${Contact}/updateMass`, {
      body: {
        data: { fieldName: 'id', operator: '=', value: contact.id },
        values: { firstName: 'M', ...fields },
        maxAffected: 1,
      },
    }),
}

function bulk(model: string, records: readonly object[]): Promise<Reply> {
  return somebody.exchange('POST', `/ws/rest/${model}`, { body: { records } })
}

async function versionOf(model: string, id: number): Promise<number> {
  return recordOf(await stage.client.read(model, id)).version
}

/** Contacts as stored in the database, without what a write may change. */
async function contacts(): Promise<Record<string, unknown>[]> {
  return stage.database.query(
    `select id::int, created_by::int, updated_by::int, created_on > now() - interval '1 hour'
      and updated_on > now() - interval '1 hour' as "isNew",
    version::int, full_name = first_name || ' ' || last_name as "isComputed", notes, status, vip
    from record.com_example_contacts_contact order by id`,
  )
}

/** The expected values, whatever was sent. */
async function expectHonest(): Promise<void> {
  for (const row of await contacts())
    expect(row).toEqual({
      id: expect.any(Number),
      created_by: userId,
      updated_by: userId,
      isNew: true,
      version: expect.any(Number),
      isComputed: true,
      notes: null,
      status: 'lead',
      vip: null,
    })
}

describe.each(Object.entries(ways))('by %s', (name, send) => {
  it('moments, authors and computed fields may be sent back, and change nothing', async () => {
    const reply = await send({ ...moments, fullName: 'Somebody Else' })
    // A mass update is not a record that was read: there they are not fields.
    if (name === 'updateMass') expect(shown(await send(moments)).status).toBe(200)
    else expect(reply.status).toBe(200)
    await expectHonest()
  })

  it.each([
    ['fields that exist and that they may not write', { notes: 'mine' }, 403],
    ['a choice that they may not make', { status: 'customer' }, 403],
    ['a flag', { vip: true }, 403],
    ['members that there are not', { owner: { id: 1 }, isAdmin: true }, 400],
    ['columns', { created_by: 1, full_name: 'x' }, 400],
    ['roles and rights', { admin: true, roles: [{ id: 1 }] }, 400],
    ['a prototype', JSON.parse('{"__proto__": {"vip": true}}'), 400],
    ['a constructor', { constructor: { prototype: { vip: true } } }, 400],
  ])('%s are refused, and nothing is written', async (_, fields, status) => {
    const before = await takeSnapshot(stage.database)
    const reply = await send(fields)
    expect([reply.status, await takeSnapshot(stage.database)]).toEqual([status, before])
  })
})

/** A member's reference to its parent is always the parent, whatever is sent. */
const withReference = Object.entries(ways).filter(([name]) => !name.endsWith('member'))

describe('a reference changes only itself: its members are not written', () => {
  it.each(withReference)('by %s', async (_, send) => {
    const before = recordOf(await stage.client.read(Company, company.id))
    expect((await send({ company: { id: company.id, version: 0, name: 'Changed' } })).status).toBe(200)
    expect((await send({ company: { id: company.id, website: 'https://example.com' } })).status).toBe(400)
    const after = recordOf(await stage.client.read(Company, company.id))
    expect({ ...after, version: 0, updatedOn: '' }).toEqual({ ...before, version: 0, updatedOn: '' })
  })
})

describe('the identity of a record', () => {
  it.each(['create', 'bulk create', 'create as a member'])('cannot be chosen by the client: %s', async (name) => {
    const before = await takeSnapshot(stage.database)
    const send = ways[name]
    const replies = [await send?.({ id: 4_711, version: 0 }), await send?.({ version: 9 })]
    expect(replies.map((reply) => reply?.status).every((status) => status === 400 || status === 404)).toBe(true)
    expect(await takeSnapshot(stage.database)).toEqual(before)
  })

  it('does not change: neither id nor version can be set', async () => {
    const version = await versionOf(Contact, contact.id)
    expect(shown(await somebody.update(Contact, contact.id, { id: 4_711, version }))).toEqual(refusal('id-mismatch'))
    const updated = recordOf(await somebody.update(Contact, contact.id, { id: contact.id, version, lastName: 'C' }))
    expect([updated.id, updated.version]).toEqual([contact.id, version + 1])
    for (const fields of [{ id: 4_711 }, { version: 99 }])
      expect((await ways['updateMass']?.(fields))?.status).toBe(400)
  })
})

describe('a user', () => {
  it.each([
    { admin: true },
    { disabled: true },
    { roles: [] },
    { roles: [{ id: 1 }, { id: 2 }] },
    { password: 'a-password-of-my-own' },
    { username: 'admin2' },
    { name: 'x', admin: true },
  ])('changes what a rule names of them, and nothing beside it: %j', async (fields) => {
    const { version } = recordOf(await somebody.read(User, userId))
    for (const reply of [
      await somebody.update(User, userId, { version, ...fields }),
      await somebody.merge(User, userId, { version, ...fields }),
      await bulk(User, [{ id: userId, version, ...fields }]),
      await somebody.exchange('POST', `/ws/rest/${User}/updateMass`, {
        body: { data: {}, values: fields, maxAffected: 5 },
      }),
    ])
      expect([400, 403]).toContain(reply.status)
    expect(recordOf(await stage.client.read(User, userId))).toMatchObject({ version, admin: false, name: 'somebody' })
  })

  it('may send back what they read of themselves', async () => {
    const read = recordOf(await somebody.read(User, userId))
    expect(recordOf(await somebody.update(User, userId, { ...read, name: 'somebody' }))).toMatchObject({ admin: false })
  })
})

const token = 'a-token-that-somebody-made-up'
const tokenHash = createHash('sha256').update(token).digest('hex')

describe('what the service alone writes', () => {
  it.each(['the administrator', 'somebody with all rights by a role'])(
    'in a session cannot be set: %s',
    async (who) => {
      const client = who === 'the administrator' ? stage.client : somebody
      const before = await takeSnapshot(stage.database)
      const mine = recordOf(await somebody.find(Session, '?sortBy=-id&limit=1'))
      for (const reply of [
        await client.create(Session, { user: { id: 1 }, tokenHash, usedOn: '2100-01-01T00:00:00Z', agent: 'x' }),
        await client.create(Session, { user: { id: userId }, tokenHash }),
        await client.exchange('POST', `/ws/rest/${Session}`, { body: { records: [{ user: { id: 1 }, tokenHash }] } }),
        await client.update(Session, mine.id, { version: mine.version, user: { id: 1 } }),
        await client.update(Session, mine.id, { version: mine.version, tokenHash }),
        await client.exchange('POST', `/ws/rest/${Session}/updateMass`, {
          body: { data: {}, values: { user: { id: 1 } }, maxAffected: 99 },
        }),
        await client.restore(Session, mine.id, { version: mine.version, toVersion: 0 }),
      ])
        expect([reply.status, shown(reply).json]).toEqual([403, expect.any(Object)])
      expect(await takeSnapshot(stage.database)).toEqual(before)
      const stranger = new Client(stage.service.url)
      expect((await stranger.exchange('GET', '/ws/meta/models', { cookie: `session=${token}` })).status).toBe(401)
      stranger.close()
    },
  )

  it.each(['the administrator', 'somebody with all rights by a role'])('in a key cannot be set: %s', async (who) => {
    const client = who === 'the administrator' ? stage.client : somebody
    const { id } = await makeKey(client)
    const { version } = recordOf(await client.read(Key, id))
    const before = await takeSnapshot(stage.database)
    for (const fields of [{ tokenHash }, { start: 'tab_1234' }, { usedOn: then }])
      for (const reply of [
        await client.create(Key, { name: 'x', ...fields }),
        await client.update(Key, id, { version, ...fields }),
        await client.exchange('POST', `/ws/rest/${Key}`, { body: { records: [{ id, version, ...fields }] } }),
        await client.exchange('POST', `/ws/rest/${Key}/updateMass`, {
          body: { data: {}, values: fields, maxAffected: 99 },
        }),
      ])
        expect(reply.status, JSON.stringify(fields)).toBe(403)
    expect(await takeSnapshot(stage.database)).toEqual(before)
  })
})
