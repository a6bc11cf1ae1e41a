import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordsOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { pasteText } from './pasteText.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const folder = fileURLToPath(import.meta.resolve('./calendar'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const Visit = 'com.example.calendar.Visit'

beforeAll(async () => {
  const records = [
    { name: 'Ann', beginsOn: '2020-01-01' },
    { name: 'Ben', beginsOn: '2040-01-08' },
    { name: 'Cem', status: 'done', beginsOn: '2020-01-15' },
    { name: 'Due', status: 'done', beginsOn: '2040-01-22' },
  ]
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Visit}`, { body: { records } }))
})

/** The heads of the groups are lines 0 and 3, Ann and Ben stand in 1 and 2, Cem and Due in 4 and 5. */
const cell = ({ page }: Visitor, line: number, column: number) => page.locator(`.grid td[data-at="${line} ${column}"]`)
const [name, begins] = [1, 2]

async function open(): Promise<Visitor> {
  const ada = await visit()
  await ada.arrive(`/r/${Visit}?view=all&groupBy=status&fields=name,beginsOn&sortBy=name`)
  await cell(ada, 5, name).getByText('Due').waitFor()
  await ada.quiet()
  return ada
}

const shown = async (ada: Visitor) =>
  Promise.all(
    [1, 2, 4, 5].map(async (line) => ((await cell(ada, line, begins).innerText()).split('\n')[0] ?? '').trim()),
  )

describe('cells of a list in groups', () => {
  it('are chosen over the heads of groups, copied, pasted, filled and taken back', async () => {
    const ada = await open()
    const { page } = ada
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await cell(ada, 2, begins).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('2 cells').first().waitFor()
    expect(await page.locator('.grid td[data-range]').count()).toBe(2)
    await page.keyboard.press('Control+c')
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('2040-01-08\n2020-01-15')
    await pasteText(page, '2031-05-06')
    await page.getByText('2 changes in 2 visits').waitFor()
    expect(await shown(ada)).toEqual(['Jan 1, 2020', 'May 6, 2031', 'May 6, 2031', 'Jan 22, 2040'])
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 cells').first().waitFor()
    await page.keyboard.press('Control+d')
    await page.getByText('3 changes in 3 visits').waitFor()
    expect(await shown(ada)).toEqual(['Jan 1, 2020', 'May 6, 2031', 'May 6, 2031', 'May 6, 2031'])
    // The first row of a group has no row above it.
    await cell(ada, 4, begins).click()
    await page.keyboard.press('Control+d')
    await page.getByText('3 changes in 3 visits').waitFor()
    for (let left = 2; left > 0; left--) await page.keyboard.press('Control+z')
    await page.getByRole('region', { name: 'Edit cells' }).waitFor({ state: 'detached' })
    expect(await shown(ada)).toEqual(['Jan 1, 2020', 'Jan 8, 2040', 'Jan 15, 2020', 'Jan 22, 2040'])
  })

  it('are chosen by Shift and a press, and filled by the handle', async () => {
    const ada = await open()
    const { page } = ada
    await cell(ada, 1, begins).click()
    await cell(ada, 2, begins).click({ modifiers: ['Shift'] })
    await page.getByText('2 cells').first().waitFor()
    await page.locator('.grid-handle').hover()
    await page.mouse.down()
    await cell(ada, 5, begins).hover()
    await page.keyboard.down('Alt')
    await page.mouse.up()
    await page.keyboard.up('Alt')
    await page.getByText('2 changes in 2 visits').waitFor()
    await expect.poll(() => shown(ada)).toEqual(['Jan 1, 2020', 'Jan 8, 2040', 'Jan 15, 2060', 'Jan 22, 2080'])
    await ada.button('Discard').click()
  })
})

it('a list in groups has the colours of its view, whatever its columns are', async () => {
  const ada = await visit()
  await ada.arrive(`/r/${Visit}?view=open&groupBy=status&fields=name,status`)
  const row = (title: string) => ada.page.locator('.grid-row').filter({ hasText: title })
  await row('Ann').and(ada.page.locator('[data-color="red"]')).waitFor()
  expect(await row('Ben').getAttribute('data-color')).toBeNull()
})
