import { beforeAll, describe, expect, it } from 'vitest'
import { fieldTypes } from '../src/model/field/fieldTypes.ts'
import type { Client, RecordJson } from './harness/client.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { Company, Contact, refusal, shown, Tag } from './harness/contract.ts'
import { clientOf, makeRole, makeUser, own, Role, Rule, Session, User } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const path = '/ws/meta/models?detail=true'
const [all, none] = [
  { read: 'all', create: 'all', update: 'all' },
  { read: 'none', create: 'none', update: 'none' },
] as const

interface Described extends RecordJson {
  name: string
  may: Record<string, string>
  fields: { name: string; may: Record<string, string> }[]
}

/** The detailed description of one model. */
async function detailOf(client: Client, model: string): Promise<Described> {
  const found = recordsOf(await client.exchange('GET', path)).find(({ name }) => name === model)
  if (!found) throw new Error(`${model} is not described.`)
  return found as Described
}

/** What may be done with each field. */
async function mayOf(client: Client, model: string): Promise<Record<string, Record<string, string>>> {
  const { fields } = await detailOf(client, model)
  return Object.fromEntries(fields.map(({ name, may }) => [name, may]))
}

let made = 0
async function userWith(rules: readonly object[]): Promise<Client> {
  const name = `user${++made}`
  const role = await makeRole(stage.client, name, rules)
  const user = await makeUser(stage.client, name, [role])
  return clientOf(stage.service, stage.database, user.id)
}

describe('GET /ws/meta/models?detail=true', () => {
  it('has every model as the metadata of its fields has it, but for what one may do', async () => {
    const listed = recordsOf(await stage.client.exchange('GET', '/ws/meta/models'))
    const detailed = recordsOf(await stage.client.exchange('GET', path)) as Described[]
    expect(
      detailed.map(({ name, label, plural }) => ({ name, label, ...(plural === undefined ? {} : { plural }) })),
    ).toEqual(listed)
    for (const { may, fields, ...others } of detailed) {
      const { may: actions, ...alone } = recordOf(await stage.client.exchange('GET', `/ws/meta/fields/${others.name}`))
      expect({ ...others, fields: fields.map(({ may: _, ...field }) => field) }).toEqual(alone)
      expect(Object.keys(may).filter((action) => may[action] !== 'none')).toEqual(actions)
    }
  })

  it('names what every record has', async () => {
    const { json } = await stage.client.exchange('GET', path)
    const { every } = json as unknown as { every: RecordJson[] }
    expect(every.map(({ name, type, label }) => [name, type, label])).toEqual([
      ['id', 'integer', 'Id'],
      ['version', 'integer', 'Version'],
      ['createdOn', 'dateTime', 'Created on'],
      ['createdBy', 'author', 'Created by'],
      ['updatedOn', 'dateTime', 'Updated on'],
      ['updatedBy', 'author', 'Updated by'],
    ])
    const record = recordOf(await stage.client.create(Tag, { name: 'every' }))
    for (const { name } of every) expect(record).toHaveProperty(String(name))
  })

  it('says of each type which operators there are, and what they take', async () => {
    const { json } = await stage.client.exchange('GET', path)
    const { types } = json as unknown as { types: Record<string, { operators?: object; writable: boolean }> }
    expect(Object.keys(types)).toEqual(Object.keys(fieldTypes))
    expect(types['boolean']).toEqual({
      writable: true,
      sortable: true,
      operators: { '=': 'value', '!=': 'value', in: 'list', notIn: 'list', isNull: 'nothing', notNull: 'nothing' },
    })
    expect(types['json']).toEqual({
      writable: true,
      sortable: false,
      operators: { isNull: 'nothing', notNull: 'nothing' },
    })
    expect(types['text']?.operators).toMatchObject({ like: 'pattern', between: 'range' })
    expect(types['computed']?.writable).toBe(false)
    expect(types['rollup']).toEqual({ writable: false })
  })

  it('names the roles that files declare to those who may know all roles', async () => {
    const { client } = stage
    const namesOf = async (who: Client) =>
      ((await who.exchange('GET', path)).json as unknown as { declaredRoles?: string[] }).declaredRoles
    expect(await namesOf(client)).toEqual(['reader', 'sales'])
    expect(await namesOf(await userWith([{ model: Role, read: true }]))).toEqual(['reader', 'sales'])
    const some = { fieldName: 'name', operator: '=', value: 'sales' }
    expect(await namesOf(await userWith([{ model: Role, read: true, condition: some }]))).toBeUndefined()
    expect(await namesOf(await userWith([{ model: Tag, read: true }]))).toBeUndefined()
  })

  it('an administrator may set what clients can set: neither computed values nor what the service writes', async () => {
    const contact = await detailOf(stage.client, Contact)
    expect(contact.may).toEqual({ read: 'all', create: 'all', update: 'all', delete: 'all' })
    const fields = await mayOf(stage.client, Contact)
    expect(fields).toMatchObject({ firstName: all, company: all, tags: all, fullName: { ...none, read: 'all' } })
    expect((await mayOf(stage.client, User))['password']).toEqual({ ...all, read: 'none' })
    expect((await detailOf(stage.client, Session)).may).toEqual({
      read: 'all',
      create: 'none',
      update: 'none',
      delete: 'all',
    })
    expect(await mayOf(stage.client, Session)).toMatchObject({ user: { ...none, read: 'all' }, tokenHash: none })
  })

  it('has an ETag, and answers 304 while nothing has changed', async () => {
    const first = await stage.client.exchange('GET', path)
    const { etag } = first.headers
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const headers = { 'if-none-match': String(etag) }
    const again = await stage.client.exchange('GET', path, { headers })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    const other = await userWith([{ model: Contact, read: true }])
    expect((await other.exchange('GET', path, { headers })).status).toBe(200)
    other.close()
  })

  it('a new rule changes the description and its ETag at once', async () => {
    const role = await makeRole(stage.client, 'grows', [{ model: Tag, read: true }])
    const user = await makeUser(stage.client, 'grows', [role])
    const client = await clientOf(stage.service, stage.database, user.id)
    const { headers } = await client.exchange('GET', path)
    expect((await detailOf(client, Tag)).may).toMatchObject({ read: 'all', create: 'none' })
    await stage.client.create(Rule, { role: { id: role.id }, model: Tag, create: true })
    const asked = await client.exchange('GET', path, { headers: { 'if-none-match': String(headers.etag) } })
    expect(asked.status).toBe(200)
    expect((await detailOf(client, Tag)).may).toMatchObject({ read: 'all', create: 'all' })
    client.close()
  })

  it('refuses what it does not know', async () => {
    for (const query of ['detail=yes', 'details=true', 'detail=true&detail=true'])
      expect(shown(await stage.client.exchange('GET', `/ws/meta/models?${query}`))).toEqual(
        refusal('invalid-parameter'),
      )
    expect(shown(await stage.client.exchange('GET', path, { cookie: null }))).toEqual(refusal('session-required'))
    const { headers } = await stage.client.exchange('GET', '/ws/meta/models?detail=false')
    expect(headers.etag).toBeUndefined()
  })
})

