import { randomBytes } from 'node:crypto'
import { Client, type QueryResultRow } from 'pg'
import { inject } from 'vitest'

/**
 * What the tests of one run share: a server, a migrated database to clone, and the number of rounds of tests that kill
 * processes.
 */
declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    template: string
    rounds: number | null
  }
}

/** The database of one test file, with a connection for direct queries. */
export interface TestDatabase {
  readonly name: string
  readonly url: string
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  drop(): Promise<void>
}

/** Clones the migrated template; `empty` creates an empty database. */
export async function createDatabase({ empty = false } = {}): Promise<TestDatabase> {
  return cloneDatabase(empty ? 'template0' : inject('template'))
}

/** A copy of a database that a test has filled. All connections to the original are closed, its own included. */
export async function copyDatabase({ name }: TestDatabase): Promise<TestDatabase> {
  const cutOff = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`
  await run(inject('databaseUrl'), cutOff)
  return cloneDatabase(name)
}

async function cloneDatabase(template: string): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `tabularium_test_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template ${template} strategy file_copy`)
  const url = withDatabase(server, name)
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return {
    name,
    url,
    query: async (text, values) => (await client.query(text, values)).rows,
    drop: async () => {
      await client.end()
      await run(server, `drop database ${name} with (force)`)
    },
  }
}

/** Runs one statement on a connection made for it. */
export async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
