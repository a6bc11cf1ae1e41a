import { admin as credentials, type Client, recordOf } from './client.ts'
import { Company, Contact, Tag } from './contract.ts'
import type { TestDatabase } from './database.ts'
import type { Recognised, Side } from './TwinDatabases.ts'
import {
  allActions,
  makeKey,
  makeRole,
  type MadeRole,
  makeUser,
  openSession,
  own,
  Role,
  Rule,
  User,
  Webhook,
} from './people.ts'

export const Interaction = 'com.example.contacts.Interaction'

/** A text in everything that none of the users may see, and in nothing that they send. */
export const canary = 'canary'

/** Somebody who sends requests. */
export interface Person extends Recognised {
  readonly name: string
  /** Whether they use the key instead of the session. */
  readonly byKey: boolean
}

type Roles = Readonly<Record<'reading' | 'owning' | 'managing', MadeRole>>

/** Fills a database with records that some users may see in part, and returns those users. */
export async function fillWorld({ database, client: admin }: Side): Promise<Person[]> {
  await admin.login()
  const roles = await makeRoles(admin)
  await makeCommon(admin)
  await makeHidden(admin)
  const people: Person[] = []
  for (const [name, has, byKey] of cast(roles)) {
    people.push(await makePerson(name, has, byKey, { database, admin, roles }))
    await admin.login()
  }
  const hidden = { name: `${canary} user`, password: `${canary}-password` }
  await makeUser(admin, 'hidden', [], hidden)
  return people
}

function cast({ reading, owning, managing }: Roles): [name: string, has: MadeRole[], byKey: boolean][] {
  return [
    ['nobody', [], false],
    ['reader', [reading], false],
    ['owner', [owning], false],
    ['both', [reading, owning], false],
    ['program', [reading, owning], true],
    ['limited', [reading, owning], true],
    ['manager', [reading, managing], false],
  ]
}

async function makeRoles(admin: Client): Promise<Roles> {
  const notFormer = { fieldName: 'status', operator: '!=', value: 'former' }
  const reading = await makeRole(admin, 'reading', [
    { model: Contact, read: true, readFields: ['firstName', 'fullName', 'company'], condition: notFormer },
    { model: Company, read: true, readFields: ['name', 'country', 'contacts'] },
    { model: Tag, read: true },
  ])
  const open = ['firstName', 'lastName', 'fullName', 'company', 'tags', 'status']
  const owning = await makeRole(admin, 'owning', [
    { model: Contact, ...allActions, readFields: open, writeFields: open, condition: own },
    { model: Company, ...allActions, condition: own },
    { model: Tag, read: true, create: true },
  ])
  const known = [reading.id, owning.id]
  const managing = await makeRole(admin, 'managing', [
    { model: User, read: true, readFields: ['username', 'roles'] },
    { model: User, create: true, writeFields: ['username', 'name', 'roles'] },
    {
      model: User,
      update: true,
      writeFields: ['name', 'roles'],
      condition: { fieldName: 'id', operator: '>', value: 20 },
    },
    { model: Role, read: true, condition: { fieldName: 'id', operator: 'in', value: known } },
    { model: Role, create: true },
    { model: Rule, read: true, condition: { fieldName: 'role.id', operator: 'in', value: known } },
    { model: Rule, create: true, condition: { fieldName: 'role.id', operator: '>', value: owning.id + 2 } },
    { model: Webhook, read: true, update: true, condition: { fieldName: 'user', operator: '=', value: '$user.id' } },
  ])
  const hook = { name: `${canary} hook`, url: `https://${canary}.example/`, models: [Contact], state: 'paused' }
  recordOf(await admin.create(Webhook, hook))
  await makeRole(admin, `${canary} role`, [{ model: Interaction, ...allActions }])
  return { reading, owning, managing }
}

async function makePerson(
  name: string,
  has: readonly MadeRole[],
  byKey: boolean,
  { database, admin, roles }: { database: TestDatabase; admin: Client; roles: Roles },
): Promise<Person> {
  const { id } = await makeUser(admin, name, has, { password: name === 'nobody' ? null : credentials.password })
  const limits = name === 'limited' ? [roles.reading.id] : []
  const { token: key } = await makeKey(admin, { user: { id }, roles: limits.map((role) => ({ id: role })) })
  admin.cookie = await openSession(database, id)
  if (has.includes(roles.owning)) await makeOwn(admin, name)
  return { name, userId: id, token: admin.cookie.split('=')[1] ?? '', key, limits, byKey }
}

