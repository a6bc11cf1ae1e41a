import { describe, expect, it } from 'vitest'
import { choice, decimal, integer, reference, text } from '../src/index.ts'
import type { Model } from '../src/model/Model.ts'
import type { Relation } from '../src/model/relation/Relation.ts'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration, type Applied, type StepEvent } from '../src/schema/applyMigration.ts'
import { describeStatus } from '../src/schema/describeStatus.ts'
import { findDifference } from '../src/schema/findDifference.ts'
import { findSteps } from '../src/schema/findSteps.ts'
import { inspectRecords } from '../src/schema/inspectRecords.ts'
import { MigrationRefused } from '../src/schema/MigrationRefused.ts'
import { planMigration } from '../src/schema/planMigration.ts'
import type { Query } from '../src/schema/RecordState.ts'
import { sql } from '../src/sql/sql.ts'
import { everyType, withoutBuiltIn } from './harness/everyType.ts'
import { sizeOf } from './harness/rounds.ts'
import { Box, type Fields, shop } from './harness/shop.ts'
import { timed } from './harness/timed.ts'
import { useMigrator } from './harness/useMigrator.ts'

const stage = useMigrator()

/** The same model under another name, among others of its kind. */
function toCopy(model: Model, copy: number): Model {
  const fields = model.fields.map((field) =>
    field.type === 'reference' ? { ...field, target: field.target + copy } : field,
  )
  return { ...model, name: model.name + copy, fields, ...toExtras(model) }
}

/** All that a model can have beside its fields. */
function toExtras({ name, title }: Model): Pick<Model, 'relations' | 'search' | 'indexes'> {
  const others: Relation = { name: 'others', type: 'links', label: 'Others', onDelete: 'clear', target: `${name}0` }
  return { relations: [others], search: [title], indexes: [['-createdOn'], ['updatedOn', '-createdOn']] }
}

describe('a database is brought to the models', () => {
  it('from nothing, and a second time there is nothing to do', async () => {
    expect(await findDifference(stage.query, everyType)).toMatch(/service migration 001.*npx tabularium migrate plan/s)
    const { applied, remaining } = await stage.apply(everyType, { allowDataLoss: false })
    expect(applied.length).toBeGreaterThan(5)
    expect(remaining).toEqual([])
    expect(await planMigration(stage.query, everyType)).toEqual([])
    expect(await stage.apply(everyType)).toEqual({ applied: [], remaining: [] })
    expect(await findDifference(stage.query, everyType)).toBeUndefined()
    const { service, steps, unfinished } = await describeStatus(stage.query, everyType)
    expect({ steps, unfinished }).toEqual({ steps: 0, unfinished: [] })
    expect(service.every(({ appliedOn }) => appliedOn !== null)).toBe(true)
  })

  it('reports each step as it is done', async () => {
    const events: StepEvent[] = []
    let clock = 0
    await stage.apply(shop({ size: integer() }), { onStep: (event) => events.push(event), now: () => clock++ })
    expect(events.slice(0, 2)).toMatchObject([
      { state: 'started', number: 1, total: events.length / 2, duration: 1 },
      { state: 'done', number: 1, total: events.length / 2, duration: 2 },
    ])
  })

  it('what was changed with SQL is found and corrected', async () => {
    const models = shop({ size: integer({ default: 1, required: true, indexed: true, min: 0 }), box: reference(Box) })
    await stage.apply(models)
    const fresh = await inspectRecords(stage.query)
    await stage.database.query(`drop index record.shop_item_size_index; drop sequence record.shop_item_ids;
      alter table record.shop_item alter column size drop default, alter column size drop not null,
        add column extra text;
      alter table record.shop_item drop constraint shop_item_box_reference; create table record.other (id bigint)`)
    expect(await findDifference(stage.query, models)).toContain('and 9 more')
    await stage.apply(models)
    expect(await inspectRecords(stage.query)).toEqual(fresh)
  })

  it('a database of a newer version is left alone', async () => {
    await stage.database.query(`insert into tabularium.migrations (number, name) values (999, 'to-come')`)
    await expect(stage.apply(shop({}))).rejects.toThrow(/999-to-come.*Use that version/s)
    expect(await findDifference(stage.query, shop({}))).toContain('999-to-come')
    await stage.database.query('delete from tabularium.migrations where number = 999')
  })
})

