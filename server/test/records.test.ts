import { describe, expect, it } from 'vitest'
import { type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { Company, Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const author = { id: 1, username: 'admin' }
const ada = { firstName: 'Ada', lastName: 'Lovelace' }
const noSuchId = 9_007_199_254_740_990

/** A contact as it is answered, whole. */
function contact(fields: object): object {
  return {
    id: expect.any(Number),
    version: 0,
    firstName: 'Ada',
    lastName: 'Lovelace',
    fullName: 'Ada Lovelace',
    email: null,
    phone: null,
    status: 'lead',
    credit: null,
    birthDate: null,
    vip: null,
    company: null,
    lastContactedOn: null,
    preferences: null,
    notes: null,
    createdOn: moment,
    createdBy: author,
    updatedOn: moment,
    updatedBy: author,
    ...fields,
  }
}

async function create(fields: object = {}): Promise<RecordJson> {
  return recordOf(await stage.client.create(Contact, { ...ada, ...fields }))
}

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

  it('gives a unique value to one record only, also among many at once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => stage.client.create(Tag, { name: 'urgent' })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(shown(reply)).toEqual(refusal('not-unique', { data: { field: 'name' } }))
  })

  it('never gives an id out twice, also not of a deleted record', async () => {
    const first = await create()
    await stage.client.delete(Contact, first.id)
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await create()).id))
    expect(new Set([first.id, ...ids]).size).toBe(21)
  })

  it('takes no parameters', async () => {
    const reply = await stage.client.exchange('PUT', `/ws/rest/${Contact}?id=5`, { body: { data: ada } })
    expect(shown(reply)).toEqual(refusal('invalid-parameter'))
  })
})

describe('read', () => {
  it('answers the record with all its fields, and an ETag', async () => {
    const record = await create()
    const reply = await stage.client.read(Contact, record.id)
    expect(shown(reply)).toEqual(success([record]))
    expect(reply.headers.etag).toMatch(/^"0-[\w-]+"$/)
  })

  it('answers 304 and nothing else to who has it already', async () => {
    const record = await create()
    const { headers } = await stage.client.read(Contact, record.id)
    for (const etag of [headers.etag ?? '', `W/${headers.etag}`, `"x", ${headers.etag}`, '*']) {
      const again = await stage.client.read(Contact, record.id, { 'if-none-match': etag })
      expect({ status: again.status, text: again.text, etag: again.headers.etag }).toEqual({
        status: 304,
        text: '',
        etag: headers.etag,
      })
    }
    expect((await stage.client.read(Contact, record.id, { 'if-none-match': '"0"' })).status).toBe(200)
  })

  it('has a new ETag after an update, and where the title of a referenced record changed', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Before' }))
    const record = await create({ company: { id: company.id } })
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
    'com_example_contacts_contact',
  ])('knows no model %s', async (model) => {
    const path = `/ws/rest/${encodeURIComponent(model)}`
    for (const reply of [await stage.client.exchange('GET', `${path}/1`), await stage.client.exchange('GET', path)])
      expect(shown(reply)).toEqual(refusal('unknown-model'))
  })

  it('takes no parameters', async () => {
    const record = await create()
    expect(shown(await stage.client.exchange('GET', `/ws/rest/${Contact}/${record.id}?colour=red`))).toEqual(
      refusal('invalid-parameter'),
    )
  })
})

