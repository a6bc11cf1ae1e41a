import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf, type RecordJson } from './harness/client.ts'
import { Company, Contact, refusal, shown, Tag } from './harness/contract.ts'
import { allActions, clientOf, type MadeRole, makeRole, makeUser, own, Role, Rule, User } from './harness/people.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const inCountry = (value: string, operator = '=') => ({ fieldName: 'country', operator, value })
/** Reads name and country of German companies. */
let seller: MadeRole
let rule: RecordJson
const people = new Map<string, { readonly id: number; readonly client: Client }>()

beforeAll(async () => {
  const { client: admin, database, service } = stage
  const german = { model: Company, read: true, condition: inCountry('DE'), readFields: ['name', 'country'] }
  seller = await makeRole(admin, 'seller', [german])
  rule = seller.rules[0] as RecordJson
  for (const country of ['DE', 'DE', 'AT', null]) await admin.create(Company, { name: `In ${country}`, country })
  for (const [username, contacts] of [
    ['sam', 2],
    ['sue', 1],
  ] as const) {
    const { id } = await makeUser(admin, username, [seller])
    people.set(username, { id, client: await clientOf(service, database, id) })
    for (let n = 0; n < contacts; n++) await addContact(id)
  }
  await addContact(1)
  return () => people.forEach(({ client }) => client.close())
})

async function addContact(createdBy: number): Promise<void> {
  const { id } = recordOf(await stage.client.create(Contact, { firstName: 'A', lastName: 'B' }))
  await stage.database.query('update record.com_example_contacts_contact set created_by = $1 where id = $2', [
    createdBy,
    id,
  ])
}

/** The preview of a dry run, which must change nothing. */
async function preview(method: string, what: string, body?: object, who = stage.client): Promise<unknown> {
  const before = await takeSnapshot(stage.database)
  const path = `/ws/rest/${what}${what.includes('?') ? '&' : '?'}dryRun=true`
  const reply = await who.exchange(method, path, body ? { body } : {})
  expect(reply.json).toMatchObject({ status: 0, dryRun: true })
  expect(await takeSnapshot(stage.database)).toEqual(before)
  return (reply.json as unknown as { preview?: unknown }).preview
}

function previewRule(fields: object): Promise<unknown> {
  return preview('PUT', Rule, { data: { role: { id: seller.id }, read: true, ...fields } })
}

function previewChange(fields: object): Promise<unknown> {
  return preview('POST', `${Rule}/${rule.id}`, { data: { version: rule.version, ...fields } })
}

/** An entry of a preview. */
function entry(
  [before, after, appear, disappear]: readonly number[] | readonly [],
  { model = Company, role = 'seller', ...more }: { model?: string; role?: string; username?: string; fields?: object },
): object {
  const records = before === undefined ? null : { before, after, appear, disappear }
  return { role, model, fields: { appear: [], disappear: [] }, ...more, records }
}

describe('the preview of a rule', () => {
  it('shows how many records a new one makes visible', async () => {
    expect(await previewRule({ model: Company, readFields: ['name'] })).toEqual([entry([2, 4, 2, 0], {})])
    expect(await previewRule({ model: Company, condition: inCountry('AT'), readFields: ['name'] })).toEqual([
      entry([2, 3, 1, 0], {}),
    ])
  })

  it('shows which appear and disappear with another condition; a missing value does not meet it', async () => {
    expect(await previewChange({ condition: inCountry('AT') })).toEqual([entry([2, 1, 1, 2], {})])
    expect(await previewChange({ condition: inCountry('DE', '!=') })).toEqual([entry([2, 1, 1, 2], {})])
    expect(await previewChange({ condition: inCountry('AT', '!=') })).toEqual([entry([2, 2, 0, 0], {})])
  })

  it('shows the fields, also if the records stay the same', async () => {
    const fields = { appear: ['website', 'employees'], disappear: ['country'] }
    expect(await previewChange({ readFields: ['name', 'website', 'employees'] })).toEqual([entry([], { fields })])
    expect(await previewRule({ model: Tag })).toEqual([
      entry([0, 0, 0, 0], { model: Tag, fields: { appear: ['name'], disappear: [] } }),
    ])
  })

  it('shows what is lost without it', async () => {
    const fields = { appear: [], disappear: ['name', 'country'] }
    expect(await preview('DELETE', `${Rule}/${rule.id}`)).toEqual([entry([2, 0, 0, 2], { fields })])
    expect(await previewChange({ read: false, create: true })).toEqual([entry([2, 0, 0, 2], { fields })])
  })

  it('has an entry for each model that a rule is about', async () => {
    const models = [Company, Contact, 'com.example.contacts.Interaction', Tag]
    const found = await previewRule({ model: 'com.example.contacts.*' })
    expect(found).toMatchObject(models.map((model) => ({ role: 'seller', model })))
    expect(found).toMatchObject([{ records: { before: 2, after: 4 } }, { records: { before: 0, after: 4 } }, {}, {}])
  })

  it('is empty if nothing becomes visible, as for a right to write', async () => {
    expect(await previewRule({ model: Company, read: false, update: true })).toEqual([])
    expect(await preview('POST', `${Role}/${seller.id}`, { data: { version: 0, name: 'vendor' } })).toEqual([])
  })
})

