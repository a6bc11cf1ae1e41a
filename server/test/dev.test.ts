import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Client, recordOf } from './harness/client.ts'
import { spawnTabularium } from './harness/commandLine.ts'
import { until } from './harness/poll.ts'

const root = resolve(import.meta.dirname, '../..')
const minute = 60_000
const book = 'com.example.library.Book'

let folder = ''
let original = ''
let running: Dev[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-dev-'))
  // If root runs the tests, PostgreSQL runs as another user, who must have access to the folder.
  await chmod(folder, 0o711)
  await cp(join(root, 'server/templates/project'), folder, { recursive: true })
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(root, 'server'), join(folder, 'node_modules/tabularium'))
  original = await readFile(join(folder, 'models/Book.ts'), 'utf8')
})
// A test that failed leaves nothing running for the next one.
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  running = []
  await until('nothing runs', async () => (await listProcesses()).length === 0)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Saves the model with some text replaced. */
async function save(...changes: readonly (readonly [string, string])[]): Promise<void> {
  const text = changes.reduce((changed, [from, to]) => changed.replace(from, to), original)
  await writeFile(join(folder, 'models/Book.ts'), text)
}

/** A running `tabularium dev`, with its output so far. */
class Dev {
  readonly child: ChildProcess
  readonly ended: Promise<unknown[]>
  output = ''

  constructor(args: readonly string[] = [], env: Record<string, string> = {}) {
    const data = ['--models', join(folder, 'models'), '--data', join(folder, 'data')]
    this.child = spawnTabularium(['dev', '--port', '0', ...data, ...args], env)
    this.child.stdout?.on('data', (chunk) => (this.output += String(chunk)))
    this.child.stderr?.on('data', (chunk) => (this.output += String(chunk)))
    this.ended = once(this.child, 'close')
    running.push(this)
  }

  /** Waits until the output after the last such wait contains a text. */
  async untilShown(text: string): Promise<string> {
    const shown = () => {
      if (this.child.exitCode !== null) throw new Error(`It ended: ${this.output}`)
      return this.output.includes(text)
    }
    await until(`"${text}" is shown`, shown, { within: minute }).catch((error: unknown) => {
      throw new Error(`Shown so far: ${this.output}`, { cause: error })
    })
    const { output } = this
    this.output = ''
    return output
  }

  type(line: string): void {
    this.child.stdin?.write(`${line}\n`)
  }

  async end(signal: NodeJS.Signals): Promise<unknown> {
    this.child.kill(signal)
    const [code] = await this.ended
    return code
  }
}

/** What a user needs to log in, from the output. */
function accessIn(output: string): { url: string; password: string } {
  const [, url = ''] = /address {3}(\S+)/.exec(output) ?? []
  const [, password = ''] = /password {2}(\S+) {2}\(shown once\)/.exec(output) ?? []
  return { url, password }
}

async function logIn({ url, password }: { url: string; password: string }): Promise<Client> {
  const client = new Client(url)
  expect((await client.login({ username: 'admin', password })).status).toBe(200)
  return client
}

/** Every process that has the folder in its command line. */
async function listProcesses(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return commands.filter((command) => command.includes(folder))
}

const shelf = ['pages:', 'shelf: text({ max: 20 }),\n    pages:'] as const

