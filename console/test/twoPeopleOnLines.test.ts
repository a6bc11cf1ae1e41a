import { fileURLToPath } from 'node:url'
import type { Locator, Response } from 'playwright-core'
import { expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { admin, recordOf } from '../../server/test/harness/client.ts'
import { runTabularium } from '../../server/test/harness/commandLine.ts'
import { pick, randomFrom } from '../../server/test/harness/random.ts'
import { sizeOf } from '../../server/test/harness/rounds.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const folder = fileURLToPath(import.meta.resolve('./lines'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const longest = { timeout: 60 * 60_000 }
const [Order, Line] = ['com.example.lines.Order', 'com.example.lines.Line']

/** Somebody at the lines of an order: what they saw, and what the service took from them. Quantities are unique. */
class Person {
  readonly visitor: Visitor
  readonly name: string
  /** Each line with a quantity that stood before their eyes. */
  readonly seen = new Set<string>()
  readonly saved = { changed: [] as string[], added: [] as number[], removed: [] as string[] }
  #changed = new Map<string, number>()
  #removed = new Set<string>()
  #added: number[] = []

  constructor(visitor: Visitor, name: string) {
    this.visitor = visitor
    this.name = name
  }

  get #rows(): Locator {
    return this.visitor.page.locator('.lines tr[data-line]')
  }

  /** The lines that are saved and were not taken out. */
  async #lines(): Promise<string[]> {
    const shown = await this.#rows.evaluateAll((rows) =>
      rows.map((row) => [row.getAttribute('data-line') ?? '', row.getAttribute('data-state') ?? ''] as const),
    )
    return shown.flatMap(([key, state]) => (/^\d+$/.test(key) && ['same', 'changed'].includes(state) ? [key] : []))
  }

  /** Does something to a line, or adds one. */
  async act(random: () => number, value: number): Promise<void> {
    const lines = await this.#lines()
    const kind = random()
    if (lines.length < 2 || kind < 0.2) await this.#add(value)
    else if (kind < 0.35) await this.#remove(pick(random, lines))
    else await this.#change(pick(random, lines), value)
    await this.#look()
  }

  async #add(value: number): Promise<void> {
    const { page } = this.visitor
    await page.locator('.lines tr[data-state="blank"] [data-column="product"]').click()
    await page.keyboard.type('pen')
    await page.keyboard.press('Tab')
    await page.keyboard.type(String(value))
    await this.visitor.quiet()
    this.#added.push(value)
  }

  async #change(line: string, value: number): Promise<void> {
    await this.#cell(line).click()
    // A click into an editor that is open already selects nothing.
    await this.visitor.page.keyboard.press('Control+a')
    await this.visitor.page.keyboard.type(String(value))
    this.#changed.set(line, value)
  }

  async #remove(line: string): Promise<void> {
    await this.#cell(line).click()
    await this.visitor.page.keyboard.press('Control+Delete')
    this.#removed.add(line)
  }

  #cell(line: string): Locator {
    return this.visitor.page.locator(`.lines tr[data-line="${line}"] [data-column="quantity"]`)
  }

  /** What the draft was typed over is what the form showed then: others save only while nobody types. */
  async #look(): Promise<void> {
    const kept = await this.visitor.page.evaluate<string[]>(
      `Object.entries(localStorage).filter(([key]) => key.startsWith('tabularium.draft')).map(([, text]) => text)`,
    )
    for (const text of kept) {
      const { base } = JSON.parse(text) as { base: { lines: { id: number; quantity: number }[] } }
      for (const { id, quantity } of base.lines) this.seen.add(`${id}=${quantity}`)
    }
  }

  async reload(): Promise<void> {
    await this.visitor.page.reload()
    await this.#rows.first().waitFor()
    await this.visitor.quiet()
  }

  /** Saves, and settles every clash by a choice, until the service has taken it. */
  async save(isMine: () => boolean): Promise<void> {
    if (this.#changed.size + this.#removed.size + this.#added.length === 0) return
    const { page } = this.visitor
    for (let response = await this.#send(); response.status() !== 200; response = await this.#send()) {
      expect([response.status(), await response.text()]).toEqual([409, expect.any(String)])
      await page.locator('.merge').waitFor()
      await this.visitor.quiet()
      const clashes = page.locator('.clash:not(:has(:checked))')
      while ((await clashes.count()) > 0) await this.#settle(clashes.first(), isMine())
    }
    await page.locator('.notice-good').waitFor()
    this.#keep()
    await this.visitor.quiet()
  }

  #keep(): void {
    for (const [line, value] of this.#changed) this.saved.changed.push(`${line}=${value}`)
    this.saved.removed.push(...this.#removed)
    this.saved.added.push(...this.#added)
    this.#changed.clear()
    this.#removed.clear()
    this.#added = []
  }

  async #settle(clash: Locator, mine: boolean): Promise<void> {
    const line = (await clash.getAttribute('data-member')) ?? ''
    const theirs = (await clash.locator('.side-theirs .side-value').innerText()).replaceAll(/\D/g, '')
    this.seen.add(`${line}=${theirs}`)
    const side = clash.locator(mine ? '.side-yours label' : '.side-theirs label')
    const way = await side.innerText()
    await side.click()
    const typed = this.#changed.get(line)
    if (way.startsWith('Keep mine as a new line') && typed !== undefined) this.#added.push(typed)
    if (!mine || way.startsWith('Keep mine as a new line')) this.#changed.delete(line)
    if (!mine) this.#removed.delete(line)
  }

  async #send(): Promise<Response> {
    const answered = this.visitor.page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && response.url().includes(Order) && !response.url().includes('dryRun'),
    )
    await this.visitor.page.keyboard.press('Control+s')
    return answered
  }
}

