import { describe, expect, it } from 'vitest'
import { historyOf, pathOf, upsert, upsertOne } from './harness/actions.ts'
import { type Client, recordOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { allActions, clientOf, makeRole, makeUser, User } from './harness/people.ts'
import { Customer, Product } from './harness/store.ts'
import { outcomesOf, useStore } from './harness/useStore.ts'

const { stage, fresh, customer, withoutTrace } = useStore()

describe('one record, by PUT with ?key=', () => {
  it('is created if nobody has the key, with its defaults', async () => {
    const code = fresh()
    const reply = await upsertOne(stage.client, Customer, { code, name: 'New' }, 'code')
    expect(reply.json).toMatchObject({ status: 0, outcomes: ['created'] })
    expect(recordOf(reply)).toMatchObject({ code, name: 'New', version: 0, vip: false })
  })

  it('is updated if somebody has it: only what is sent changes, and defaults are not applied', async () => {
    const { id, code } = await customer({ vip: true, email: `${fresh()}@example.com` })
    const reply = await upsertOne(stage.client, Customer, { code, name: 'Changed' }, 'code')
    expect(reply.json).toMatchObject({ outcomes: ['updated'] })
    expect(recordOf(reply)).toMatchObject({ id, version: 1, name: 'Changed', vip: true, email: expect.any(String) })
    const [entry] = await historyOf(stage.client, Customer, id)
    expect(entry?.changes).toEqual({ name: { from: `Name of ${code}`, to: 'Changed' } })
  })

  it('is not written if it has these values already', async () => {
    const whole = await customer({ email: `${fresh()}@example.com` })
    const { code, name, email } = whole
    const reply = await withoutTrace(() => upsertOne(stage.client, Customer, { code, name, email }, 'code'))
    expect(shown(reply)).toEqual({ status: 200, json: { status: 0, data: [whole], outcomes: ['unchanged'] } })
    expect(reply.headers.etag).toMatch(/^"0-/)
  })

  it('may be sent back whole, as it was read without its id', async () => {
    const { id: _, ...whole } = await customer()
    const reply = await withoutTrace(() => upsertOne(stage.client, Customer, whole, 'code'))
    expect(reply.json).toMatchObject({ outcomes: ['unchanged'] })
  })

  it('needs no required field that it does not change, and all of them if it is new', async () => {
    const { code, id } = await customer()
    expect(recordOf(await upsertOne(stage.client, Customer, { code, vip: true }, 'code'))).toMatchObject({ id })
    const reply = await withoutTrace(() => upsertOne(stage.client, Customer, { code: fresh(), vip: true }, 'code'))
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { name: 'is required' } }))
  })

  it('compares decimals, moments, JSON and references by value', async () => {
    const sku = fresh()
    const { code } = await customer()
    const sent = { sku, price: '12.5', stock: 3, seenOn: '2026-01-31T09:30:00+01:00', extra: { a: [1], b: 2 } }
    await upsertOne(stage.client, Product, { ...sent, maker: { code } }, 'sku')
    const again = { ...sent, price: '12.50', seenOn: '2026-01-31T08:30:00Z', extra: { b: 2, a: [1] }, maker: { code } }
    const reply = await withoutTrace(() => upsertOne(stage.client, Product, again, 'sku'))
    expect(outcomesOf(reply)).toEqual(['unchanged'])
    for (const change of [
      { price: '12.51' },
      { stock: null },
      { seenOn: null },
      { extra: { a: [1] } },
      { maker: null },
    ])
      expect(outcomesOf(await upsertOne(stage.client, Product, { sku, ...change }, 'sku'))).toEqual(['updated'])
  })

  it('a secret always counts as changed', async () => {
    const { code } = await customer({ secretNote: 'x' })
    const reply = await upsertOne(stage.client, Customer, { code, secretNote: 'x' }, 'code')
    expect(outcomesOf(reply)).toEqual(['updated'])
  })

  it('shows the fields that the client asks for, whatever became of it', async () => {
    const code = fresh()
    const send = (name: string) => upsertOne(stage.client, Customer, { code, name }, 'code', { query: '?fields=name' })
    for (const [name, outcome, version] of [
      ['A', 'created', 0],
      ['A', 'unchanged', 0],
      ['B', 'updated', 1],
    ] as const) {
      const reply = await send(name)
      expect(reply.json).toEqual({ status: 0, data: [{ id: expect.any(Number), version, name }], outcomes: [outcome] })
    }
  })
})

