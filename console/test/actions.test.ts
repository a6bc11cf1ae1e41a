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
  await ada.expectAccessible()
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

it('an action that asks for nothing is a dialog, locked with its reason where it can not be run', async () => {
  const { id } = recordOf(await stage.client.create(Task, { name: 'Dig', state: 'closed', reason: 'forever' }))
  const ada = await visit()
  await ada.arrive(`/r/${Task}/${id}`)
  await ada.button('Open again').click()
  const dialog = ada.page.getByRole('dialog', { name: 'Open again' })
  await dialog.getByText('The task is to be done again.').waitFor()
  expect(await ada.page.locator('.drawer').count()).toBe(0)
  await ada.page.keyboard.press('Enter')
  await dialog.locator('.dialog-actions').getByText('Can’t open again: It was closed for good.').waitFor()
  await ada.expectAccessible('.dialog')
  await ada.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  recordOf(await stage.client.update(Task, id, { version: 0, reason: 'for now' }))
  await ada.go(`/r/${Task}/${id}`)
  await ada.button('Open again').click()
  await ada.page.keyboard.press('Enter')
  await ada.page.locator('.toast').getByText('Done: Open again').waitFor()
  expect(await read(id)).toMatchObject({ state: 'open' })

  const why = 'Only a task that is done can be opened again.'
  const locked = ada.page.getByRole('button', { name: `Open again: ${why}` })
  await locked.waitFor()
  expect(await locked.getAttribute('aria-disabled')).toBe('true')
  await locked.press('Enter')
  await ada.page.locator('.toast').getByText(why).waitFor()
  await ada.expectAccessible()
})

it('an action is asked again by the service where the record has changed since it was shown', async () => {
  const { id } = recordOf(await stage.client.create(Task, { name: 'Prune', state: 'closed' }))
  const ada = await visit()
  await ada.arrive(`/r/${Task}/${id}`)
  await ada.button('Open again').click()
  const dialog = ada.page.getByRole('dialog', { name: 'Open again' })
  await dialog.getByText('Prune').waitFor()
  recordOf(await stage.client.update(Task, id, { version: 0, state: 'open' }))
  await dialog.getByRole('button', { name: 'Open again' }).click()
  await dialog.getByText('Can’t open again: Only a task that is done can be opened again.').waitFor()
})

it('an action is locked while its record is edited, and is run by the step that it leads to', async () => {
  const id = await add('Knit')
  await stage.client.update(Task, id, { version: 0, state: 'closed' })
  const ada = await visit()
  await ada.arrive(`/r/${Task}/${id}`)
  await ada.field('Reason').fill('worn')
  await ada.button('Open again: Save first').waitFor()
  await ada.button(/Done$/).first().click()
  await ada.page.getByRole('menuitem', { name: 'To do Save first', disabled: true }).waitFor()
  await ada.page.keyboard.press('Escape')
  await ada.button('Discard').click()
  await ada.button(/Done$/).first().click()
  await ada.page.getByRole('menuitem', { name: 'To do runs Open again' }).click()
  const dialog = ada.page.getByRole('dialog', { name: 'Open again' })
  await ada.expectAccessible()
  await dialog.getByRole('button', { name: 'Open again' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await read(id)).toMatchObject({ state: 'open', version: 2 })
})