interface Row {
  readonly id: number
  readonly operation: string
  readonly author: string
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
}

/** What the journal says of all lines. */
async function journal(): Promise<Row[]> {
  return stage.database.query<Row & Record<string, unknown>>(
    `select record::int as id, operation::text as operation, username as author, changes
       from tabularium.journal
       join tabularium.models on models.number = journal.model
       join record.tabularium_user on tabularium_user.id = journal.author
      where models.name = $1`,
    [Line],
  )
}

it(
  'two people on the lines of one order lose nothing, and overwrite nothing that they did not see',
  longest,
  async () => {
    const random = randomFrom(11)
    await runTabularium(
      ['user', 'add', 'bob', '--admin', '--password-stdin'],
      { DATABASE_URL: stage.database.url },
      admin.password,
    )
    const product = recordOf(
      await stage.client.create('com.example.lines.Product', { sku: 'pen', name: 'Pen', price: '1' }),
    ).id
    let clock = 10
    const begun = [1, 2, 3, 4].map(() => ({ product: { id: product }, quantity: ++clock }))
    const { id } = recordOf(await stage.client.create(Order, { customer: 'Ada', lines: begun }))
    const people: Person[] = []
    for (const name of ['admin', 'bob']) {
      const visitor = await visit()
      await visitor.arrive(`/r/${Order}/${id}`, name)
      await visitor.page.locator('.lines').waitFor()
      await visitor.quiet()
      people.push(new Person(visitor, name))
    }
    for (let round = 0; round < sizeOf({ inCi: 12, long: 200 }); round++) {
      for (const person of people) {
        if (random() < 0.2) await person.reload()
        if (random() < 0.9) await person.act(random, ++clock)
        if (random() < 0.4) await person.act(random, ++clock)
      }
      for (const person of random() < 0.5 ? people : people.toReversed()) await person.save(() => random() < 0.5)
    }
    const quantityOf = ({ changes }: Row, side: 0 | 1) => Number(changes['quantity']?.[side])
    const isBegun = (row: Row) => row.operation === 'c' && begun.some(({ quantity }) => quantity === quantityOf(row, 1))
    const rows = (await journal()).filter((row) => !isBegun(row))
    for (const { name, saved, seen } of people) {
      const own = rows.filter(({ author }) => author === name)
      const of = (operation: string) => own.filter((row) => row.operation === operation)
      const sorted = (values: readonly (string | number)[]) => values.map(String).sort()
      expect(sorted(of('u').map((row) => `${row.id}=${quantityOf(row, 1)}`))).toEqual(sorted(saved.changed))
      expect(sorted(of('c').map((row) => quantityOf(row, 1)))).toEqual(sorted(saved.added))
      expect(sorted(of('d').map((row) => row.id))).toEqual(sorted([...new Set(saved.removed)]))
      const replaced = own.filter(({ operation }) => operation !== 'c').map((row) => `${row.id}=${quantityOf(row, 0)}`)
      expect(replaced.filter((each) => !seen.has(each))).toEqual([])
    }
    console.info(`${rows.length} changes of lines`)
  },
)
