import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf, type Reply } from '../harness/client.ts'
import { Company, Contact, Tag } from '../harness/contract.ts'
import { allActions, clientOf, makeRole, makeUser, own } from '../harness/people.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
let somebody: Client
/** A company that a user sees, one that they do not see, and one that never existed. */
let seen: number
let hidden: number
const missing = 987_654_999

beforeAll(async () => {
  const { client: admin, database, service } = stage
  const known = ['name', 'country', 'contacts']
  const role = await makeRole(admin, 'own', [
    { model: Company, ...allActions, condition: own, readFields: known, writeFields: known },
    { model: Tag, read: true, create: true, update: true },
  ])
  somebody = await clientOf(service, database, (await makeUser(admin, 'somebody', [role])).id)
  // Long enough to be recognised anywhere in an answer.
  await database.query(`select setval('record.com_example_contacts_company_ids', 987654321)`)
  hidden = recordOf(await admin.create(Company, { name: 'Hidden' })).id
  recordOf(await admin.update(Company, hidden, { version: 0, country: 'DE' }))
  recordOf(await admin.create(Contact, { firstName: 'A', lastName: 'B', company: { id: hidden } }))
  seen = recordOf(await somebody.create(Company, { name: 'Seen' })).id
})

type Request = readonly [method: string, path: string, body?: unknown]

/** An answer to the byte, with one name for what was requested. Suggestions never name hidden things. */
function toBytes({ status, headers, text }: Reply, name: string): string {
  const { date: _, 'content-length': __, 'x-request-id': ___, ...others } = headers
  const known = ['Company', 'Tag'].map((own) => `com.example.contacts.${own}`)
  const suggestion = new RegExp(`Did you mean \\\\"(${[...known, 'tabularium.(User|Key|Session)'].join('|')})\\\\"\\? `)
  const asked = new RegExp(`(?<!\\w|[a-z]\\.)${name}(?!\\.?\\w)`, 'g')
  const told = text
    .replaceAll(/"requestId":"[^"]*"/g, '')
    .replace(suggestion, '')
    .replaceAll(asked, 'NAME')
  return JSON.stringify([status, others, told])
}

