import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examine, type ExamineOptions } from '../src/command/doctor/examine.ts'
import type { Check, Finding } from '../src/command/doctor/Finding.ts'
import { loadModels } from '../src/model/loadModels.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { type Client, recordOf } from './harness/client.ts'
import { contactsFolder } from './harness/commandLine.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'

const models = await loadModels(contactsFolder)
const table = 'record.com_example_contacts_contact'
let database: TestDatabase
let service: TestService
let client: Client

beforeAll(async () => {
  database = await createDatabase()
  service = await startService(database.url, { foldInterval: '50ms' })
  client = await loggedIn(service)
})

afterAll(async () => {
  client.close()
  await service.stop()
  await database.drop()
})

/** What doctor finds by one check. */
async function find(wanted: Check, options: Partial<ExamineOptions> = {}): Promise<Finding[]> {
  const connection = await Connection.open(database.url)
  try {
    const given = { rows: 10_000, recount: false, fix: false, ...options }
    const { findings } = await examine((statement) => connection.query(statement), models, given)
    return findings.filter(({ check }) => check === wanted)
  } finally {
    await connection.close()
  }
}

async function create(lastName: string): Promise<number> {
  return recordOf(await client.create(Contact, { firstName: 'A', lastName })).id
}

describe('publications', () => {
  it('of all tables stop neither the fold, nor the trimming of the journal, nor rights', async () => {
    await database.query('create publication everything for all tables')
    expect(await find('replication')).toEqual([])
    await create('Published')
    const user = { username: 'published', password: 'correct-horse-battery', name: 'P' }
    expect((await client.create('tabularium.User', user)).status).toBe(200)
    await until('the deltas are folded', async () => {
      const [row] = await database.query<{ pending: string }>('select count(*) as pending from tabularium.count_deltas')
      return row?.pending === '0'
    })
    await database.query(`delete from tabularium.journal where request_id = 'never'`)
    await database.query('delete from tabularium.renamed_fields')
    expect(service.logs()).not.toContain('housekeeping failed')
  })

  it('that would stop them are named, with the line that helps', async () => {
    await database.query('alter table tabularium.count_deltas replica identity default')
    expect(await find('replication')).toEqual([
      {
        check: 'replication',
        what: 'The publication everything has tabularium.count_deltas, which has no replica identity.',
        why: 'PostgreSQL refuses to update that table or to delete from it: the service fails there.',
        advice: ['Run: alter table tabularium.count_deltas replica identity full'],
      },
    ])
    await database.query('alter table tabularium.count_deltas replica identity full')
    await database.query('drop publication everything')
  })

  it('of later months need nothing either', async () => {
    await database.query('select tabularium.prepare_journal(5)')
    const rows = await database.query(
      `select relname from pg_class where relname like 'journal\\_2%' and relkind = 'r' and relreplident <> 'f'`,
    )
    expect(rows).toEqual([])
  })
})

describe('sequences', () => {
  it('behind the records are found, and set right by --fix, past deleted records too', async () => {
    expect(await find('sequences')).toEqual([])
    const ids = [await create('One'), await create('Two')]
    const [, last = 0] = ids
    await client.delete(Contact, last, 0)
    await database.query(`select setval('${table}_ids', 1)`)
    const what = `The sequence of ${Contact} gave out 1 as its last id, but ${last} is or was in use.`
    expect(await find('sequences')).toMatchObject([{ what }])
    expect(await find('sequences', { fix: true })).toMatchObject([{ what, fixed: true }])
    expect(await find('sequences')).toEqual([])
    const [row] = await database.query<{ next: string }>(`select nextval('${table}_ids') as next`)
    expect(Number(row?.next)).toBe(last + 1)
  })

  it('of positions, behind the journal, is found and set right', async () => {
    await create('Positioned')
    const highest = 'select max(position)::int as n from tabularium.journal'
    const [before] = await database.query<{ n: number }>(highest)
    await database.query(`select setval('tabularium.positions', 1)`)
    const what = `The sequence of positions is at 1, but the journal has the position ${before?.n}.`
    expect(await find('sequences', { fix: true })).toMatchObject([{ what, fixed: true }])
    await create('After')
    const [after] = await database.query<{ n: number }>(highest)
    expect(after?.n).toBeGreaterThan(before?.n ?? Infinity)
  })
})

describe('the journal', () => {
  it('agrees with the records that the service writes', async () => {
    const id = await create('Three')
    await client.exchange('POST', `/ws/rest/${Contact}/${id}`, { body: { data: { version: 0, lastName: 'Four' } } })
    const gone = await create('Gone')
    await client.delete(Contact, gone, 0)
    expect(await find('journal', { journal: true })).toEqual([])
  })

  it('with an entry missing in the middle of a history is found', async () => {
    const id = await create('Five')
    for (const version of [0, 1, 2]) await client.update(Contact, id, { version, lastName: `After ${version}` })
    const entry = (version: number) =>
      `tabularium.journal where record = ${id} and version = ${version}
       and model = (select number from tabularium.models where name = '${Contact}')`
    await database.query(`create table kept as select * from ${entry(1)}`)
    await database.query(`delete from ${entry(1)}`)
    expect((await find('journal', { journal: true })).map(({ what }) => what)).toEqual([
      `1 of the records of ${Contact} lack an entry between two others.`,
    ])
    await database.query('insert into tabularium.journal overriding system value select * from kept')
    expect(await find('journal', { journal: true })).toEqual([])
  })

  it('that differs from the records is found', async () => {
    const [changed, lost, back] = [await create('Changed'), await create('Lost'), await create('Back')]
    await database.query(`update ${table} set version = 7 where id = $1`, [changed])
    await database.query(`delete from ${table} where id = $1`, [lost])
    await database.query(
      `insert into tabularium.journal (model, record, version, operation, request_id, changes)
       select model, record, written.version, written.operation::"char", 'by-hand', '{}'::json
       from tabularium.journal
       cross join (values (1, 'd'), (0, 'c')) as written(version, operation)
       where record = $1 and model = (select number from tabularium.models where name = $2)`,
      [back, Contact],
    )
    const found = await find('journal', { journal: true })
    expect(found.map(({ what }) => what)).toEqual([
      `1 of the records of ${Contact} have another version than their newest entry.`,
      `1 of the records of ${Contact} are gone without an entry of their delete.`,
      `1 of the records of ${Contact} exist although their newest entry is a delete.`,
      `1 of the records of ${Contact} have two entries for one version.`,
    ])
    expect(found[0]?.why).toContain(`The record ${changed} is one that differs.`)
  })
})
