import { describe, expect, it } from 'vitest'
import { historyOf, removeAll, saveMany, updateMass } from './harness/actions.ts'
import { recordOf, recordsOf, type RecordJson, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ maxBulk: '50' })
let made = 0

/** A word that no other test uses. */
function word(): string {
  return `w${made++}x`
}

function person(lastName = 'Bulk'): { firstName: string; lastName: string } {
  return { firstName: `First ${made++}`, lastName }
}

async function create(data: object): Promise<RecordJson> {
  return recordOf(await stage.client.create(Contact, data))
}

async function total(model = Contact): Promise<number | undefined> {
  return (await stage.client.find(model, '?limit=0')).json?.total
}

async function refusedWithoutTrace(attempt: () => Promise<Reply>): Promise<Reply> {
  const before = await takeSnapshot(stage.database)
  const reply = await attempt()
  expect(await takeSnapshot(stage.database)).toEqual(before)
  return reply
}

function byName(lastName: string): object {
  return { criteria: [{ fieldName: 'lastName', operator: '=', value: lastName }] }
}

describe('many records in one call', () => {
  it('are created in the order of the request, each with its version, journal row and count', async () => {
    const before = await total()
    const people = Array.from({ length: 50 }, () => person())
    const records = recordsOf(await saveMany(stage.client, Contact, people))
    expect(records.map(({ firstName }) => firstName)).toEqual(people.map(({ firstName }) => firstName))
    expect(records.every(({ version, status }) => version === 0 && status === 'lead')).toBe(true)
    expect(new Set(records.map(({ id }) => id)).size).toBe(50)
    expect(await total()).toBe((before ?? 0) + 50)
    const { id = 0 } = records[17] ?? {}
    expect(recordOf(await stage.client.read(Contact, id))).toEqual(records[17])
    expect(await historyOf(stage.client, Contact, id)).toMatchObject([{ version: 0, operation: 'create' }])
  })

  it('are created and changed together, whatever fields each has', async () => {
    const [a, b] = [await create(person()), await create(person())]
    const sent = [
      { id: b.id, version: 0, firstName: 'B2', email: 'b@example.com' },
      { ...person(), vip: true },
      { id: a.id, version: 0, credit: '5' },
      person(),
    ]
    const records = recordsOf(await saveMany(stage.client, Contact, sent))
    expect(records).toMatchObject([
      { id: b.id, version: 1, firstName: 'B2', lastName: 'Bulk', email: 'b@example.com' },
      { version: 0, vip: true },
      { id: a.id, version: 1, firstName: a.firstName, credit: '5.00' },
      { version: 0, vip: null },
    ])
  })

  it('can be sent back whole as they were read', async () => {
    const records = recordsOf(await saveMany(stage.client, Contact, [person(), person()]))
    const again = recordsOf(await saveMany(stage.client, Contact, records))
    expect(again.map(({ version }) => version)).toEqual([1, 1])
  })

  it('bring their links and collections along', async () => {
    const tags = recordsOf(await saveMany(stage.client, Tag, [{ name: word() }, { name: word() }]))
    const [company] = recordsOf(
      await saveMany(stage.client, Company, [
        { name: 'C', contacts: [{ ...person(), tags: [{ id: tags[0]?.id }] }, person()] },
        { name: 'D', contacts: [] },
      ]),
    )
    const reply = await stage.client.exchange('GET', `/ws/rest/${Company}/${company?.id}?fields=contacts.tags`)
    expect(recordOf(reply).contacts).toMatchObject([{ tags: [{ id: tags[0]?.id }] }, { tags: [] }])
  })

  it('with an error are all refused, and every error of every record is reported', async () => {
    const reply = await refusedWithoutTrace(() =>
      saveMany(stage.client, Contact, [
        person(),
        { firstName: 'A' },
        { ...person(), email: 'no', nickname: 'x' },
        { id: 5, firstName: null },
        { id: 'x', version: -1, lastName: 5 },
        null,
        [],
        { ...person(), version: 3 },
      ]),
    )
    expect(shown(reply)).toEqual(
      refusal('invalid-record', {
        errors: {
          '1.lastName': 'is required',
          '2.email': expect.stringContaining('e-mail'),
          '2.nickname': expect.stringContaining('is not a field'),
          '3.version': 'is required',
          '3.firstName': 'is required',
          '4.id': expect.stringContaining('whole number'),
          '4.version': expect.stringContaining('whole number'),
          '4.lastName': 'must be text',
          5: expect.stringContaining('must be an object'),
          6: expect.stringContaining('must be an object'),
          '7.version': expect.stringContaining('assigned by the service'),
        },
      }),
    )
  })

  it('are all refused if one in the middle is not unique, and that one is named', async () => {
    const taken = word()
    recordOf(await stage.client.create(Tag, { name: taken }))
    const names = Array.from({ length: 20 }, () => word())
    for (const place of [0, 1, 7, 10, 19]) {
      const sent = names.with(place, taken).map((name) => ({ name }))
      const reply = await refusedWithoutTrace(() => saveMany(stage.client, Tag, sent))
      expect(shown(reply)).toEqual(
        refusal('not-unique', { data: { field: 'name', index: place, place: String(place) } }),
      )
    }
  })

  it('are all refused if two of them have the same unique value, and one of the two is named', async () => {
    const names = Array.from({ length: 9 }, () => word())
    const reply = await refusedWithoutTrace(() =>
      saveMany(
        stage.client,
        Tag,
        names.with(7, names[2] ?? '').map((name) => ({ name })),
      ),
    )
    expect(shown(reply)).toEqual(refusal('not-unique', { data: { field: 'name', index: 7, place: '7' } }))
  })

  it('are all refused if one has changed, is missing, or has an invalid reference; the index is named', async () => {
    const [a, b] = recordsOf(await saveMany(stage.client, Contact, [person(), person()]))
    recordOf(await stage.client.update(Contact, b?.id ?? 0, { version: 0, vip: true }))
    const first = { id: a?.id, version: 0, firstName: 'X' }
    const stale = await refusedWithoutTrace(() =>
      saveMany(stage.client, Contact, [person(), first, { id: b?.id, version: 0, firstName: 'Y' }]),
    )
    expect(shown(stale)).toMatchObject({
      status: 409,
      json: { data: { code: 'version-conflict', index: 2, current: { id: b?.id, version: 1, vip: true } } },
    })
    const missing = await refusedWithoutTrace(() =>
      saveMany(stage.client, Contact, [first, { id: 9_999_999, version: 0, vip: true }]),
    )
    expect(shown(missing)).toEqual(refusal('record-not-found', { data: { index: 1, place: '1' } }))
    const nowhere = await refusedWithoutTrace(() =>
      saveMany(stage.client, Contact, [first, { ...person(), company: { id: 9_999_999 } }]),
    )
    expect(shown(nowhere)).toEqual(
      refusal('invalid-record', {
        data: { index: 1, place: '1' },
        errors: { '1.company': 'refers to a record that does not exist' },
      }),
    )
  })

  it('may name a record only once', async () => {
    const { id } = await create(person())
    const twice = [
      { id, version: 0, vip: true },
      { id, version: 0, vip: false },
    ]
    const errors = { '1.id': expect.stringContaining('earlier') }
    expect(shown(await saveMany(stage.client, Contact, twice))).toEqual(refusal('invalid-record', { errors }))
    const removals = [
      { id, version: 0 },
      { id, version: 0 },
    ]
    expect(shown(await removeAll(stage.client, Contact, removals))).toEqual(refusal('invalid-record', { errors }))
  })

  it.each([
    ['none', []],
    ['too many', Array.from({ length: 51 }, () => ({ firstName: 'a', lastName: 'b' }))],
    ['an object', {}],
    ['null', null],
    ['a text', 'x'],
    ['nothing', undefined],
  ])('must be an array of 1 to 50: %s is refused', async (_, records) => {
    const expected = refusal('invalid-record', { errors: { records: expect.stringMatching(/^must /) } })
    expect(shown(await saveMany(stage.client, Contact, records))).toEqual(expected)
    expect(shown(await removeAll(stage.client, Contact, records))).toEqual(expected)
  })

  it.each(['/ws/rest/com.example.contacts.Contact', '/ws/rest/com.example.contacts.Contact/removeAll'])(
    '%s takes no other member and no parameter but dryRun',
    async (path) => {
      const body = { records: [person()], data: {}, __proto__: null }
      expect(shown(await stage.client.exchange('POST', path, { body }))).toEqual(
        refusal('invalid-record', { errors: { data: expect.stringContaining('is not known here') } }),
      )
      for (const query of [
        '?dryrun=true',
        '?dryRun=yes',
        '?dryRun=true&dryRun=true',
        '?version=1',
        '?onConflict=merge',
      ])
        expect(shown(await stage.client.exchange('POST', `${path}${query}`, { body: { records: [] } }))).toEqual(
          refusal('invalid-parameter'),
        )
    },
  )
})

