import { type Client, recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { makeRole, makeUser, own, View } from '../../server/test/harness/people.ts'
import { Company, Contact, Interaction, Tag } from './models.ts'
import { companies, contacts } from './people.ts'

/** The record that most pictures are about has been changed by two people. */
export async function fillRecords(mona: Client, sam: Client): Promise<void> {
  const made = recordsOf(await mona.exchange('POST', `/ws/rest/${Company}`, { body: { records: companies } }))
  const records = contacts(made.map(({ id }) => id))
  recordsOf(await mona.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
  const tags = ['mathematics', 'newsletter'].map((name) => ({ name }))
  recordsOf(await mona.exchange('POST', `/ws/rest/${Tag}`, { body: { records: tags } }))
  const changes: readonly [Client, object][] = [
    [sam, { notes: 'Met at the Royal Society. Interested in the engine, asks for a price.', tags: [{ id: 1 }] }],
    [mona, { status: 'lead', phone: '+44 20 7946 0101' }],
    [sam, { credit: '2500.00' }],
    [mona, { notes: 'Met at the Royal Society. Has ordered the engine, asks for a date.', status: 'customer' }],
    [sam, { tags: [{ id: 1 }, { id: 2 }], vip: true }],
    [mona, { email: 'ada@lovelace.example', credit: '4000.00' }],
  ]
  for (const [version, [client, change]] of changes.entries())
    recordOf(await client.update(Contact, 1, { version, ...change }))
  const subjects = ['First call', 'Price sent', 'Visit of the workshop']
  const calls = subjects.map((subject, n) => ({
    contact: { id: 1 },
    kind: ['call', 'mail', 'meeting'][n],
    happenedOn: `2026-02-1${n}T10:30:00Z`,
    subject,
  }))
  recordsOf(await sam.exchange('POST', `/ws/rest/${Interaction}`, { body: { records: calls } }))
  for (const id of [27, 28]) await sam.delete(Contact, id)
}

/** Two views of an administrator: one that is pinned and shared with a role, and one of their own. */
export async function fillViews(mona: Client): Promise<void> {
  const leads = { fieldName: 'status', operator: '=', value: 'lead' }
  const shared = { pinned: true, roles: [{ id: 1 }] }
  recordOf(await mona.create(View, { model: Contact, name: 'Leads', criteria: leads, sortBy: ['lastName'], ...shared }))
  const fields = ['fullName', 'company', 'credit', 'status']
  recordOf(await mona.create(View, { model: Contact, name: 'By credit', fields, sortBy: ['-credit'] }))
}

/** A role that no file declares, and a user who has it. */
export async function fillAccess(mona: Client): Promise<void> {
  const leads = { fieldName: 'status', operator: '=', value: 'lead' }
  const readFields = ['firstName', 'lastName', 'fullName', 'email', 'status']
  const clerk = await makeRole(mona, 'clerk', [
    { model: Contact, read: true, condition: leads, readFields },
    { model: Contact, read: true, create: true, update: true, condition: own },
    { model: Company, read: true },
  ])
  await makeUser(mona, 'cleo', [clerk], { name: 'Cleo Marsh' })
}
