import type { Response } from 'playwright-core'
import { expect, it } from 'vitest'
import { admin, recordOf } from '../../server/test/harness/client.ts'
import { runTabularium } from '../../server/test/harness/commandLine.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { journalOf } from '../../server/test/harness/journalRows.ts'
import { pick, randomFrom } from '../../server/test/harness/random.ts'
import { sizeOf } from '../../server/test/harness/rounds.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
/** Two hundred rounds take a quarter of an hour. */
const longest = { timeout: 30 * 60_000 }

/** The fields that both change, by their labels. */
const fields = { 'First name': 'firstName', 'Last name': 'lastName', Notes: 'notes' } as const
type Label = keyof typeof fields
const labels = Object.keys(fields) as Label[]

/** Somebody at the record: what they saw in each field, and what the service took from them. */
class Person {
  readonly visitor: Visitor
  readonly name: string
  readonly seen = new Set<string>()
  readonly saved: { readonly field: string; readonly value: string }[] = []
  #typed = new Map<Label, string>()

  constructor(visitor: Visitor, name: string) {
    this.visitor = visitor
    this.name = name
  }

  /** Looks at all fields, and types something new into one of them. */
  async type(label: Label, value: string): Promise<void> {
    for (const each of labels) this.#see(each, await this.visitor.field(each).inputValue())
    await this.visitor.field(label).fill(value)
    await this.#lookAgain(label)
    this.#typed.set(label, value)
  }

  /** What others save is in the form at once, until something is typed: between a look and a key, too. */
  async #lookAgain(typed: Label): Promise<void> {
    for (const each of labels) if (each !== typed) this.#see(each, await this.visitor.field(each).inputValue())
    const section = this.visitor.page.locator('.record-field').filter({ has: this.visitor.field(typed) })
    const mark = section.locator('.changed')
    const was = (await mark.count()) > 0 ? await mark.getAttribute('title') : null
    if (was !== null) this.#see(typed, was.replace(/^It was: (.*) \(F8\)$/, '$1'))
  }

  async reload(): Promise<void> {
    await this.visitor.page.reload()
    await this.visitor.field('Notes').waitFor()
  }

  /** Saves, and settles every clash by a choice, until the service has taken it. */
  async save(isMine: () => boolean): Promise<void> {
    if (this.#typed.size === 0) return
    const { page } = this.visitor
    for (let response = await this.#send(); response.status() !== 200; response = await this.#send()) {
      expect(response.status()).toBe(409)
      await page.locator('.merge').waitFor()
      const clashes = page.locator('.clash:not(:has(:checked))')
      while ((await clashes.count()) > 0) await this.#settle(clashes.first(), isMine())
    }
    await page.locator('.notice-good').waitFor()
    for (const [label, value] of this.#typed) this.saved.push({ field: fields[label], value })
    this.#typed.clear()
  }

  async #settle(clash: ReturnType<Visitor['page']['locator']>, mine: boolean): Promise<void> {
    const label = (await clash.getByRole('rowheader').textContent()) as Label
    this.#see(label, (await clash.locator('.side-theirs .side-value').textContent()) ?? '')
    await clash.getByRole('radio', { name: mine ? 'Use mine' : 'Keep theirs' }).click()
    if (!mine) this.#typed.delete(label)
  }

  async #send(): Promise<Response> {
    const isSave = (url: string, method: string) => method === 'POST' && !url.includes('dryRun')
    const answered = this.visitor.page.waitForResponse((response) =>
      isSave(response.url(), response.request().method()),
    )
    await this.visitor.page.keyboard.press('Control+s')
    return answered
  }

  #see(label: Label, value: string): void {
    this.seen.add(`${fields[label]}=${value}`)
  }
}

it('two people on one record lose no update, and overwrite nothing that they did not see', longest, async () => {
  const random = randomFrom(7)
  const more = ['user', 'add', 'bob', '--admin', '--password-stdin']
  await runTabularium(more, { DATABASE_URL: stage.database.url }, admin.password)
  const { id } = recordOf(await stage.client.create(Contact, { firstName: 'a', lastName: 'b', notes: 'c' }))
  const people: Person[] = []
  for (const name of ['admin', 'bob']) {
    const visitor = await visit()
    await visitor.arrive(`/r/${Contact}/${id}`, name)
    people.push(new Person(visitor, name))
  }
  // Values without spaces: of others, a clash also shows the words that were replaced.
  let clock = 0
  for (let round = 0; round < sizeOf({ inCi: 12, long: 200 }); round++) {
    for (const person of people) {
      if (random() < 0.2) await person.reload()
      if (random() < 0.8) await person.type(pick(random, labels), `${person.name}-${++clock}`)
      if (random() < 0.3) await person.type(pick(random, labels), `${person.name}-${++clock}`)
    }
    for (const person of random() < 0.5 ? people : people.toReversed()) await person.save(() => random() < 0.5)
  }

  const journal = await journalOf(stage.database, Contact, id)
  const users = await stage.database.query<{ id: number; username: string }>(
    'select id::int as id, username from record.tabularium_user',
  )
  const authorOf = (row: { author: number | null }) => users.find((user) => user.id === row.author)?.username
  const changes = journal
    .slice(1)
    .flatMap((row) =>
      Object.entries(row.changes).flatMap(([field, pair]) => (pair ? [{ field, pair, by: authorOf(row) }] : [])),
    )
  for (const { name, saved, seen } of people) {
    // Every value that the service took is in the journal once, as theirs.
    for (const { field, value } of saved)
      expect([
        value,
        changes.filter((one) => one.field === field && one.pair[1] === value).map(({ by }) => by),
      ]).toEqual([value, [name]])
    // What they replaced stood before their eyes.
    const unseen = changes.filter(({ by, field, pair }) => by === name && !seen.has(`${field}=${String(pair[0])}`))
    expect(unseen).toEqual([])
  }
  expect(changes.length).toBe(people.reduce((sum, { saved }) => sum + saved.length, 0))
  console.info(`${changes.length} changes in ${journal.length} versions`)
})
