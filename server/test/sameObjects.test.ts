import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, testKit } from '../src/testing.ts'
import { runTabularium, spawnTabularium } from './harness/commandLine.ts'
import { makeClientKey } from './harness/oidc/keys.ts'
import { run, type TestDatabase, withDatabase } from './harness/database.ts'
import { dumpSchema } from './harness/dumpSchema.ts'
import { page, root } from './harness/pages.ts'
import { until } from './harness/poll.ts'

const variable = 'TABULARIUM_TEST_DATABASE_URL'
let folder: string

beforeAll(async () => {
  // Inside the checkout, so that the files find the package.
  await mkdir(join(root, '.tabularium'), { recursive: true })
  folder = await mkdtemp(join(root, '.tabularium/objects-'))
  // If root runs the tests, PostgreSQL runs as another user, who must have access to the folder.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'models'))
  const files = page('docs/reference/every-declaration.md').matchAll(/^## `([\w.]+)`\n\n```ts\n([^]*?)```/gm)
  for (const [, name = '', text = ''] of files) await writeFile(join(folder, 'models', name), text)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** In the database of a kit, whose clock tests move, the functions of PostgreSQL are shown with their schema. */
const named = /\bpg_catalog\.(?=now\(\))/g

/** The schemas of a database as text, and the names of all databases of its server. */
async function look(url: string): Promise<{ readonly schemas: string; readonly databases: readonly string[] }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const query: TestDatabase['query'] = async (text, values) => (await client.query(text, values)).rows
    const database: TestDatabase = { name: '', url, query, drop: async () => {} }
    const schemas = [await dumpSchema(database, 'record'), await dumpSchema(database, 'tabularium')].join('\n')
    const found = await query<{ datname: string }>('select datname from pg_database')
    return { schemas: schemas.replaceAll(named, ''), databases: found.map(({ datname }) => datname) }
  } finally {
    await client.end()
  }
}

/** The schemas of the new database that something opens on a server for tests. */
async function schemasOf(server: string, open: () => Promise<{ close(): Promise<void> }>): Promise<string> {
  const before = (await look(server)).databases
  const opened = await open()
  try {
    const [name = ''] = (await look(server)).databases.filter((one) => !before.includes(one))
    return (await look(withDatabase(server, name))).schemas
  } finally {
    await opened.close()
  }
}

it('dev, migrate apply and both kits of tests make the same objects', { timeout: 300_000 }, async () => {
  const models = join(folder, 'models')
  const args = ['dev', '--port', '0', '--models', models, '--data', join(folder, 'data')]
  const dev = spawnTabularium(args, {
    GUILD_SECRET: 'of the guild',
    SUPPLIERS_KEY: makeClientKey(),
    TABULARIUM_ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
  })
  let shown = ''
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (shown += String(chunk)))
  try {
    await until('dev serves', () => shown.includes('Ctrl-C ends it') || dev.exitCode !== null, { within: 120_000 })
    const [, url = ''] = /database {2}(\S+)/.exec(shown) ?? []
    expect(url, shown).toMatch(/^postgres/)
    const { schemas } = await look(url)
    for (const object of ['EXCLUDE USING gist', 'part_code_letters', 'part_lower_name', 'at_most_'])
      expect(schemas).toContain(object)

    await run(url, 'create database production template template0')
    const production = withDatabase(url, 'production')
    await runTabularium(['migrate', 'apply', '--models', models], { DATABASE_URL: production })
    expect((await look(production)).schemas).toBe(schemas)

    process.env[variable] = url
    expect(await schemasOf(url, () => testKit({ models }))).toBe(schemas)
    expect(await schemasOf(url, () => startTestService({ models }))).toBe(schemas)
  } finally {
    delete process.env[variable]
    if (dev.exitCode === null) {
      dev.kill('SIGTERM')
      await once(dev, 'close')
    }
  }
})
