import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBinaries } from '../../server/test/harness/binaries.ts'
import { Client } from '../../server/test/harness/client.ts'
import { spawnTabularium } from '../../server/test/harness/commandLine.ts'
import { until } from '../../server/test/harness/poll.ts'

const minute = 60_000

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-demo-'))
  // If root runs the tests, PostgreSQL runs as another user, who must have access to the folder.
  await chmod(folder, 0o711)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A running demo, with its output so far. */
class Demo {
  readonly child: ChildProcess
  readonly ended: Promise<unknown[]>
  stdout = ''
  stderr = ''

  constructor(...args: string[]) {
    this.child = spawnTabularium(['demo', '--data', folder, ...args], {})
    this.child.stdout?.on('data', (chunk) => (this.stdout += String(chunk)))
    this.child.stderr?.on('data', (chunk) => (this.stderr += String(chunk)))
    this.ended = once(this.child, 'close')
  }

  async untilRunning(): Promise<this> {
    const shown = () => {
      if (this.child.exitCode !== null) throw new Error(`The demo ended while it started: ${this.stderr}`)
      return this.stdout.includes('Ctrl-C ends it')
    }
    await until('the demo runs', shown, { within: minute })
    return this
  }

  async end(signal: NodeJS.Signals): Promise<unknown> {
    this.child.kill(signal)
    const [code] = await this.ended
    return code
  }

  get password(): string | undefined {
    return /password {2}(\S+)/.exec(this.stdout)?.[1]
  }

  /** How many contacts a user sees whose password was printed. */
  async countContacts(username: string): Promise<number | undefined> {
    const address = /address {3}(\S+)/.exec(this.stdout)?.[1] ?? ''
    const password = new RegExp(`^  ${username} +(\\S+)  \\w+$`, 'm').exec(this.stdout)?.[1] ?? ''
    const client = new Client(address)
    expect((await client.login({ username, password })).status).toBe(200)
    const { json } = await client.find('com.example.contacts.Contact', '?limit=0')
    client.close()
    return json?.total
  }

  /** Pastes the printed lines into a shell, in order, and returns each answer. */
  async paste(): Promise<{ status: number; json: { total?: number; data: unknown } }[]> {
    const lines = this.stdout.split('\n').filter((line) => line.startsWith('curl '))
    const answers = []
    for (const line of lines) {
      const { stdout } = await promisify(execFile)('bash', ['-c', line])
      const [body = '', status = ''] = stdout.split('\nHTTP ')
      answers.push({ status: Number(status), json: JSON.parse(body) })
    }
    return answers
  }
}

/** Every process that has the demo's folder in its command line. */
async function listProcesses(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return commands.filter((command) => command.includes(folder))
}

async function exists(name: string): Promise<boolean> {
  return await stat(join(folder, name)).then(
    () => true,
    () => false,
  )
}

/** Asks the made-up colleague to change the last contact, as the console does. */
async function askColleague(url: string, cookie: string, data: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', cookie: cookie.split(';')[0] ?? '' }
  const body = JSON.stringify({ model: 'com.example.contacts.Contact', id: 1000, data })
  const response = await fetch(new URL('/console/demo/colleague', url), { method: 'POST', headers, body })
  return response.json()
}

