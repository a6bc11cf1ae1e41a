import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../src/postgres/Database.ts'
import { sql } from '../src/sql/sql.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})

afterAll(() => database.drop())

const deadlineIn = (milliseconds: number) => ({ at: performance.now() + milliseconds, mayBeWritten: false })
const insert = sql`insert into tabularium.forgotten (model, position) values (0, 0)`.named('test')

describe('a write for several requests that waits for a connection', () => {
  it('is not sent if the deadline of one of them passes meanwhile', async () => {
    const own = new Database({
      url: database.url,
      poolSize: 1,
      connectTimeout: 2_000,
      queueTimeout: 5_000,
      statementTimeout: 5_000,
      preparedStatements: false,
    })
    const busy = own.run(sql`select pg_sleep(0.5)`.named('busy'), 'read')
    const deadlines = [deadlineIn(100), deadlineIn(4_000)]
    await expect(own.run(insert, 'write', { deadlines })).rejects.toMatchObject({
      code: 'unavailable',
      cause: { name: 'DeadlinePassed' },
    })
    expect(deadlines.map(({ mayBeWritten }) => mayBeWritten)).toEqual([false, false])
    await busy
    expect(await database.query('select from tabularium.forgotten where model = 0')).toEqual([])
    own.close()
  })
})
