import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestService } from 'tabularium/test'
import { contactsFolder } from './harness/commandLine.ts'
import { until } from './harness/poll.ts'

const contacts = '/ws/rest/com.example.contacts.Contact'

async function send(url: string, key: string, method: string, path: string, data?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return await fetch(`${url}${path}`, { method, headers, body: data === undefined ? null : JSON.stringify({ data }) })
}

const ada = { firstName: 'Ada', lastName: 'Lovelace' }

describe('startTestService', () => {
  const given = process.env['TABULARIUM_TEST_DATABASE_URL']

  beforeAll(() => {
    process.env['TABULARIUM_TEST_DATABASE_URL'] = inject('databaseUrl')
  })
  afterAll(() => {
    if (given === undefined) delete process.env['TABULARIUM_TEST_DATABASE_URL']
    else process.env['TABULARIUM_TEST_DATABASE_URL'] = given
  })

  async function listDatabases(): Promise<string[]> {
    const client = new Client({ connectionString: inject('databaseUrl') })
    await client.connect()
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname ~ '^tabularium_test_[0-9a-f]{16}$'",
    )
    await client.end()
    return rows.map(({ datname }) => datname)
  }

  test('serves the models to an administrator, and to users with roles', async () => {
    const { url, key, keyFor, close } = await startTestService({ models: contactsFolder })
    expect((await send(url, key, 'PUT', contacts, ada)).status).toBe(200)
    const reader = await keyFor('reader')
    const read = await send(url, reader, 'GET', contacts)
    expect(await read.json()).toMatchObject({ total: 1, data: [{ fullName: 'Ada Lovelace' }] })
    expect((await send(url, reader, 'PUT', contacts, ada)).status).toBe(403)
    const both = await keyFor('reader', 'sales')
    expect((await send(url, both, 'PUT', contacts, ada)).status).toBe(200)
    await expect(keyFor('saels')).rejects.toThrow('There is no role "saels". Did you mean "sales"?')
    await close()
  })

  test('has a database of its own, which is dropped at the end', async () => {
    const before = await listDatabases()
    const services = await Promise.all([1, 2].map(() => startTestService({ models: contactsFolder })))
    expect((await listDatabases()).length).toBe(before.length + 2)
    const [first, second] = services
    if (!first || !second) throw new TypeError('Two services were started.')
    await send(first.url, first.key, 'PUT', contacts, ada)
    expect(await (await send(second.url, second.key, 'GET', contacts)).json()).toMatchObject({ total: 0 })
    expect((await send(second.url, first.key, 'GET', contacts)).status).toBe(401)
    await Promise.all(services.map(({ close }) => close()))
    expect(await listDatabases()).toEqual(before)
  })

  test('mistakes in the models leave no database', async () => {
    const before = await listDatabases()
    await expect(startTestService({ models: '/nowhere' })).rejects.toThrow('does not exist')
    expect(await listDatabases()).toEqual(before)
  })
})

describe('startTestService without a database server', () => {
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tabularium-own-'))
    await chmod(folder, 0o711)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Starts a program that starts a service, and ends or waits. Returns the data folder of its PostgreSQL. */
  async function startProgram(ending: string) {
    const file = join(folder, 'program.ts')
    const library = JSON.stringify(import.meta.resolve('../src/testing.ts'))
    const models = JSON.stringify(contactsFolder)
    const lines = [
      `import { startTestService } from ${library}`,
      `const service = await startTestService({ models: ${models} })`,
      `const { status } = await fetch(\`\${service.url}${contacts}\`, `,
      '  { headers: { authorization: `Bearer ${service.key}` } })',
      'process.stdout.write(`status ${status}\\n`)',
      ending,
    ]
    await writeFile(file, lines.join('\n'))
    const { PATH = '' } = process.env
    const child = spawn(process.execPath, [file], { env: { PATH, TMPDIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(child, 'close')
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => (output.stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (output.stderr += String(chunk)))
    await until('the service answers', () => output.stdout.includes('status') || child.exitCode !== null, {
      within: 60_000,
    })
    expect(output).toEqual({ stdout: 'status 200\n', stderr: '' })
    return { child, ended }
  }

  /** The data folders that are left, and the processes of PostgreSQL that use one. */
  async function listLeft(): Promise<string[]> {
    const folders = (await readdir(folder)).filter((name) => name.startsWith('tabularium-test-'))
    const data = await Promise.all(
      folders.map((name) =>
        access(join(folder, name, 'postgres/PG_VERSION')).then(
          () => name,
          () => undefined,
        ),
      ),
    )
    const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
    const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
    return [...data.filter((name) => name !== undefined), ...commands.filter((command) => command.includes(folder))]
  }

  test('starts a PostgreSQL of its own, and ends it', async () => {
    const { ended } = await startProgram('await service.close()')
    expect(await ended).toEqual([0, null])
    // The shell that watches PostgreSQL looks ten times a second.
    await until('nothing is left', async () => (await listLeft()).length === 0)
    expect((await readdir(folder)).filter((name) => name !== 'program.ts')).toEqual([])
  })

  test('a killed test leaves no PostgreSQL and no data', async () => {
    const { child, ended } = await startProgram('setInterval(() => {}, 1000)')
    expect((await listLeft()).length).toBeGreaterThan(2)
    child.kill('SIGKILL')
    await ended
    await until('nothing is left', async () => (await listLeft()).length === 0)
  })
})
