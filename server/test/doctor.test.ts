import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examine, type ExamineOptions } from '../src/command/doctor/examine.ts'
import type { Finding } from '../src/command/doctor/Finding.ts'
import { loadModels } from '../src/model/loadModels.ts'
import { Models } from '../src/model/Models.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { contactsFolder } from './harness/commandLine.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { until } from './harness/poll.ts'
import { runCommand } from './harness/runCommand.ts'
import { loggedIn, startService } from './harness/service.ts'

const table = 'record.com_example_contacts_contact'
const models = await loadModels(contactsFolder)

/** A database that a test damages, and the findings of doctor. */
function useDatabase({ empty = false } = {}) {
  let stage: { database: TestDatabase; connection: Connection } | undefined
  beforeAll(async () => {
    const database = await createDatabase({ empty })
    stage = { database, connection: await Connection.open(database.url) }
  })
  afterAll(async () => {
    await stage?.connection.close()
    await stage?.database.drop()
  })
  const require = () => {
    if (!stage) throw new Error('The database is made before the tests and not while they are declared.')
    return stage
  }
  return {
    query: (text: string, values?: unknown[]) => require().database.query(text, values),
    url: () => require().database.url,
    connection: () => require().connection,
    find: async (options: Partial<ExamineOptions> = {}, of: Models = models): Promise<readonly Finding[]> => {
      const wanted = { rows: 10_000, recount: false, fix: false, ...options }
      const { findings } = await examine((statement) => require().connection.query(statement), of, wanted)
      return findings
    },
  }
}

type ServiceUnderTest = ReturnType<typeof useDatabase>

/** Inserts contacts with SQL, without counting them unless requested. */
async function fill(stage: ServiceUnderTest, count: number): Promise<void> {
  await stage.query(
    `insert into ${table} (id, version, created_on, updated_on, first_name, last_name, phone, status)
     select nextval('record.com_example_contacts_contact_ids'), 0, now(), now(), 'Ada', 'Number ' || i, '+' || i, 'lead'
     from generate_series(1, $1) i`,
    [count],
  )
  await tellStatistics(stage)
}

/** PostgreSQL reports the statistics of a session with a delay. */
async function tellStatistics(stage: ServiceUnderTest): Promise<void> {
  await stage.query('select pg_stat_force_next_flush()')
}

async function countDeltas(stage: ServiceUnderTest, change: number, rows = 1): Promise<void> {
  await stage.query(
    `insert into tabularium.count_deltas (model, block, change)
     select (select number from tabularium.models where name = $1), 0, $2 from generate_series(1, $3)`,
    [Contact, change, rows],
  )
}

/** Contact with one more index. */
function withIndex(keys: string[]): Models {
  return new Models(
    models.all.map((one) => (one.name === Contact ? { ...one, indexes: [...(one.indexes ?? []), keys] } : one)),
  )
}

