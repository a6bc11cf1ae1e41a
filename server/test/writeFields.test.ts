import { beforeAll, describe, expect, it } from 'vitest'
import { pathOf, saveMany } from './harness/actions.ts'
import { Client, recordOf, type RecordJson, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { allActions, makeRole, makeUser, openSession } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const Interaction = 'com.example.contacts.Interaction'
const chosen = '?fields=fullName,company.country,tags'
let company: RecordJson
let tag: RecordJson

beforeAll(async () => {
  company = recordOf(await stage.client.create(Company, { name: 'Acme', country: 'FR' }))
  tag = recordOf(await stage.client.create(Tag, { name: 'new' }))
})

const acme = () => ({ id: company.id, version: 0, name: 'Acme', country: 'FR' })

function update(id: number, data: object, query: string): Promise<Reply> {
  return stage.client.exchange('POST', `${pathOf(Contact, id)}${query}`, { body: { data } })
}

describe('"create, update, restore and bulk take ?fields= as read does"', () => {
  it('a create', async () => {
    const sent = { firstName: 'Ada', lastName: 'Lovelace', company: { id: company.id }, tags: [{ id: tag.id }] }
    const reply = await stage.client.create(Contact, sent, chosen)
    const { id } = recordOf(reply)
    const expected = { id, version: 0, fullName: 'Ada Lovelace', company: acme() }
    expect(shown(reply)).toEqual(success([{ ...expected, tags: [{ id: tag.id, version: 0, name: 'new' }] }]))
    expect(shown(reply)).toEqual(shown(await stage.client.exchange('GET', `${pathOf(Contact, id)}${chosen}`)))
  })

  it('a create without relations to show is still one statement', async () => {
    const reply = await stage.client.create(
      Contact,
      { firstName: 'Ada', lastName: 'L', company: { id: company.id } },
      '?fields=company.country,createdBy',
    )
    const { id } = recordOf(reply)
    const createdBy = { id: 1, username: 'admin', name: 'admin' }
    expect(shown(reply)).toEqual(success([{ id, version: 0, company: acme(), createdBy }]))
  })

  it('an update, alone and merged', async () => {
    const { id } = await makeContact({ company: { id: company.id } })
    expect(shown(await update(id, { version: 0, phone: '1' }, '?fields=phone'))).toEqual(
      success([{ id, version: 1, phone: '1' }]),
    )
    const merged = await update(id, { version: 0, email: 'ada@example.com' }, '?onConflict=merge&fields=email,phone')
    expect(merged.json).toEqual({
      status: 0,
      data: [{ id, version: 2, email: 'ada@example.com', phone: '1' }],
      merged: { base: 0, onto: 1, fields: ['email'] },
    })
  })

  it('what the record itself shows in another place is as it was written', async () => {
    const { id } = await makeContact({ company: { id: company.id } })
    const reply = await update(id, { version: 0, phone: '2' }, '?fields=interactions.contact.phone,phone')
    expect(recordOf(reply)).toEqual({ id, version: 1, phone: '2', interactions: [] })
    const made = { contact: { id }, happenedOn: '2026-01-01T00:00:00Z', subject: 'first' }
    const call = recordOf(await stage.client.create(Interaction, made))
    const again = await update(id, { version: 1, phone: '3' }, '?fields=interactions.contact.phone')
    const contact = { id, version: 2, fullName: 'Ada L', phone: '3' }
    expect(recordOf(again)['interactions']).toEqual([{ id: call.id, version: 0, subject: 'first', contact }])
  })

  it('an update shows the members that it wrote', async () => {
    const { id } = await makeContact()
    const interactions = [{ happenedOn: '2026-01-01T00:00:00Z', subject: 'first' }]
    const reply = await update(id, { version: 0, interactions }, '?fields=interactions.kind')
    const kinds = [{ id: expect.any(Number), version: 0, subject: 'first', kind: 'note' }]
    expect(shown(reply)).toEqual(success([{ id, version: 1, interactions: kinds }]))
  })

  it('a restore, also of a deleted record', async () => {
    const { id } = await makeContact({ tags: [{ id: tag.id }] })
    await update(id, { version: 0, phone: '5' }, '')
    const restore = (data: object) =>
      stage.client.exchange('POST', `${pathOf(Contact, `${id}/restore`)}?fields=phone,tags`, { body: { data } })
    const tags = [{ id: tag.id, version: 0, name: 'new' }]
    expect(shown(await restore({ version: 1, toVersion: 0 }))).toEqual(success([{ id, version: 2, phone: null, tags }]))
    await stage.client.delete(Contact, id, 2)
    expect(shown(await restore({ version: 3, toVersion: 1 }))).toEqual(success([{ id, version: 4, phone: '5', tags }]))
  })

  it('many new records', async () => {
    const sent = ['a', 'b'].map((firstName) => ({ firstName, lastName: 'L' }))
    const reply = await saveMany(stage.client, Contact, sent, { query: '?fields=fullName' })
    const [one, other] = ['a L', 'b L'].map((fullName) => ({ id: expect.any(Number), version: 0, fullName }))
    expect(shown(reply)).toEqual(success([one, other]))
  })

  it('new and changed records, with what they show of each other', async () => {
    const { id } = await makeContact({ company: { id: company.id } })
    const sent = [
      { id, version: 0, phone: '7' },
      { firstName: 'New', lastName: 'One' },
    ]
    const reply = await saveMany(stage.client, Contact, sent, { query: '?fields=phone,company.contacts.phone' })
    const [changed, made] = reply.json?.data as RecordJson[]
    expect(made).toEqual({ id: expect.any(Number), version: 0, phone: null, company: null })
    const { contacts } = changed?.['company'] as { contacts: RecordJson[] }
    expect(contacts.find((one) => one.id === id)).toEqual({ id, version: 1, fullName: 'Ada L', phone: '7' })
  })

  it('a dry run, in which new records have no id', async () => {
    const interactions = [{ happenedOn: '2026-01-01T00:00:00Z', subject: 'first' }]
    const sent = { firstName: 'Ada', lastName: 'L', interactions }
    const reply = await stage.client.create(Contact, sent, '?dryRun=true&fields=interactions.contact')
    const contact = { id: null, version: 0, fullName: 'Ada L' }
    const members = [{ id: null, version: 0, subject: 'first', contact }]
    expect(reply.json).toEqual({
      status: 0,
      data: [{ id: null, version: 0, interactions: members }],
      dryRun: true,
    })
  })
})

describe('exactly once', () => {
  it.each([
    ['fullName', { firstName: 'Ada', lastName: 'L' }],
    ['fullName,tags', { firstName: 'Ada', lastName: 'L', tags: [] }],
  ])('the repeat of a create with fields=%s shows the same', async (fields, data) => {
    const headers = { 'idempotency-key': `fields ${fields}`.replaceAll(/[ ,]/g, '-') }
    const send = () => stage.client.exchange('PUT', `${pathOf(Contact)}?fields=${fields}`, { body: { data }, headers })
    const [first, second] = [await send(), await send()]
    expect([second.text, second.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    const other = await stage.client.exchange('PUT', pathOf(Contact), { body: { data }, headers })
    expect(shown(other)).toEqual(refusal('key-reused'))
  })

  it('the repeat with other rights shows the same fields of what the caller sees now', async () => {
    const clerk = await makeClerk('replaying')
    const headers = { 'idempotency-key': 'rights' }
    const data = { firstName: 'Ada', lastName: 'L' }
    const send = () => clerk.exchange('PUT', `${pathOf(Contact)}?fields=phone`, { body: { data }, headers })
    const { id } = recordOf(await send())
    await update(id, { version: 0, phone: '9' }, '')
    await makeRole(stage.client, 'other', [{ model: Tag, read: true }])
    expect(recordOf(await send())).toEqual({ id, version: 0, phone: null })
    const [{ id: user, version } = { id: 0, version: 0 }] = await stage.database.query<{ id: number; version: number }>(
      "select id::int, version::int from record.tabularium_user where username = 'replaying'",
    )
    const roles = await stage.database.query<{ id: number }>('select id::int from record.tabularium_role')
    await stage.client.update('tabularium.User', user, { version, roles: roles.map((role) => ({ id: role.id })) })
    expect(recordOf(await send())).toEqual({ id, version: 1, phone: '9' })
    clerk.close()
  })
})

describe('what is refused', () => {
  it.each([
    ['an unknown field', Contact, { firstName: 'A', lastName: 'L' }, 'phne', 'Did you mean \\"phone\\"?'],
    ['a secret', 'tabularium.User', { username: 'ada', name: 'A' }, 'password', 'password'],
  ])('%s', async (_, model, data, fields, message) => {
    const reply = await stage.client.create(model, data, `?fields=${fields}`)
    expect([reply.status, reply.text.includes(message)]).toEqual([400, true])
  })

  it('fields of a delete, a bulk delete and an update of many', async () => {
    const paths = [`${pathOf(Contact, 'removeAll')}?fields=id`, `${pathOf(Contact, 'updateMass')}?fields=id`]
    for (const path of paths)
      expect(shown(await stage.client.exchange('POST', path, { body: {} }))).toEqual(refusal('invalid-parameter'))
  })

  it('a field that the caller may not read, and nothing is written', async () => {
    const clerk = await makeClerk('blind', ['firstName', 'lastName'])
    const reply = await clerk.create(Contact, { firstName: 'Blind', lastName: 'L' }, '?fields=phone')
    expect(shown(reply)).toEqual(refusal('invalid-parameter'))
    const [row] = await stage.database.query<{ n: number }>(
      "select count(*)::int as n from record.com_example_contacts_contact where first_name = 'Blind'",
    )
    expect(row?.n).toBe(0)
    clerk.close()
  })

  it('more members than can be shown, and nothing is written', async () => {
    const { id } = recordOf(await stage.client.create(Company, { name: 'Large' }))
    const members = Array.from({ length: 1_000 }, (_, index) => ({
      firstName: `${index}`,
      lastName: 'L',
      company: { id },
    }))
    expect((await saveMany(stage.client, Contact, members)).status).toBe(200)
    await stage.client.create(Contact, { firstName: 'last', lastName: 'L', company: { id } })
    const change = { data: { version: 0, country: 'DE' } }
    const reply = await stage.client.exchange('POST', `${pathOf(Company, id)}?fields=contacts`, { body: change })
    expect(shown(reply)).toEqual(refusal('invalid-parameter'))
    expect(recordOf(await stage.client.read(Company, id))['country']).toBe(null)
  })
})

async function makeContact(more: object = {}): Promise<RecordJson> {
  return recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'L', ...more }))
}

/** A user who may do everything with contacts, or read only some fields of them. */
async function makeClerk(username: string, readFields?: string[]): Promise<Client> {
  const rule = { model: Contact, ...allActions, ...(readFields ? { readFields } : {}) }
  const role = await makeRole(stage.client, `role of ${username}`, [rule])
  const { id } = await makeUser(stage.client, username, [role])
  const clerk = new Client(stage.service.url)
  clerk.cookie = await openSession(stage.database, id)
  return clerk
}