describe('removeAll', () => {
  it('deletes all, answers the ids in the order of the request, and journals each', async () => {
    const records = recordsOf(await saveMany(stage.client, Contact, [person(), person(), person()]))
    const before = await total()
    const targets = records.toReversed().map(({ id, version }) => ({ id, version }))
    const reply = await removeAll(stage.client, Contact, targets)
    expect(shown(reply)).toEqual(success(targets.map(({ id }) => id)))
    expect(await total()).toBe((before ?? 0) - 3)
    for (const { id } of targets)
      expect(await historyOf(stage.client, Contact, id)).toMatchObject([{ version: 1, operation: 'delete' }, {}])
  })

  it('needs id and version of each, and nothing else', async () => {
    const { id } = await create(person())
    const reply = await refusedWithoutTrace(() =>
      removeAll(stage.client, Contact, [
        { id, version: 0, firstName: 'x' },
        { id: 1 },
        { version: 1 },
        7,
        { id: 0, version: '1' },
      ]),
    )
    expect(shown(reply)).toEqual(
      refusal('invalid-record', {
        errors: {
          '0.firstName': expect.stringContaining('is not known here'),
          '1.version': 'is required',
          '2.id': 'is required',
          3: expect.stringContaining('must be an object'),
          '4.id': 'must be a whole number from 1 on',
          '4.version': 'must be a whole number from 0 on',
        },
      }),
    )
  })
})

