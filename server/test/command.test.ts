import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { verifyPassword } from '../src/session/password.ts'
import { Client } from './harness/client.ts'
import { contactsFolder, ownMain, spawnTabularium } from './harness/commandLine.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { until } from './harness/poll.ts'
import { type Ended, tryCommand } from './harness/runCommand.ts'
import { type ServiceProcess, startProcess, startService } from './harness/service.ts'

/** Runs a command as a process to its end and returns its output. */
async function run(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Ended> {
  const child = spawnTabularium(args, env)
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => (said.stdout += String(chunk)))
  child.stderr?.on('data', (chunk) => (said.stderr += String(chunk)))
  child.stdin?.end(input)
  const [code] = await once(child, 'close')
  return { code, ...said }
}

const models = ['--models', contactsFolder]
const password = 'correct-horse-battery'

describe('the command line itself', () => {
  test.each([
    [['serv'], "tabularium: unknown command 'serv'\n(Did you mean serve?)\n"],
    [['serve', '--prot', '1'], "tabularium: unknown option '--prot'\n(Did you mean --port?)\n"],
    [['user', 'add'], "tabularium: missing required argument 'username'\n"],
  ])('%j is refused with a suggestion', async (args, stderr) => {
    expect(await tryCommand(args)).toEqual({ code: 2, stdout: '', stderr })
  })

  test('a misspelt variable is refused, with all other mistakes', async () => {
    const { code, stderr } = await run(['serve', '--port', 'x'], { TABULARIUM_PROT: '1' })
    expect(code).toBe(2)
    expect(stderr).toContain('TABULARIUM_PROT is not a setting. Did you mean "TABULARIUM_PORT"?')
    expect(stderr).toContain('DATABASE_URL is missing')
    expect(stderr).toContain('--port "x" must be a port')
    expect(stderr).not.toContain('    at ')
  })

  test('config show is another name for config print', async () => {
    expect((await tryCommand(['config', 'show', '--database-url', 'postgres://127.0.0.1/x'])).code).toBe(0)
  })

  test('config print shows the values in use, and no password', async () => {
    const { code, stdout } = await tryCommand(['config', 'print', '--json', '--port', '9000'], {
      DATABASE_URL: 'postgres://ada:hunter2@db.example.com/records',
    })
    expect(code).toBe(0)
    expect(stdout).not.toContain('hunter2')
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        {
          name: 'databaseUrl',
          value: 'postgres://ada:***@db.example.com/records',
          origin: 'environment',
          variable: 'DATABASE_URL',
          flag: '--database-url',
        },
        { name: 'port', value: '9000', origin: 'flag', variable: 'TABULARIUM_PORT', flag: '--port' },
        {
          name: 'healthPort',
          value: '9001',
          origin: 'default',
          variable: 'TABULARIUM_HEALTH_PORT',
          flag: '--health-port',
        },
      ]),
    )
  })

  test('a database that does not answer ends a command with 4, without showing the password', async () => {
    const { code, stderr } = await tryCommand(['user', 'list'], {
      DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/records',
    })
    expect(code).toBe(4)
    expect(stderr).toBe(
      'tabularium: Nothing answers at the database address: start PostgreSQL, or correct DATABASE_URL. The address ' +
        'is postgres://ada:***@127.0.0.1:1/records.\n',
    )
  })

  test('serve ends with 4 if the database does not answer', async () => {
    const env = { DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/records', TABULARIUM_QUEUE_TIMEOUT: '300ms' }
    const { code, stderr } = await run(['serve', ...models, '--port', '0'], env)
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringMatching(/^tabularium: .*database/) })
    expect(stderr).not.toContain('hunter2')
  })
})

