import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ordersFolder } from './harness/commandLine.ts'
import { clientOf, makeKey, makeRole, makeUser } from './harness/people.ts'
import { type Ended, tryCommand } from './harness/runCommand.ts'
import { useLogic } from './harness/useLogic.ts'
import { loadDeclared } from '../src/command/loadDeclared.ts'

const stage = useLogic(await loadDeclared(ordersFolder), { work: 'false' })
const orders = 'com.example.orders'
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-types-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** Runs `tabularium types` to its end. */
function types(flags: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return tryCommand(['types', ...flags], env)
}

/** An API key of the administrator. */
async function adminKey(): Promise<string> {
  return (await makeKey(stage.client)).token
}

/** An API key of a new user with these rules. */
async function keyWith(username: string, rules: readonly object[]): Promise<string> {
  const role = await makeRole(stage.client, username, rules)
  const user = await makeUser(stage.client, username, [role])
  const client = await clientOf(stage.service, stage.database, user.id)
  const { token } = await makeKey(client)
  client.close()
  return token
}

/** What a clerk may do: see some fields of orders, and plan those that are drafts. */
const clerkRules = [
  { model: 'com.example.orders.Order', read: true, readFields: ['number', 'status', 'customer', 'lines'] },
  {
    model: 'com.example.orders.Order',
    read: true,
    update: true,
    readFields: ['number', 'dueOn'],
    writeFields: ['dueOn', 'placedOn'],
    condition: { fieldName: 'status', operator: '=', value: 'draft' },
  },
]

describe('tabularium types', () => {
  it('gives the same file from a service as from the folder of its models', async () => {
    const fromFolder = await types(['--models', ordersFolder])
    const fromService = await types(['--url', stage.service.url], { TABULARIUM_KEY: await adminKey() })
    expect([fromFolder.code, fromService.code]).toEqual([0, 0])
    expect(withoutCommand(fromService.stdout)).toBe(withoutCommand(fromFolder.stdout))
    expect(fromService.stdout).toContain(`\n//   tabularium types --url ${stage.service.url}\n`)
  })

  it('writes a file, the same to the byte each time, without the key', async () => {
    const key = await adminKey()
    const file = join(folder, 'models.ts')
    const flags = ['--url', stage.service.url, '--key', key, '--output', file]
    expect(await types(flags)).toEqual({ code: 0, stdout: '', stderr: `${file}: 18 models, 1 action\n` })
    const first = await readFile(file, 'utf8')
    await types(flags)
    expect(await readFile(file, 'utf8')).toBe(first)
    expect(first).not.toContain(key)
  })

  it('shows what the user of the key may see, and nothing else', async () => {
    const key = await keyWith('clerk', clerkRules)
    const { stdout } = await types(['--url', stage.service.url], { TABULARIUM_KEY: key })
    expect(Array.from(stdout.matchAll(/"com\.example\.[\w.]+"/g), String)).toEqual(['"com.example.orders.Order"'])
    const [order = ''] = /declare const Order[^]*?\n}\n/.exec(stdout) ?? []
    expect(order.match(/(?<=^ {4}readonly ).*/gm)).toEqual([
      'customer: field<"reference", { id: number }, true, false>',
      'dueOn: field<"date", string | undefined, false, true>',
      'number: field<"series", string, false, false> & { readonly unique: true }',
      'placedOn: field<"date", string, false, true> & { readonly secret: true }',
      'status: field<"choice", "draft" | "placed" | "shipped" | "void", false, false> & ' +
        '{ readonly default: "draft" }',
    ])
  })
})

describe('the actions in the file of types', () => {
  it('have the form of their declarations, and are those that the user of the key may run', async () => {
    const [whole, clerk, shipper] = await Promise.all(
      [
        adminKey(),
        keyWith('noshipping', clerkRules),
        keyWith('shipping', [{ model: `${orders}.ship`, run: true }]),
      ].map(async (key) => (await types(['--url', stage.service.url], { TABULARIUM_KEY: await key })).stdout),
    )
    const actionsOf = (text = '') => /interface Actions {\n([^]*?)^}/m.exec(text)?.[1]
    expect(actionsOf(clerk)).toBe('')
    expect(actionsOf(shipper)).toContain('readonly order: field<"reference", { id: number }, true, true>')
    expect(actionsOf(whole)).toBe(`  /** Ship */
  readonly "com.example.orders.ship": {
    readonly kind: "action"
    readonly name: "com.example.orders.ship"
    readonly takes: {
      readonly order: field<"reference", reference, true, true> & { readonly target: "com.example.orders.Order" }
    }
    readonly gives: {
      readonly order: field<"reference", reference, true, true> & { readonly target: "com.example.orders.Order" }
    }
  }
`)
  })
})

describe('tabularium types says what to do', () => {
  it('without a key', async () => {
    const { code, stderr } = await types(['--url', stage.service.url])
    expect([code, stderr]).toEqual([
      1,
      `tabularium: ${stage.service.url} needs an API key: set TABULARIUM_KEY to one. On the machine of the service, ` +
        'npx tabularium key add makes one.\n',
    ])
  })

  it('with a key that is not valid', async () => {
    const { code, stderr } = await types(['--url', stage.service.url], { TABULARIUM_KEY: 'tab_nonsense' })
    expect([code, stderr]).toEqual([1, expect.stringContaining('refuses the API key')])
    expect(stderr).not.toContain('tab_nonsense')
  })

  it('if nothing answers', async () => {
    const { url, close } = await answering('')
    await close()
    const { code, stderr } = await types(['--url', url], { TABULARIUM_KEY: 'x' })
    const reason = `connect ECONNREFUSED ${url.slice('http://'.length)}`
    expect([code, stderr]).toEqual([
      1,
      `tabularium: ${url} can't be reached: ${reason}. Correct --url, or start the service.\n`,
    ])
  })

  it('if something else answers, or it leads elsewhere', async () => {
    const page = await answering('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 5\r\n\r\nhello')
    const { stderr } = await types(['--url', page.url])
    expect(stderr).toContain(`${page.url} does not answer as Tabularium does: there is something else`)
    await page.close()
    const other = await answering('HTTP/1.1 301 Moved\r\nlocation: https://b.example/\r\nconnection: close\r\n\r\n')
    expect((await types(['--url', other.url])).stderr).toContain(`${other.url} leads to https://b.example/: write`)
    await other.close()
  })

  it('if the address or the file is wrong', async () => {
    expect(await types(['--url', 'records.example.com'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--url "records.example.com" must begin with https:// or http://'),
    })
    const nowhere = join(folder, 'missing', 'models.ts')
    expect(await types(['--models', ordersFolder, '--output', nowhere])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${nowhere} can't be written: ENOENT`),
    })
  })
})

function withoutCommand(text: string): string {
  return text.replace(/^\/\/ {3}tabularium types.*$/m, '')
}

/** A server that answers everything with these bytes. */
async function answering(bytes: string) {
  const server = createServer((socket) => socket.once('data', () => socket.end(bytes))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
