import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadModels } from '../../../server/src/model/loadModels.ts'
import { admin } from '../../../server/test/harness/client.ts'
import { ordersFolder } from '../../../server/test/harness/commandLine.ts'
import { makeKey } from '../../../server/test/harness/people.ts'
import { sizeOf } from '../../../server/test/harness/rounds.ts'
import { createDatabase, type TestDatabase } from '../../../server/test/harness/database.ts'
import { startService, type TestService } from '../../../server/test/harness/service.ts'
import { useModels } from '../../../server/test/harness/useModels.ts'
import { createClient } from '../../src/index.ts'
import { startBrowser } from '../browser.ts'
import { buildClient } from '../buildClient.ts'
import { serveFiles } from '../files.ts'

const root = fileURLToPath(import.meta.resolve('../../..'))
const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-examples-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the sync script', async () => {
  const stage = useModels(await loadModels(ordersFolder))
  const rows = sizeOf({ inCi: 5_000, long: 50_000 })
  const script = join(root, 'examples/sync/sync.ts')

  it(`loads ${rows} rows, goes on after it was killed, and changes nothing the second time`, async () => {
    const file = join(folder, 'products.csv')
    const csv = execFileSync(process.execPath, [join(root, 'examples/sync/makeProducts.ts'), `${rows}`], {
      maxBuffer: 1e9,
    })
    await writeFile(file, csv)
    const env = { TABULARIUM_URL: stage.service.url, TABULARIUM_KEY: (await makeKey(stage.client)).token }
    const child = spawn(process.execPath, [script, file], { env })
    child.stderr.on('data', (said) => String(said).includes('2000 rows') && child.kill('SIGKILL'))
    const [, signal] = await once(child, 'close')
    expect(signal).toBe('SIGKILL')
    const second = await run(process.execPath, [script, file], { env })
    expect(second.stderr).toMatch(/^Continuing behind row \d+\.\n/)
    const { created, updated, unchanged } = JSON.parse(second.stdout)
    expect(updated).toBe(0)
    expect(created).toBeLessThan(rows)
    expect(created + unchanged).toBeGreaterThanOrEqual(rows - 4_000)
    expect(JSON.parse((await run(process.execPath, [script, file], { env })).stdout)).toEqual({
      created: 0,
      updated: 0,
      unchanged: rows,
    })
    const products = createClient({ url: stage.service.url, key: env.TABULARIUM_KEY }).records(
      'com.example.orders.Product',
    )
    const { total } = await products.find({ limit: 0 })
    const touched = await products.find({ where: { version: { '>': 0 } }, limit: 0 })
    const [screw] = (await products.find({ where: { sku: 'SKU-000007' }, fields: ['name'] })).records
    expect([total, touched.total, screw?.name]).toEqual([rows, 0, 'Screw "M7", 7 mm'])
  })

  it('says which row and column is wrong, and writes none of its call', async () => {
    const file = join(folder, 'wrong.csv')
    await writeFile(file, 'sku,name,price,onHand\nNEW-1,Fine,1.00,1\nNEW-2,Wrong,one,1\n')
    const env = { TABULARIUM_URL: stage.service.url, TABULARIUM_KEY: (await makeKey(stage.client)).token }
    const failed = await run(process.execPath, [script, file], { env }).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('row 2, price: must be') })
  })

  it('asks for a key', async () => {
    const failed = await run(process.execPath, [script, 'x.csv'], { env: {} }).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('Set TABULARIUM_KEY') })
  })
})

describe('the page without a framework', () => {
  let database: TestDatabase
  let service: TestService
  let files: Awaited<ReturnType<typeof serveFiles>>

  beforeAll(async () => {
    const page = join(folder, 'page')
    await cp(join(root, 'examples/page'), page, { recursive: true })
    await cp(join(await buildClient(join(folder, 'built')), 'index.min.js'), join(page, 'client.js'))
    files = await serveFiles(page)
    database = await createDatabase()
    service = await startService(database.url, { origins: files.origin })
    const html = await readFile(join(page, 'index.html'), 'utf8')
    await writeFile(join(page, 'index.html'), html.replace('http://127.0.0.1:8080', service.url))
  })

  afterAll(async () => {
    await service.stop()
    await files.close()
    await database.drop()
  })

  it('lists, edits, and shows a conflict with its three values', async () => {
    const other = createClient({ url: service.url })
    await other.login(admin.username, admin.password)
    const contacts = other.records('com.example.contacts.Contact')
    const ada = await contacts.create({ firstName: 'Ada', lastName: '<b>Lovelace', email: 'seen@example.com' })
    const browser = await startBrowser()
    try {
      const page = await browser.newPage()
      const mistakes: string[] = []
      page.on('pageerror', (error) => mistakes.push(error.message))
      await page.goto(files.origin)
      await page.fill('[name=username]', admin.username)
      await page.fill('[name=password]', admin.password)
      await page.click('text=Log in')
      await page.click('text=Ada <b>Lovelace')
      await page.waitForSelector('#edit:not([hidden])')
      await contacts.update(ada, { email: 'theirs@example.com' })
      await page.fill('[name=email]', 'mine@example.com')
      await page.fill('[name=phone]', '+44 1')
      await page.click('text=Save >> nth=0')
      await page.waitForSelector('#conflict:not([hidden])')
      const cells = await page.locator('#clashes td').allTextContents()
      expect(cells.slice(0, 4)).toEqual([
        'email',
        'seen@example.com',
        `theirs@example.com (${admin.username})`,
        'mine@example.com',
      ])
      await page.selectOption('#clashes select', 'yours')
      await page.click('text=Save my decision')
      await page.waitForSelector('#list >> text=mine@example.com')
      expect(await contacts.read(ada.id)).toMatchObject({ version: 2, email: 'mine@example.com', phone: '+44 1' })
      await page.click('text=Ada <b>Lovelace')
      await page.fill('[name=email]', 'no address')
      await page.click('#edit button')
      await page.waitForSelector('text=email must be an e-mail address')
      expect(mistakes).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
