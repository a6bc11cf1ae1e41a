import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'
import type { Visitor } from './Visitor.ts'

/** The declarations of the tests of boards. */
export const folder = fileURLToPath(import.meta.resolve('./board'))
/** What their boards show. */
export const [Task, Person] = ['com.example.board.Task', 'com.example.board.Person'] as const

/** A board in a browser. */
export class BoardPage {
  readonly visitor: Visitor

  constructor(visitor: Visitor) {
    this.visitor = visitor
  }

  /** Opens the board by a field, as the list of these records. */
  open(by: string, more = '', username?: string): Promise<void> {
    return this.openAt(`?layout=board&by=${by}${more}`, username)
  }

  /** Opens the board at an address. */
  async openAt(query: string, username?: string): Promise<void> {
    await this.visitor.arrive(`/r/${Task}${query}`, username)
    await this.visitor.page.locator('.board-card').first().waitFor()
    await this.visitor.quiet()
  }

  card(title: string): Locator {
    return this.visitor.page.locator('.board-card').filter({ has: this.visitor.page.getByText(title, { exact: true }) })
  }

  column(value: string): Locator {
    return this.visitor.page.locator(`.board-cell[data-column='${value === 'none' ? value : `"${value}"`}']`)
  }

  /** The titles of the cards of a column, as they stand. */
  titles(value: string): Promise<string[]> {
    return this.column(value).locator('.board-title').allInnerTexts()
  }

  /** What every column says that the cards in hand can't go to. */
  reasons(): Promise<string[]> {
    return this.visitor.page.locator('.board [data-state="cannot"] .board-reason').allInnerTexts()
  }

  /** Presses keys, each when the one before was drawn. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.visitor.page.keyboard.press(key)
      await this.visitor.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    }
  }

  /** Takes a card by the keyboard. */
  async take(title: string): Promise<void> {
    await this.card(title).locator('.board-link').focus()
    await this.press('Space')
    await this.visitor.page.locator('.board[data-holding]').waitFor()
    await this.visitor.quiet()
  }

  /** Drags a card to a column by the pointer, and holds it there. */
  async drag(title: string, value: string): Promise<void> {
    const { page } = this.visitor
    const from = await this.card(title).boundingBox()
    const to = await this.column(value).boundingBox()
    if (!from || !to) throw new Error(`${title} or ${value} is not there.`)
    await page.mouse.move(from.x + 40, from.y + 12)
    await page.mouse.down()
    await page.mouse.move(from.x + 60, from.y + 20)
    await page.mouse.move(to.x + to.width / 2, from.y + 40, { steps: 4 })
    await page.locator('.board[data-holding="pointer"]').waitFor()
    await this.column(value).and(page.locator(':is([data-state="over"], [data-state="cannot"])')).waitFor()
  }

  async drop(): Promise<void> {
    await this.visitor.page.mouse.up()
  }

  /** What the note of the last change says. */
  toast(text: string): Locator {
    return this.visitor.page.locator('.toast').getByText(text)
  }
}
