import { beforeAll, describe, expect, it } from 'vitest'
import { admin } from '../../server/test/harness/client.ts'
import { useService } from '../../server/test/harness/useService.ts'
import { type Client, ConflictError, createClient } from '../src/index.ts'
import type { Contacts } from './models.ts'

const stage = useService()
let client: Client<Contacts>

beforeAll(async () => {
  client = createClient<Contacts>({ url: stage.service.url })
  await client.login(admin.username, admin.password)
})

const contacts = () => client.records('com.example.contacts.Contact')

/** Three leads whose last name only one test knows; the second one is a customer already. */
async function makeContacts(lastName: string) {
  return contacts().saveAll([
    { firstName: 'A', lastName },
    { firstName: 'B', lastName, status: 'customer' },
    { firstName: 'C', lastName },
  ])
}

describe('a dry run with show', () => {
  it('of updateMass has the changes of the first records, and the counts of all', async () => {
    const [first, second] = await makeContacts('Mass')
    const change = { where: { lastName: 'Mass' }, values: { status: 'customer' }, maxAffected: 3 } as const
    expect(await contacts().updateMass(change, { dryRun: true, show: 2 })).toEqual({
      records: [
        { id: first?.id, title: 'A Mass', changes: { status: { from: 'lead', to: 'customer' } } },
        { id: second?.id, title: 'B Mass', changes: {} },
      ],
      changed: 2,
      same: 1,
      created: undefined,
      total: 3,
    })
    expect(await contacts().updateMass(change, { dryRun: true })).toEqual({ total: 3 })
    const { records } = await contacts().find({ where: { lastName: 'Mass', status: 'lead' } })
    expect(records).toHaveLength(2)
  })

  it('of saveAll and removeAll has them too', async () => {
    const [first, second] = await makeContacts('Named')
    if (!first || !second) throw new Error('There are no contacts.')
    const sent = [
      { id: first.id, version: 0, vip: true },
      { firstName: 'D', lastName: 'Named' },
    ] as const
    const saved = await contacts().saveAll(sent, { dryRun: true, show: 1 })
    expect(saved).toEqual({
      records: [{ id: first.id, title: 'A Named', changes: { vip: { from: null, to: true } } }],
      changed: 1,
      same: 0,
      created: 1,
      total: undefined,
    })
    expect(await contacts().removeAll([first, second], { dryRun: true, show: 1 })).toMatchObject({
      records: [{ id: first.id, title: 'A Named' }],
      total: 2,
      cleared: 0,
      deleted: 0,
    })
    expect((await contacts().find({ where: { lastName: 'Named' }, limit: 0 })).total).toBe(3)
  })
})

describe('titles and counts', () => {
  it('are in a history, in a conflict and in the refusal of a delete', async () => {
    const companies = client.records('com.example.contacts.Company')
    const [one, other] = await companies.saveAll([{ name: 'One' }, { name: 'Other' }])
    if (!one || !other) throw new Error('There are no companies.')
    const contact = await contacts().create({ firstName: 'A', lastName: 'Titled', company: { id: one.id } })
    const { entries } = await contacts().history(contact, { titles: true })
    expect(entries[0]?.changes.company?.to).toEqual({ id: one.id, title: 'One' })
    await contacts().update(contact, { company: { id: other.id } })
    const conflict = await contacts()
      .update(contact, { company: null }, { titles: true })
      .catch((error: unknown) => error)
    if (!(conflict instanceof ConflictError)) throw new Error(`Not a conflict: ${String(conflict)}`)
    expect(conflict.conflicts).toMatchObject([{ field: 'company', current: { id: other.id, title: 'Other' } }])
    await expect(companies.delete(other, { dryRun: true, counts: true })).rejects.toMatchObject({
      code: 'still-referenced',
      data: { counts: { 'com.example.contacts.Contact.company': 1 } },
    })
  })
})

describe('seeAs', () => {
  it('reads with the rights of another user, in the same session, and writes nothing', async () => {
    await client.records('tabularium.User').create({ username: 'cleo', name: 'Cleo' })
    await makeContacts('Seen')
    const cleo = client.seeAs('cleo')
    expect((await cleo.me()).user).toMatchObject({ username: 'cleo', seenBy: { username: admin.username } })
    const seen = cleo.records('com.example.contacts.Contact').find({ where: { lastName: 'Seen' } })
    await expect(seen).rejects.toMatchObject({ code: 'unknown-model' })
    await expect(cleo.logout()).rejects.toMatchObject({ code: 'not-permitted' })
    expect((await contacts().find({ where: { lastName: 'Seen' } })).total).toBe(3)
  })

  it('is refused for a name that no user has', async () => {
    await expect(client.seeAs('nobody').me()).rejects.toMatchObject({ code: 'record-not-found' })
  })
})
