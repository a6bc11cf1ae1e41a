import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'

const Task = 'com.example.tasks.Task'
const folder = fileURLToPath(import.meta.resolve('./logic'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))

const offered = async (page: Page) => {
  const listbox = page.locator('.popover').getByRole('option')
  await listbox.first().waitFor()
  return listbox.allTextContents()
}

it('a choice shows its labels, and offers its value and what may follow it', async () => {
  const { id } = recordOf(await stage.client.create(Task, { name: 'Sweep', state: 'closed' }))
  const ada = await visit()
  await ada.arrive(`/r/${Task}/${id}`)
  await ada.button(/^Done\b.*State/).click()
  expect(await offered(ada.page)).toEqual(['To do', 'Done'])
  await ada.page.keyboard.press('Escape')

  await ada.go(`/r/${Task}`)
  const cell = ada.page.getByRole('row', { name: 'Sweep' }).getByText('Done', { exact: true })
  await cell.dblclick()
  await ada.page.locator('.cell-editor').getByRole('button').click()
  expect(await offered(ada.page)).toEqual(['To do', 'Done'])
})

it('a new record offers all values', async () => {
  const ada = await visit()
  await ada.arrive(`/r/${Task}/new`)
  await ada.button(/^To do\b.*State/).click()
  expect(await offered(ada.page)).toEqual(['To do', 'Done', 'Given up'])
})
