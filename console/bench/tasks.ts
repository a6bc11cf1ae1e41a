import type { Page } from 'playwright-core'
import { recordOf } from '../../server/test/harness/client.ts'
import type { Gauge } from './Bar.ts'
import type { BenchStage } from './BenchStage.ts'
import { byBulkEdit, byUndo } from './bulkTasks.ts'
import { contactModel } from './fill.ts'
import { beginInGrid } from './firstRow.ts'
import { Keyboard } from './Keyboard.ts'

/** A way to do a task by keys alone. It fails where the console has no such way. */
type Way = (keys: Keyboard, page: Page, stage: BenchStage) => Promise<void>

/** A task: where it begins, and the ways to do it. */
interface Task {
  readonly name: string
  readonly must: number
  readonly reach: number
  readonly path: string
  readonly ways: readonly Way[]
}

const list = `/console/r/${contactModel}`

const tasks: readonly Task[] = [
  { name: 'open a record by name from anywhere', must: 7, reach: 7, path: '/console/models', ways: [byPalette] },
  { name: 'mend one field and save', must: 6, reach: 5, path: `${list}?limit=25`, ways: [inTheCell, inTheForm] },
  { name: 'one value into three neighbouring rows, with preview', must: 14, reach: 12, path: list, ways: [byBulkEdit] },
  { name: 'undo a bulk change', must: 3, reach: 2, path: list, ways: [byUndo] },
  { name: 'who changed a field, and its old value back', must: 6, reach: 4, path: `${list}/11`, ways: [byHistory] },
  { name: 'settle a conflict of one field', must: 6, reach: 5, path: `${list}/12`, ways: [byMerge] },
]

/** How many keys tasks take, by real key presses. Letters of values do not count, those of a search do. */
export const keys: Gauge = {
  name: 'keys',
  bars: tasks.map(({ name, must, reach }) => ({ name: `keys: ${name}`, unit: '', must, reach })),
  measure: async (stage) => {
    const counts: number[] = []
    for (const task of tasks) counts.push(await fewest(task, stage))
    return counts
  },
}

/** The count of the way with the fewest keys; not a number where there is no way. */
async function fewest({ name, path, ways }: Task, stage: BenchStage): Promise<number> {
  const counts: number[] = []
  for (const way of ways) {
    const count = await stage.onPage(path, async (page) => {
      page.setDefaultTimeout(40_000)
      const keyboard = new Keyboard(page)
      return way(keyboard, page, stage).then(
        () => keyboard.count,
        (error: unknown) => {
          const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
          stage.notes.push(`keys: ${name}, ${way.name}: ${why}`)
          return Number.NaN
        },
      )
    })
    if (!Number.isNaN(count)) counts.push(count)
  }
  return counts.length === 0 ? Number.NaN : Math.min(...counts)
}

async function byPalette(keys: Keyboard, page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  await keys.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await keys.search('Zenob')
  await page.getByRole('option', { name: /Zenobia/ }).waitFor()
  await keys.press('Enter')
  await page.getByRole('heading', { name: /Zenobia/ }).waitFor()
}

async function inTheCell(keys: Keyboard, page: Page): Promise<void> {
  await beginInGrid(page)
  await keys.press('ArrowRight', 'F2')
  await page.locator('tbody').getByRole('textbox').waitFor()
  await keys.press('Control+a')
  await keys.value('mended@example.com')
  await keys.press('Enter')
  await page.getByRole('gridcell', { name: 'mended@example.com' }).waitFor()
}

async function inTheForm(keys: Keyboard, page: Page): Promise<void> {
  await beginInGrid(page)
  await keys.press('Enter')
  await keys.tabTo(page.getByRole('textbox', { name: 'First name' }))
  await keys.value('Mended')
  await keys.press('Control+s')
  await page.getByText('Saved as version').waitFor()
}

async function byHistory(keys: Keyboard, page: Page, stage: BenchStage): Promise<void> {
  // With three versions there is a slider.
  for (const email of ['older@example.com', 'old@example.com', 'new@example.com']) await change(stage, 11, { email })
  await page.reload()
  await page.getByRole('textbox', { name: 'E-mail' }).waitFor()
  await keys.press('h')
  // The slider takes the focus by itself.
  await page.locator('[role=slider]:focus').waitFor()
  // Who it was: the version and its author stand below the slider, and below them what it changed.
  await page.locator('.history-entry', { hasText: 'admin' }).waitFor()
  await page.getByText('new@example.com').first().waitFor()
  await keys.press('ArrowLeft')
  await keys.tabTo(page.getByRole('button', { name: 'Restore this version' }))
  await keys.press('Enter')
  await page.getByRole('textbox', { name: 'E-mail' }).waitFor()
}

async function byMerge(keys: Keyboard, page: Page, stage: BenchStage): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill('mine@example.com')
  await change(stage, 12, { email: 'theirs@example.com' })
  await keys.press('Control+s')
  await page.getByRole('radio', { name: 'Use mine' }).waitFor()
  await keys.press('2', 'Control+s')
  await page.getByText('Saved as version').waitFor()
}

/** Somebody else changes a contact. */
async function change({ client }: BenchStage, id: number, fields: object): Promise<void> {
  const { version } = recordOf(await client.read(contactModel, id))
  recordOf(await client.update(contactModel, id, { version, ...fields }))
}