describe('a version that is sent', () => {
  it('is checked, and a conflict is explained as for an update', async () => {
    const { id, code } = await customer()
    await stage.client.update(Customer.name, id, { version: 0, name: 'Of others' })
    const reply = await withoutTrace(() =>
      upsertOne(stage.client, Customer, { code, name: 'Mine', version: 0 }, 'code'),
    )
    expect(reply.status).toBe(409)
    expect(reply.json?.data).toMatchObject({
      code: 'version-conflict',
      current: { id, version: 1 },
      yours: { name: 'Mine' },
      conflicts: [{ field: 'name', current: 'Of others', yours: 'Mine' }],
    })
  })

  it('is checked even if nothing else would change', async () => {
    const { id, code } = await customer()
    await stage.client.update(Customer.name, id, { version: 0, name: 'Same' })
    const stale = await upsertOne(stage.client, Customer, { code, name: 'Same', version: 0 }, 'code')
    expect(stale.json?.data).toMatchObject({ code: 'version-conflict' })
    const current = await upsertOne(stage.client, Customer, { code, name: 'Same', version: 1 }, 'code')
    expect(outcomesOf(current)).toEqual(['unchanged'])
  })

  it('refuses to create: the record that it was read from is gone', async () => {
    const reply = await withoutTrace(() =>
      upsertOne(stage.client, Customer, { code: fresh(), name: 'A', version: 3 }, 'code'),
    )
    expect(shown(reply)).toEqual(refusal('record-not-found'))
  })

  it('is checked in bulk, and refuses all', async () => {
    const { code } = await customer()
    const reply = await withoutTrace(() =>
      upsert(
        stage.client,
        Customer,
        [
          { code: fresh(), name: 'New' },
          { code, name: 'X', version: 7 },
        ],
        ['code'],
      ),
    )
    expect(reply.json?.data).toMatchObject({ code: 'version-conflict', index: 1 })
  })
})

describe('a key', () => {
  it.each([['name'], ['nothing'], ['code,email'], ['code,code'], ['id'], ['secretNote'], ['']])(
    'in the address: %j is refused',
    async (key) => {
      const reply = await upsertOne(stage.client, Customer, { code: fresh(), name: 'A' }, key)
      expect(shown(reply)).toEqual(refusal('invalid-parameter'))
      expect((reply.json?.data as { message: string }).message).toContain('store.Customer has code or email.')
    },
  )

  it.each([[['name']], [[]], ['code'], [null], [{}], [[['code']]], [[5]], [['code', 'email']]])(
    'in the body: %j is refused',
    async (key) => {
      const reply = await upsert(stage.client, Customer, [{ code: fresh(), name: 'A' }], key)
      expect(shown(reply)).toEqual(refusal('invalid-parameter'))
    },
  )

  it('is no parameter of removeAll', async () => {
    const reply = await stage.client.exchange('POST', pathOf(Customer, 'removeAll'), {
      body: { records: [], key: ['code'] },
    })
    expect(reply.json?.data).toMatchObject({ code: 'invalid-record' })
  })

  it('finds users by their names, and writes a password as its hash, each time', async () => {
    const username = `up${fresh().toLowerCase()}`
    const created = await upsertOne(stage.client, User, { username, name: 'A' }, 'username')
    expect(outcomesOf(created)).toEqual(['created'])
    const again = await upsertOne(stage.client, User, { username, name: 'A' }, 'username')
    expect(outcomesOf(again)).toEqual(['unchanged'])
    for (const _ of [1, 2]) {
      const changed = await upsertOne(stage.client, User, { username, password: 'correct-horse-battery' }, 'username')
      expect(outcomesOf(changed)).toEqual(['updated'])
    }
    const [row] = await stage.database.query('select password from record.tabularium_user where username = $1', [
      username,
    ])
    expect(row).toEqual({ password: expect.stringMatching(/^\$argon2id\$/) })
    const weak = await upsertOne(stage.client, User, { username, password: 'short' }, 'username')
    const errors = { password: expect.stringMatching('at least 12 characters') }
    expect(shown(weak)).toEqual(refusal('invalid-record', { errors }))
  })
})

