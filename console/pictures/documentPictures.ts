import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** The pictures of the documents, by the scene that each shows. */
export const documentPictures: Readonly<Record<string, string>> = {
  'list-columns': 'list',
  record: 'record',
  'record-conflict': 'merge',
  history: 'history',
}

const root = join(import.meta.dirname, '../..')

/** Where a picture of the documents is. */
export const pictureFile = (name: string): string => join(root, 'docs/pictures', `${name}.png`)

/** What the screen of a picture had on it when it was taken. A picture alone can't be compared on another machine. */
export const shownFile = (name: string): string => join(import.meta.dirname, 'shown', `${name}.txt`)

/** A part of a screen may be loaded after the rest of it. */
const settled = 3_000

/**
 * What a screen shows, as text: the digest of all styles, and the page as assistive technology reads it. It waits until
 * that is what is expected, or does not change any more.
 */
export async function shownOn(page: Page, expected?: string): Promise<string> {
  const look = async () => `styles ${digestOfStyles()}\n\n${await page.locator('body').ariaSnapshot()}\n`
  let shown = await look()
  for (let since = performance.now(); shown !== expected && performance.now() - since < settled; ) {
    await page.waitForTimeout(100)
    const now = await look()
    if (now !== shown) since = performance.now()
    shown = now
  }
  return shown
}

function digestOfStyles(): string {
  const folder = join(import.meta.dirname, '../src')
  const digest = createHash('sha256')
  for (const file of globSync('**/*.css', { cwd: folder }).toSorted()) digest.update(readFileSync(join(folder, file)))
  return digest.digest('hex').slice(0, 16)
}