describe('updateMass', () => {
  it('changes all that meet the criteria, each with its version and journal row, and answers how many', async () => {
    const name = word()
    const company = recordOf(await stage.client.create(Company, { name: 'C', country: 'FR' }))
    const people = [
      { ...person(name), company: { id: company.id } },
      { ...person(name), company: { id: company.id }, vip: true },
      person(name),
    ]
    const records = recordsOf(await saveMany(stage.client, Contact, people))
    const data = {
      criteria: [
        { fieldName: 'lastName', operator: '=', value: name },
        { fieldName: 'company.country', operator: '=', value: 'FR' },
      ],
    }
    const reply = await updateMass(stage.client, Contact, { data, values: { vip: true, credit: '1' }, maxAffected: 2 })
    expect(shown(reply)).toEqual(success([], { total: 2 }))
    const after = await Promise.all(records.map(async ({ id }) => recordOf(await stage.client.read(Contact, id))))
    expect(after).toMatchObject([{ version: 1, vip: true, credit: '1.00' }, { version: 1 }, { version: 0, vip: null }])
    const [entry] = await historyOf(stage.client, Contact, records[1]?.id ?? 0)
    expect(entry).toMatchObject({ operation: 'update', changes: { credit: { from: null, to: '1.00' } } })
    expect(entry?.changes).not.toHaveProperty('vip')
  })

  it('sets a long value in all of them, which is sent once', async () => {
    const name = word()
    const records = recordsOf(await saveMany(stage.client, Contact, [person(name), person(name), person(name)]))
    const values = { notes: `${'"quoted" \\ and {braces}, '.repeat(300)}end`, vip: true }
    const body = { data: byName(name), values, maxAffected: 3 }
    expect(shown(await updateMass(stage.client, Contact, body))).toEqual(success([], { total: 3 }))
    for (const { id } of records) {
      expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({ version: 1, ...values })
      const [entry] = await historyOf(stage.client, Contact, id)
      expect(entry?.changes).toMatchObject({ notes: { from: null, to: values.notes } })
    }
  })

  it('changes nothing if more records match than expected', async () => {
    const name = word()
    recordsOf(await saveMany(stage.client, Contact, [person(name), person(name), person(name)]))
    const body = { data: byName(name), values: { vip: true } }
    const reply = await refusedWithoutTrace(() => updateMass(stage.client, Contact, { ...body, maxAffected: 2 }))
    expect(shown(reply)).toEqual(refusal('too-many-affected', { data: { most: 2 } }))
    expect(shown(await updateMass(stage.client, Contact, { ...body, maxAffected: 3 }))).toEqual(
      success([], { total: 3 }),
    )
    expect(shown(await updateMass(stage.client, Contact, { ...body, data: byName(word()), maxAffected: 3 }))).toEqual(
      success([], { total: 0 }),
    )
  })

  it('is rolled back if one record cannot have the values', async () => {
    const [a, b] = [word(), word()]
    recordsOf(await saveMany(stage.client, Tag, [{ name: a }, { name: b }]))
    const data = { criteria: [{ fieldName: 'name', operator: 'in', value: [a, b] }] }
    const reply = await refusedWithoutTrace(() =>
      updateMass(stage.client, Tag, { data, values: { name: word() }, maxAffected: 5 }),
    )
    expect(shown(reply)).toEqual(refusal('not-unique', { data: { field: 'name' } }))
    const name = word()
    recordsOf(await saveMany(stage.client, Contact, [person(name), person(name)]))
    const values = { company: { id: 9_999_999 } }
    const missing = await refusedWithoutTrace(() =>
      updateMass(stage.client, Contact, { data: byName(name), values, maxAffected: 5 }),
    )
    expect(shown(missing)).toEqual(
      refusal('invalid-record', { errors: { company: 'refers to a record that does not exist' } }),
    )
  })

  it.each([
    ['no maxAffected', { maxAffected: undefined }],
    ['0', { maxAffected: 0 }],
    ['too many', { maxAffected: 51 }],
    ['a text', { maxAffected: '5' }],
    ['a part', { maxAffected: 1.5 }],
    ['no criteria at all', { data: undefined }],
    ['criteria that are null', { data: null }],
    ['criteria that are an array', { data: [] }],
    ['an unknown field in the criteria', { data: { criteria: [{ fieldName: 'x', operator: 'isNull' }] } }],
  ])('refuses %s', async (_, change) => {
    const body = { data: byName(word()), values: { vip: true }, maxAffected: 5, ...change }
    expect(shown(await refusedWithoutTrace(() => updateMass(stage.client, Contact, body)))).toEqual(
      refusal('invalid-parameter'),
    )
  })

  it.each([
    [51, 'The member maxAffected must be from 1 to 50, and is 51.'],
    ['5', 'The member maxAffected must be from 1 to 50, and is "5".'],
    [null, 'The member maxAffected is required: the number of records, from 1 to 50, beyond which nothing is changed.'],
  ])('says what maxAffected may be where it is %j', async (maxAffected, message) => {
    const body = { data: byName(word()), values: { vip: true }, maxAffected }
    expect((await updateMass(stage.client, Contact, body)).json?.data).toMatchObject({ message })
  })

  it.each<[string, unknown, object]>([
    ['no values', undefined, { values: 'must be an object' }],
    ['null', null, { values: 'must be an object' }],
    ['an array', [], { values: 'must be an object' }],
    ['nothing to change', {}, { values: expect.stringContaining('at least one field') }],
    ['only what nobody writes', { fullName: 'x', createdOn: 'x' }, { values: expect.stringContaining('at least one') }],
    ['an unknown field', { vipp: true }, { vipp: expect.stringContaining('Did you mean "vip"?') }],
    ['the id', { id: 5 }, { id: expect.any(String) }],
    ['the version', { version: 5 }, { version: expect.any(String) }],
    ['links', { tags: [] }, { tags: expect.any(String) }],
    ['a wrong value', { vip: 'yes' }, { vip: 'must be true or false' }],
    ['null for what is required', { lastName: null }, { lastName: 'is required' }],
  ])('refuses %s as values', async (_, values, errors) => {
    const body = { data: byName(word()), values, maxAffected: 5 }
    expect(shown(await updateMass(stage.client, Contact, body))).toEqual(refusal('invalid-record', { errors }))
  })
})

