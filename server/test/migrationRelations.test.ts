import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computed, integer, links, model, text } from '../src/index.ts'
import type { Models } from '../src/model/Models.ts'
import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { PageTokens } from '../src/plan/pageToken.ts'
import { planSearch } from '../src/plan/search.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { describeStatus } from '../src/schema/describeStatus.ts'
import { findDifference } from '../src/schema/findDifference.ts'
import { findSteps } from '../src/schema/findSteps.ts'
import { inspectRecords } from '../src/schema/inspectRecords.ts'
import { planMigration } from '../src/schema/planMigration.ts'
import { sql } from '../src/sql/sql.ts'
import { openAuthCheck } from '../src/statement/authorization/authCheck.ts'
import { searchStatement } from '../src/statement/search.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { dumpSchema } from './harness/dumpSchema.ts'
import { toModels } from './harness/everyType.ts'
import { interrupt, interruptions } from './harness/interrupt.ts'
import { Box, type Fields, Shelf } from './harness/shop.ts'
import { useMigrator } from './harness/useMigrator.ts'

const tokens = new PageTokens(new Uint8Array(32))

const stage = useMigrator()

/** A shop whose items have these fields and options. */
function shop(fields: Fields, options: object = {}): Models {
  const item = { name: 'shop.Item', title: 'name', fields: { name: text({ max: 99 }), ...fields } as Fields }
  return toModels([Box, Shelf, model({ ...item, ...options })])
}

/** The shop as a new database would have it. */
async function makeAnew(models: Models): Promise<string> {
  await stage.apply(toModels([]))
  await stage.apply(models)
  return dumpSchema(stage.database, 'record')
}

const linked = shop({ boxes: links(Box) })

/** A shop with three items, two boxes and four links. */
async function makeLinked(models: Models = linked): Promise<void> {
  await makeAnew(models)
  for (const [table, ids] of [
    ['shop_item', 3],
    ['shop_box', 2],
  ])
    await stage.database.query(
      `insert into record.${table} (id, version, created_on, updated_on) select n, 0, now(), now()
        from generate_series(1, ${ids}) as n`,
    )
  await stage.database.query('insert into record.shop_item_boxes_links values (1, 1), (1, 2), (2, 2), (3, 1)')
}

async function linksIn(table: string): Promise<string[]> {
  const rows = await stage.database.query<{ source: string; target: string }>(
    `select source, target from record.${table} order by source, target`,
  )
  return rows.map(({ source, target }) => `${source}-${target}`)
}

const Thing = { name: 'shop.Thing', was: 'shop.Item' }
const renames: [what: string, after: Models, table: string][] = [
  ['the relation', shop({ crates: links(Box, { was: 'boxes' }) }), 'shop_item_crates_links'],
  ['the model', shop({ boxes: links(Box) }, Thing), 'shop_thing_boxes_links'],
  ['both', shop({ crates: links(Box, { was: 'boxes' }) }, Thing), 'shop_thing_crates_links'],
  [
    'the model that is linked to',
    toModels([
      Shelf,
      model({ name: 'shop.Crate', was: 'shop.Box', title: 'code', fields: { code: text() } }),
      model({ name: 'shop.Item', title: 'name', fields: { name: text({ max: 99 }), boxes: links('shop.Crate') } }),
    ]),
    'shop_item_boxes_links',
  ],
]

