import type { Page } from 'playwright-core'
import type { Actors } from './Scene.ts'

/** Presses keys one after the other, as soon as the screen is there. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.locator('main h1').first().waitFor()
  for (const key of keys) await page.keyboard.press(key)
}

export async function click(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

/** Chooses a line of the menu of a record. */
export async function choose(page: Page, name: string): Promise<void> {
  await click(page, 'More')
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Types into a field. A required one has a star behind its label. */
export async function type(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('textbox', { name: new RegExp(`^${label}( ?\\*)?$`) }).fill(value)
}

export async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
}

export async function selectTwo({ page }: Actors): Promise<void> {
  for (const name of ['Grace Hopper', 'Alan Turing'])
    await page.getByRole('row', { name }).getByRole('checkbox').check()
}
