import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core'
import { expect, inject } from 'vitest'
import { admin } from '../../server/test/harness/client.ts'
import { until } from '../../server/test/harness/poll.ts'
import { findViolations } from './findViolations.ts'

/** What a browser says of refused requests, which the screens show themselves. */
const refusedRequest = /^Failed to load resource: .* status of (400|401|403|404|409|422|503)/

/**
 * How long a page has had all its answers before it asks for nothing more, in milliseconds. React shows what was loaded
 * late up to 300 ms after what stood there instead.
 */
const quietFor = 400

/** An address that only `route` asks for. */
const probe = '/console/?isRouted'

/** What somebody looks at. */
export interface Device {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly hasTouch?: boolean
  readonly isMobile?: boolean
}

const desk: Device = { viewport: { width: 1280, height: 800 } }
export const phone: Device = { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true }

/** Somebody at a browser. Errors of scripts and refusals of the policy are faults of every test. */
export class Visitor {
  readonly #context: BrowserContext
  page: Page
  readonly faults: string[] = []
  readonly #url: string
  readonly #expected: RegExp
  readonly #asked = new Set<Request>()
  #lastAnswer = 0

  private constructor(context: BrowserContext, page: Page, url: string, expected: RegExp) {
    this.#context = context
    this.page = page
    this.#url = url
    this.#expected = expected
    this.#watch()
  }

  #watch(): void {
    this.page.on('pageerror', (error) => this.faults.push(error.message))
    this.page.on('console', (message) => {
      const isExpected = refusedRequest.test(message.text()) || this.#expected.test(message.text())
      if (message.type() === 'error' && !isExpected) this.faults.push(message.text())
    })
    this.#asked.clear()
    const onEnd = (request: Request) => {
      if (this.#asked.delete(request)) this.#lastAnswer = performance.now()
    }
    // The stream of changes has no end.
    this.page.on('request', (request) => {
      if (!request.url().includes('/ws/changes/stream')) this.#asked.add(request)
    })
    this.page.on('requestfinished', onEnd)
    this.page.on('requestfailed', onEnd)
  }

  /** Waits until the page has all that it asked for, and has drawn it. */
  async quiet(): Promise<void> {
    const isSilent = () => this.#asked.size === 0 && performance.now() - this.#lastAnswer > quietFor
    const isQuiet = async () => {
      if (!isSilent()) return false
      // On a slow machine an answer waits in the page, and may be the reason for the next request.
      await this.#drawn()
      return isSilent() && (await this.page.locator('[data-loading]').count()) === 0
    }
    await until('the page has all that it asked for', isQuiet, { within: 30_000 })
  }

  /** Waits until the page has drawn what it knows. */
  async #drawn(): Promise<void> {
    await this.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
  }

  /** Closes the tab and opens another one, as after a crash. */
  async openTab(): Promise<void> {
    await this.page.close()
    this.page = await this.#context.newPage()
    this.#watch()
  }

  /** Opens a browser of their own, whose cookies and storage are nobody else's. Messages can be expected. */
  static async open(browser: Browser, url: string, expected = /^$/, device = desk): Promise<Visitor> {
    const context = await browser.newContext({
      ...device,
      locale: 'en-US',
      timezoneId: 'UTC',
      // Colours are checked as they are, and not on their way.
      reducedMotion: 'reduce',
    })
    return new Visitor(context, await context.newPage(), url, expected)
  }

  async go(path: string): Promise<void> {
    await this.page.goto(`${this.#url}/console${path}`)
  }

  async login(username = admin.username, password = admin.password): Promise<void> {
    await this.page.getByLabel('Username').fill(username)
    await this.page.getByLabel('Password').fill(password)
    await this.page.keyboard.press('Enter')
    await this.page.locator('nav.nav').waitFor()
  }

  /** Opens a path as somebody who is logged in already: the login screen has its own tests. */
  async arrive(path: string, username = admin.username): Promise<void> {
    const credentials = { username, password: admin.password }
    const answer = await this.#context.request.post(`${this.#url}/callback`, { data: credentials })
    expect(answer.status(), `The login of ${username}`).toBe(200)
    await this.go(path)
    // A phone has its ways at the bottom.
    await this.page
      .locator('nav:is(.nav, .bottom)')
      .filter({ visible: true })
      .first()
      .waitFor()
      .catch(async (error: unknown) => {
        throw new Error(`The page of ${path} did not come: ${await this.#describe()}`, { cause: error })
      })
  }

  /** What somebody sees, and what the page still waits for, to explain what went wrong. */
  async #describe(): Promise<string> {
    const shown = await this.page.locator('body').innerText()
    return JSON.stringify({ shown, faults: this.faults, awaited: [...this.#asked].map((request) => request.url()) })
  }

  /**
   * Intercepts requests of the page. In Chromium this takes effect with a delay if the page is open already: its next
   * requests could still reach the service. So the page asks for an address of ours until that is intercepted.
   */
  async route(...args: Parameters<Page['route']>): Promise<void> {
    await this.page.route(`**${probe}`, (route) => route.fulfill({ body: 'routed' }))
    await this.page.route(...args)
    if (!this.page.url().startsWith(this.#url)) return
    const isRouted = () =>
      this.page.evaluate<boolean>(`fetch('${probe}').then(async (it) => (await it.text()) === 'routed')`)
    await until('requests of the page are routed', isRouted)
  }

  field(label: string): Locator {
    return this.page.getByRole('textbox', { name: label })
  }

  /** The heading of Home. */
  home(): Locator {
    return this.page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ })
  }

  /** Logs out by the menu of the account. */
  async logOut(): Promise<void> {
    await this.button(/^Your account/).click()
    await this.page.getByRole('menuitem', { name: 'Log out' }).click()
  }

  /** Chooses a line of the menu of a record. */
  async choose(name: string | RegExp): Promise<void> {
    await this.button('More').click()
    await this.page.getByRole('menuitem', { name }).click()
  }

  /** Opens a part of the menu of a list that changes how it looks. */
  async changeView(part: 'Group' | 'Columns' | 'Figures' | 'Chart'): Promise<void> {
    await this.page.getByRole('button', { name: 'View', exact: true }).click()
    await this.page.getByRole('dialog', { name: 'View' }).getByRole('button', { name: part }).click()
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  /**
   * The screen breaks no rule of accessibility: wide and light, narrow and dark. The long form of the tests looks at it
   * wide and dark, narrow and light as well. `part` is what of it is new, if the rest was looked at before.
   */
  async expectAccessible(part?: string): Promise<void> {
    const ways = [[1280, 'light'] as const, [360, 'dark'] as const]
    const more = inject('rounds') === null ? [] : [[1280, 'dark'] as const, [360, 'light'] as const]
    for (const [width, colorScheme] of [...ways, ...more]) await this.#expectAccessibleIn(width, colorScheme, part)
    await this.page.setViewportSize({ width: 1280, height: 800 })
  }

  async #expectAccessibleIn(width: number, colorScheme: 'light' | 'dark', part: string | undefined): Promise<void> {
    await this.page.setViewportSize({ width, height: 800 })
    await this.page.emulateMedia({ colorScheme })
    // What stands beside a button follows it, a frame after the button has moved: until then it may be out of sight.
    await this.#drawn()
    await this.#drawn()
    expect(await findViolations(this.page, part), `${width} px, ${colorScheme}`).toEqual([])
  }

  /** Everything that this browser keeps, as one text. */
  async storage(): Promise<string> {
    return this.page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
  }

  async close(): Promise<void> {
    await this.#context.close()
    expect(this.faults, this.faults.join()).toEqual([])
  }
}
