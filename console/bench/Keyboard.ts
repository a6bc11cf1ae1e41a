import type { Locator, Page } from 'playwright-core'

const farthest = 40

/** A keyboard that counts its keys. A chord such as Ctrl+S counts once. */
export class Keyboard {
  readonly #page: Page
  count = 0

  constructor(page: Page) {
    this.#page = page
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key)
      this.count++
    }
  }

  /** Types words to find something by. Each letter counts. */
  async search(words: string): Promise<void> {
    await this.#page.keyboard.type(words)
    this.count += words.length
  }

  /** Types a value. Its letters are the same in every program, and do not count. */
  async value(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  /** Presses Tab until something has the focus. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor()
    for (let n = 0; n < farthest; n++) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
      await this.press('Tab')
    }
    throw new Error(`${farthest} times Tab do not reach it`)
  }
}