test('a saved model is checked, applied and served; what loses data is shown', { timeout: 5 * minute }, async () => {
  const dev = new Dev()
  const access = accessIn(await dev.untilShown('Ctrl-C ends it'))
  const client = await logIn(access)
  const { id } = recordOf(await client.create(book, { name: 'Emma', author: 'Jane Austen', pages: 474 }))
  const read = async () => recordOf(await client.read(book, id))

  // A new field is served, to the same session.
  await save(shelf)
  expect(await dev.untilShown('Serving the new models')).toContain(`Add ${book}.shelf`)
  expect(await read()).toMatchObject({ pages: 474, shelf: null })

  // A mistake is shown with its place, and the service goes on.
  await save(['max: 200 })', 'max: 200 )'])
  expect(await dev.untilShown('keeps the previous models')).toMatch(/Book\.ts: .+ \(line \d+\)/)
  expect(await read()).toMatchObject({ shelf: null })
  await save(shelf, ['max: 200', 'max: -1'])
  expect(await dev.untilShown('keeps the previous models')).toContain(`${book} · name: max must be`)
  expect(await read()).toMatchObject({ shelf: null })

  // A dropped field is no longer served, and its values are still there.
  const withoutPages = ['    pages: integer({ min: 1 }),\n', ''] as const
  await save(shelf, withoutPages)
  const dropped = await dev.untilShown('Serving the new models')
  expect(dropped).toContain('data loss: all values of com.example.library.Book.pages')
  expect(dropped).toContain('drop column "pages";')
  expect(await read()).not.toHaveProperty('pages')
  // The next save is no consent to what was shown.
  await save(shelf, withoutPages, ['export', '// Saved again.\nexport'])
  await dev.untilShown('Serving the new models')
  await save(shelf)
  await dev.untilShown('Serving the new models')
  expect(await read()).toMatchObject({ pages: 474 })

  // What looks like a rename is not applied at all, until somebody says what it is.
  const renamed = ['    pages: integer', '    length: integer'] as const
  await save(shelf, renamed)
  expect(await dev.untilShown('keeps the previous models')).toContain('this looks like a rename')
  expect(await read()).toMatchObject({ pages: 474 })
  await save(shelf, ['    pages: integer({', "    length: integer({ was: 'pages',"])
  await dev.untilShown('Serving the new models')
  expect(await read()).toMatchObject({ length: 474 })

  // What was shown before is not shown again; with consent, everything is run.
  await save()
  expect(await dev.untilShown('this looks like a rename')).toContain('may lose data')
  await dev.untilShown('keeps the previous models')
  await save(['export', '// Saved again.\nexport'])
  expect(await dev.untilShown('keeps the previous models')).toMatch(/steps? as shown before\. Nothing is run/)
  dev.type('aply')
  await dev.untilShown('Type apply or keep')
  dev.type('apply')
  await dev.untilShown('Serving the new models')
  expect(await read()).toMatchObject({ pages: null })
  client.close()

  expect(await dev.end('SIGTERM')).toBe(0)
  expect(await listProcesses()).toEqual([])
})

test('the next run has the data of the first, and nothing is left after a kill', { timeout: 3 * minute }, async () => {
  const dev = new Dev(['--new-password'])
  const output = await dev.untilShown('Ctrl-C ends it')
  const client = await logIn(accessIn(output))
  expect((await client.find(book)).json?.total).toBe(1)
  client.close()
  await dev.end('SIGKILL')
  await until('nothing is left', async () => (await listProcesses()).length === 0)
})

test('the error of an action is explained, and the database keeps its address', { timeout: 3 * minute }, async () => {
  const databaseIn = (output: string) => /database {2}(\S+)/.exec(output)?.[1]
  await save()
  await writeFile(
    join(folder, 'models/boom.ts'),
    `import { action, boolean } from 'tabularium'
export const boom = action({
  name: 'com.example.library.boom', takes: { fails: boolean() },
  async run({ fails }) {
    if (fails) throw new TypeError('nothing is there')
  },
})`,
  )
  const dev = new Dev(['--reset'])
  const shown = await dev.untilShown('Ctrl-C ends it')
  const client = await logIn(accessIn(shown))
  const run = (fails: boolean) =>
    client.exchange('POST', '/ws/action/com.example.library.boom', { body: { data: { fails } } })
  expect((await run(false)).status).toBe(200)
  const reply = await run(true)
  const reason = expect.stringMatching(/^TypeError: nothing is there \(.*models\/boom\.ts:5:22\)$/)
  expect(reply).toMatchObject({ status: 500, json: { data: { code: 'internal', reason } } })
  expect(await dev.untilShown('TypeError: nothing is there')).toContain('error: internal failure requestId=')
  client.close()
  await dev.end('SIGTERM')
  const next = new Dev()
  expect(databaseIn(await next.untilShown('Ctrl-C ends it'))).toBe(databaseIn(shown))
  await next.end('SIGTERM')
  await rm(join(folder, 'models/boom.ts'))
})

test('a first start with a mistake waits for the next save', { timeout: 3 * minute }, async () => {
  await save(['max: 200 })', 'max: 200 )'])
  const dev = new Dev(['--reset'])
  await dev.untilShown('Waiting for the next change.')
  await save()
  const client = await logIn(accessIn(await dev.untilShown('Ctrl-C ends it')))
  expect((await client.find(book)).json?.total).toBe(0)
  client.close()
  expect(await dev.end('SIGINT')).toBe(0)
  expect(await listProcesses()).toEqual([])
})

test('it refuses the database of somebody, and a folder without models', async () => {
  const refused = new Dev([], { DATABASE_URL: 'postgres://127.0.0.1/production' })
  expect(await refused.ended).toEqual([2, null])
  expect(refused.output).toContain('DATABASE_URL is set, and tabularium dev changes its database with every save')
  const empty = new Dev(['--models', join(folder, 'nothing')])
  expect(await empty.ended).toEqual([2, null])
  expect(empty.output).toContain('run npx tabularium init, or name the folder with --models')
})
