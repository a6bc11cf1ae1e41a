import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import {
  boolean,
  choice,
  computed,
  date,
  dateTime,
  decimal,
  expression,
  integer,
  json,
  model,
  reference,
  text,
} from '../../src/index.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import { inspectRecords } from '../../src/schema/inspectRecords.ts'
import { planMigration } from '../../src/schema/planMigration.ts'
import type { Query } from '../../src/schema/RecordState.ts'
import type { Step } from '../../src/schema/Step.ts'
import { sql } from '../../src/sql/sql.ts'
import { contactsFolder, runTabularium, spawnTabularium } from '../harness/commandLine.ts'
import { createDatabase } from '../harness/database.ts'
import { toModels } from '../harness/everyType.ts'
import { interrupt, interruptions, using } from '../harness/interrupt.ts'
import { until } from '../harness/poll.ts'
import { Box, Shelf } from '../harness/shop.ts'
import { useMigrator } from '../harness/useMigrator.ts'

/**
 * Between these two nearly everything changes that can: names, types, demands, templates, references, whole models. New
 * columns are filled, and conditions over records come that what was filled must meet.
 */
const before = toModels([
  Box,
  model({ name: 'shop.Past', title: 'name', fields: { name: text(), box: reference(Box) } }),
  model({
    name: 'shop.Item',
    title: 'full',
    fields: {
      full: computed('{name} {size}', { unique: true }),
      name: text({ required: true, max: 50 }),
      size: integer({ min: 0, indexed: true }),
      price: decimal({ precision: 9, scale: 2, default: '1.00' }),
      note: text(),
      flag: boolean(),
      state: choice(['a', 'b']),
      day: date(),
      extra: json(),
      box: reference(Box),
      code: text({ max: 20 }),
      color: text({ required: true }),
    },
  }),
])
const isA = { fieldName: 'state', operator: '=', value: 'a' } as const
const after = toModels([
  Box,
  Shelf,
  model({
    name: 'shop.Thing',
    was: 'shop.Item',
    title: 'full',
    unique: [{ name: 'onceRed', fields: ['width'], where: isA, message: 'is there already' }],
    noOverlap: [{ name: 'oneAtATime', by: ['place'], from: 'fromOn', to: 'toOn', message: 'is taken then' }],
    atMost: [{ name: 'fiveInAPlace', count: 5, by: ['place'], message: 'is full' }],
    fields: {
      full: computed('{name}/{width}', { unique: true }),
      short: computed('{name}'),
      name: text({ required: true, max: 60 }),
      width: integer({ min: 0, indexed: true, was: 'size' }),
      price: decimal({ precision: 12, scale: 4, default: '2.00' }),
      flag: boolean({ required: true, default: true }),
      state: choice(['a', 'b', 'c']),
      day: dateTime(),
      extra: boolean(),
      place: reference(Box, { was: 'box' }),
      shelf: reference(Shelf),
      code: text({ max: 20, unique: true }),
      color: text(),
      count: integer({ required: true, default: 0 }),
      label: text({ required: true, max: 90, fill: expression("concat(name, ' of ', width)") }),
      fromOn: date({ fill: expression('date(2026, 1, 1) + days(10 * width)') }),
      toOn: date({ fill: expression('date(2026, 1, 10) + days(10 * width)') }),
    },
  }),
])

const rows = sql`
  insert into record.shop_box (id, version, created_on, updated_on, code)
  values (1, 0, '2026-01-01', '2026-01-01', 'b');
  insert into record.shop_item
    (id, version, created_on, updated_on, name, size, price, note, flag, state, day, extra, box, code, color)
  select n, 0, '2026-01-01', '2026-01-01',
    'name' || n, n, n, 'note', case when n > 2 then false end, 'a', '2026-01-31', '{}', 1, 'c' || n, 'red'
  from generate_series(1, 5) as n`

const stage = useMigrator()

/** Puts the database where every migration here starts, in one go: hundreds of starts are needed. */
async function startOver(steps: readonly Step[]): Promise<void> {
  await stage.database.query('drop schema if exists record, tabularium cascade')
  if (steps.length === 0) return
  await stage.database.query(steps.flatMap((step) => step.statements).join(';\n'))
  await stage.database.query(rows.toText())
}

/** Migrates the database to the models, whatever its state, and returns a description of it. */
async function finish() {
  return using(stage.database.url, async (connection) => {
    const query: Query = (statement) => connection.query(statement)
    const { remaining } = await applyMigration(connection, after, { allowDataLoss: true })
    const things = await query(sql`select to_jsonb(thing)::text as thing from record.shop_thing as thing order by id`)
    const tallies = await query(sql`select key, records from tabularium.tallies order by key`)
    return { remaining, state: await inspectRecords(query), things: things.map(({ thing }) => thing), tallies }
  })
}

describe('a migration that ends at any statement', () => {
  it.each([
    ['before the statement is sent', before, false, 60],
    ['while the statement runs', before, true, 60],
    ['from an empty database', undefined, false, 30],
  ])('is completed by the next one: %s', async (_, first, sent, statements) => {
    await startOver([])
    const steps = first ? await planMigration(stage.query, first) : []
    await stage.apply(after)
    const fresh = await inspectRecords(stage.query)
    await startOver(steps)
    const expected = await finish()
    expect(expected).toMatchObject({ remaining: [], state: fresh, things: { length: first ? 5 : 0 } })
    expect(expected.tallies).toEqual(first ? [{ key: '[1]', records: '5' }] : [])
    for (const [index, thing] of expected.things.entries())
      expect(thing).toContain(`"label": "name${index + 1} of ${index + 1}"`)
    let last = 0
    for (const n of interruptions()) {
      await startOver(steps)
      const broken = await interrupt(stage.database.url, after, { n, sent })
      expect(await finish()).toEqual(expected)
      last = n
      if (!broken) break
    }
    expect(last).toBeGreaterThan(statements)
  })
})

describe('a migrator that is killed', () => {
  it('leaves an unfinished index, which the next one builds again', async () => {
    const database = await createDatabase()
    const other = await Connection.open(database.url)
    const query: Query = (statement) => other.query(statement)
    const expected = await inspectRecords(query)
    await other.query(sql`drop index record.com_example_contacts_contact_status_index`)
    await other.query(sql`begin; lock table record.com_example_contacts_contact in row exclusive mode`)
    const migrator = spawnTabularium(['migrate', 'apply', '--models', contactsFolder], { DATABASE_URL: database.url })
    const backend = await until('the index is begun and waits for the transaction', async () => {
      const [row] = await database.query<{ pid: number }>(
        `select pid from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock'
         and exists (select from pg_index where not indisvalid)`,
      )
      return row?.pid
    })
    migrator.kill('SIGKILL')
    await once(migrator, 'close')
    await database.query('select pg_terminate_backend($1)', [backend])
    await other.query(sql`commit`)
    expect(
      (await inspectRecords(query)).tables.flatMap(({ indexes }) => indexes.filter(({ valid }) => !valid)),
    ).toHaveLength(1)
    await runTabularium(['migrate', 'apply', '--models', contactsFolder], { DATABASE_URL: database.url })
    expect(await inspectRecords(query)).toEqual(expected)
    await other.close()
    await database.drop()
  })
})
