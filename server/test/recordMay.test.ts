import { beforeAll, describe, expect, it } from 'vitest'
import { search } from './harness/actions.ts'
import { type Client, type RecordJson, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown, Tag } from './harness/contract.ts'
import { allActions, clientOf, Key, makeKey, makeRole, makeUser, own, Session } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()

interface May {
  update: boolean
  delete: boolean
  restore: boolean
  fields: string[]
}

/** What the answer says about one record. */
function mayOf(reply: Reply): May {
  recordOf(reply)
  return (reply.json as unknown as { may: May }).may
}

/** What the answer says about the records of a page. */
function pageMayOf(reply: Reply): { update: number[]; delete: number[] } {
  recordsOf(reply)
  return (reply.json as unknown as { may: { update: number[]; delete: number[] } }).may
}

const read = (client: Client, id: number, query = '?may=true', model = Contact) =>
  client.exchange('GET', `/ws/rest/${model}/${id}${query}`)

async function userWith(name: string, rules: readonly object[]): Promise<{ client: Client; id: number }> {
  const role = await makeRole(stage.client, name, rules)
  const user = await makeUser(stage.client, name, [role])
  return { client: await clientOf(stage.service, stage.database, user.id), id: user.id }
}

describe('GET …/:id?may=true', () => {
  let contact: RecordJson

  beforeAll(async () => {
    contact = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace' }))
  })

  it('an administrator may do everything, and set what clients can set', async () => {
    const { fields, ...may } = mayOf(await read(stage.client, contact.id))
    expect(may).toEqual({ update: true, delete: true, restore: true })
    expect(fields).toEqual(expect.arrayContaining(['firstName', 'company', 'tags']))
    expect(fields).not.toContain('fullName')
  })

  it('adds nothing but may: the record is that of a plain read', async () => {
    const [plain, asked] = [await read(stage.client, contact.id, ''), await read(stage.client, contact.id)]
    expect(asked.json).toEqual({ ...plain.json, may: mayOf(asked) })
    expect(plain.json).not.toHaveProperty('may')
    expect((await read(stage.client, contact.id, '?may=false')).text).toBe(plain.text)
    const some = await read(stage.client, contact.id, '?fields=email&may=true')
    expect(Object.keys(recordOf(some))).toEqual(['id', 'version', 'email'])
    expect(mayOf(some).update).toBe(true)
  })

  it('has its own ETag, which changes when the rights do', async () => {
    const role = await makeRole(stage.client, 'tagged', [{ model: Contact, read: true }])
    const user = await makeUser(stage.client, 'tagged', [role])
    const client = await clientOf(stage.service, stage.database, user.id)
    const first = await read(client, contact.id)
    const headers = { 'if-none-match': String(first.headers.etag) }
    const ask = () => client.exchange('GET', `/ws/rest/${Contact}/${contact.id}?may=true`, { headers })
    expect((await ask()).status).toBe(304)
    await stage.client.create('tabularium.Rule', { role: { id: role.id }, model: Contact, delete: true })
    expect(mayOf(await ask())).toEqual({ update: false, delete: true, restore: false, fields: [] })
    client.close()
  })

  it('cannot be asked of an old version, and must be true or false', async () => {
    for (const query of ['?may=true&version=0', '?may=1', '?may=true&may=true'])
      expect(shown(await read(stage.client, contact.id, query))).toEqual(refusal('invalid-parameter'))
  })
})

describe('a user whose rules depend on the record', () => {
  let [mine, theirs]: number[] = []
  let client: Client
  const changed = { ...own, fieldName: 'status', value: 'customer' }

  beforeAll(async () => {
    const user = await userWith('depends', [
      { model: Contact, read: true, create: true, readFields: ['firstName', 'lastName', 'status', 'email'] },
      { model: Contact, update: true, delete: true, condition: own, writeFields: ['email', 'fullName'] },
      { model: Contact, update: true, condition: changed, writeFields: ['vip', 'status'] },
      { model: Company, read: true },
    ])
    client = user.client
    const made = { firstName: 'A', lastName: 'B' }
    mine = recordOf(await client.create(Contact, made)).id
    theirs = recordOf(await stage.client.create(Contact, { ...made, status: 'customer' })).id
    return () => client.close()
  })

  it('learns what the rules that hold for this record allow, field by field', async () => {
    expect(mayOf(await read(client, mine ?? 0))).toEqual({
      update: true,
      delete: true,
      restore: false,
      fields: ['email'],
    })
    expect(mayOf(await read(client, theirs ?? 0))).toEqual({
      update: true,
      delete: false,
      restore: false,
      fields: ['status', 'vip'],
    })
    await stage.client.update(Contact, theirs ?? 0, { version: 0, status: 'lead' })
    expect(mayOf(await read(client, theirs ?? 0))).toEqual({ update: false, delete: false, restore: false, fields: [] })
  })

  it('what is said is what a write then does', async () => {
    const { client: admin } = stage
    const other = recordOf(await admin.create(Contact, { firstName: 'C', lastName: 'D', status: 'customer' })).id
    for (const id of [mine ?? 0, other]) {
      const may = mayOf(await read(client, id))
      const { version } = recordOf(await read(client, id))
      for (const [field, value] of Object.entries({ email: 'x@example.com', vip: true, firstName: 'New' })) {
        const tried = await client.exchange('POST', `/ws/rest/${Contact}/${id}?dryRun=true`, {
          body: { data: { version, [field]: value } },
        })
        expect([id, field, tried.status]).toEqual([id, field, may.fields.includes(field) ? 200 : 403])
      }
      const removed = await client.exchange('DELETE', `/ws/rest/${Contact}/${id}?dryRun=true`)
      expect(removed.status).toBe(may.delete ? 200 : 403)
    }
  })

  it('two users get their own answers from a statement that they share', async () => {
    const role = await makeRole(stage.client, 'shared', [
      { model: Tag, read: true, create: true },
      { model: Tag, update: true, condition: own },
    ])
    const people: Client[] = []
    for (const name of ['shared1', 'shared2']) {
      const user = await makeUser(stage.client, name, [role])
      people.push(await clientOf(stage.service, stage.database, user.id))
    }
    const tags: number[] = []
    for (const [index, person] of people.entries())
      tags.push(recordOf(await person.create(Tag, { name: `shared ${index}` })).id)
    const ask = (query: string) =>
      Promise.all(
        people.map(async (person) => pageMayOf(await person.exchange('GET', `/ws/rest/${Tag}${query}`)).update),
      )
    const asked = people.flatMap((person) => tags.map((id) => read(person, id, '?may=true', Tag)))
    expect((await Promise.all(asked)).map((reply) => mayOf(reply).update)).toEqual([true, false, false, true])
    for (const query of ['?may=true', '?may=true&sortBy=name', '?may=true&limit=1000&offset=0'])
      for (let round = 0; round < 5; round++) expect(await ask(query)).toEqual(tags.map((id) => [id]))
    for (const person of people) person.close()
  })
})