describe('models', () => {
  test('list, show and check read only the folder', async () => {
    const list = await tryCommand(['models', 'list', '--json', ...models])
    expect(JSON.parse(list.stdout).map(({ name }: { name: string }) => name)).toEqual([
      'com.example.contacts.Company',
      'com.example.contacts.Contact',
      'com.example.contacts.Interaction',
      'com.example.contacts.Tag',
      'tabularium.User',
      'tabularium.Role',
      'tabularium.Rule',
      'tabularium.Session',
      'tabularium.Key',
      'tabularium.View',
      'tabularium.Job',
      'tabularium.Webhook',
      'tabularium.Notice',
      'tabularium.Favorite',
      'tabularium.Dashboard',
      'tabularium.Identity',
      'tabularium.Factor',
    ])
    const show = await tryCommand(['models', 'show', 'Tag', '--json', ...models])
    expect(JSON.parse(show.stdout)).toMatchObject({ name: 'com.example.contacts.Tag', title: 'name' })
    const check = await tryCommand(['models', 'check', ...models])
    expect(check).toEqual({ code: 0, stdout: '4 models, no mistakes\n', stderr: '' })
  })

  test('an unknown model gets a suggestion, and an empty folder an explanation', async () => {
    const show = await tryCommand(['models', 'show', 'com.example.contacts.Contcat', ...models])
    expect(show).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Did you mean "com.example.contacts.Contact"?'),
    })
    expect(await tryCommand(['models', 'show', 'Contct', ...models])).toMatchObject({
      code: 1,
      stderr: 'tabularium: There is no model "Contct". Did you mean "Contact"? npx tabularium models list shows all.\n',
    })
    const check = await tryCommand(['models', 'check', '--json', '--models', 'no/such/folder'])
    expect(check).toMatchObject({ code: 2, stderr: '' })
    expect(JSON.parse(check.stdout)).toMatchObject({
      mistakes: [{ message: expect.stringContaining('does not exist') }],
    })
  })
})

describe('on an empty database', () => {
  let database: TestDatabase
  let env: Record<string, string>

  beforeAll(async () => {
    database = await createDatabase({ empty: true })
    env = { DATABASE_URL: database.url }
  })
  afterAll(() => database.drop())

  test('nothing works before the migration, and every command says which one to run', async () => {
    const serve = await run(['serve', ...models, '--port', '0'], env)
    expect(serve).toMatchObject({ code: 3, stderr: expect.stringContaining('tabularium migrate apply') })
    const list = await tryCommand(['user', 'list'], env)
    expect(list).toMatchObject({ code: 3, stderr: expect.stringContaining('tabularium migrate apply') })
    const add = await tryCommand(['user', 'add', 'ada', '--password-stdin'], env, password)
    expect(add).toMatchObject({ code: 3, stderr: expect.stringContaining('tabularium migrate apply') })
  })

  test('migrate plans, applies once and then has nothing to do', async () => {
    const plan = await tryCommand(['migrate', 'plan', '--exit-code', ...models], env)
    expect(plan).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/lock: .*create table.*Run: npx tabularium migrate apply\n$/is),
    })
    const steps = JSON.parse((await tryCommand(['migrate', 'plan', '--json', ...models], env)).stdout)
    expect(steps[0]).toMatchObject({
      title: expect.any(String),
      statements: expect.any(Array),
      lock: expect.any(String),
    })
    expect(await tryCommand(['migrate', 'status', ...models], env)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('pending'),
    })

    const apply = await tryCommand(['migrate', 'apply', ...models], env)
    expect(apply).toMatchObject({ code: 0, stdout: '' })
    expect(
      apply.stderr.split('\n').filter((line) => /^done: (\d+\/\d+ .* \(.* m?s\)|.* role .*)$/.test(line)),
    ).toHaveLength(steps.length)

    expect(await tryCommand(['migrate', 'apply', ...models], env)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Nothing to do: the database has the schema of the models.\n',
    })
    expect(await tryCommand(['migrate', 'plan', '--json', '--exit-code', ...models], env)).toEqual({
      code: 0,
      stdout: '[]\n',
      stderr: '',
    })
    const status = await tryCommand(['migrate', 'status', '--json', ...models], env)
    expect(status.code).toBe(0)
    expect(JSON.parse(status.stdout)).toMatchObject({ steps: 0, unfinished: [] })
  })
})