describe('update', () => {
  it('answers the changed record with version + 1; fields not named stay', async () => {
    const record = await create({ email: 'ada@example.com' })
    const reply = await stage.client.update(Contact, record.id, { id: record.id, version: 0, firstName: 'Augusta' })
    expect(shown(reply)).toEqual(
      success([{ ...record, version: 1, firstName: 'Augusta', fullName: 'Augusta Lovelace', updatedOn: moment }]),
    )
    expect(shown(await stage.client.read(Contact, record.id))).toEqual(shown(reply))
  })

  it('adds exactly 1 to the version, also where no value changed', async () => {
    const record = await create()
    for (const version of [0, 1, 2])
      expect(recordOf(await stage.client.update(Contact, record.id, { version })).version).toBe(version + 1)
    for (const version of [3, 4])
      expect(recordOf(await stage.client.update(Contact, record.id, { version, firstName: 'Ada' })).version).toBe(
        version + 1,
      )
  })

  it('takes a record back whole as it was read', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Home' }))
    const record = await create({ company: { id: company.id }, credit: '5.00', preferences: { a: 1 } })
    const read = recordOf(await stage.client.read(Contact, record.id))
    const reply = await stage.client.update(Contact, record.id, { ...read, email: 'new@example.com' })
    expect(shown(reply)).toEqual(success([{ ...record, version: 1, email: 'new@example.com', updatedOn: moment }]))
  })

  it('clears with null, but not what is required', async () => {
    const record = await create({ email: 'ada@example.com', status: 'former' })
    const cleared = recordOf(await stage.client.update(Contact, record.id, { version: 0, email: null, status: null }))
    expect(cleared).toMatchObject({ version: 1, email: null, status: null })
    expect(shown(await stage.client.update(Contact, record.id, { version: 1, lastName: null }))).toEqual(
      refusal('invalid-record', { errors: { lastName: 'is required' } }),
    )
  })

  it('answers a stale or a future version with the record as it is, and changes nothing', async () => {
    const record = await create()
    const current = recordOf(await stage.client.update(Contact, record.id, { version: 0, firstName: 'First' }))
    for (const version of [0, 2, Number.MAX_SAFE_INTEGER])
      expect(shown(await stage.client.update(Contact, record.id, { version, firstName: 'Second' }))).toEqual(
        refusal('version-conflict', { data: { current } }),
      )
    expect(shown(await stage.client.read(Contact, record.id))).toEqual(success([current]))
  })

  it.each<[string, object]>([
    ['no version', {}],
    ['version null', { version: null }],
  ])('needs a version: %s answers 400', async (_, data) => {
    const record = await create()
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
    const record = await create()
    expect(shown(await stage.client.update(Contact, record.id, { version, firstName: 'X' }))).toEqual(
      refusal('invalid-record', { errors: { version: 'must be a whole number from 0 on' } }),
    )
  })

  it('refuses another id in the body', async () => {
    const record = await create()
    expect(shown(await stage.client.update(Contact, record.id, { id: record.id + 1, version: 0 }))).toEqual(
      refusal('id-mismatch'),
    )
    expect(shown(await stage.client.update(Contact, record.id, { id: `${record.id}`, version: 0 }))).toEqual(
      refusal('invalid-record', { errors: { id: expect.any(String) } }),
    )
  })

  it('checks If-Match where it is given: it must agree with the version', async () => {
    const record = await create()
    const { headers } = await stage.client.read(Contact, record.id)
    const send = (version: number, ifMatch: string) =>
      stage.client.update(Contact, record.id, { version }, { 'if-match': ifMatch })
    expect(shown(await send(0, '"1"'))).toEqual(refusal('version-conflict', { data: { current: record } }))
    expect(shown(await send(1, '"0"'))).toEqual(refusal('version-conflict', { data: { current: record } }))
    expect((await send(0, headers.etag ?? '')).status).toBe(200)
    expect((await send(1, '"1"')).status).toBe(200)
    expect((await send(2, '*')).status).toBe(200)
    for (const wrong of ['0', '"x"', '"0", "1"', '"-1"', '"01"'])
      expect(shown(await send(3, wrong))).toEqual(refusal('invalid-parameter'))
  })

  it('knows nothing of If-None-Match: an update is answered, not kept from the client', async () => {
    const record = await create()
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

  it('lets exactly one of 20 win that come at once with one version', async () => {
    const record = await create()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => stage.client.update(Contact, record.id, { version: 0, firstName: `n${n}` })),
    )
    const won = replies.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const [current] = won.map(recordOf)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(shown(reply)).toEqual(refusal('version-conflict', { data: { current } }))
  })

  it('refuses what is wrong with its values, and a value that another record has', async () => {
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

  it('knows references that lead nowhere; a stale version comes first', async () => {
    const record = await create()
    expect(shown(await stage.client.update(Contact, record.id, { version: 0, company: { id: noSuchId } }))).toEqual(
      refusal('invalid-record', { errors: { company: 'refers to a record that does not exist' } }),
    )
    expect(shown(await stage.client.update(Contact, record.id, { version: 7, company: { id: noSuchId } }))).toEqual(
      refusal('version-conflict', { data: { current: record } }),
    )
  })

  it('knows no record that is not there', async () => {
    expect(shown(await stage.client.update(Contact, noSuchId, { version: 0, firstName: 'X' }))).toEqual(
      refusal('record-not-found'),
    )
  })
})

describe('delete', () => {
  it('answers the id alone; then the record is gone for everybody', async () => {
    const { id } = await create()
    expect(shown(await stage.client.delete(Contact, id))).toEqual(success([id]))
    expect(shown(await stage.client.read(Contact, id))).toEqual(refusal('record-not-found'))
    expect(shown(await stage.client.delete(Contact, id))).toEqual(refusal('record-not-found'))
    expect(shown(await stage.client.update(Contact, id, { version: 0 }))).toEqual(refusal('record-not-found'))
  })

  it('checks a version that is given, as a parameter or as If-Match', async () => {
    const record = await create()
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
      const { id } = await create()
      expect(shown(await stage.client.exchange('DELETE', `/ws/rest/${Contact}/${id}?${query}`))).toEqual(
        refusal('invalid-parameter'),
      )
      expect((await stage.client.read(Contact, id)).status).toBe(200)
    },
  )

  it('is refused while another record needs this one, and done when none does', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Needed' }))
    const { id } = await create({ company: { id: company.id } })
    const referrers = ['com.example.contacts.Contact.company']
    expect(shown(await stage.client.delete(Company, company.id))).toEqual(
      refusal('still-referenced', { data: { referrers } }),
    )
    recordOf(await stage.client.update(Contact, id, { version: 0, company: null }))
    expect(shown(await stage.client.delete(Company, company.id))).toEqual(success([company.id]))
  })

  it('succeeds for exactly one of 20 that come at once', async () => {
    const { id } = await create()
    const replies = await Promise.all(Array.from({ length: 20 }, () => stage.client.delete(Contact, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(19)
  })
})

describe('find', () => {
  it('answers offset, total and records of id, version and the list fields, in the order of their ids', async () => {
    const [total = 0] = (
      await stage.database.query<{ total: number }>(
        'select count(*)::int as total from record.com_example_contacts_contact',
      )
    ).map((row) => row.total)
    const record = await create({ email: 'last@example.com' })
    const reply = await stage.client.find(Contact, `?offset=${total}&limit=10`)
    expect(shown(reply)).toEqual(
      success([{ id: record.id, version: 0, fullName: 'Ada Lovelace', email: 'last@example.com' }], {
        offset: total,
        total: total + 1,
      }),
    )
  })

  it('walks through all records once by offset and limit, 40 at a time where none is given', async () => {
    for (let n = 0; n < 45; n++) await create()
    const first = await stage.client.find(Contact)
    expect(first.json).toMatchObject({ offset: 0 })
    expect(recordsOf(first)).toHaveLength(40)
    const ids: number[] = []
    for (let offset = 0; offset < (first.json?.total ?? 0); offset += 7)
      ids.push(...recordsOf(await stage.client.find(Contact, `?offset=${offset}&limit=7`)).map(({ id }) => id))
    expect(ids).toHaveLength(first.json?.total ?? -1)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  })

  it('gives the total alone for limit 0, and an empty page past the end', async () => {
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
    'sortBy=id',
    'limit=+1',
    'limit=１',
  ])('refuses ?%s', async (query) => {
    expect(shown(await stage.client.find(Contact, `?${encodeURI(decodeURI(query))}`))).toEqual(
      refusal('invalid-parameter'),
    )
  })
})