describe('links', () => {
  it.each(renames)('none is lost if %s has a new name', async (_, after, table) => {
    const fresh = await makeAnew(after)
    await makeLinked()
    expect((await stage.apply(after, { allowDataLoss: false })).remaining).toEqual([])
    expect(await linksIn(table)).toEqual(['1-1', '1-2', '2-2', '3-1'])
    expect(await dumpSchema(stage.database, 'record')).toBe(fresh)
  })

  it('are dropped with their relation, only if data loss is allowed', async () => {
    await makeLinked()
    await expect(stage.apply(shop({}), { allowDataLoss: false })).rejects.toThrow(/all links in shop_item_boxes_links/)
    expect(await linksIn('shop_item_boxes_links')).toHaveLength(4)
    expect((await stage.apply(shop({}))).remaining).toEqual([])
    const tables = (await inspectRecords(stage.query)).tables.map(({ name }) => name)
    expect(tables.filter((name) => name.startsWith('shop_'))).toEqual(['shop_box', 'shop_item', 'shop_shelf'])
  })

  it('are replaced if they point to another model, only if data loss is allowed', async () => {
    const after = shop({ boxes: links(Shelf) })
    const fresh = await makeAnew(after)
    await makeLinked()
    await expect(stage.apply(after, { allowDataLoss: false })).rejects.toThrow(/It loses all links of shop.Item.boxes/)
    expect((await stage.apply(after)).remaining).toEqual([])
    expect(await linksIn('shop_item_boxes_links')).toEqual([])
    expect(await dumpSchema(stage.database, 'record')).toBe(fresh)
  })

  it('are between records that exist, each once', async () => {
    await makeLinked()
    const refused = (statement: string) =>
      stage.database.query(statement).catch((error: { constraint?: string }) => error.constraint)
    expect(await refused('delete from record.shop_item where id = 3')).toBe('shop_item_boxes_links_source_reference')
    expect(await refused('delete from record.shop_box where id = 2')).toBe('shop_item_boxes_links_target_reference')
    expect(await refused('insert into record.shop_item_boxes_links values (1, 1)')).toBe('shop_item_boxes_links_pkey')
  })

  it('belong to the models: there is nothing to do about them, and nothing unfinished', async () => {
    await makeLinked()
    expect(await findDifference(stage.query, linked)).toBeUndefined()
    const status = await describeStatus(stage.query, linked)
    expect(status).toMatchObject({ steps: 0, unfinished: [] })
    const tables = status.models.map(({ table }) => table).filter((table) => table.startsWith('shop_'))
    expect(tables).toEqual(['shop_box', 'shop_shelf', 'shop_item'])
  })

  it('of a newer version do not affect a running process; missing ones are still reported', async () => {
    await makeAnew(shop({ boxes: links(Box) }, { search: ['name'], indexes: [['name', '-createdOn']] }))
    expect((await findSteps(stage.query, shop({}))).map(({ title }) => title).join()).toContain('shop_item_boxes_links')
    expect(await findDifference(stage.query, shop({}), { requiredOnly: true })).toBeUndefined()
    expect(await findDifference(stage.query, linked, { requiredOnly: true })).toBeUndefined()
    await stage.apply(shop({}, { search: ['name'] }))
    expect(await findDifference(stage.query, linked, { requiredOnly: true })).toContain('newer models')
    const required = (await findSteps(stage.query, linked)).filter((step) => step.required)
    expect(required.map(({ title }) => title)).toContain('Create the table of shop.Item.boxes')
  })

  it('what was changed with SQL is found and corrected', async () => {
    await makeLinked()
    const fresh = await dumpSchema(stage.database, 'record')
    await stage.database.query(`drop index record.shop_item_boxes_links_target_index;
      alter table record.shop_item_boxes_links drop constraint shop_item_boxes_links_target_reference,
        add column extra text;
      insert into record.shop_item_boxes_links values (2, 77)`)
    await expect(stage.apply(linked)).rejects.toThrow(
      /the target of shop.Item.boxes.*with ids that do not exist.*Records: 2\./s,
    )
    await stage.database.query('delete from record.shop_item_boxes_links where target = 77')
    expect((await stage.apply(linked)).remaining).toEqual([])
    expect(await dumpSchema(stage.database, 'record')).toBe(fresh)
  })
})

/** Between these two everything changes that can change in relations and indexes of a model. */
const before = shop(
  {
    boxes: links(Box),
    places: links(Box),
    past: links(Shelf),
    size: integer({ required: true }),
    full: computed('{name}'),
  },
  { indexes: [['-size', 'name'], ['full']], search: ['name', 'full'] },
)
const after = shop(
  {
    crates: links(Box, { was: 'boxes' }),
    places: links(Shelf),
    more: links('shop.Thing'),
    width: integer({ required: true, was: 'size' }),
    full: computed('{name}!'),
    key: text({ max: 9 }),
  },
  { ...Thing, indexes: [['-width', 'name'], ['full'], ['key', '-createdOn']], search: ['name', 'full'] },
)

const rows = `
  insert into record.shop_item (id, version, created_on, updated_on, size) select n, 0, now(), now(), n
  from generate_series(1, 3) as n;
  insert into record.shop_box (id, version, created_on, updated_on) select n, 0, now(), now()
  from generate_series(1, 2) as n;
  insert into record.shop_item_boxes_links values (1, 1), (1, 2), (2, 2), (3, 1)`

describe('a migration of relations and indexes that ends at any statement', () => {
  it.each([
    ['before the statement is sent', false],
    ['while the statement runs', true],
  ])('is completed by the next one: %s', { timeout: 120_000 }, async (_, sent) => {
    await makeAnew(after)
    const fresh = await inspectRecords(stage.query)
    await stage.database.query('drop schema record, tabularium cascade')
    const start = (await planMigration(stage.query, before)).flatMap(({ statements }) => statements)
    let last = 0
    for (const n of interruptions()) {
      await stage.database.query('drop schema if exists record, tabularium cascade')
      await stage.database.query([...start, rows].join(';\n'))
      const broken = await interrupt(stage.database.url, after, { n, sent })
      expect((await stage.apply(after)).remaining).toEqual([])
      expect(await inspectRecords(stage.query)).toEqual(fresh)
      expect(await linksIn('shop_thing_crates_links')).toEqual(['1-1', '1-2', '2-2', '3-1'])
      last = n
      if (!broken) break
    }
    expect(last).toBeGreaterThan(30)
  })
})

