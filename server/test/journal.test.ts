import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Connection } from '../src/postgres/Connection.ts'
import { type Applied, applyMigration } from '../src/schema/applyMigration.ts'
import { type Client, type RecordJson, recordOf } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { everyType, Item, Shelf, toModels } from './harness/everyType.ts'
import { journalOf, type JournalRow } from './harness/journalRows.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'
import { model, text } from '../src/index.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(everyType, { foldInterval: '1m' })

/** A value for every field that a client sets, as it is sent and as the journal stores it. */
const first: Record<string, [sent: unknown, kept: unknown]> = {
  name: ['Ü "quoted" \\ 漢😀', 'Ü "quoted" \\ 漢😀'],
  code: ['AB-1', 'AB-1'],
  email: ['ada@example.com', 'ada@example.com'],
  website: ['https://example.com/?a=b', 'https://example.com/?a=b'],
  notes: ['one\ntwo\t\u0001', 'one\ntwo\t\u0001'],
  count: [0, 0],
  balance: [Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  amount: ['-1.5', '-1.50'],
  share: ['0.5', '0.50000'],
  open: [false, false],
  checked: [true, true],
  day: ['0001-01-01', '0001-01-01'],
  seenOn: ['2026-01-31T00:30:00.125+02:00', '2026-01-30T22:30:00.125Z'],
  state: ["owner's", "owner's"],
  extra: [
    { b: [1.5, null, {}], a: '' },
    { b: [1.5, null, {}], a: '' },
  ],
  currency: ['JPY', 'JPY'],
  price: ['150', '150.00'],
  fee: ['1.5', '1.50'],
  marks: [
    ['green', 'red', 'green'],
    ['red', 'green'],
  ],
}
const second: typeof first = {
  name: ['B', 'B'],
  code: ['AB-2', 'AB-2'],
  email: ['b@example.com', 'b@example.com'],
  website: ['http://example.com', 'http://example.com'],
  notes: ['', ''],
  count: [1000, 1000],
  balance: [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  amount: ['9999999999.99', '9999999999.99'],
  share: ['0', '0.00000'],
  open: [true, true],
  checked: [false, false],
  day: ['9999-12-31', '9999-12-31'],
  seenOn: ['0001-01-01T00:00Z', '0001-01-01T00:00:00.000Z'],
  state: ['used', 'used'],
  extra: ['null', 'null'],
  currency: ['EUR', 'EUR'],
  price: ['0.01', '0.01'],
  fee: ['-1', '-1.00'],
  marks: [[], []],
}

function sentOf(values: typeof first): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, [sent]]) => [name, sent]))
}

/** The changes between two states, as the journal stores them. */
function between(before: Record<string, unknown>, after: Record<string, unknown>): JournalRow['changes'] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.fromEntries([...names].map((name) => [name, [before[name] ?? null, after[name] ?? null]]))
}

function keptOf(values: typeof first): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, [, kept]]) => [name, kept]))
}

async function newShelf(code: string): Promise<number> {
  return recordOf(await stage.client.create(Shelf.name, { code })).id
}

async function number(text: string, database: TestDatabase = stage.database): Promise<number> {
  const [row] = await database.query<{ n: number }>(`select (${text})::int as n`)
  return row?.n ?? Number.NaN
}