describe('what is for consoles alone', () => {
  it('is described as it was declared', async () => {
    const { group, sections, fields } = await detailOf(stage.client, Contact)
    expect(group).toBe('Customers')
    expect(sections).toContainEqual({ label: 'Business', fields: ['company', 'status', 'credit', 'vip', 'tags'] })
    expect(fields.find(({ name }) => name === 'credit')).toMatchObject({ view: 'money' })
  })

  it('names neither fields nor sections that are not for the caller', async () => {
    const reader = await userWith([{ model: Contact, read: true, readFields: ['firstName', 'vip'] }])
    const writer = await userWith([{ model: Contact, create: true, writeFields: ['notes'] }])
    const [read, written] = [await detailOf(reader, Contact), await detailOf(writer, Contact)]
    expect(read).toMatchObject({
      group: 'Customers',
      sections: [
        { label: 'Person', fields: ['firstName'] },
        { label: 'Business', fields: ['vip'] },
      ],
    })
    expect(written).toMatchObject({ group: 'Customers', sections: [{ label: 'Activity', fields: ['notes'] }] })
    reader.close()
    writer.close()
  })
})

describe('a user with rules', () => {
  let client: Client

  beforeAll(async () => {
    client = await userWith([
      { model: Contact, read: true, readFields: ['firstName', 'fullName'] },
      { model: Contact, read: true, condition: own, readFields: ['firstName', 'lastName', 'email'] },
      { model: Contact, update: true, condition: own, writeFields: ['email', 'fullName'] },
      { model: Contact, update: true, condition: { ...own, fieldName: 'updatedBy' }, writeFields: ['email', 'vip'] },
      { model: Tag, create: true, condition: own },
    ])
    return () => client.close()
  })

  it('learns which records: all, some or none', async () => {
    expect((await detailOf(client, Contact)).may).toEqual({
      read: 'all',
      create: 'none',
      update: 'some',
      delete: 'none',
    })
    expect((await detailOf(client, Tag)).may).toEqual({ read: 'none', create: 'some', update: 'none', delete: 'none' })
    expect((await detailOf(client, Role)).may).toMatchObject({ read: 'some', update: 'none' })
  })

  it('learns which fields, of the records with which they may do it at all', async () => {
    expect(await mayOf(client, Contact)).toEqual({
      firstName: { ...none, read: 'all' },
      lastName: { ...none, read: 'some' },
      fullName: { ...none, read: 'all' },
      email: { read: 'some', create: 'none', update: 'all' },
      vip: { ...none, update: 'some' },
    })
    expect((await mayOf(client, Tag))['name']).toEqual({ ...none, create: 'all' })
  })

  it('learns nothing of models and fields that are not for them', async () => {
    const { text } = await client.exchange('GET', path)
    expect(text).not.toContain(Company)
    for (const hidden of ['credit', 'birthDate', 'company', 'tags']) expect(text).not.toContain(`"${hidden}"`)
  })
})
