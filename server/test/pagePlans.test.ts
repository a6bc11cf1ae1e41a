import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { model } from '../src/model/declare.ts'
import { integer } from '../src/model/field/integer.ts'
import { text } from '../src/model/field/text.ts'
import { tableName } from '../src/model/names.ts'
import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { PageTokens } from '../src/plan/pageToken.ts'
import { planSearch } from '../src/plan/search.ts'
import type { SearchPlan } from '../src/plan/SearchPlan.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { countRecords } from '../src/schema/compareRegistry.ts'
import { blockSize } from '../src/statement/journal/counts.ts'
import { openAuthCheck } from '../src/statement/authorization/authCheck.ts'
import { searchStatement } from '../src/statement/search.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { toModels } from './harness/everyType.ts'

const tokens = new PageTokens(new Uint8Array(32))

const limit = 20
const rows = 30_000

const Parcel = model({
  name: 'org.example.post.Parcel',
  title: 'label',
  indexes: [['weight'], ['-weight'], ['label', '-weight'], ['-createdOn']],
  fields: { label: text({ required: true, max: 50 }), weight: integer() },
})
const models = toModels([Parcel])
const table = tableName(models.get(Parcel.name)).toText()

let database: TestDatabase
let connection: pg.Client

beforeAll(async () => {
  database = await createDatabase()
  const migrator = await Connection.open(database.url)
  await applyMigration(migrator, models, { allowDataLoss: true })
  await migrator.close()
  connection = new pg.Client({
    connectionString: database.url,
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
  })
  await connection.connect()
  await connection.query(`insert into ${table} (id, version, created_on, updated_on, label, weight)
    select n, 0, now() - n * interval '1 minute', now(), 'Label ' || n % 300, nullif(n % 1000, 7)
    from generate_series(1, ${rows}) as n`)
  await connection.query(countRecords(models.get(Parcel.name)).toText())
  await connection.query(`vacuum (analyze) ${table}`)
})

afterAll(async () => {
  await connection.end()
  await database.drop()
})

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** The number of rows that a page reads, by the generic plan that the service uses. */
async function rowsRead(plan: SearchPlan): Promise<number> {
  const { text: statement, values } = searchStatement.toSql([plan], models, openAuthCheck).toQuery()
  await connection.query(`prepare page as ${statement}`)
  const given = values.map((value) => (value === null ? 'null' : `'${String(value)}'`))
  const { rows: explained } = await connection.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, format json) execute page(${given.join()})`,
  )
  await connection.query('deallocate page')
  return explained[0]?.['QUERY PLAN'][0] ? countRows(explained[0]['QUERY PLAN'][0].Plan) : Number.NaN
}

function countRows(node: PlanNode): number {
  const own = node['Relation Name'] === table.split('.')[1]?.replaceAll('"', '')
  const here = own ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, part) => sum + countRows(part), here)
}

it.each([
  { sortBy: ['weight'], where: 'among values' },
  { sortBy: ['-weight'], where: 'among values' },
  { sortBy: ['weight'], where: 'among missing values' },
  { sortBy: ['label', '-weight'], where: 'among values' },
  { sortBy: ['-createdOn'], where: 'among values' },
])('a page behind a token reads no more than it shows, sorted by $sortBy, $where', async ({ sortBy, where }) => {
  const request = { offset: 0, limit, sortBy, total: false }
  const first = planSearch(request, models.get(Parcel.name), serviceAuthorization(models), { tokens })
  const order = sortBy.map((key) => (key.startsWith('-') ? `${columnOf(key)} desc nulls last` : columnOf(key)))
  const { rows: keys } = await connection.query<Record<string, string | null>>({
    text: `select ${[...sortBy.map(columnOf), 'id'].map((key) => `${key}::text`).join()} from ${table}
    ${where === 'among values' ? '' : 'where weight is null'} order by ${[...order, 'id'].join()}
    offset ${where === 'among values' ? rows / 2 : 5} limit 1`,
  })
  const after = [...sortBy.map(columnOf), 'id'].map((key) => keys[0]?.[key] ?? null)
  const read = await rowsRead({ ...first, after })
  // The page and one more row, for at most three keyset conditions, and each row of the page by its id.
  expect(read).toBeGreaterThanOrEqual(limit)
  expect(read).toBeLessThanOrEqual(4 * (limit + 1))
})

it.each([[], ['id']])(
  'a page deep in all records by id reads no more than a block, with sortBy %j',
  async (...sortBy) => {
    const request = { offset: 27_000, limit, fields: ['label', 'weight'], sortBy, total: false }
    const plan = planSearch(request, models.get(Parcel.name), serviceAuthorization(models), { tokens })
    const read = await rowsRead(plan)
    expect(read).toBeGreaterThanOrEqual(limit)
    // The records of a block that come before the page, the page and one more row, and each row of the page by its id.
    expect(read).toBeLessThanOrEqual(blockSize + 2 * (limit + 1))
  },
)

function columnOf(key: string): string {
  return key.replace('-', '').replace('createdOn', 'created_on')
}