describe('searches that read whole tables', () => {
  const stage = useDatabase()
  const canary = 'canary-7777'

  beforeAll(async () => {
    await fill(stage, 12_000)
    await countDeltas(stage, 12_000)
    await stage.query(`vacuum analyze ${table}`)
    const service = await startService(stage.url())
    const client = await loggedIn(service)
    const search = (criteria: object[], more: object = {}) =>
      client.exchange('POST', `/ws/rest/${Contact}/search`, { body: { data: { criteria }, limit: 5, ...more } })
    const phone = { fieldName: 'phone', operator: '=', value: canary }
    for (let times = 0; times < 3; times++) recordsOf(await search([phone], { sortBy: ['-credit'] }))
    recordsOf(await search([phone], { sortBy: ['-credit'], fields: ['lastName'], total: false }))
    recordsOf(await search([{ fieldName: 'notes', operator: 'like', value: canary }]))
    recordsOf(await search([], { sortBy: ['lastName', 'firstName'] }))
    recordsOf(await search([{ fieldName: 'id', operator: '=', value: 7777 }]))
    recordsOf(await client.find(Contact))
    client.close()
    await service.stop()
  })

  it('are recorded when the service ends: their shapes and how often, and never a value', async () => {
    const noted = await stage.query('select model, summary, uses::integer from tabularium.searches order by summary')
    expect(noted).toEqual([
      { model: Contact, summary: `${Contact} sorted by lastName, firstName`, uses: 1 },
      { model: Contact, summary: `${Contact} where id = …`, uses: 1 },
      { model: Contact, summary: `${Contact} where notes like …`, uses: 1 },
      { model: Contact, summary: `${Contact} where phone = … sorted by -credit`, uses: 3 },
      { model: Contact, summary: `${Contact} where phone = … sorted by -credit, without total`, uses: 1 },
    ])
    const [all] = await stage.query('select string_agg(s::text, chr(10)) as text from tabularium.searches s')
    expect(all?.['text']).toContain('phone')
    expect(all?.['text']).not.toMatch(/canary|7777/)
  })

  it('are named with what to declare, the most used first; searches that an index serves are not', async () => {
    expect(await stage.find()).toEqual([
      {
        check: 'searches',
        what: expect.stringMatching(
          new RegExp(
            '^com\\.example\\.contacts\\.Contact where phone = … sorted by -credit: reads all of ' +
              'com\\.example\\.contacts\\.Contact \\(about 12,000 records\\)\\. Used 4 times, last on 20\\d\\d-',
          ),
        ),
        why: expect.stringContaining('statement timeout'),
        advice: [
          expect.stringContaining(
            "indexes: [['lastName', 'firstName'], ['-createdOn'], ['createdBy'], ['phone', '-credit']]",
          ),
        ],
      },
      {
        check: 'searches',
        what: expect.stringContaining('where notes like …: reads all of'),
        why: expect.any(String),
        advice: [expect.stringContaining("declare search: ['fullName', 'email', 'notes']")],
      },
    ])
  })

  it('do not matter in tables of few rows', async () => {
    expect(await stage.find({ rows: 20_000 })).toEqual([])
  })

  it('are served by an index when the advice is followed', async () => {
    const better = withIndex(['phone', '-credit'])
    await applyMigration(stage.connection(), better, { allowDataLoss: false })
    const findings = await stage.find({}, better)
    expect(findings.map(({ what }) => what)).toEqual([expect.stringContaining('where notes like …')])
    await applyMigration(stage.connection(), models, { allowDataLoss: true })
  })

  it('are skipped if they no longer fit the schema, and are never run', async () => {
    const forged = [
      'select gone from record.gone where id = $1::bigint',
      `select 1; delete from ${table}`,
      `with gone as (delete from ${table} returning id) select id from gone`,
      'select pg_terminate_backend(pg_backend_pid())',
    ]
    for (const text of forged)
      await stage.query(
        `insert into tabularium.searches (digest, model, summary, shape, text, uses)
          values (sha256(convert_to($1, 'UTF8')), 'x', 'x', '{}', $1, 1)`,
        [text],
      )
    const report = JSON.parse(await doctor(stage, ['--json', '--rows', '20000']))
    expect(report).toEqual({ searches: { examined: 7, outdated: 2 }, foreign: [], findings: [] })
    expect(await stage.query(`select count(*)::integer as count from ${table}`)).toEqual([{ count: 12_000 }])
  })

  it('are forgotten after 30 days, and beyond a thousand', async () => {
    await stage.query("update tabularium.searches set last_used_on = now() - interval '31 days' where model = 'x'")
    await stage.query(
      `insert into tabularium.searches (digest, model, summary, shape, text, uses, last_used_on)
       select sha256(i::text::bytea), 'y', 'y', '{}', 'select ' || i, 1, now() - interval '1 day'
       from generate_series(1, 2000) i`,
    )
    const service = await startService(stage.url())
    const kept = await until('the searches are tidied', async () => {
      const rows = await stage.query('select model from tabularium.searches')
      return rows.length <= 1_000 ? rows.map(({ model }) => String(model)) : undefined
    })
    expect(kept).toHaveLength(1_000)
    expect(kept.filter((model) => model !== 'y')).toEqual(Array.from({ length: 5 }, () => Contact))
    await service.stop()
  })
})

/** Runs the command to its end; throws if it ends with anything but 0. */
function doctor(stage: ServiceUnderTest, args: string[] = []): Promise<string> {
  return runCommand(['doctor', '--models', contactsFolder, ...args], { DATABASE_URL: stage.url() })
}