test('from nothing to a service whose five lines work as printed', { timeout: 2 * minute }, async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const refused = new Demo('--port', `${port}`)
  expect(await refused.ended).toEqual([1, null])
  expect(refused.stderr).toContain(`Port ${port} of 127.0.0.1 is taken: stop the program that uses it`)
  const demo = await new Demo('--port', '0').untilRunning()
  expect(demo.stderr).toMatch(/^done: Make up 1,000 contacts \(.*\)$/m)
  const [, first, console = ''] = /running\.\n\n {2}(\w+) +(\S+)/.exec(demo.stdout) ?? []
  expect(first).toBe('console')
  const visits = [await fetch(console, { redirect: 'manual' }), await fetch(console, { redirect: 'manual' })]
  const [visit, again] = visits.map(({ status, headers }) => ({
    status,
    location: headers.get('location') ?? '',
    cookie: headers.get('set-cookie') ?? '',
  }))
  expect(visit).toMatchObject({ status: 303, location: '/console/r/com.example.contacts.Contact' })
  expect(again).toEqual({ status: 303, location: '/console/login?link=used', cookie: '' })
  expect(demo.stderr).not.toContain(new URL(console).searchParams.get('once'))
  const { cookie = '' } = visit ?? {}
  const me = await fetch(new URL('/ws/me', console), { headers: { cookie: cookie.split(';')[0] ?? '' } })
  expect(await me.json()).toMatchObject({ data: [{ username: 'admin' }] })
  expect(cookie).toContain('HttpOnly; SameSite=Lax')
  const page = await (await fetch(new URL(visit?.location ?? '', console))).text()
  expect(page).toContain('<script type="module"')
  expect(page).toContain('<meta name="tabularium-demo" content="com.example.contacts.Contact" />')
  expect(await askColleague(console, cookie, { email: 'robin@example.com' })).toMatchObject({
    data: [{ id: 1000, version: 1, email: 'robin@example.com', updatedBy: { username: 'robin' } }],
  })
  const answers = await demo.paste()
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409])
  expect(answers[1]?.json).toMatchObject({ total: 1000, data: [{ id: 1 }, { id: 2 }, { id: 3 }] })
  expect(answers[2]?.json.data).toMatchObject([{ fullName: 'Ada Lovelace', version: 0 }])
  expect(answers[3]?.json.data).toMatchObject([{ id: 1, version: 1, status: 'customer', vip: true }])
  expect(answers[4]?.json.data).toMatchObject({ code: 'version-conflict', current: { id: 1, version: 1 } })
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await demo.countContacts('sam')).toBe(500)
  expect(await demo.countContacts('rita')).toBe(1001)

  expect(await demo.end('SIGINT')).toBe(0)
  taken.close()
  expect(await listProcesses()).toEqual([])
  expect(await exists('postgres/postmaster.pid')).toBe(false)
})

test('a second run has the data and the password of the first, and survives a kill', {
  timeout: 2 * minute,
}, async () => {
  const known = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'))
  const demo = await new Demo('--port', '0').untilRunning()
  expect(demo.password).toBe(known.adminPassword)
  const answers = await demo.paste()
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409])
  expect(answers[1]?.json.total).toBe(1001)

  await demo.end('SIGKILL')
  await until('PostgreSQL has ended as well', async () => (await listProcesses()).length === 0)
  // As after a power failure, with the process id reused since.
  await writeFile(join(folder, 'postgres/postmaster.pid'), `${process.pid}\n`)
  const third = await new Demo('--port', '0').untilRunning()
  expect(third.password).toBe(known.adminPassword)
  const refused = new Demo('--port', '0')
  expect(await refused.ended).toEqual([1, null])
  expect(refused.stderr).toMatch(/^tabularium: The demo is running already in .*--data\.$/m)
  expect(await third.end('SIGTERM')).toBe(0)
  expect(await listProcesses()).toEqual([])
})

test('--reset drops the data, and an end during the start leaves nothing running', {
  timeout: 2 * minute,
}, async () => {
  const known = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'))
  const demo = new Demo('--port', '0', '--reset')
  await until('it has begun', () => demo.stderr.includes('done: Look for PostgreSQL'), { every: 5 })
  expect(await demo.end('SIGINT')).toBe(0)
  expect(demo.stdout).toBe('')
  expect(await listProcesses()).toEqual([])
  expect(await readdir(folder)).toEqual(['secrets.json'])
  expect(JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'))).not.toEqual(known)
})

test('--example orders serves the other example, with the PostgreSQL that --postgres names', {
  timeout: 2 * minute,
}, async () => {
  const machine = ['--postgres', findBinaries()]
  const refused = new Demo('--port', '0', '--example', 'order')
  expect(await refused.ended).toEqual([1, null])
  expect(refused.stderr).toContain('There is no example "order": choose contacts or orders.')
  const demo = await new Demo('--port', '0', '--reset', '--example', 'orders', ...machine).untilRunning()
  expect(demo.stderr).toMatch(/^done: Make up 300 orders with their lines and invoices \(.*\)$/m)
  expect(demo.stdout).toMatch(/^ {2}walt +\S+ {2}warehouse$/m)
  const answers = await demo.paste()
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409])
  expect(answers[1]?.json.data).toMatchObject([
    {
      number: expect.stringMatching(/^ORD-\d{4}-00301$/),
      total: '82.00',
      status: 'draft',
      owner: { username: 'admin' },
    },
  ])
  expect(answers[2]?.json.total).toBe(4)
  expect(answers[4]?.json.data).toMatchObject({ code: 'version-conflict', current: { id: 1, version: 1 } })
  expect(await demo.end('SIGINT')).toBe(0)
  expect(await listProcesses()).toEqual([])
})