describe('a repeat and a dry run', () => {
  it.each([false, true])('a repeat with an Idempotency-Key gets the same outcomes (single: %s)', async (single) => {
    const [same, code] = [await customer(), fresh()]
    const headers = { 'idempotency-key': `upsert-${code}` }
    const send = () =>
      single
        ? upsertOne(stage.client, Customer, { code, name: 'A' }, 'code', { headers })
        : upsert(
            stage.client,
            Customer,
            [
              { code, name: 'A' },
              { code: same.code, vip: false },
            ],
            ['code'],
            { headers },
          )
    const first = await send()
    expect(outcomesOf(first)).toEqual(single ? ['created'] : ['created', 'unchanged'])
    const second = await send()
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.text).toBe(first.text)
  })

  it('a repeat of what changed nothing gets the same answer', async () => {
    const { code } = await customer()
    const headers = { 'idempotency-key': `nothing-${code}` }
    const send = () => upsert(stage.client, Customer, [{ code, vip: false }], ['code'], { headers })
    const first = await send()
    expect(outcomesOf(first)).toEqual(['unchanged'])
    await upsertOne(stage.client, Customer, { code, vip: true }, 'code')
    const second = await send()
    expect([second.text, second.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
  })

  it('a dry run tells the outcomes and writes nothing', async () => {
    const [same, other] = [await customer(), await customer()]
    const records = [
      { code: fresh(), name: 'A' },
      { code: same.code, vip: false },
      { code: other.code, vip: true },
    ]
    const reply = await withoutTrace(() => upsert(stage.client, Customer, records, ['code'], { query: '?dryRun=true' }))
    expect(reply.json).toMatchObject({
      dryRun: true,
      outcomes: ['created', 'unchanged', 'updated'],
      data: [{ id: null }, { id: same.id, version: 0 }, { id: other.id, version: 1 }],
    })
    for (const [record, outcome] of records.map((one, index) => [one, reply.json?.outcomes?.[index]] as const)) {
      const one = await withoutTrace(() => upsertOne(stage.client, Customer, record, 'code', { query: '?dryRun=true' }))
      expect(one.json).toMatchObject({ dryRun: true, outcomes: [outcome] })
    }
  })
})

describe('rights', () => {
  const vips = { fieldName: 'vip', operator: '=', value: true }

  async function user(rules: readonly object[]): Promise<Client> {
    const name = fresh()
    const role = await makeRole(stage.client, `role ${name}`, rules)
    const { id } = await makeUser(stage.client, `user${name.toLowerCase()}`, [role])
    return clientOf(stage.service, stage.database, id)
  }

  it('a caller who may only update can’t create, and one who may only create can’t update', async () => {
    const { code } = await customer()
    const updater = await user([{ model: Customer.name, read: true, update: true }])
    const creator = await user([{ model: Customer.name, read: true, create: true }])
    const refused = refusal('not-permitted')
    const [known, unknown] = [
      { code, name: 'Changed' },
      { code: fresh(), name: 'New' },
    ]
    expect(shown(await withoutTrace(() => upsertOne(updater, Customer, unknown, 'code')))).toEqual(refused)
    expect(shown(await withoutTrace(() => upsertOne(creator, Customer, known, 'code')))).toEqual(refused)
    expect(outcomesOf(await upsertOne(updater, Customer, known, 'code'))).toEqual(['updated'])
    expect(outcomesOf(await upsertOne(creator, Customer, unknown, 'code'))).toEqual(['created'])
    const place = { data: { index: 0, place: '0' } }
    const many = await withoutTrace(() => upsert(updater, Customer, [{ code: fresh(), name: 'N' }], ['code']))
    expect(shown(many)).toEqual(refusal('not-permitted', place))
    expect((await upsertOne(await user([{ model: Customer.name, read: true }]), Customer, known, 'code')).status).toBe(
      403,
    )
  })

  it('the key of a record that the caller does not see is taken, as for a create, and not overwritten', async () => {
    const { code } = await customer()
    const client = await user([{ model: Customer.name, ...allActions, condition: vips }])
    const sent = { code, name: 'Stolen', vip: true }
    const plain = await withoutTrace(() => client.create(Customer.name, sent))
    const one = await withoutTrace(() => upsertOne(client, Customer, sent, 'code'))
    expect(shown(one)).toEqual(refusal('not-unique', { data: { field: 'code' } }))
    expect(shown(plain)).toEqual(refusal('not-unique', { data: { field: 'code' } }))
    const many = await withoutTrace(() => upsert(client, Customer, [sent], ['code']))
    expect(shown(many)).toEqual(refusal('not-unique', { data: { field: 'code', index: 0, place: '0' } }))
  })

  it('a key that the caller may not read is none', async () => {
    const client = await user([{ model: Customer.name, ...allActions, readFields: ['name', 'email'] }])
    const reply = await upsertOne(client, Customer, { code: fresh(), name: 'A' }, 'code')
    expect(shown(reply)).toEqual(refusal('invalid-parameter'))
  })

  it('a field that the caller may not read counts as changed, so that nobody can guess it', async () => {
    const { code, name } = await customer({ email: `${fresh()}@example.com` })
    const client = await user([{ model: Customer.name, ...allActions, readFields: ['code', 'email'] }])
    for (const guess of [name, 'Wrong'])
      expect(outcomesOf(await upsertOne(client, Customer, { code, name: guess }, 'code'))).toEqual(['updated'])
  })

  it('a field that the caller may not write can be sent as it is', async () => {
    const { code, name } = await customer()
    const client = await user([{ model: Customer.name, read: true, update: true, writeFields: ['vip'] }])
    const kept = await upsertOne(client, Customer, { code, name, vip: true }, 'code')
    expect(outcomesOf(kept)).toEqual(['updated'])
    const refused = await upsertOne(client, Customer, { code, name: 'Other' }, 'code')
    expect(shown(refused)).toEqual(refusal('not-permitted', { data: { fields: ['name'] } }))
  })
})
