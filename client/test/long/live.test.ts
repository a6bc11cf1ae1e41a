import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '../../../server/test/harness/client.ts'
import { createDatabase, type TestDatabase } from '../../../server/test/harness/database.ts'
import { makeKey } from '../../../server/test/harness/people.ts'
import { loggedIn, startService, type TestService } from '../../../server/test/harness/service.ts'
import { startBrowser } from '../browser.ts'
import { serveFiles } from '../files.ts'
import type { Outcome } from '../live/checks.ts'
import { prepare } from '../live/prepare.ts'
import { installRuntimes, type Runtime } from '../live/runtimes.ts'
import type { LiveSetup } from '../live/suite.ts'

/** How many checks the suite has: none may get lost. */
const checks = 40
const platforms = ['Node 24', 'Node 22', 'Deno', 'Bun']

let folder: string
let pages: Awaited<ReturnType<typeof serveFiles>>
let database: TestDatabase
let service: TestService
let runtimes: readonly Runtime[]
let key: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-live-'))
  const suite = join(folder, 'suite')
  ;[runtimes] = await Promise.all([installRuntimes(folder), prepare(suite)])
  pages = await serveFiles(suite)
  database = await createDatabase()
  service = await startService(database.url, { origins: pages.origin })
  const client = await loggedIn(service)
  key = (await makeKey(client, { name: 'live suite' })).token
  client.close()
}, 180_000)

afterAll(async () => {
  await service?.stop()
  await pages?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

function setupFor(platform: string): LiveSetup {
  const isPage = platform === 'Chromium'
  return { url: service.url, platform, username: admin.username, password: admin.password, key, isPage }
}

describe('the live suite', () => {
  it('runs on every runtime that npm brings', () => {
    expect(runtimes.map(({ name }) => name)).toEqual(platforms)
  })

  it.each(platforms)('passes on %s', { timeout: 120_000 }, async (platform) => {
    const [program, ...flags] = runtimes.find(({ name }) => name === platform)?.command ?? ['missing']
    const args = [...flags, join(folder, 'suite', 'main.js'), JSON.stringify(setupFor(platform))]
    const { stdout } = await promisify(execFile)(program, args, { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    )
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Outcome).toEqual({ passed: checks, failed: [] })
  })

  it('passes in Chromium, on a page of another origin', { timeout: 120_000 }, async () => {
    const browser = await startBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(`${pages.origin}/page.html`)
      await page.waitForFunction('globalThis.runSuite !== undefined')
      const outcome = await page.evaluate(`runSuite(${JSON.stringify(setupFor('Chromium'))})`)
      expect(outcome).toEqual({ passed: checks, failed: [] })
    } finally {
      await browser.close()
    }
  })
})