describe('every write has one row, with every field before and after', () => {
  it('of every type: create, update, restore, delete and restore', async () => {
    const [a, b] = [await newShelf('A'), await newShelf('B')]
    const parent = recordOf(await stage.client.create(Item.name, { name: 'parent' }))
    const one = { ...sentOf(first), shelf: { id: a }, parent: { id: parent.id } }
    const two = { ...sentOf(second), shelf: { id: b }, parent: null }
    const { id, serial } = recordOf(await stage.client.create(Item.name, one))
    recordOf(await stage.client.update(Item.name, id, { version: 0, ...two }))
    recordOf(await stage.client.restore(Item.name, id, { version: 1, toVersion: 0 }))
    expect(shown(await stage.client.delete(Item.name, id))).toEqual(success([id]))
    recordOf(await stage.client.restore(Item.name, id, { version: 3, toVersion: 1 }))
    const [v0, v1] = [
      { ...keptOf(first), shelf: a, parent: parent.id },
      { ...keptOf(second), shelf: b },
    ]
    const rows = await journalOf(stage.database, Item.name, id)
    expect(rows.map(({ version, operation, author, changes }) => ({ version, operation, author, changes }))).toEqual([
      { version: 0, operation: 'c', author: 1, changes: between({}, { ...v0, serial }) },
      { version: 1, operation: 'u', author: 1, changes: between(v0, v1) },
      { version: 2, operation: 'r', author: 1, changes: between(v1, v0) },
      { version: 3, operation: 'd', author: 1, changes: between({ ...v0, serial }, {}) },
      { version: 4, operation: 'r', author: 1, changes: between({}, { ...v1, serial }) },
    ])
  })

  it('without fields that kept their value, even if they were sent', async () => {
    const { id } = recordOf(await stage.client.create(Item.name, { ...sentOf(first), code: 'KEPT-1' }))
    const same = { ...sentOf(first), code: 'KEPT-1', amount: '-1.50', extra: { a: '', b: [1.5, null, {}] } }
    recordOf(await stage.client.update(Item.name, id, { version: 0, ...same }))
    recordOf(await stage.client.update(Item.name, id, { version: 1, ...same, count: 7 }))
    recordOf(await stage.client.update(Item.name, id, { version: 2 }))
    const rows = await journalOf(stage.database, Item.name, id)
    expect(rows.slice(1).map(({ changes }) => changes)).toEqual([{}, { count: [0, 7] }, {}])
  })

  it('also if many share a statement: each has its own row, those that fail have none', async () => {
    const before = await number('select count(*) from tabularium.journal')
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        stage.client.create(Shelf.name, { code: n % 6 === 0 ? 'same' : `code ${n}` }),
      ),
    )
    const records = made.filter(({ status }) => status === 200).map(recordOf)
    expect(records).toHaveLength(51)
    const changed = await Promise.all(
      records.map(({ id }, n) =>
        stage.client.update(Shelf.name, id, {
          version: n % 5 === 0 ? 1 : 0,
          code: n === 1 ? 'code 2' : `changed ${n}`,
        }),
      ),
    )
    const deleted = await Promise.all(records.map(({ id }, n) => stage.client.delete(Shelf.name, id, n % 2)))
    const done = [...made, ...changed, ...deleted].filter(({ status }) => status === 200)
    expect(await number('select count(*) from tabularium.journal')).toBe(before + done.length)
    for (const [n, { id, code }] of records.entries()) {
      const now = changed[n]?.status === 200 ? `changed ${n}` : code
      const expected = [
        { version: 0, operation: 'c', changes: { code: [null, code] } },
        ...(now === code ? [] : [{ version: 1, operation: 'u', changes: { code: [code, now] } }]),
      ]
      const end = { version: expected.length, operation: 'd', changes: { code: [now, null] } }
      const rows = await journalOf(stage.database, Shelf.name, id)
      expect(rows.map(({ version, operation, changes }) => ({ version, operation, changes }))).toEqual(
        deleted[n]?.status === 200 ? [...expected, end] : expected,
      )
    }
  })

  it('in the transaction of the write and with the time of the record', async () => {
    const record = recordOf(await stage.client.create(Shelf.name, { code: 'time' }))
    const [row] = await stage.database.query<{ same: boolean; on: Date }>(
      `select journal.transaction::text::bigint % 4294967296 = shelf.xmin::text::bigint as same, written_on as on
      from tabularium.journal join record.org_example_archive_shelf as shelf on shelf.id = journal.record
      where journal.record = $1 and journal.model = (select number from tabularium.models where name = $2)`,
      [record.id, Shelf.name],
    )
    expect(row).toEqual({ same: true, on: new Date(String(record['createdOn'])) })
  })

  it('but not for writes with SQL, which bypass the service', async () => {
    const id = await newShelf('hand')
    await stage.database.query(`update record.org_example_archive_shelf set code = 'by hand' where id = $1`, [id])
    expect(await journalOf(stage.database, Shelf.name, id)).toHaveLength(1)
  })
})

