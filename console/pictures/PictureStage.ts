import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { startBrowser } from '../../client/test/browser.ts'
import { createColleague } from '../../demo/src/createColleague.ts'
import { demoConsole } from '../../demo/src/demoConsole.ts'
import { admin, Client } from '../../server/test/harness/client.ts'
import { Cluster } from '../../server/test/harness/Cluster.ts'
import { contactsFolder, ordersFolder, runTabularium } from '../../server/test/harness/commandLine.ts'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { loggedIn, startService, type TestService } from '../../server/test/harness/service.ts'
import buildConsole from '../test/buildConsole.ts'
import { FixedTimes, fixedNow } from './FixedTimes.ts'
import { fillAccess, fillRecords, fillViews } from './fill.ts'
import { fillJobs } from './fillJobs.ts'
import { fillOrders } from './fillOrders.ts'
import { fillWebhooks } from './fillWebhooks.ts'
import { Contact } from './models.ts'
import type { Scene } from './Scene.ts'

const fontFile = join(
  import.meta.dirname,
  '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)

/** A service with the same data in every run, and a browser with a fixed clock and font. */
export class PictureStage {
  readonly #browser: Browser
  readonly #service: TestService
  readonly #demo: TestService | undefined
  readonly #cluster: Cluster
  /** Absent: the clock is that of the machine. */
  readonly #times: FixedTimes | undefined
  /** Sessions by username: `admin` and `sam` may do everything, and `rita` may read. */
  readonly clients: Readonly<Record<string, Client>>

  private constructor(
    browser: Browser,
    service: TestService,
    demo: TestService | undefined,
    cluster: Cluster,
    times: FixedTimes | undefined,
    clients: Readonly<Record<string, Client>>,
  ) {
    this.#browser = browser
    this.#service = service
    this.#demo = demo
    this.#cluster = cluster
    this.#times = times
    this.clients = clients
  }

  /** The example of contacts, with the demo beside it. */
  static async start(): Promise<PictureStage> {
    const { cluster, env } = await prepare(contactsFolder, [
      ['admin', '--admin'],
      ['sam', '--admin'],
      ['rita', '--role', 'reader'],
      ['robin', '--admin'],
    ])
    const service = await startService(env.DATABASE_URL)
    const clients = await logIn(service, ['sam', 'rita'])
    if (clients.admin && clients.sam) {
      await fillRecords(clients.admin, clients.sam)
      await fillViews(clients.admin)
      await fillAccess(clients.admin)
      await fillJobs(cluster)
      await fillWebhooks(clients.admin)
    }
    const moments = await cluster.query<{ on: Date }>(
      'select distinct written_on as on from tabularium.journal order by 1',
    )
    return new PictureStage(
      await startBrowser(),
      service,
      await startDemo(env.DATABASE_URL),
      cluster,
      new FixedTimes(moments.map(({ on }) => on)),
      clients,
    )
  }

  /** The example of orders, with the records of the demo and the time of the machine. */
  static async startOrders(): Promise<PictureStage> {
    const { cluster, env } = await prepare(ordersFolder, [
      ['admin', '--admin', '--name', 'Mona Administrator'],
      ['sam', '--admin', '--name', 'Sam, who sells'],
      ['rita', '--role', 'sales', '--name', 'Rita Reader'],
    ])
    const { models, roles, logic } = await loadDeclared(ordersFolder)
    const service = await startService(env.DATABASE_URL, { models: ordersFolder }, models, { roles, logic })
    const clients = await logIn(service, ['sam', 'rita'])
    if (clients.admin && clients.sam) await fillOrders(clients.admin, clients.sam)
    return new PictureStage(await startBrowser(), service, undefined, cluster, undefined, clients)
  }

  /** The service of a scene: the one of the demo, or the one of everybody else. */
  urlOf({ on }: Pick<Scene, 'on'>): string {
    return on === 'demo' && this.#demo ? this.#demo.url : this.#service.url
  }

  async stop(): Promise<void> {
    await this.#browser.close()
    for (const client of Object.values(this.clients)) client.close()
    await this.#demo?.stop()
    await this.#service.stop()
    await this.#cluster.stop()
  }

  /** A browser of somebody, or of nobody who is logged in. */
  async open(
    username: string | undefined,
    locale = 'en-GB',
  ): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale,
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    const [name = '', value = ''] = (this.clients[username ?? '']?.cookie ?? '').split('=')
    // Cookies do not know ports: this is also the session at the service of the demo.
    if (name !== '') await context.addCookies([{ name, value, url: this.#service.url }])
    const font = await readFile(fontFile)
    await context.route('**/console/inter.woff2', (route) => route.fulfill({ body: font, contentType: 'font/woff2' }))
    await context.route('**/console/pressable.css', withFont)
    await context.addInitScript({ path: join(import.meta.dirname, 'watchPolicy.js') })
    const times = this.#times
    if (times) await context.route('**/ws/**', (route) => withFixedTimes(route, times))
    const page = await context.newPage()
    if (times) await page.clock.setFixedTime(fixedNow)
    return { context, page }
  }
}

async function withFixedTimes(route: Route, times: FixedTimes): Promise<void> {
  // A stream has no end, and its times are not shown.
  if (route.request().url().includes('/ws/changes/stream')) return route.continue()
  // A page may be closed before its last answer, or in the midst of it.
  const response = await route.fetch().catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  if (!response || text === undefined) return route.abort().catch(() => {})
  // The end of a session is compared with the time of the answer: it begins in the fixed past, and goes on.
  const body = route.request().url().includes('/ws/me')
    ? text.replace(/"since":"[^"]*"/, (since) => times.fix(since))
    : times.fix(text)
  await route.fulfill({ response, body }).catch(() => {})
}

/** A migrated database with users, who all have the same password. */
async function prepare(folder: string, people: readonly (readonly [string, ...string[]])[]) {
  buildConsole()
  const cluster = await Cluster.start({ durable: false })
  const env = { DATABASE_URL: cluster.urlOf('postgres') }
  await runTabularium(['migrate', 'apply', '--models', folder], env)
  for (const [name, ...flags] of people)
    await runTabularium(['user', 'add', name, ...flags, '--password-stdin'], env, admin.password)
  return { cluster, env }
}

/** The sessions of the administrator and of others. */
async function logIn(service: TestService, names: readonly string[]): Promise<Record<string, Client>> {
  const clients: Record<string, Client> = { admin: await loggedIn(service) }
  for (const name of names) {
    const client = new Client(service.url)
    await client.login({ username: name, password: admin.password })
    clients[name] = client
  }
  return clients
}

/** A second service with the same records: the demo, with a colleague who changes them. */
async function startDemo(databaseUrl: string): Promise<TestService> {
  const robin = { username: 'robin', name: 'Robin', admin: true, roles: [], password: admin.password }
  let url = ''
  const askColleague = createColleague(() => url, robin)
  const extension = demoConsole({ model: Contact, redeemLink: async () => undefined, askColleague })
  const service = await startService(databaseUrl, {}, undefined, { extension })
  url = service.url
  return service
}

async function withFont(route: Route): Promise<void> {
  const response = await route.fetch()
  const font = await readFile(join(import.meta.dirname, 'font.css'), 'utf8')
  await route.fulfill({ response, body: `${await response.text()}\n${font}` })
}