describe('a list with ?may=true', () => {
  it('names the records of the page that may be changed and deleted', async () => {
    const { client } = await userWith('lists', [
      { model: Tag, read: true, create: true, update: true, condition: own },
      { model: Tag, read: true, delete: true, condition: { fieldName: 'name', operator: 'like', value: 'old%' } },
    ])
    const a = recordOf(await client.create(Tag, { name: 'list a' })).id
    const b = recordOf(await stage.client.create(Tag, { name: 'old b' })).id
    const c = recordOf(await client.create(Tag, { name: 'list c' })).id
    await stage.client.create(Tag, { name: 'list d' })
    const paged = await client.exchange('GET', `/ws/rest/${Tag}?may=true&limit=2&sortBy=-name`)
    expect([recordsOf(paged).map(({ id }) => id), pageMayOf(paged)]).toEqual([[b, c], { update: [c], delete: [b] }])
    const whole = await client.exchange('GET', `/ws/rest/${Tag}?may=true&sortBy=-name`)
    expect(pageMayOf(whole)).toEqual({ update: [c, a], delete: [b] })
    const body = { sortBy: ['name'], data: { criteria: [{ fieldName: 'name', operator: 'like', value: 'list' }] } }
    const found = await client.exchange('POST', `/ws/rest/${Tag}/search?may=true`, { body })
    expect(pageMayOf(found)).toEqual({ update: [a, c], delete: [] })
    expect((await search(client, { name: Tag }, body)).json).not.toHaveProperty('may')
    expect(pageMayOf(await client.exchange('GET', `/ws/rest/${Tag}?may=true&limit=0`))).toEqual({
      update: [],
      delete: [],
    })
    client.close()
  })

  it('of a plain find: as the search, with the same token of the next page', async () => {
    const { client: admin } = stage
    const plain = await admin.exchange('GET', `/ws/rest/${Tag}?limit=2`)
    const asked = await admin.exchange('GET', `/ws/rest/${Tag}?limit=2&may=true`)
    const ids = recordsOf(plain).map(({ id }) => id)
    expect(asked.json).toEqual({ ...plain.json, may: { update: ids, delete: ids } })
    const { next } = asked.json as unknown as { next: string }
    const after = await admin.exchange('GET', `/ws/rest/${Tag}?limit=2&may=true&after=${encodeURIComponent(next)}`)
    expect(pageMayOf(after).update).toEqual(recordsOf(after).map(({ id }) => id))
  })

  it('of records of any size, it is the same', async () => {
    const wide = `?may=true&limit=1000`
    const ids = recordsOf(await stage.client.exchange('GET', `/ws/rest/${Contact}${wide}`)).map(({ id }) => id)
    expect(pageMayOf(await stage.client.exchange('GET', `/ws/rest/${Contact}${wide}`)).delete).toEqual(ids)
  })
})

describe('the service’s own records', () => {
  it('a key may delete itself and no other key of its user', async () => {
    const { client } = await userWith('keys', [{ model: Tag, ...allActions }])
    const [first, second] = [await makeKey(client), await makeKey(client)]
    const headers = { authorization: `Bearer ${first.token}` }
    const asked = (id: number) => client.exchange('GET', `/ws/rest/${Key}/${id}?may=true`, { headers, cookie: null })
    expect(mayOf(await asked(first.id))).toEqual({ update: false, delete: true, restore: false, fields: [] })
    expect(mayOf(await asked(second.id)).delete).toBe(false)
    const page = await client.exchange('GET', `/ws/rest/${Key}?may=true`, { headers, cookie: null })
    expect(pageMayOf(page)).toEqual({ update: [], delete: [first.id] })
    client.close()
  })

  it('nobody changes a session, and its owner may end it', async () => {
    const { client } = await userWith('sessions', [])
    const [session] = recordsOf(await client.find(Session))
    expect(mayOf(await read(client, session?.id ?? 0, '?may=true', Session))).toEqual({
      update: false,
      delete: true,
      restore: false,
      fields: [],
    })
    client.close()
  })
})