describe('an Idempotency-Key', () => {
  const name = word()
  const writes: [string, () => Promise<{ path: string; body: object }>][] = [
    ['bulk', async () => ({ path: '', body: { records: [person(), person()] } })],
    [
      'bulk with relations',
      async () => ({
        path: '',
        body: {
          records: [
            { ...person(), tags: [] },
            { ...person(), tags: [] },
          ],
        },
      }),
    ],
    [
      'removeAll',
      async () => {
        const { id } = await create(person())
        return { path: '/removeAll', body: { records: [{ id, version: 0 }] } }
      },
    ],
    [
      'updateMass',
      async () => {
        await create(person(name))
        return { path: '/updateMass', body: { data: byName(name), values: { vip: true }, maxAffected: 5 } }
      },
    ],
  ]

  it.each(writes)('makes %s happen once, and the repeat gets the same answer', async (_, prepare) => {
    const { path, body } = await prepare()
    const headers = { 'idempotency-key': word() }
    const send = () => stage.client.exchange('POST', `/ws/rest/${Contact}${path}`, { body, headers })
    const first = await send()
    expect(first.status).toBe(200)
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    const again = await refusedWithoutTrace(send)
    expect(again.status).toBe(200)
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotent-replayed']).toBe('true')
    const other = await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records: [person()] }, headers })
    expect(shown(other)).toEqual(refusal('key-reused'))
  })

  it.each(writes)('lets only one of ten concurrent requests do %s', async (_, prepare) => {
    const { path, body } = await prepare()
    const headers = { 'idempotency-key': word() }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => stage.client.exchange('POST', `/ws/rest/${Contact}${path}`, { body, headers })),
    )
    const done = replies.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    for (const reply of replies) if (reply.status !== 200) expect(shown(reply)).toEqual(refusal('key-in-use'))
    expect(done.filter(({ headers: own }) => own['idempotent-replayed'] === undefined)).toHaveLength(1)
  })

  it('of a refused call may be used again', async () => {
    const headers = { 'idempotency-key': word() }
    expect((await saveMany(stage.client, Contact, [person(), { firstName: 'x' }], { headers })).status).toBe(400)
    expect((await saveMany(stage.client, Contact, [person(), person()], { headers })).status).toBe(200)
  })

  it('is not used up by a dry run', async () => {
    const headers = { 'idempotency-key': word() }
    const records = [person()]
    expect((await saveMany(stage.client, Contact, records, { headers, query: '?dryRun=true' })).status).toBe(200)
    const reply = await saveMany(stage.client, Contact, records, { headers })
    expect(reply.headers).not.toHaveProperty('idempotent-replayed')
    expect(recordsOf(reply)).toHaveLength(1)
  })
})