describe('indexes that a model declares', () => {
  const fields = { size: integer(), weight: integer({ required: true }), email: text() }
  const indexes = [['-size', 'name'], ['size'], ['-weight'], ['-createdOn', 'size']]
  const models = shop(fields, { indexes, search: ['name', 'email'] })

  /** The indexes that PostgreSQL reads for a search over many items. */
  async function indexesFor(request: object): Promise<string[]> {
    const whole = { offset: 0, limit: 20, total: false, ...request }
    const { text: statement, values } = searchStatement
      .toSql(
        [planSearch(whole, models.get('shop.Item'), serviceAuthorization(models), { tokens })],
        models,
        openAuthCheck,
      )
      .toQuery()
    const rows = await stage.database.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const names = Array.from(
      plan.matchAll(/(?:Index(?: Only)? Scan using|Bitmap Index Scan on) (\w+)/g),
      (found) => found[1],
    )
    const over = await stage.database.query<{ definition: string }>(
      `select pg_get_indexdef(indexrelid) as definition from pg_index join pg_class on oid = indexrelid
        where relname = any($1)`,
      [names],
    )
    return over.map(({ definition }) => definition.replace(/^.* USING /, '')).filter((one) => one !== 'btree (id)')
  }

  beforeAll(async () => {
    await makeAnew(models)
    await stage.database.query(`
      insert into record.shop_item (id, version, created_on, updated_on, name, email, size, weight)
      select n, 0, now(), now(), 'name ' || n, 'e' || n || '@example.com', nullif(n % 1000, 0), n % 999
      from generate_series(1, 20000) as n;
      analyze record.shop_item`)
  })

  it.each<[sortBy: string[], index: string]>([
    [['-size', 'name'], 'btree (size DESC NULLS LAST, name, id)'],
    [['size'], 'btree (size, id)'],
    [['-weight'], 'btree (weight DESC, id)'],
    [['-createdOn', 'size'], 'btree (created_on DESC, size, id)'],
  ])('serve the sort by %j', async (sortBy, index) => {
    expect(await indexesFor({ sortBy })).toEqual([index])
  })

  it('serve q', async () => {
    expect(await indexesFor({ q: '777 example' })).toEqual([
      expect.stringMatching(/^gin \(lower\(\(\(COALESCE\(name, ''.*gin_trgm_ops\)$/s),
    ])
  })

  it('are rebuilt if they are unfinished; indexes that were made with SQL stay', async () => {
    const fresh = await dumpSchema(stage.database, 'record')
    await stage.database.query(`
      update pg_index set indisvalid = false where indexrelid::regclass::text ~ '^record.shop_item_(sort|search)_';
      create index by_hand on record.shop_item (size, weight)`)
    expect((await describeStatus(stage.query, models)).unfinished).toHaveLength(5)
    const { applied, remaining } = await stage.apply(models)
    expect(applied.map(({ title }) => title.replace(/_[0-9a-f]{8}$/, ''))).toEqual([
      'Drop the unfinished index shop_item_search',
      ...Array.from({ length: 4 }, () => 'Drop the unfinished index shop_item_sort'),
      ...indexes.map((keys) => `Index shop.Item by ${keys.join(', ')}`),
      'Index shop.Item for search in name, email',
    ])
    expect(remaining).toEqual([])
    expect(await dumpSchema(stage.database, 'record')).toContain('by_hand')
    await stage.database.query('drop index record.by_hand')
    expect(await dumpSchema(stage.database, 'record')).toBe(fresh)
  })
})

describe('the extension that search needs', () => {
  const models = shop({}, { search: ['name'] })
  const role = `tabularium_test_${randomBytes(6).toString('hex')}`
  let database: TestDatabase
  let clerk: Connection

  beforeAll(async () => {
    database = await createDatabase({ empty: true })
    await database.query(`create role ${role} login password 'for this test alone'`)
    const url = new URL(database.url)
    url.username = role
    url.password = 'for this test alone'
    clerk = await Connection.open(url.href)
  })
  afterAll(async () => {
    await clerk.close()
    await database.query(`drop owned by ${role}`)
    await database.query(`drop role ${role}`)
    await database.drop()
  })

  it('a user who may not install it is told what to ask for, and nothing is changed', async () => {
    const run = applyMigration(clerk, models, { allowDataLoss: false })
    await expect(run).rejects.toThrow(
      `The user ${role} may not install it. Ask the administrator to run, in the database ${database.name}: create ` +
        'extension pg_trgm;',
    )
    expect((await clerk.query(sql`select to_regnamespace('tabularium')::text as found`))[0]).toEqual({ found: null })
  })

  it('one in a schema outside of the search path is reported', async () => {
    await database.query('create schema tools; create extension pg_trgm schema tools')
    await expect(applyMigration(clerk, models, { allowDataLoss: false })).rejects.toThrow(/alter extension pg_trgm set/)
    await database.query('drop extension pg_trgm; drop schema tools')
  })

  it('a user who may create schemas can install it', async () => {
    await database.query(`grant create on database ${database.name} to ${role}`)
    expect((await applyMigration(clerk, models, { allowDataLoss: false })).remaining).toEqual([])
    expect(await database.query(`select extname from pg_extension where extname = 'pg_trgm'`)).toHaveLength(1)
  })
})
