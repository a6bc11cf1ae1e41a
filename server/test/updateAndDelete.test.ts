import { describe, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { createContact, moment, noSuchId } from './harness/contacts.ts'
import { Company, Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const author = { id: 1, username: 'admin', name: 'admin' }

describe('update', () => {
  it('answers the changed record with version + 1; fields not named stay', async () => {
    const record = await createContact(stage.client, { email: 'ada@example.com' })
    const reply = await stage.client.update(Contact, record.id, { id: record.id, version: 0, firstName: 'Augusta' })
    expect(shown(reply)).toEqual(
      success([{ ...record, version: 1, firstName: 'Augusta', fullName: 'Augusta Lovelace', updatedOn: moment }]),
    )
    expect(shown(await stage.client.read(Contact, record.id))).toEqual(shown(reply))
  })

  it('adds exactly 1 to the version, also if no value changed', async () => {
    const record = await createContact(stage.client)
    for (const version of [0, 1, 2])
      expect(recordOf(await stage.client.update(Contact, record.id, { version })).version).toBe(version + 1)
    for (const version of [3, 4])
      expect(recordOf(await stage.client.update(Contact, record.id, { version, firstName: 'Ada' })).version).toBe(
        version + 1,
      )
  })

  it('takes a record back whole as it was read', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Home' }))
    const record = await createContact(stage.client, {
      company: { id: company.id },
      credit: '5.00',
      preferences: { a: 1 },
    })
    const read = recordOf(await stage.client.read(Contact, record.id))
    const reply = await stage.client.update(Contact, record.id, { ...read, email: 'new@example.com' })
    expect(shown(reply)).toEqual(success([{ ...record, version: 1, email: 'new@example.com', updatedOn: moment }]))
  })

  it('clears with null, but not what is required', async () => {
    const record = await createContact(stage.client, { email: 'ada@example.com', status: 'former' })
    const cleared = recordOf(await stage.client.update(Contact, record.id, { version: 0, email: null, status: null }))
    expect(cleared).toMatchObject({ version: 1, email: null, status: null })
    expect(shown(await stage.client.update(Contact, record.id, { version: 1, lastName: null }))).toEqual(
      refusal('invalid-record', { errors: { lastName: 'is required' } }),
    )
  })

  it('answers a stale or a future version with the record as it is, and changes nothing', async () => {
    const record = await createContact(stage.client)
    const current = recordOf(await stage.client.update(Contact, record.id, { version: 0, firstName: 'First' }))
    const yours = { firstName: 'Second' }
    const clash = { field: 'firstName', base: 'Ada', current: 'First', yours: 'Second', by: author, on: moment }
    expect(shown(await stage.client.update(Contact, record.id, { version: 0, ...yours }))).toEqual(
      refusal('version-conflict', { data: { base: record, current, yours, conflicts: [clash], mergeable: [] } }),
    )
    for (const version of [2, Number.MAX_SAFE_INTEGER])
      expect(shown(await stage.client.update(Contact, record.id, { version, ...yours }))).toEqual(
        refusal('version-conflict', { data: { base: null, current, yours } }),
      )
    expect(shown(await stage.client.read(Contact, record.id))).toEqual(success([current]))
  })

  it.each<[string, object]>([
    ['no version', {}],
    ['version null', { version: null }],
  ])('needs a version: %s answers 400', async (_, data) => {
    const record = await createContact(stage.client)
    expect(shown(await stage.client.update(Contact, record.id, { ...data, firstName: 'X' }))).toEqual(
      refusal('version-required'),
    )
  })

  it.each<[string, unknown]>([
    ['text', '0'],
    ['a fraction', 0.5],
    ['negative', -1],
    ['true', true],
    ['an object', {}],
    ['an array', [0]],
    ['2^53', 2 ** 53],
  ])('refuses a version that is %s', async (_, version) => {
    const record = await createContact(stage.client)
    expect(shown(await stage.client.update(Contact, record.id, { version, firstName: 'X' }))).toEqual(
      refusal('invalid-record', { errors: { version: 'must be a whole number from 0 on' } }),
    )
  })

  it('refuses another id in the body', async () => {
    const record = await createContact(stage.client)
    expect(shown(await stage.client.update(Contact, record.id, { id: record.id + 1, version: 0 }))).toEqual(
      refusal('id-mismatch'),
    )
    expect(shown(await stage.client.update(Contact, record.id, { id: `${record.id}`, version: 0 }))).toEqual(
      refusal('invalid-record', { errors: { id: expect.any(String) } }),
    )
  })

  it('checks If-Match if present: it must agree with the version', async () => {
    const record = await createContact(stage.client)
    const { headers } = await stage.client.read(Contact, record.id)
    const send = (version: number, ifMatch: string) =>
      stage.client.update(Contact, record.id, { version }, { 'if-match': ifMatch })
    const conflict = refusal('version-conflict', { data: { base: null, current: record, yours: {} } })
    expect(shown(await send(0, '"1"'))).toEqual(conflict)
    expect(shown(await send(1, '"0"'))).toEqual(conflict)
    expect((await send(0, headers.etag ?? '')).status).toBe(200)
    expect((await send(1, '"1"')).status).toBe(200)
    expect((await send(2, '*')).status).toBe(200)
    for (const wrong of ['0', '"x"', '"0", "1"', '"-1"', '"01"'])
      expect(shown(await send(3, wrong))).toEqual(refusal('invalid-parameter'))
  })

  it('ignores If-None-Match', async () => {
    const record = await createContact(stage.client)
    const reply = await stage.client.update(
      Contact,
      record.id,
      { version: 0, firstName: 'New' },
      { 'if-none-match': '*' },
    )
    expect({ status: reply.status, version: reply.json && recordOf(reply).version }).toEqual({
      status: 200,
      version: 1,
    })
  })

  it('lets exactly one of 20 concurrent updates with one version win', async () => {
    const record = await createContact(stage.client)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => stage.client.update(Contact, record.id, { version: 0, firstName: `n${n}` })),
    )
    const won = replies.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const [current] = won.map(recordOf)
    for (const [n, reply] of replies.entries()) {
      if (reply.status === 200) continue
      const [yours, firstName] = [`n${n}`, current?.firstName]
      const clash = { field: 'firstName', base: 'Ada', current: firstName, yours, by: author, on: moment }
      const sides = { base: record, current, yours: { firstName: yours } }
      expect(shown(reply)).toEqual(
        refusal('version-conflict', { data: { ...sides, conflicts: [clash], mergeable: [] } }),
      )
    }
  })

  it('refuses invalid values, and a unique value that another record has', async () => {
    const [first, second] = [
      recordOf(await stage.client.create(Tag, { name: 'first' })),
      recordOf(await stage.client.create(Tag, { name: 'second' })),
    ]
    expect(shown(await stage.client.update(Tag, second.id, { version: 0, name: 'first' }))).toEqual(
      refusal('not-unique', { data: { field: 'name' } }),
    )
    expect(shown(await stage.client.update(Tag, second.id, { version: 0, name: 5, x: 1 }))).toEqual(
      refusal('invalid-record', { errors: { name: 'must be text', x: expect.any(String) } }),
    )
    expect(shown(await stage.client.update(Tag, first.id, { version: 0, name: 'first' }))).toMatchObject({
      status: 200,
    })
  })

  it('refuses references to missing records; a stale version is checked first', async () => {
    const record = await createContact(stage.client)
    expect(shown(await stage.client.update(Contact, record.id, { version: 0, company: { id: noSuchId } }))).toEqual(
      refusal('invalid-record', { errors: { company: 'refers to a record that does not exist' } }),
    )
    const yours = { company: { id: noSuchId } }
    expect(shown(await stage.client.update(Contact, record.id, { version: 7, ...yours }))).toEqual(
      refusal('version-conflict', { data: { base: null, current: record, yours } }),
    )
  })

  it('answers 404 for a record that does not exist', async () => {
    expect(shown(await stage.client.update(Contact, noSuchId, { version: 0, firstName: 'X' }))).toEqual(
      refusal('record-not-found'),
    )
  })
})

