import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startBrowser } from '../../client/test/browser.ts'
import { loadModels } from '../../server/src/model/loadModels.ts'
import { admin, type Client } from '../../server/test/harness/client.ts'
import { Cluster } from '../../server/test/harness/Cluster.ts'
import { runTabularium } from '../../server/test/harness/commandLine.ts'
import { loggedIn, startService, type TestService } from '../../server/test/harness/service.ts'
import buildConsole from '../test/buildConsole.ts'
import { fillContacts, fillWide } from './fill.ts'

const here = import.meta.dirname
const dist = join(here, '../dist')

/** A service with many records and the console of these sources, a page without framework beside it, and a browser. */
export class BenchStage {
  readonly url: string
  readonly client: Client
  readonly records: number
  readonly rounds: number
  /** Why samples were taken again, and what could not be measured. */
  readonly notes: string[] = []
  /** The folder of the built console. */
  readonly dist = dist
  readonly #browser: Browser
  readonly #stops: readonly (() => Promise<unknown>)[]

  private constructor(
    service: TestService,
    client: Client,
    browser: Browser,
    { records, rounds }: { readonly records: number; readonly rounds: number },
    stops: readonly (() => Promise<unknown>)[],
  ) {
    this.url = service.url
    this.client = client
    this.#browser = browser
    this.records = records
    this.rounds = rounds
    this.#stops = stops
  }

  static async start(size: { readonly records: number; readonly rounds: number }): Promise<BenchStage> {
    buildConsole()
    const files = await mkdtemp(join(tmpdir(), 'tabularium-bench-'))
    for (const from of [dist, join(here, 'page')]) await cp(from, files, { recursive: true })
    const cluster = await Cluster.start({ durable: false, settings: ['shared_buffers=512MB', 'max_wal_size=4GB'] })
    const url = cluster.urlOf('postgres')
    const folder = join(here, 'models')
    await runTabularium(['migrate', 'apply', '--models', folder], { DATABASE_URL: url })
    const add = ['user', 'add', admin.username, '--admin', '--password-stdin']
    await runTabularium(add, { DATABASE_URL: url }, admin.password)
    const models = await loadModels(folder)
    const database = new pg.Client({ connectionString: url })
    await database.connect()
    await fillContacts(database, models, size.records)
    await fillWide(database, models)
    await database.end()
    const service = await startService(url, { models: folder }, models, { consoleFolder: files })
    const client = await loggedIn(service)
    const browser = await startBrowser()
    return new BenchStage(service, client, browser, size, [
      () => browser.close(),
      async () => client.close(),
      () => service.stop(),
      () => cluster.stop(),
      () => rm(files, { recursive: true }),
    ])
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) await stop()
  }

  /** A browser with nothing in its cache, somebody logged in, and what is measured watched. */
  async openContext(): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    const [name = '', value = ''] = (this.client.cookie ?? '').split('=')
    await context.addCookies([{ name, value, url: this.url }])
    await context.addInitScript({ path: join(here, 'page/watch.js') })
    return context
  }

  /** Does something on a page of a new browser. */
  async onPage<Result>(path: string, act: (page: Page) => Promise<Result>): Promise<Result> {
    const context = await this.openContext()
    try {
      const page = await context.newPage()
      await page.goto(`${this.url}${path}`)
      return await act(page)
    } finally {
      await context.close()
    }
  }
}