describe('a database with problems', () => {
  const stage = useDatabase()

  it('has no findings at first', async () => {
    expect(await doctor(stage, ['--recount'])).toBe('Nothing found; 0 noted searches looked at.\n')
  })

  it('has an index that is not valid', async () => {
    const index = 'record.com_example_contacts_contact_status_index'
    await stage.query('update pg_index set indisvalid = false where indexrelid = $1::regclass', [index])
    const findings = await stage.find()
    expect(findings.map(({ check, what }) => `${check}: ${what}`)).toEqual([
      expect.stringMatching(/^schema: .*Drop the unfinished index/),
      `indexes: The index ${index} is not valid.`,
    ])
    await applyMigration(stage.connection(), models, { allowDataLoss: false })
    expect(await stage.find()).toEqual([])
  })

  it('has no partition of the journal for the month to come', async () => {
    const [month] = await stage.query(
      `select to_char((now() at time zone 'UTC') + interval '1 month', 'YYYY_MM') as name`,
    )
    await stage.query(`drop table tabularium.journal_${month?.['name']}`)
    expect(await stage.find()).toEqual([
      {
        check: 'journal',
        what: `The journal has no partition for ${String(month?.['name']).replace('_', '-')}.`,
        why: 'When that month begins, every write fails.',
        advice: [expect.stringContaining('prepare_journal(3)'), expect.stringContaining('housekeeping failed')],
      },
    ])
    await stage.query('select tabularium.prepare_journal(3)')
    expect(await stage.find()).toEqual([])
  })

  it('has counts that are not folded', async () => {
    await countDeltas(stage, 0, 10_001)
    expect((await stage.find()).map(({ check, what }) => `${check}: ${what}`)).toContain(
      'fold: 10001 changes of counts wait to be folded.',
    )
    await stage.query('delete from tabularium.count_deltas')
    await tellStatistics(stage)
    await stage.query('vacuum tabularium.count_deltas')
  })

  it('has a table that is not analyzed', async () => {
    await stage.query(`alter table ${table} set (autovacuum_enabled = false)`)
    await stage.query(`analyze ${table}`)
    await fill(stage, 20_000)
    await countDeltas(stage, 20_000)
    const told = (await stage.find()).filter(({ check }) => check === 'statistics')
    expect(told.map(({ what }) => what)).toEqual([
      `${table} was written to in 20000 rows since it was analyzed, and has about 20000.`,
      `${table} got 20000 rows since it was vacuumed, and has about 20000.`,
    ])
    await stage.query(`vacuum analyze ${table}`)
    expect(await stage.find()).toEqual([])
  })
})

describe('counts that differ from the records', () => {
  const stage = useDatabase()

  it('are reported only with --recount, and corrected with --fix', async () => {
    await fill(stage, 3_000)
    expect(await stage.find()).toEqual([])
    const what = `The counts say that there are 0 records of ${Contact}; there are 3000.`
    expect(await stage.find({ recount: true })).toEqual([
      { check: 'counts', what, why: expect.any(String), advice: [expect.stringContaining('--recount --fix')] },
    ])
    expect(await doctor(stage, ['--recount', '--fix'])).toMatch(/^1\. The counts say .*\n {3}why: .*\n {3}set right\n/)
    expect(await stage.find({ recount: true })).toEqual([])
  })

  it('are reported if only their sum is right', async () => {
    await stage.query(
      `update tabularium.counts set records = records + case block when 0 then 5 else -5 end
       where level = 1 and block in (0, 1) and model = (select number from tabularium.models where name = $1)`,
      [Contact],
    )
    expect((await stage.find({ recount: true })).map(({ what }) => what)).toEqual([
      `The counts of ${Contact} are right in sum (3000), but not in 2 blocks of ids.`,
    ])
    expect((await stage.find({ recount: true, fix: true })).map(({ fixed }) => fixed)).toEqual([true])
    expect(await stage.find({ recount: true })).toEqual([])
  })

  it('are correct after a fix while others write', async () => {
    const service = await startService(stage.url(), { foldInterval: '50ms' })
    const client = await loggedIn(service, 8)
    let writing = true
    const writers = Array.from({ length: 8 }, async () => {
      for (let count = 0; writing; count++) {
        const { id } = recordOf(await client.create(Contact, { firstName: 'Ada', lastName: 'Writes' }))
        if (count % 3 === 0) await client.delete(Contact, id)
      }
    })
    for (let round = 0; round < 5; round++) {
      await stage.query(`delete from ${table} where id in (select id from ${table} order by id limit 100)`)
      expect((await stage.find({ recount: true, fix: true })).map(({ fixed }) => fixed)).toEqual([true])
    }
    writing = false
    await Promise.all(writers)
    const [row] = await stage.query(`select count(*)::integer as count from ${table}`)
    expect((await client.find(Contact, '?limit=0')).json?.total).toBe(row?.['count'])
    expect(await stage.find({ recount: true })).toEqual([])
    client.close()
    await service.stop()
  })
})

describe('the command', () => {
  const stage = useDatabase({ empty: true })

  it('says which command to run on an empty database, and ends with 1', async () => {
    await expect(doctor(stage)).rejects.toThrow(
      /ended with 1: 1\. The database does not have the schema .*migrate apply/s,
    )
  })

  it('refuses rows that are not a number', async () => {
    await expect(doctor(stage, ['--rows', 'many'])).rejects.toThrow(/ended with 2: .*must be a whole number/)
  })
})
