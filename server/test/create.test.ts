import { describe, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { ada, contact, createContact, noSuchId } from './harness/contacts.ts'
import { Company, Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService()

describe('create', () => {
  it('answers the record, whole, with its id and version 0; null fields are present as null', async () => {
    expect(shown(await stage.client.create(Contact, ada))).toEqual(success([contact({})]))
  })

  it('takes a value of every type and answers it as the contract says', async () => {
    const company = recordOf(
      await stage.client.create(Company, {
        name: 'Analytical Engines',
        employees: 2,
        country: 'GB',
        website: 'https://example.com',
      }),
    )
    const fields = {
      email: 'ada@example.com',
      phone: '+44 20 7946 0000',
      status: 'customer',
      credit: '1234567890.10',
      birthDate: '1815-12-10',
      vip: true,
      lastContactedOn: '2026-01-31T09:30:00.125+01:00',
      preferences: { colours: ['red', null, { deep: [1.5, true] }] },
      notes: 'one\ntwo',
    }
    const reply = await stage.client.create(Contact, { ...ada, ...fields, company: { id: company.id } })
    const shownCompany = { id: company.id, version: 0, name: 'Analytical Engines' }
    expect(shown(reply)).toEqual(
      success([contact({ ...fields, lastContactedOn: '2026-01-31T08:30:00.125Z', company: shownCompany })]),
    )
    expect(shown(await stage.client.read(Contact, recordOf(reply).id))).toEqual(shown(reply))
  })

  it.each<[string, unknown, object]>([
    ['a required field that is missing', { firstName: 'A' }, { lastName: 'is required' }],
    [
      'all that is wrong, at once',
      { firstName: 7, email: [], vip: 'yes', nickName: 'x' },
      {
        firstName: 'must be text',
        lastName: 'is required',
        email: 'must be text',
        vip: 'must be true or false',
        nickName: expect.stringContaining('is not a field'),
      },
    ],
    [
      'an unknown field',
      { ...ada, nickName: 'x' },
      { nickName: expect.stringContaining('is not a field of com.example.contacts.Contact.') },
    ],
    [
      'a misspelt field',
      { ...ada, fristName: 'x' },
      { fristName: expect.stringContaining('Did you mean "firstName"?') },
    ],
    ['id', { ...ada, id: 5 }, { id: expect.stringContaining('assigned by the service') }],
    ['version', { ...ada, version: 0 }, { version: expect.stringContaining('assigned by the service') }],
    [
      'a reference to nothing',
      { ...ada, company: { id: noSuchId } },
      { company: 'refers to a record that does not exist' },
    ],
    [
      'a nested record',
      { ...ada, company: { name: 'Evil Ltd' } },
      { company: expect.stringContaining('must have an id') },
    ],
    [
      'members that nobody has',
      { ...ada, role: 'admin', admin: true, password_hash: 'x', created_by: 2, user: { id: 1 } },
      {
        role: expect.any(String),
        admin: expect.any(String),
        password_hash: expect.any(String),
        created_by: expect.any(String),
        user: expect.any(String),
      },
    ],
  ])('refuses %s', async (_, data, errors) => {
    expect(shown(await stage.client.create(Contact, data))).toEqual(refusal('invalid-record', { errors }))
  })

  it('ignores computed and audit fields: they are output only', async () => {
    const sent = {
      ...ada,
      fullName: 'Somebody Else',
      createdOn: '1999-01-01T00:00:00Z',
      createdBy: { id: 99, username: 'x' },
      updatedOn: 5,
      updatedBy: null,
    }
    expect(shown(await stage.client.create(Contact, sent))).toEqual(
      success([contact({ createdOn: expect.not.stringContaining('1999') })]),
    )
  })

  it.each([
    ['nothing', undefined, 'malformed-json', undefined],
    ['an empty object', {}, 'invalid-record', { data: expect.any(String) }],
    ['data as an array', { data: [] }, 'invalid-record', { data: expect.any(String) }],
    ['data as null', { data: null }, 'invalid-record', { data: expect.any(String) }],
    ['data as text', { data: 'x' }, 'invalid-record', { data: expect.any(String) }],
    ['a member beside data', { data: ada, dryRun: true }, 'invalid-record', { dryRun: expect.any(String) }],
    ['a text', '"x"', 'invalid-record', { body: expect.any(String) }],
    ['broken JSON', '{"data":{', 'malformed-json', undefined],
  ] as const)('refuses a body that is %s', async (_, body, code, errors) => {
    const reply = await stage.client.exchange('PUT', `/ws/rest/${Contact}`, {
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(shown(reply)).toEqual(refusal(code, { errors }))
  })

  it('accepts a unique value for one record only, also among many at once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => stage.client.create(Tag, { name: 'urgent' })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(shown(reply)).toEqual(refusal('not-unique', { data: { field: 'name' } }))
  })

  it('never assigns an id twice, not even that of a deleted record', async () => {
    const first = await createContact(stage.client)
    await stage.client.delete(Contact, first.id)
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await createContact(stage.client)).id))
    expect(new Set([first.id, ...ids]).size).toBe(21)
  })

  it('takes no parameters', async () => {
    const reply = await stage.client.exchange('PUT', `/ws/rest/${Contact}?id=5`, { body: { data: ada } })
    expect(shown(reply)).toEqual(refusal('invalid-parameter'))
  })
})