describe('the preview of a rule that depends on the user', () => {
  it('has an entry for each user of the role', async () => {
    const rules = { model: Contact, condition: own, readFields: ['notes'] }
    const fields = { appear: ['notes'], disappear: [] }
    expect(await previewRule(rules)).toEqual([
      entry([0, 2, 2, 0], { model: Contact, username: 'sam', fields }),
      entry([0, 1, 1, 0], { model: Contact, username: 'sue', fields }),
    ])
  })

  it('of the first 20', async () => {
    const crowd = await makeRole(stage.client, 'crowd', [])
    const names = Array.from({ length: 21 }, (_, n) => `crowd${n}`)
    for (const name of names) await makeUser(stage.client, name, [crowd])
    const body = { data: { role: { id: crowd.id }, model: Contact, read: true, condition: own } }
    const found = await preview('PUT', Rule, body)
    expect(found).toMatchObject(names.slice(0, 20).map((username) => ({ role: 'crowd', username })))
  })

  it('has the users who have the role now, also if the role is deleted', async () => {
    const going = await makeRole(stage.client, 'going', [{ model: Contact, read: true, condition: own }])
    const { id } = await makeUser(stage.client, 'gina', [going])
    await addContact(id)
    expect(await preview('DELETE', `${Role}/${going.id}`)).toMatchObject([
      { role: 'going', username: 'gina', records: { before: 1, after: 0, appear: 0, disappear: 1 } },
    ])
  })
})

describe('the preview of other writes', () => {
  it('is there for a role with its rules, old and new', async () => {
    const rules = [{ model: Company, read: true, readFields: ['name'] }]
    expect(await preview('PUT', Role, { data: { name: 'trainee', rules } })).toEqual([
      entry([0, 4, 4, 0], { role: 'trainee', fields: { appear: ['name'], disappear: [] } }),
    ])
    expect(await preview('POST', `${Role}/${seller.id}`, { data: { version: 0, rules } })).toEqual([
      entry([2, 4, 2, 0], { fields: { appear: [], disappear: ['country'] } }),
    ])
    expect(await preview('DELETE', `${Role}/${seller.id}`)).toMatchObject([{ records: { before: 2, after: 0 } }])
  })

  it('is there for many at once, with an entry for each role', async () => {
    const other = await makeRole(stage.client, 'other', [])
    const fields = { model: Company, read: true, readFields: ['name'] }
    const records = [seller, other].map(({ id }) => ({ role: { id }, ...fields }))
    expect(await preview('POST', Rule, { records })).toEqual([
      entry([0, 4, 4, 0], { role: 'other', fields: { appear: ['name'], disappear: [] } }),
      entry([2, 4, 2, 0], {}),
    ])
    const mass = { data: { fieldName: 'role', operator: '=', value: seller.id }, values: { condition: null } }
    expect(await preview('POST', `${Rule}/updateMass`, { ...mass, maxAffected: 9 })).toEqual([entry([2, 4, 2, 0], {})])
  })

  it('does not exist if no rule changes', async () => {
    expect(await preview('PUT', Company, { data: { name: 'New', country: 'DE' } })).toBeUndefined()
    const sam = people.get('sam')
    expect(await preview('POST', `${User}/${sam?.id}`, { data: { version: 0, roles: [] } })).toBeUndefined()
    expect(await preview('PUT', Role, { data: { name: 'empty' } })).toBeUndefined()
  })

  it('does not exist for users who are not administrators, since it counts what they may not see', async () => {
    const held = { model: Company, read: true, condition: inCountry('DE') }
    const managing = await makeRole(stage.client, 'managing', [
      { model: Role, ...allActions },
      { model: Rule, ...allActions },
      held,
    ])
    const { id } = await makeUser(stage.client, 'manager', [managing])
    const manager = await clientOf(stage.service, stage.database, id)
    const body = { data: { role: { id: managing.id }, ...held, readFields: ['name'] } }
    expect(await preview('PUT', Rule, body, manager)).toBeUndefined()
    manager.close()
  })

  it('does not exist if the write is refused, as the dry run is then too', async () => {
    const reply = await stage.client.exchange('PUT', `/ws/rest/${Rule}?dryRun=true`, {
      body: { data: { role: { id: seller.id }, model: Company, read: true, condition: inCountry('DE', 'is') } },
    })
    expect(shown(reply)).toEqual(
      refusal('invalid-record', { errors: { condition: expect.stringContaining('There is no operator "is"') } }),
    )
  })
})

describe('what a preview says', () => {
  it('comes true with the write, and not before', async () => {
    const totals = () =>
      Promise.all([...people.values()].map(async ({ client }) => (await client.find(Company)).json?.total))
    const condition = inCountry('AT')
    expect(await previewChange({ condition })).toEqual([entry([2, 1, 1, 2], {})])
    expect(await totals()).toEqual([2, 2])
    recordOf(await stage.client.update(Rule, rule.id, { version: rule.version, condition }))
    expect(await totals()).toEqual([1, 1])
  })
})
