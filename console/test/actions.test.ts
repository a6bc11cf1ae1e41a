import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'

const Task = 'com.example.tasks.Task'
const Board = 'com.example.tasks.Board'
const folder = fileURLToPath(import.meta.resolve('./logic'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))

const add = async (name: string) => recordOf(await stage.client.create(Task, { name })).id
const read = async (id: number) => recordOf(await stage.client.read(Task, id))

it('an action of a record has a form, is checked first, refused at its fields, done and undone', async () => {
  const id = await add('Write')
  const ada = await visit()
  await ada.arrive(`/r/${Task}/${id}`)
  await ada.button('Close tasks').click()
  const drawer = ada.page.getByRole('dialog', { name: 'Close tasks' })
  const reason = drawer.getByRole('textbox', { name: 'Reason' })
  const [check, run] = ['Check first', 'Close tasks'].map((name) => drawer.getByRole('button', { name }))
  await run?.click()
  await drawer.getByText('is required').waitFor()
  await reason.fill('none')
  await run?.click()
  await drawer.getByText('must say why').waitFor()
  await drawer.getByText('A task is closed for a reason.').waitFor()
  await ada.expectAccessible('.drawer')
  await reason.fill('finished')
  await check?.click()
  await drawer.getByText('It would work. Nothing was written.').waitFor()
  expect(await read(id)).toMatchObject({ state: 'open', version: 0 })
  await run?.click()
  await drawer.getByText('Done: Close tasks').waitFor()
  await drawer.getByText('Closed', { exact: true }).waitFor()
  expect(await read(id)).toMatchObject({ state: 'closed', reason: 'finished' })
  await ada.expectAccessible('.drawer')
  await drawer.getByRole('button', { name: 'Close', exact: true }).last().click()
  await ada.page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await ada.button('Undo 1 record').click()
  await ada.page.getByText('1 record is back as it was').waitFor()
  expect(await read(id)).toMatchObject({ state: 'open', reason: null })
})

it('an action that takes many records is offered for a selection', async () => {
  const ids = [await add('Mend'), await add('Paint')]
  const ada = await visit()
  await ada.arrive(`/r/${Task}`)
  for (const name of ['Mend', 'Paint']) await ada.page.getByRole('row', { name }).getByRole('checkbox').check()
  await ada.button('Close tasks').click()
  const drawer = ada.page.getByRole('dialog', { name: 'Close tasks' })
  await drawer.getByText('2 records selected').waitFor()
  await drawer.getByRole('textbox', { name: 'Reason' }).fill('sold')
  await drawer.getByRole('textbox', { name: 'Reason' }).press('Enter')
  await drawer.getByText('Done: Close tasks').waitFor()
  for (const id of ids) expect(await read(id)).toMatchObject({ state: 'closed', reason: 'sold' })
})

it('what a form counts is as new as the list beside it', async () => {
  const { id } = recordOf(await stage.client.create(Board, { name: 'Yard' }))
  const ada = await visit()
  await ada.arrive(`/r/${Board}/${id}`)
  const expectCount = async (count: number) => {
    await ada.page.getByRole('heading', { name: `Tasks · ${count}` }).waitFor()
    await ada.page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${count}$`) })
      .waitFor()
  }
  await expectCount(0)
  await ada.button('Put a task').click()
  const drawer = ada.page.getByRole('dialog', { name: 'Put a task' })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Rake')
  await drawer.getByRole('button', { name: 'Put a task' }).click()
  await expectCount(1)

  await ada.field('Name').fill('The yard')
  await stage.client.create(Task, { name: 'Mow', board: { id } })
  await expectCount(2)
  expect(await ada.field('Name').inputValue()).toBe('The yard')
})