describe('no row without its write, and no write without its row', () => {
  it('if the journal cannot be written the write does not happen, and the other way round', async () => {
    const id = await newShelf('whole')
    const rows = () => number('select count(*) from tabularium.journal')
    const deltas = () => number('select count(*) from tabularium.count_deltas')
    const before = [await rows(), await deltas()]
    await stage.database.query('alter table tabularium.journal add constraint journal_is_full check (false) not valid')
    const replies = [
      await stage.client.create(Shelf.name, { code: 'never' }),
      await stage.client.update(Shelf.name, id, { version: 0, code: 'never' }),
      await stage.client.delete(Shelf.name, id),
    ]
    await stage.database.query('alter table tabularium.journal drop constraint journal_is_full')
    expect(replies.map(shown)).toEqual(replies.map(() => refusal('unavailable', { data: { outcome: 'not-applied' } })))
    expect([await rows(), await deltas()]).toEqual(before)
    expect(recordOf(await stage.client.read(Shelf.name, id))).toMatchObject({ version: 0, code: 'whole' })
    expect(await number(`select count(*) from record.org_example_archive_shelf where code = 'never'`)).toBe(0)
    expect((await stage.client.create(Shelf.name, { code: 'never' })).status).toBe(200)
  })
})

describe('the partitions of the journal', () => {
  /** The months that have a partition, from the current one on. */
  async function months(database: TestDatabase): Promise<number[]> {
    const rows = await database.query<{ ahead: number }>(`
      select (extract(year from age(to_date(right(c.relname, 7), 'YYYY_MM'), date_trunc('month',
        now() at time zone 'UTC')::date)) * 12
        + extract(month from age(to_date(right(c.relname, 7), 'YYYY_MM'), date_trunc('month',
          now() at time zone 'UTC')::date)))::int as ahead
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'tabularium.journal'::regclass order by 1`)
    return rows.map(({ ahead }) => ahead)
  }

  it('are created ahead by the migration', async () => {
    expect(await months(stage.database)).toEqual([0, 1, 2, 3])
  })

  it('are created by a process before it serves if they are missing, and by several at once without harm', async () => {
    const database = await createDatabase()
    const drop = await database.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'tabularium.journal'::regclass`,
    )
    await database.query(`drop table ${drop.map(({ name }) => name).join()}`)
    const services = await Promise.all([startService(database.url), startService(database.url)])
    const clients = await Promise.all(services.map((service) => loggedIn(service)))
    const made = await Promise.all(
      clients.map((client, n) => client.create('com.example.contacts.Tag', { name: `${n}` })),
    )
    expect(made.map(({ status }) => status)).toEqual([200, 200])
    expect(await months(database)).toEqual([0, 1, 2, 3])
    for (const client of clients) client.close()
    await Promise.all(services.map((service) => service.stop()))
    await database.drop()
  })

  it('can be detached when they are old; the others still work', async () => {
    const id = await newShelf('detached')
    await stage.database.query(
      `create table tabularium.journal_2020_01 partition of tabularium.journal for values
        from ('2020-01-01') to ('2020-02-01')`,
    )
    const move = `update tabularium.journal set written_on = '2020-01-15'
      where record = ${id} and model = (select number from tabularium.models where name = '${Shelf.name}')`
    await stage.database.query(move)
    recordOf(await stage.client.update(Shelf.name, id, { version: 0, code: 'later' }))
    expect(await journalOf(stage.database, Shelf.name, id)).toHaveLength(2)
    await stage.database.query('alter table tabularium.journal detach partition tabularium.journal_2020_01')
    expect((await stage.client.history(Shelf.name, id)).json).toMatchObject({ total: 1 })
    expect((await stage.client.readVersion(Shelf.name, id, 0)).status).toBe(200)
    await stage.database.query('drop table tabularium.journal_2020_01')
  })
})

describe('a model that keeps its history for some days', () => {
  const fields = { name: text({ required: true }) }
  const Short = model({ name: 'org.example.Short', title: 'name', fields, keepHistory: 30 })
  const Long = model({ name: 'org.example.Long', title: 'name', fields })
  let database: TestDatabase
  let service: TestService
  let client: Client
  let records: RecordJson[]

  beforeAll(async () => {
    database = await createDatabase()
    const models = toModels([Short, Long])
    const connection = await Connection.open(database.url)
    await applyMigration(connection, models, { allowDataLoss: true })
    await connection.close()
    const before = await startService(database.url, {}, models)
    client = await loggedIn(before)
    records = []
    for (const { name } of [Short, Long]) {
      const record = recordOf(await client.create(name, { name: 'A' }))
      for (const version of [0, 1, 2]) await client.update(name, record.id, { version, name: `n${version}` })
      records.push(record)
    }
    client.close()
    await before.stop()
    await database.query(`
      create table tabularium.journal_old partition of tabularium.journal for values
      from ('2000-01-01') to (date_trunc('month', now() at time zone 'UTC')::timestamp at time zone 'UTC');
      update tabularium.journal set written_on = now() - case version when 0 then interval '400 days' when 1
        then interval '31 days' end where version < 2;
    `)
    service = await startService(database.url, {}, models)
    client = await loggedIn(service)
    await until('the old entries are gone', async () => {
      const [row] = await database.query<{ n: number }>(
        `select count(*)::int as n from tabularium.journal join tabularium.models on models.number = journal.model
        where models.name like 'org.example.%' and written_on < now() - interval '30 days'`,
      )
      return row?.n === 2
    })
  })

  afterAll(async () => {
    client.close()
    await service.stop()
    await database.drop()
  })

  it('deletes older entries, and none of other models', async () => {
    const kept = async (name: string, { id }: RecordJson) =>
      (await journalOf(database, name, id)).map(({ version }) => version)
    const [short, long] = records
    expect([short && (await kept(Short.name, short)), long && (await kept(Long.name, long))]).toEqual([
      [2, 3],
      [0, 1, 2, 3],
    ])
  })

  it('answers 404 for older versions, and still has the others', async () => {
    const id = records[0]?.id ?? 0
    expect((await client.history(Short.name, id)).json).toMatchObject({ total: 2 })
    expect(shown(await client.readVersion(Short.name, id, 0))).toEqual(refusal('version-not-found'))
    expect(recordOf(await client.readVersion(Short.name, id, 1))).toMatchObject({ version: 1, name: 'n0' })
    expect((await client.update(Short.name, id, { version: 0, name: 'X' })).json?.data).toMatchObject({ base: null })
    expect(recordOf(await client.read(Short.name, id))).toMatchObject({ version: 3, name: 'n2' })
  })
})

describe('a database from before the journal', () => {
  let migrated: Applied
  let database: TestDatabase
  let service: TestService
  let client: Client

  beforeAll(async () => {
    database = await createDatabase({ empty: true })
    await makeFoundation(database)
    await database.query(`
      insert into record.org_example_archive_shelf (id, version, created_on, updated_on, code)
      select nextval('record.org_example_archive_shelf_ids') * 7, n % 4, '2025-01-01', '2025-06-01', 'old ' || n
      from generate_series(1, 3000) as n;
      select setval('record.org_example_archive_shelf_ids', 30000);
    `)
    const connection = await Connection.open(database.url)
    migrated = await applyMigration(connection, everyType, { allowDataLoss: false })
    await connection.close()
    service = await startService(database.url, {}, everyType)
    client = await loggedIn(service)
  })

  afterAll(async () => {
    client.close()
    await service.stop()
    await database.drop()
  })

  /** A database of the version without a journal: its service tables, the records, and a user. */
  async function makeFoundation(target: TestDatabase): Promise<void> {
    const folder = new URL('../src/schema/service/', import.meta.url)
    const connection = await Connection.open(target.url)
    await applyMigration(connection, everyType, { allowDataLoss: true })
    await connection.close()
    await target.query('drop schema tabularium cascade')
    await target.query(`
      drop table record.tabularium_user_roles_links, record.tabularium_key_roles_links,
        record.tabularium_view_roles_links, record.tabularium_rule, record.tabularium_view, record.tabularium_role,
        record.tabularium_session, record.tabularium_key, record.tabularium_job,
        record.tabularium_webhook, record.tabularium_notice, record.tabularium_favorite, record.tabularium_identity,
        record.tabularium_factor,
        record.tabularium_dashboard_roles_links, record.tabularium_dashboard, record.tabularium_user
    `)
    await target.query(`
      create schema tabularium;
      create table tabularium.migrations (number integer primary key, name text not null,
        applied_on timestamp(3) with time zone not null default now());
      insert into tabularium.migrations (number, name) values (1, 'users-and-sessions');
    `)
    await target.query(await readFile(new URL('001-users-and-sessions.sql', folder), 'utf8'))
    const [user] = await stage.database.query<{ hash: string }>('select password as hash from record.tabularium_user')
    await target.query(
      "insert into tabularium.users (username, name, password_hash, admin) values ('admin', 'Admin', $1, true)",
      [user?.hash],
    )
  }

  it('is migrated without loss', () => {
    const titles = migrated.applied.map(({ title }) => title)
    const own = titles.filter((title) => title.startsWith('Apply the service migration'))
    expect(own.slice(0, 3)).toEqual([
      'Apply the service migration 002-journal',
      'Apply the service migration 003-searches',
      'Apply the service migration 004-access',
    ])
    expect(titles.slice(own.length)).toEqual([
      `Keep a journal and counts for ${Shelf.name}`,
      `Keep a journal and counts for ${Item.name}`,
    ])
    expect(migrated.remaining).toEqual([])
  })

  it('has its records counted', async () => {
    expect((await client.find(Shelf.name, '?limit=0')).json).toMatchObject({ total: 3000 })
    const deep = await client.find(Shelf.name, '?offset=2500&limit=3')
    expect(deep.json?.data).toMatchObject([2501, 2502, 2503].map((n) => ({ id: n * 7, code: `old ${n}` })))
    recordOf(await client.create(Shelf.name, { code: 'new' }))
    expect((await client.delete(Shelf.name, 7)).status).toBe(200)
    expect((await client.delete(Shelf.name, 14)).status).toBe(200)
    expect((await client.find(Shelf.name, '?limit=0')).json).toMatchObject({ total: 2999 })
  })

  it('has records without a history, which begins now', async () => {
    const old = recordOf(await client.read(Shelf.name, 21))
    expect(old).toMatchObject({
      version: 3,
      createdOn: '2025-01-01T00:00:00.000Z',
      updatedOn: '2025-06-01T00:00:00.000Z',
    })
    expect(shown(await client.history(Shelf.name, 21))).toEqual(success([], { offset: 0, total: 0 }))
    // Rollups are figures of the present, so a version does not have them.
    const { itemCount: _1, worth: _2, lastSeen: _3, lastState: _4, ...version } = old
    expect(shown(await client.readVersion(Shelf.name, 21, 3))).toEqual(success([version]))
    expect(shown(await client.readVersion(Shelf.name, 21, 2))).toEqual(refusal('version-not-found'))
    recordOf(await client.update(Shelf.name, 21, { version: 3, code: 'changed' }))
    expect((await client.history(Shelf.name, 21)).json).toMatchObject({
      total: 1,
      data: [{ version: 4, changes: { code: { from: 'old 3', to: 'changed' } } }],
    })
    expect(recordOf(await client.readVersion(Shelf.name, 21, 3))).toMatchObject({ version: 3, code: 'old 3' })
    expect((await client.update(Shelf.name, 21, { version: 2, code: 'x' })).json?.data).toMatchObject({ base: null })
    expect((await client.update(Shelf.name, 21, { version: 3, code: 'x' })).json?.data).toMatchObject({
      base: { version: 3, code: 'old 3' },
    })
  })

  it('can restore a record that is deleted now', async () => {
    expect((await client.delete(Shelf.name, 28)).status).toBe(200)
    expect(recordOf(await client.restore(Shelf.name, 28, { version: 1, toVersion: 0 }))).toMatchObject({
      id: 28,
      version: 2,
      code: 'old 4',
    })
  })
})
