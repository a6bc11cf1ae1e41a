import type { Page } from 'playwright-core'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import type { BenchStage } from './BenchStage.ts'
import { contactModel } from './fill.ts'
import { beginInGrid } from './firstRow.ts'
import type { Keyboard } from './Keyboard.ts'

/** Gives three neighbouring rows the same e-mail address, after a look at what changes. */
export async function byBulkEdit(keys: Keyboard, page: Page, { client }: BenchStage): Promise<void> {
  await beginInGrid(page)
  // The column of the e-mail addresses: its field is in the drawer already.
  await keys.press('ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'b')
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'E-mail' }).waitFor()
  await keys.value('team@example.com')
  await keys.press('Control+Enter')
  await drawer.getByRole('button', { name: 'Change 3 contacts' }).waitFor()
  await keys.press('Control+Enter')
  await drawer.waitFor({ state: 'detached' })
  for (const id of [1, 2, 3]) {
    const { email } = recordOf(await client.read(contactModel, id))
    if (email !== 'team@example.com') throw new Error(`The record ${id} was not changed.`)
  }
}

/** Undoes a change of several records, after a look at what goes back. */
export async function byUndo(keys: Keyboard, page: Page, { client }: BenchStage): Promise<void> {
  await page.locator('main h1').waitFor()
  const seen = await Promise.all([21, 22].map(async (id) => recordOf(await client.read(contactModel, id))))
  const records = seen.map(({ id, version }) => ({ id, version, phone: '+44 1' }))
  recordsOf(await client.exchange('POST', `/ws/rest/${contactModel}`, { body: { records } }))
  await keys.press('Control+z')
  await page.getByRole('button', { name: 'Undo 2 records' }).waitFor()
  await keys.press('Enter')
  await page.getByText('2 records are back as they were').waitFor()
}