async function expectAlike(requests: readonly Request[], names: readonly string[] = []): Promise<void> {
  const answers: string[] = []
  for (const [index, [method, path, body]] of requests.entries()) {
    const reply = await somebody.exchange(method, path, body === undefined ? {} : { body })
    expect(reply.status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
    expect(reply.status, `${method} ${path}`).toBeLessThan(500)
    answers.push(toBytes(reply, names[index] ?? 'nothing'))
  }
  expect(new Set(answers).size, JSON.stringify([requests, answers])).toBe(1)
}

/** Every route that names a model. */
const ofModel: Record<string, (model: string) => Request> = {
  find: (model) => ['GET', `/ws/rest/${model}`],
  'find with a bad field': (model) => ['GET', `/ws/rest/${model}?fields=nothing`],
  'find by words': (model) => ['GET', `/ws/rest/${model}?q=x`],
  search: (model) => ['POST', `/ws/rest/${model}/search`, { data: { fieldName: 'firstName', operator: 'isNull' } }],
  'search without a body': (model) => ['POST', `/ws/rest/${model}/search`, {}],
  read: (model) => ['GET', `/ws/rest/${model}/1`],
  'read of nothing': (model) => ['GET', `/ws/rest/${model}/${missing}`],
  'read of a version': (model) => ['GET', `/ws/rest/${model}/1?version=0`],
  history: (model) => ['GET', `/ws/rest/${model}/1/history`],
  create: (model) => ['PUT', `/ws/rest/${model}`, { data: { firstName: 'A', lastName: 'B' } }],
  'create of nothing': (model) => ['PUT', `/ws/rest/${model}`, { data: {} }],
  update: (model) => ['POST', `/ws/rest/${model}/1`, { data: { version: 0, firstName: 'X' } }],
  'update without a version': (model) => ['POST', `/ws/rest/${model}/1`, { data: {} }],
  delete: (model) => ['DELETE', `/ws/rest/${model}/1`],
  bulk: (model) => ['POST', `/ws/rest/${model}`, { records: [{ id: 1, version: 0 }] }],
  removeAll: (model) => ['POST', `/ws/rest/${model}/removeAll`, { records: [{ id: 1, version: 0 }] }],
  updateMass: (model) => [
    'POST',
    `/ws/rest/${model}/updateMass`,
    { data: {}, values: { firstName: 'X' }, maxAffected: 1 },
  ],
  restore: (model) => ['POST', `/ws/rest/${model}/1/restore`, { data: { version: 0, toVersion: 0 } }],
  metadata: (model) => ['GET', `/ws/meta/fields/${model}`],
  explanation: (model) => ['GET', `/ws/explain/${model}?action=read`],
  'explanation of a record': (model) => ['GET', `/ws/explain/${model}/1?action=update`],
}

describe('a model that a user has no rights for is as unknown as one that does not exist', () => {
  it.each(Object.entries(ofModel))('%s', async (_, toRequest) => {
    const models = [Contact, 'com.example.contacts.Contakt', 'com.example.contacts.Interaction', 'org.example.Nothing']
    await expectAlike(models.map(toRequest))
    const own = ['tabularium.Rule', 'tabularium.Rile']
    await expectAlike(own.map(toRequest))
  })

  it('is not listed, and no suggestion names it', async () => {
    const listed = await somebody.exchange('GET', '/ws/meta/models')
    expect(listed.text).not.toMatch(/Contact"|Interaction|tabularium\.Rule/)
    expect((await somebody.find('com.example.contacts.Contacts')).text).not.toContain('Contact"')
    expect((await somebody.find('com.example.contacts.Companie')).text).toContain(Company)
  })

  it('cannot be reached by references and collections', async () => {
    const meta = await somebody.exchange('GET', `/ws/meta/fields/${Company}`)
    expect(meta.text).not.toMatch(/contacts\.Contact|"contacts"/)
    const role = await makeRole(stage.client, 'contacts', [
      { model: Contact, read: true, readFields: ['fullName', 'company'] },
    ])
    const other = await clientOf(stage.service, stage.database, (await makeUser(stage.client, 'other', [role])).id)
    const shown = await other.exchange('GET', `/ws/meta/fields/${Contact}`)
    other.close()
    expect(shown.text).not.toMatch(/contacts\.Company|firstName|lastName/)
    expect(shown.json?.data).toMatchObject([{ fields: [{ name: 'fullName' }, { name: 'company', type: 'reference' }] }])
    const names = ['contacts', 'nothings', 'contacts.firstName', 'nothings.firstName']
    await expectAlike(
      names.slice(0, 2).map((name) => ['GET', `/ws/rest/${Company}/${seen}?fields=${name}`]),
      names,
    )
    for (const [index, name] of names.entries()) {
      const data = { fieldName: name, operator: 'isNull' }
      const reply = await somebody.exchange('POST', `/ws/rest/${Company}/search`, { body: { data } })
      const head = name.split('.')[0] ?? ''
      expect(reply.status, String(index)).toBe(400)
      expect(reply.text.replace(head, 'NAME')).toContain('There is no field \\"NAME\\" in')
    }
    const [known, unknown] = await Promise.all(
      names
        .slice(0, 2)
        .map((name) => somebody.update(Company, seen, { version: 0, [name]: [{ firstName: 'A', lastName: 'B' }] })),
    )
    if (known && unknown) expect(toBytes(known, 'contacts')).toBe(toBytes(unknown, 'nothings'))
  })
})

/** Every position of a field name, with values of every type. */
const ofField: Record<string, (field: string, value: unknown) => Request> = {
  create: (field, value) => ['PUT', `/ws/rest/${Company}`, { data: { name: 'New', [field]: value } }],
  update: (field, value) => ['POST', `/ws/rest/${Company}/${seen}`, { data: { version: 0, [field]: value } }],
  bulk: (field, value) => ['POST', `/ws/rest/${Company}`, { records: [{ name: 'New', [field]: value }] }],
  updateMass: (field, value) => [
    'POST',
    `/ws/rest/${Company}/updateMass`,
    { data: {}, values: { [field]: value }, maxAffected: 5 },
  ],
  criterion: (field, value) => [
    'POST',
    `/ws/rest/${Company}/search`,
    { data: { fieldName: field, operator: '=', value } },
  ],
  sort: (field) => ['POST', `/ws/rest/${Company}/search`, { sortBy: [field] }],
  selection: (field) => ['GET', `/ws/rest/${Company}?fields=${field}`],
}

describe('a field that a user may neither read nor write is as unknown as one that does not exist', () => {
  it.each(Object.entries(ofField))('%s', async (_, toRequest) => {
    for (const value of ['https://example.com', 'x', 5, -1, 1.5, true, null, {}, [], { id: 1 }]) {
      const fields = ['website', 'employees', 'nothing']
      await expectAlike(
        fields.map((field) => toRequest(field, value)),
        fields,
      )
    }
  })
})

/** Every route that names a record. */
const ofRecord: Record<string, (id: number) => Request> = {
  read: (id) => ['GET', `/ws/rest/${Company}/${id}`],
  'read of fields': (id) => ['GET', `/ws/rest/${Company}/${id}?fields=name`],
  'read of a version': (id) => ['GET', `/ws/rest/${Company}/${id}?version=0`],
  'read of a version that there is not': (id) => ['GET', `/ws/rest/${Company}/${id}?version=99`],
  history: (id) => ['GET', `/ws/rest/${Company}/${id}/history`],
  update: (id) => ['POST', `/ws/rest/${Company}/${id}`, { data: { version: 1, name: 'X' } }],
  'stale update': (id) => ['POST', `/ws/rest/${Company}/${id}`, { data: { version: 0, name: 'X' } }],
  'update of nothing': (id) => ['POST', `/ws/rest/${Company}/${id}`, { data: { version: 1 } }],
  merge: (id) => ['POST', `/ws/rest/${Company}/${id}?onConflict=merge`, { data: { version: 0, name: 'X' } }],
  'dry update': (id) => ['POST', `/ws/rest/${Company}/${id}?dryRun=true`, { data: { version: 1, name: 'X' } }],
  delete: (id) => ['DELETE', `/ws/rest/${Company}/${id}`],
  'stale delete': (id) => ['DELETE', `/ws/rest/${Company}/${id}?version=0`],
  'dry delete': (id) => ['DELETE', `/ws/rest/${Company}/${id}?dryRun=true`],
  restore: (id) => ['POST', `/ws/rest/${Company}/${id}/restore`, { data: { version: 1, toVersion: 0 } }],
  bulk: (id) => ['POST', `/ws/rest/${Company}`, { records: [{ name: 'new' }, { id, version: 1, name: 'X' }] }],
  removeAll: (id) => ['POST', `/ws/rest/${Company}/removeAll`, { records: [{ id, version: 1 }] }],
}

describe('a record that a user does not see is as missing as one that never existed', () => {
  it.each(Object.entries(ofRecord))('%s', async (_, toRequest) => {
    const ids = [hidden, missing]
    await expectAlike(ids.map(toRequest), ids.map(String))
  })

  it('has the same explanation', async () => {
    for (const action of ['read', 'update', 'delete']) {
      const [known, unknown] = await Promise.all(
        [hidden, missing].map((id) => somebody.exchange('GET', `/ws/explain/${Company}/${id}?action=${action}`)),
      )
      expect(known?.status).toBe(200)
      if (known && unknown) expect(toBytes(known, String(hidden))).toBe(toBytes(unknown, String(missing)))
    }
  })

  it('is found by no criterion', async () => {
    for (const id of [hidden, missing]) {
      const body = { data: { fieldName: 'id', operator: '=', value: id } }
      expect((await somebody.exchange('POST', `/ws/rest/${Company}/search`, { body })).json).toMatchObject({
        total: 0,
        data: [],
      })
    }
  })
})