describe('users', () => {
  let database: TestDatabase
  let service: ServiceProcess
  let env: Record<string, string>

  beforeAll(async () => {
    database = await createDatabase()
    env = { DATABASE_URL: database.url }
    service = await startProcess(database.url)
  })
  afterAll(async () => {
    await service.stop()
    await database.drop()
  })

  const user = (args: string[], input = '') => tryCommand(['user', ...args], env, input)

  async function roleNames(): Promise<string[]> {
    const rows = await database.query<{ name: string }>('select name from record.tabularium_role order by name')
    return rows.map(({ name }) => name)
  }

  async function isIn(client: Client): Promise<boolean> {
    return (await client.find('com.example.contacts.Tag')).status !== 401
  }

  test('a user is added with the password from standard input, whose last line break is not a part of it', async () => {
    const args = ['user', 'add', 'Grace', '--name', 'Grace Hopper', '--admin', '--password-stdin']
    const added = await run(args, env, `${password}\n`)
    expect(added).toEqual({ code: 0, stdout: '', stderr: 'Added the administrator "grace".\n' })
    const client = new Client(service.url)
    expect(await client.login({ username: 'grace', password })).toMatchObject({ status: 200 })
    client.close()
    const { stdout } = await user(['list', '--json'])
    expect(JSON.parse(stdout)[1]).toEqual({
      id: expect.any(Number),
      username: 'grace',
      name: 'Grace Hopper',
      admin: true,
      breakGlass: false,
      disabled: false,
      roles: [],
      createdOn: expect.stringMatching(/^20\d\d-.*Z$/),
    })
  })

  test('the list of users has their roles, by name', async () => {
    expect((await user(['add', 'vera', '--role', 'sales', '--role', 'boss', '--password-stdin'], password)).code).toBe(
      1,
    )
    await tryCommand(['migrate', 'apply', ...models], { DATABASE_URL: database.url })
    const [first = '', second = ''] = await roleNames()
    await user(['add', 'vera', '--role', second, '--role', first, '--password-stdin'], password)
    const { stdout } = await user(['list', '--json'])
    expect(JSON.parse(stdout).find((one: { username: string }) => one.username === 'vera').roles).toEqual([
      first,
      second,
    ])
    expect((await user(['list'])).stdout).toContain(`${first}, ${second}`)
  })

  test.each([
    ['a user who is there', ['add', 'admin', '--password-stdin'], password, 1, 'There is a user "admin" already.'],
    [
      'a short password',
      ['add', 'new', '--password-stdin'],
      'short',
      2,
      'The password must have at least 12 characters, and has 5: add a word or two.',
    ],
    ['two lines', ['add', 'new', '--password-stdin'], 'first-line-here\nsecond', 2, 'The password must be one line'],
    ['no terminal', ['add', 'new'], '', 2, 'add --password-stdin'],
    ['a wrong name', ['add', 'new user', '--password-stdin'], password, 2, 'The username "new user" must be'],
    [
      'an unknown user',
      ['password', 'admni', '--password-stdin'],
      password,
      1,
      'There is no user "admni". Did you mean "admin"?',
    ],
    ['disabling an unknown user', ['disable', 'admni'], '', 1, 'Did you mean "admin"?'],
    ['enabling an unknown user', ['enable', 'admni'], '', 1, 'Did you mean "admin"?'],
  ])('%s is refused', async (_, args, input, code, message) => {
    expect(await user(args, input)).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) })
  })

  test('on a terminal the password is asked for twice and never shown', async () => {
    const { PATH = '' } = process.env
    const line = `"${process.execPath}" server/bin/tabularium.js user add barbara`
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      env: { PATH, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    const ended = once(child, 'close')
    await until('it asks', () => output.includes('Password: '))
    child.stdin.write('correct-horse-batterX\u007fy\r')
    await until('it asks again', () => output.includes('The same again: '))
    child.stdin.write(`${password}\r`)
    expect(await ended).toEqual([0, null])
    expect(output).toContain('Added the user "barbara".')
    expect(output).not.toContain('horse')
    const [row] = await database.query<{ hash: string }>(
      "select password as hash from record.tabularium_user where username = 'barbara'",
    )
    expect(await verifyPassword(row?.hash ?? '', password)).toBe(true)
  })

  test('another password ends all sessions at once', async () => {
    await user(['add', 'edsger', '--admin', '--password-stdin'], password)
    const client = new Client(service.url)
    await client.login({ username: 'edsger', password })
    expect(await isIn(client)).toBe(true)
    const changed = await user(['password', 'edsger', '--password-stdin'], 'another-long-password')
    expect(changed).toEqual({ code: 0, stdout: '', stderr: '"edsger" has another password; 1 session ended.\n' })
    expect(await isIn(client)).toBe(false)
    expect(await client.login({ username: 'edsger', password })).toMatchObject({ status: 401 })
    expect(await client.login({ username: 'edsger', password: 'another-long-password' })).toMatchObject({ status: 200 })
    client.close()
  })

  test('a disabled user is locked out at once, and can log in again after enable', async () => {
    await user(['add', 'alan', '--admin', '--password-stdin'], password)
    const client = new Client(service.url)
    await client.login({ username: 'alan', password })
    expect(await isIn(client)).toBe(true)
    expect(await user(['disable', 'alan'])).toMatchObject({ code: 0, stderr: '"alan" is shut out; 1 session ended.\n' })
    expect(await isIn(client)).toBe(false)
    expect(await client.login({ username: 'alan', password })).toMatchObject({ status: 401 })
    expect(await user(['enable', 'alan'])).toMatchObject({ code: 0, stderr: '"alan" may log in again.\n' })
    expect(await isIn(client)).toBe(false)
    expect(await client.login({ username: 'alan', password })).toMatchObject({ status: 200 })
    client.close()
  })

  test('a hash is argon2id with the promised cost, and the composed form of the password is what counts', async () => {
    await user(['add', 'kurt', '--password-stdin'], 'cafe\u0301-au-lait-noir')
    const [row] = await database.query<{ hash: string }>(
      "select password as hash from record.tabularium_user where username = 'kurt'",
    )
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(row?.hash ?? '', 'caf\u00e9-au-lait-noir')).toBe(true)
  })
})