const numbers = Array.from({ length: 30 }, (_, index) => index + 1)

async function makeCommon(admin: Client): Promise<void> {
  for (const n of numbers) {
    const hidden = { website: `https://${canary}${n}.example`, employees: n }
    recordOf(await admin.create(Company, { name: `C${n}`, country: 'DE', ...hidden }))
    recordOf(await admin.create(Tag, { name: `T${n}` }))
  }
}

/**
 * Contacts of which every third is hidden, and of the others most fields, now and in the past. All interactions are
 * hidden.
 */
async function makeHidden(admin: Client): Promise<void> {
  for (const n of numbers) {
    const isHidden = n % 3 === 0
    const hidden = {
      email: `${canary}${n}@example.com`,
      phone: `+${n}`,
      notes: `${canary} ${n}`,
      credit: `${n}.00`,
      vip: n % 2 === 0,
      birthDate: '2000-01-31',
      preferences: { [canary]: n },
      status: isHidden ? 'former' : 'lead',
      tags: [{ id: 1 + (n % 7) }],
    }
    const name = isHidden
      ? { firstName: canary, lastName: `${canary} ${n}` }
      : { firstName: `F${n}`, lastName: `L${n}` }
    const contact = recordOf(await admin.create(Contact, { ...name, ...hidden, company: { id: 1 + (n % 5) } }))
    recordOf(await admin.update(Contact, contact.id, { version: 0, notes: `${canary} again ${n}`, email: null }))
    const { id } = contact
    const happened = { happenedOn: '2026-01-31T08:30:00Z', subject: `${canary} ${n}`, notes: canary }
    recordOf(await admin.create(Interaction, { contact: { id }, ...happened }))
  }
}

async function makeOwn(client: Client, name: string): Promise<void> {
  for (const n of numbers.slice(0, 10)) {
    recordOf(await client.create(Company, { name: `of ${name} ${n}` }))
    recordOf(await client.create(Contact, { firstName: `of ${name}`, lastName: `${n}` }))
  }
}

/** Changes all hidden values, and removes some of them. */
export async function changeHidden(database: TestDatabase): Promise<void> {
  const contacts = 'record.com_example_contacts_contact'
  const other = (column: string) => `replace(${column}, '${canary}', 'other-${canary}')`
  for (const statement of [
    `update ${contacts} set notes = ${other('notes')} || id, phone = null, credit = credit * 3 - 20, vip = not vip,
      email = case when id % 2 = 0 then 'other-${canary}' || id || '@example.com' end, birth_date = birth_date + 400,
      preferences = '{"other-${canary}": []}', first_name = ${other('first_name')}, last_name = ${other('last_name')},
      status = case when status = 'lead' and id % 2 = 0 then 'customer' else status end where created_by = 1`,
    `update record.com_example_contacts_company
      set website = 'https://other-${canary}.example', employees = 1000 - employees where created_by = 1`,
    `update tabularium.journal set changes = ${other('changes::text')}::json where author = 1`,
    `update tabularium.journal set changes = regexp_replace(changes::text, '"credit" ?: ?\\[null, ?"[0-9.]+"\\]',
      '"credit":[null,"7.77"]')::json where author = 1`,
    `delete from record.com_example_contacts_interaction where id % 2 = 0`,
    `delete from record.com_example_contacts_contact_tags_links where source in (select id from ${contacts}
      where created_by = 1 and id % 2 = 0)`,
    `update record.tabularium_user set name = 'other-${canary}', password = null where username = 'hidden'`,
    `update record.tabularium_webhook set name = 'other-${canary}', models = '["${Tag}"]', state = 'ended'`,
    `update record.tabularium_role set name = 'other-${canary} role' where name = '${canary} role'`,
    `update record.tabularium_rule set model = '${Tag}' where role = (select max(id) from record.tabularium_role)`,
  ])
    await database.query(statement)
}
