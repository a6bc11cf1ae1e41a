import { describe, expect, it } from 'vitest'
import { recordOf, recordsOf } from './harness/client.ts'
import { createContact } from './harness/contacts.ts'
import { Company, Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService()

describe('read', () => {
  it('answers the record with all its fields, and an ETag', async () => {
    const record = await createContact(stage.client)
    const reply = await stage.client.read(Contact, record.id)
    expect(shown(reply)).toEqual(success([record]))
    expect(reply.headers.etag).toMatch(/^"0-[\w-]+"$/)
  })

  it('answers 304 without a body to clients that have it already', async () => {
    const record = await createContact(stage.client)
    const { headers } = await stage.client.read(Contact, record.id)
    for (const etag of [headers.etag ?? '', `W/${headers.etag}`, `"x", ${headers.etag}`, '*']) {
      const again = await stage.client.read(Contact, record.id, { 'if-none-match': etag })
      const { etag: sent, 'content-type': type } = again.headers
      expect({ status: again.status, text: again.text, etag: sent, type }).toEqual({
        status: 304,
        text: '',
        etag: headers.etag,
        type: undefined,
      })
    }
    expect((await stage.client.read(Contact, record.id, { 'if-none-match': '"0"' })).status).toBe(200)
  })

  it('has a new ETag after an update, and after the title of a referenced record changed', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Before' }))
    const record = await createContact(stage.client, { company: { id: company.id } })
    const etags = [(await stage.client.read(Contact, record.id)).headers.etag]
    recordOf(await stage.client.update(Company, company.id, { version: 0, name: 'After' }))
    etags.push((await stage.client.read(Contact, record.id)).headers.etag)
    recordOf(await stage.client.update(Contact, record.id, { version: 0 }))
    etags.push((await stage.client.read(Contact, record.id)).headers.etag)
    expect(new Set(etags).size).toBe(3)
  })

  it.each(['0', '9007199254740990', '9007199254740993', '99999999999999999999999'])(
    'knows no record %s',
    async (id) => {
      expect(shown(await stage.client.exchange('GET', `/ws/rest/${Contact}/${id}`))).toEqual(
        refusal('record-not-found'),
      )
    },
  )

  it.each(['abc', '1.5', '-1', '-0', '0x10', '1e3', '%31%27', '01', '+1', '%201', '1%00', '１', 'NaN', 'null'])(
    'refuses the id %s',
    async (id) => {
      expect(shown(await stage.client.exchange('GET', `/ws/rest/${Contact}/${encodeURI(decodeURI(id))}`))).toEqual(
        refusal('invalid-parameter'),
      )
    },
  )

  it.each([
    'com.example.Nothing',
    'contact',
    'com.example.contacts.contact',
    '__proto__',
    'constructor',
    'toString',
    'pg_catalog.pg_class',
    "x';drop table users;--",
    'tabularium.users',
    'tabularium.Users',
    'tabularium.access',
    'com_example_contacts_contact',
  ])('knows no model %s', async (model) => {
    const path = `/ws/rest/${encodeURIComponent(model)}`
    for (const reply of [await stage.client.exchange('GET', `${path}/1`), await stage.client.exchange('GET', path)])
      expect(shown(reply)).toEqual(refusal('unknown-model'))
  })

  it('takes no parameters', async () => {
    const record = await createContact(stage.client)
    expect(shown(await stage.client.exchange('GET', `/ws/rest/${Contact}/${record.id}?colour=red`))).toEqual(
      refusal('invalid-parameter'),
    )
  })
})

describe('find', () => {
  it('answers offset, total and records of id, version and the list fields, in the order of their ids', async () => {
    const [total = 0] = (
      await stage.database.query<{ total: number }>(
        'select count(*)::int as total from record.com_example_contacts_contact',
      )
    ).map((row) => row.total)
    const record = await createContact(stage.client, { email: 'last@example.com' })
    const reply = await stage.client.find(Contact, `?offset=${total}&limit=10`)
    expect(shown(reply)).toEqual(
      success([{ id: record.id, version: 0, fullName: 'Ada Lovelace', email: 'last@example.com' }], {
        offset: total,
        total: total + 1,
      }),
    )
  })

  it('shows all records once by offset and limit, 40 at a time by default', async () => {
    for (let n = 0; n < 45; n++) await createContact(stage.client)
    const first = await stage.client.find(Contact)
    expect(first.json).toMatchObject({ offset: 0 })
    expect(recordsOf(first)).toHaveLength(40)
    const ids: number[] = []
    for (let offset = 0; offset < (first.json?.total ?? 0); offset += 7)
      ids.push(...recordsOf(await stage.client.find(Contact, `?offset=${offset}&limit=7`)).map(({ id }) => id))
    expect(ids).toHaveLength(first.json?.total ?? -1)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  })

  it('answers only the total for limit 0, and an empty page past the end', async () => {
    const { total } = (await stage.client.find(Contact)).json ?? {}
    expect(shown(await stage.client.find(Contact, '?limit=0'))).toEqual(success([], { offset: 0, total }))
    expect(shown(await stage.client.find(Contact, '?offset=9007199254740991&limit=1000'))).toEqual(
      success([], { offset: 9_007_199_254_740_991, total }),
    )
  })

  it('shows what was written before, to everybody', async () => {
    const before = (await stage.client.find(Tag, '?limit=0')).json?.total ?? 0
    const tag = recordOf(await stage.client.create(Tag, { name: 'seen' }))
    const during = await stage.client.find(Tag, '?limit=1000')
    expect(during.json?.total).toBe(before + 1)
    expect(recordsOf(during)).toContainEqual({ id: tag.id, version: 0, name: 'seen' })
    await stage.client.delete(Tag, tag.id)
    expect((await stage.client.find(Tag, '?limit=0')).json?.total).toBe(before)
  })

  it.each([
    'limit=-1',
    'limit=abc',
    'limit=1.5',
    'limit=1001',
    'limit=1e2',
    'limit=',
    'limit=0x10',
    'limit=%31%00',
    'limit=99999999999999999999',
    'limit=9007199254740993',
    'offset=-1',
    'offset=x',
    'offset=9007199254740992',
    'limit=1&limit=2',
    'offset=1&offset=1',
    'colour=red',
    'limit[]=1',
    'limit[$gt]=1',
    'Limit=1',
    '__proto__=1',
    'constructor=1',
    '=1',
    'limit=1;offset=2',
    'limit=+1',
    'limit=１',
  ])('refuses ?%s', async (query) => {
    expect(shown(await stage.client.find(Contact, `?${encodeURI(decodeURI(query))}`))).toEqual(
      refusal('invalid-parameter'),
    )
  })
})
