import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveMany } from './harness/actions.ts'
import { Client, recordOf, recordsOf, type RecordJson } from './harness/client.ts'
import { allActions, makeRole, makeUser, openSession } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const [Company, Contact] = ['com.example.contacts.Company', 'com.example.contacts.Contact']
const stage = useService()
let clerk: Client

// Companies are visible while one of their contacts is a lead, so a write of a contact decides whether its company is.
beforeAll(async () => {
  const condition = { fieldName: 'contacts.status', operator: '=', value: 'lead' }
  const role = await makeRole(stage.client, 'hunter', [
    { model: Contact, ...allActions },
    { model: Company, read: true, condition },
    { model: 'com.example.contacts.Tag', read: true },
  ])
  const { id } = await makeUser(stage.client, 'clerk', [role])
  clerk = new Client(stage.service.url)
  clerk.cookie = await openSession(stage.database, id)
})

afterAll(() => clerk.close())

/** A company with one contact. */
async function makeContact(status: string): Promise<{ company: number; contact: RecordJson }> {
  const company = recordOf(await stage.client.create(Company, { name: 'Acme' })).id
  const contact = recordOf(
    await stage.client.create(Contact, { firstName: 'Ada', lastName: 'L', status, company: { id: company } }),
  )
  return { company, contact }
}

describe('the answer of a write shows what is visible of other records after it', () => {
  it.each([
    ['an update', (id: number, data: object) => clerk.update(Contact, id, data)],
    ['an update with links', (id: number, data: object) => clerk.update(Contact, id, { ...data, tags: [] })],
    ['a bulk call', (id: number, data: object) => saveMany(clerk, Contact, [{ id, ...data }])],
  ])('%s', async (_, update) => {
    const { company, contact } = await makeContact('lead')
    const { id } = contact
    const gone = await update(id, { version: 0, status: 'customer' })
    expect([gone.status, recordsOf(gone)[0]?.['company']]).toEqual([200, { id: company }])
    const back = await update(id, { version: 1, status: 'lead' })
    expect([back.status, recordsOf(back)[0]?.['company']]).toEqual([200, { id: company, version: 0, name: 'Acme' }])
    expect(recordOf(back)).toEqual(recordOf(await clerk.read(Contact, id)))
  })

  it('a restore', async () => {
    const { company, contact } = await makeContact('lead')
    await stage.client.update(Contact, contact.id, { version: 0, status: 'customer' })
    const restored = await clerk.restore(Contact, contact.id, { version: 1, toVersion: 0 })
    expect([restored.status, recordOf(restored)['company']]).toEqual([200, { id: company, version: 0, name: 'Acme' }])
  })
})