describe('delete', () => {
  it('answers the id alone; then the record is gone for everybody', async () => {
    const { id } = await createContact(stage.client)
    expect(shown(await stage.client.delete(Contact, id))).toEqual(success([id]))
    expect(shown(await stage.client.read(Contact, id))).toEqual(refusal('record-not-found'))
    expect(shown(await stage.client.delete(Contact, id))).toEqual(refusal('record-not-found'))
    expect(shown(await stage.client.update(Contact, id, { version: 0 }))).toEqual(refusal('record-not-found'))
  })

  it('checks a version that is given, as a parameter or as If-Match', async () => {
    const record = await createContact(stage.client)
    const path = `/ws/rest/${Contact}/${record.id}`
    const conflict = refusal('version-conflict', { data: { current: record } })
    expect(shown(await stage.client.delete(Contact, record.id, 3))).toEqual(conflict)
    expect(shown(await stage.client.exchange('DELETE', path, { headers: { 'if-match': '"3"' } }))).toEqual(conflict)
    expect(
      shown(await stage.client.exchange('DELETE', `${path}?version=0`, { headers: { 'if-match': '"3"' } })),
    ).toEqual(conflict)
    expect(
      shown(await stage.client.exchange('DELETE', `${path}?version=0`, { headers: { 'if-match': '"0"' } })),
    ).toEqual(success([record.id]))
  })

  it.each(['version=', 'version=x', 'version=-1', 'version=1.0', 'version=0&version=0', 'force=true', 'Version=0'])(
    'refuses ?%s',
    async (query) => {
      const { id } = await createContact(stage.client)
      expect(shown(await stage.client.exchange('DELETE', `/ws/rest/${Contact}/${id}?${query}`))).toEqual(
        refusal('invalid-parameter'),
      )
      expect((await stage.client.read(Contact, id)).status).toBe(200)
    },
  )

  it('is refused while another record needs this one, and done when none does', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Needed' }))
    const { id } = await createContact(stage.client, { company: { id: company.id } })
    const referrers = ['com.example.contacts.Contact.company']
    expect(shown(await stage.client.delete(Company, company.id))).toEqual(
      refusal('still-referenced', { data: { referrers } }),
    )
    recordOf(await stage.client.update(Contact, id, { version: 0, company: null }))
    expect(shown(await stage.client.delete(Company, company.id))).toEqual(success([company.id]))
  })

  it('succeeds for exactly one of 20 concurrent deletes', async () => {
    const { id } = await createContact(stage.client)
    const replies = await Promise.all(Array.from({ length: 20 }, () => stage.client.delete(Contact, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(19)
  })
})