describe('serve', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createDatabase()
  })
  afterAll(() => database.drop())

  test('logs its address in a line of JSON, and ends with 0 after SIGTERM', async () => {
    // Whether the console was built is not what this test is about, and would be a line more.
    const child = spawnTabularium(['serve', ...models, '--port', '0', '--drain-delay', '0s', '--console', 'false'], {
      DATABASE_URL: database.url,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    child.stdout?.on('data', (chunk) => (output += String(chunk)))
    await until('it serves', () => output.includes('"msg":"serving"'))
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ msg }) => msg)).toEqual(['serving', 'draining', 'ended'])
    expect(lines[0]).toMatchObject({ level: 'info', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  })

  test('ends at once at a second signal', async () => {
    const child = spawnTabularium(['serve', ...models, '--port', '0', '--drain-delay', '5m'], {
      DATABASE_URL: database.url,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    child.stdout?.on('data', (chunk) => (output += String(chunk)))
    await until('it serves', () => output.includes('"msg":"serving"'))
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await until('it drains', () => output.includes('"msg":"draining"'))
    const askAgain = () => {
      child.kill('SIGTERM')
      return child.exitCode !== null
    }
    await until('it has ended', askAgain, { every: 200 })
    expect(await ended).toEqual([143, null])
  })

  test('ends when npm has ended, which does not always forward a signal', async () => {
    const args = ['serve', ...models, '--port', '0', '--health-port', '0', '--drain-delay', '0s']
    // A shell as the parent, as npm has one; it prints the id of the service and waits for it.
    const line = `"${process.execPath}" "${ownMain}" ${args.join(' ')} & echo $!; wait`
    const env = { PATH: process.env.PATH ?? '', DATABASE_URL: database.url, npm_command: 'exec' }
    const parent = spawn('sh', ['-c', line], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void parent.kill('SIGKILL'))
    let output = ''
    parent.stdout.on('data', (chunk) => (output += String(chunk)))
    await until('it serves', () => output.includes('"msg":"serving"'))
    const pid = Number(output.slice(0, output.indexOf('\n')))
    parent.kill('SIGKILL')
    await until('it has ended', () => !isRunning(pid))
    expect(output).toContain('"signal":"the end of npm"')
    expect(output).toContain('"msg":"ended"')
  })

  test('a service to which nobody can log in says so', async () => {
    const fresh = await createDatabase({ empty: true })
    const env = { DATABASE_URL: fresh.url }
    await tryCommand(['migrate', 'apply', ...models], env)
    const service = await startProcess(fresh.url)
    await until('it warns', () => service.logs().includes('run npx tabularium user add NAME --admin'))
    await service.stop()
    const { stdout } = await tryCommand(['doctor', '--json', ...models], env)
    expect(JSON.parse(stdout).findings).toMatchObject([
      { check: 'users', advice: ['Run: npx tabularium user add NAME --admin'] },
    ])
    await fresh.drop()
  })

  test('a port in use is explained', async () => {
    const first = await startService(database.url)
    const { port } = new URL(first.url)
    const second = await run(['serve', ...models, '--port', port, '--health-port', '0'], { DATABASE_URL: database.url })
    await first.stop()
    expect(second).toMatchObject({
      code: 1,
      stderr:
        `tabularium: Port ${port} of 127.0.0.1 is taken: stop the program that uses it, or choose another ` +
        `with --port.\n`,
    })
  })

  test('a health port in use is explained, with the flag that chooses another', async () => {
    const first = await startService(database.url)
    const { port } = new URL(first.healthUrl)
    const second = await run(['serve', ...models, '--port', '0', '--health-port', port], { DATABASE_URL: database.url })
    await first.stop()
    expect(second).toMatchObject({ code: 1, stderr: expect.stringMatching(/is taken: .* with --health-port\.\n$/) })
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