describe('while a newer version is rolled out', () => {
  it('its additions do not affect a running process, but missing objects are still reported', async () => {
    await stage.makeShop({ size: integer() }, ['1'])
    const old = shop({ size: integer() })
    await stage.apply(
      shop({ size: integer({ indexed: true, required: true }), more: text({ required: true, default: '' }) }),
    )
    const required = (await findSteps(stage.query, old)).filter((step) => step.required)
    expect(required.map(({ title }) => title)).toContain('Let shop.Item.size be empty')
    expect(await findDifference(stage.query, old, { requiredOnly: true })).toContain('newer models')
    await stage.apply(shop({ size: integer({ indexed: true }), more: text({ required: true, default: '' }) }))
    expect(await findDifference(stage.query, old)).toContain('newer models')
    expect(await findDifference(stage.query, old, { requiredOnly: true })).toBeUndefined()
    expect(await findDifference(stage.query, shop({ size: text() }), { requiredOnly: true })).toContain('convert size')
  })
})

describe('a plan that cannot be completed, or that loses data without consent, is not started', () => {
  const refusals: [what: string, before: Fields, values: string[], after: Fields, message: RegExp][] = [
    ['a field is dropped', { size: integer() }, ['1'], {}, /all values of shop.Item.size.*--allow-data-loss/s],
    [
      'a new required field',
      {},
      [`'a'`],
      { size: integer({ required: true }) },
      /shop.Item.size is new and required.*Give it a default.*Records: 1\./s,
    ],
    [
      'missing values',
      { size: integer() },
      ['1', 'null'],
      { size: integer({ required: true }) },
      /without a value.*Records: 2\./s,
    ],
    [
      'duplicates',
      { size: integer() },
      ['1', '2', '1'],
      { size: integer({ unique: true }) },
      /becomes unique.*Records: 1 and 3\./s,
    ],
    [
      'duplicates under the old name',
      { size: integer() },
      ['1', '1'],
      { width: integer({ unique: true, was: 'size' }) },
      /becomes unique.*Records: 1 and 2\./s,
    ],
    [
      'a stricter check',
      { size: integer() },
      ['1', '-5'],
      { size: integer({ min: 0 }) },
      /breaks what shop.Item.size is declared to allow.*Records: 2\./s,
    ],
    [
      'fewer choices',
      { state: choice(['a', 'b']) },
      [`'a'`, `'b'`],
      { state: choice(['a']) },
      /breaks what shop.Item.state.*Records: 2\./s,
    ],
    [
      'text that is no number',
      { size: text() },
      [`'12'`, `'12 cm'`, 'null'],
      { size: integer() },
      /becomes bigint.*Records: 2\./s,
    ],
    [
      'a number that is too great',
      { size: integer() },
      ['12345'],
      { size: decimal({ precision: 5, scale: 2 }) },
      /becomes numeric\(5,2\).*Records: 1\./s,
    ],
    [
      'a reference to nothing',
      { box: integer() },
      ['null', '77'],
      { box: reference(Box) },
      /with ids that do not exist.*Records: 2\./s,
    ],
  ]
  it.each(refusals)('%s', async (_, before, values, after, message) => {
    await stage.makeShop(before, values)
    const state = await inspectRecords(stage.query)
    const refusal = await stage.apply(shop(after), { allowDataLoss: false }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(MigrationRefused)
    expect(String(refusal)).toMatch(message)
    expect(String(refusal)).toContain('Nothing was changed')
    expect(await inspectRecords(stage.query)).toEqual(state)
  })

  it('a problem that appears only while it runs is reported as well, and the rest can follow', async () => {
    await stage.makeShop({ size: integer() }, ['1', '2'])
    const spoil = async ({ state, step }: StepEvent) => {
      if (state === 'started' && step.title.startsWith('Keep unique'))
        await stage.database.query('update record.shop_item set size = 1')
    }
    const models = shop({ size: integer({ unique: true }) })
    const events: Promise<void>[] = []
    const held = {
      query: async (statement: Parameters<Query>[0]) => (await Promise.all(events), stage.connection.query(statement)),
    }
    const run = applyMigration(held, models, {
      allowDataLoss: false,
      onStep: (event) => void events.push(spoil(event)),
    })
    await expect(run).rejects.toThrow(/Keep unique shop.Item.size.*could not create unique index.*Make them differ/s)
    expect((await describeStatus(stage.query, models)).unfinished).toEqual([])
    await stage.database.query('update record.shop_item set size = id')
    expect((await stage.apply(models)).remaining).toEqual([])
  })
})

describe('a table that is in use', () => {
  it('a step that gets no lock yields to requests, and is tried again', async () => {
    await stage.makeShop({ size: integer() }, ['1'])
    const other = await Connection.open(stage.database.url)
    await other.query(sql`begin`)
    await other.query(sql`select from record.shop_item`)
    const messages: (string | undefined)[] = []
    const onStep = ({ state, message }: StepEvent) => {
      if (state !== 'retrying') return
      messages.push(message)
      if (messages.length === 2) void other.query(sql`commit`)
    }
    const { applied, remaining } = await stage.apply(shop({ size: integer(), more: text() }), {
      lockTimeout: 50,
      onStep,
    })
    await other.close()
    expect(applied.map(({ title }) => title)).toEqual(['Add shop.Item.more'])
    expect(remaining).toEqual([])
    expect(messages.slice(0, 2)).toEqual([
      'got no lock, attempt 1 of 11; next one in 200 ms',
      'got no lock, attempt 2 of 11; next one in 400 ms',
    ])
  })

  it('in the end it says which session blocks it', async () => {
    await stage.makeShop({ size: integer() }, ['1'])
    const other = await Connection.open(stage.database.url)
    await other.query(sql`begin`)
    await other.query(sql`select from record.shop_item`)
    const run = stage.apply(shop({ more: text(), size: integer() }), { lockTimeout: 50, retries: 1 })
    await expect(run).rejects.toThrow(/Add shop.Item.more.*lock timeout.*A transaction holds the table/s)
    await other.close()
    expect((await stage.apply(shop({ more: text(), size: integer() }))).remaining).toEqual([])
  })
})

describe('one runner at a time', () => {
  it('a second one reports the running one, waits, and then finds it done', async () => {
    await stage.makeShop({}, [`'a'`])
    const second = await Connection.open(stage.database.url)
    const models = shop({ size: integer({ indexed: true }), box: reference(Box) })
    const waiting: string[] = []
    let later: Promise<Applied> | undefined
    const onStep = () => {
      later ??= applyMigration(second, models, { allowDataLoss: false, onWait: (message) => waiting.push(message) })
    }
    const first = await stage.apply(models, { onStep })
    expect(await later).toEqual({ applied: [], remaining: [] })
    await second.close()
    expect(first.applied.length).toBe(6)
    expect(waiting).toEqual([
      expect.stringMatching(/^Another migration is running.*127\.0\.0\.1.*PostgreSQL process \d+/),
    ])
  })

  it('a second one does not wait for ever', async () => {
    const second = await Connection.open(stage.database.url)
    let later: Promise<unknown> | undefined
    const impatient = { allowDataLoss: false, patience: 0 }
    await stage.makeShop({}, [])
    await stage.apply(shop({ size: integer() }), {
      onStep: () => {
        later ??= applyMigration(second, shop({}), impatient).catch((error: unknown) => error)
      },
    })
    expect(String(await later)).toMatch(/^MigrationRefused: Another migration is running.*Nothing was changed/)
    await second.close()
  })
})

/** Last, so that no other test has to drop them. */
describe('hundreds of models', () => {
  it('300 are compared well within a second', timed, async () => {
    // Each is two models. Fewer in CI: a comparison is far below the limit there, also on a slow machine.
    const copies = Array.from({ length: sizeOf({ inCi: 30, long: 150 }) }, (_, copy) =>
      withoutBuiltIn(everyType).all.map((model) => toCopy(model, copy)),
    )
    const models = withBuiltIn(copies.flat())
    expect((await stage.apply(models)).remaining).toEqual([])
    const times: number[] = []
    for (let run = 0; run < 3; run++) {
      const start = performance.now()
      expect(await planMigration(stage.query, models)).toEqual([])
      times.push(performance.now() - start)
    }
    // Other tests run beside it: one that is disturbed says nothing.
    expect(Math.min(...times)).toBeLessThan(800)
  })
})
