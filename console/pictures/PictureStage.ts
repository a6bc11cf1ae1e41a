import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { startBrowser } from '../../client/test/browser.ts'
import { admin, Client, recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Cluster } from '../../server/test/harness/Cluster.ts'
import { contactsFolder, runTabularium } from '../../server/test/harness/commandLine.ts'
import { loggedIn, startService, type TestService } from '../../server/test/harness/service.ts'
import buildConsole from '../test/buildConsole.ts'
import { FixedTimes, fixedNow } from './FixedTimes.ts'
import { companies, contacts } from './people.ts'

const fontFile = join(
  import.meta.dirname,
  '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)

export const [Contact, Company, Interaction] = ['Contact', 'Company', 'Interaction'].map(
  (name) => `com.example.contacts.${name}`,
) as [string, string, string]

/** A service with the same data in every run, and a browser with a fixed clock and font. */
export class PictureStage {
  readonly #browser: Browser
  readonly #service: TestService
  readonly #cluster: Cluster
  readonly #times: FixedTimes
  /** Sessions by username: `admin` and `sam` may do everything, and `rita` may read. */
  readonly clients: Readonly<Record<string, Client>>

  private constructor(
    browser: Browser,
    service: TestService,
    cluster: Cluster,
    times: FixedTimes,
    clients: Readonly<Record<string, Client>>,
  ) {
    this.#browser = browser
    this.#service = service
    this.#cluster = cluster
    this.#times = times
    this.clients = clients
  }

  static async start(): Promise<PictureStage> {
    buildConsole()
    const cluster = await Cluster.start({ durable: false })
    const env = { DATABASE_URL: cluster.urlOf('postgres') }
    await runTabularium(['migrate', 'apply', '--models', contactsFolder], env)
    for (const [name, ...flags] of [
      ['admin', '--admin'],
      ['sam', '--admin'],
      ['rita', '--role', 'reader'],
    ] as const)
      await runTabularium(['user', 'add', name, ...flags, '--password-stdin'], env, admin.password)
    const service = await startService(env.DATABASE_URL)
    const clients: Record<string, Client> = { admin: await loggedIn(service) }
    for (const name of ['sam', 'rita']) {
      const client = new Client(service.url)
      await client.login({ username: name, password: admin.password })
      clients[name] = client
    }
    if (clients.admin && clients.sam) await fill(clients.admin, clients.sam)
    const moments = await cluster.query<{ on: Date }>(
      'select distinct written_on as on from tabularium.journal order by 1',
    )
    return new PictureStage(
      await startBrowser(),
      service,
      cluster,
      new FixedTimes(moments.map(({ on }) => on)),
      clients,
    )
  }

  get url(): string {
    return this.#service.url
  }

  async stop(): Promise<void> {
    await this.#browser.close()
    for (const client of Object.values(this.clients)) client.close()
    await this.#service.stop()
    await this.#cluster.stop()
  }

  /** A browser of somebody, or of nobody who is logged in. */
  async open(username: string | undefined): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    const [name = '', value = ''] = (this.clients[username ?? '']?.cookie ?? '').split('=')
    if (name !== '') await context.addCookies([{ name, value, url: this.url }])
    const font = await readFile(fontFile)
    await context.route('**/console/inter.woff2', (route) => route.fulfill({ body: font, contentType: 'font/woff2' }))
    await context.route('**/console/pressable.css', withFont)
    await context.route('**/ws/**', (route) => this.#withFixedTimes(route))
    await context.addInitScript({ path: join(import.meta.dirname, 'watchPolicy.js') })
    const page = await context.newPage()
    await page.clock.setFixedTime(fixedNow)
    return { context, page }
  }

  async #withFixedTimes(route: Route): Promise<void> {
    // A page may be closed before its last answer.
    const response = await route.fetch().catch(() => undefined)
    if (!response) return route.abort().catch(() => {})
    const text = await response.text()
    // The end of a session is compared with the time of the answer: it begins in the fixed past, and goes on.
    const body = route.request().url().includes('/ws/me')
      ? text.replace(/"since":"[^"]*"/, (since) => this.#times.fix(since))
      : this.#times.fix(text)
    await route.fulfill({ response, body }).catch(() => {})
  }
}

async function withFont(route: Route): Promise<void> {
  const response = await route.fetch()
  const font = await readFile(join(import.meta.dirname, 'font.css'), 'utf8')
  await route.fulfill({ response, body: `${await response.text()}\n${font}` })
}

/** The record that most pictures are about has been changed by two people. */
async function fill(mona: Client, sam: Client): Promise<void> {
  const made = recordsOf(await mona.exchange('POST', `/ws/rest/${Company}`, { body: { records: companies } }))
  const records = contacts(made.map(({ id }) => id))
  recordsOf(await mona.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
  const tags = ['mathematics', 'newsletter'].map((name) => ({ name }))
  recordsOf(await mona.exchange('POST', '/ws/rest/com.example.contacts.Tag', { body: { records: tags } }))
  const changes: readonly [Client, object][] = [
    [sam, { notes: 'Met at the Royal Society. Interested in the engine, asks for a price.', tags: [{ id: 1 }] }],
    [mona, { status: 'lead', phone: '+44 20 7946 0101' }],
    [sam, { credit: '2500.00' }],
    [mona, { notes: 'Met at the Royal Society. Has ordered the engine, asks for a date.', status: 'customer' }],
    [sam, { tags: [{ id: 1 }, { id: 2 }], vip: true }],
    [mona, { email: 'ada@lovelace.example', credit: '4000.00' }],
  ]
  for (const [version, [client, change]] of changes.entries())
    recordOf(await client.update(Contact, 1, { version, ...change }))
  const subjects = ['First call', 'Price sent', 'Visit of the workshop']
  const calls = subjects.map((subject, n) => ({
    contact: { id: 1 },
    kind: ['call', 'mail', 'meeting'][n],
    happenedOn: `2026-02-1${n}T10:30:00Z`,
    subject,
  }))
  recordsOf(await sam.exchange('POST', `/ws/rest/${Interaction}`, { body: { records: calls } }))
  for (const id of [27, 28]) await sam.delete(Contact, id)
}
