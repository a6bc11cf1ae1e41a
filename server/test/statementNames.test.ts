import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database } from '../src/postgres/Database.ts'
import { sql } from '../src/sql/sql.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'

interface Told {
  readonly statement: string
  readonly milliseconds: number
  readonly rows: number | undefined
}

let test: TestDatabase
let database: Database
const told: Told[] = []

beforeAll(async () => {
  test = await createDatabase()
  database = new Database({
    url: test.url,
    poolSize: 1,
    connectTimeout: 5_000,
    queueTimeout: 5_000,
    statementTimeout: 5_000,
    preparedStatements: true,
    onStatement: (statement, milliseconds, rows) => told.push({ statement, milliseconds, rows }),
  })
})

afterAll(async () => {
  database.close()
  await test.drop()
})

const two = sql`select generate_series(1, 2)`.named('test.two')
const wrong = sql`select 1 / (select 0)`.named('test.wrong')

it('reports every statement with its name, its duration and its number of rows', async () => {
  await database.run(sql`select pg_sleep(0.05)`.named('test.sleep'), 'read')
  await expect(database.run(wrong, 'read')).rejects.toThrow('rejected')
  await database.transact('commit', async (transaction) => {
    await transaction.run(two)
    await transaction.attempt(() => transaction.run(wrong)).catch(() => {})
  })
  expect(told.map(({ statement, rows }) => [statement, rows])).toEqual([
    ['test.sleep', 1],
    ['test.wrong', undefined],
    ['test.two', 2],
    ['test.wrong', undefined],
  ])
  expect(told[0]?.milliseconds).toBeGreaterThan(45)
})
