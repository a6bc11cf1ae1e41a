import { expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { BoardPage, folder, Task } from './BoardPage.ts'
import { useConsole } from './useConsole.ts'

const logic = useLogic(await loadDeclared(folder), { models: folder })
const { stage, visit } = useConsole(logic)

const add = async (values: object) => recordOf(await stage.client.create(Task, values))
const read = async (id: number) => recordOf(await stage.client.read(Task, id))
const named = (name: string) =>
  `&where=${encodeURIComponent(JSON.stringify({ fieldName: 'name', operator: 'like', value: `${name}%` }))}`

it('moves a card by keys alone, says why it can’t go elsewhere, and takes the move back', async () => {
  const { id } = await add({ name: 'Key card', status: 'open' })
  await add({ name: 'Key other', status: 'gone' })
  const board = new BoardPage(await visit())
  const { visitor } = board
  await board.open('status', named('Key'))
  await board.press('j')
  await visitor.page.locator('[data-card] .board-link:focus').waitFor()
  await visitor.expectAccessible('.board')
  await board.take('Key card')
  expect(await board.reasons()).toEqual(['Only what is being done can be finished.'])
  await visitor.expectAccessible('.board')
  await board.press('ArrowRight')
  await board.column('doing').and(visitor.page.locator('[data-state="over"]')).waitFor()
  await board.press('Space')
  await board.toast('Key card: Open → Doing').waitFor()
  await visitor.quiet()
  expect(await board.titles('doing')).toEqual(['Key card'])
  expect(await read(id)).toMatchObject({ status: 'doing', version: 1 })
  await board.card('Key card').locator('.board-link:focus').waitFor()
  await board.press('Control+z')
  await visitor.page.locator('.toast').getByText('The change was undone').waitFor()
  await visitor.quiet()
  expect(await board.titles('open')).toEqual(['Key card'])
  expect(await read(id)).toMatchObject({ status: 'open', version: 2 })
})

it('passes over what is forbidden, announces why, and puts the card back by Escape', async () => {
  await add({ name: 'Stuck card', status: 'gone' })
  const board = new BoardPage(await visit())
  const { visitor } = board
  await board.open('status', named('Stuck'))
  await board.take('Stuck card')
  expect(await board.reasons()).toEqual([
    'Given up is final',
    'Given up is final',
    'Only what is being done can be finished.',
  ])
  await board.press('ArrowLeft')
  await visitor.page.getByRole('status').getByText('Doing: Given up is final', { exact: false }).waitFor()
  expect(await board.column('gone').getAttribute('data-state')).toBe('from')
  await board.press('Escape')
  await visitor.page.getByRole('status').getByText('Stuck card is back in Given up.').waitFor()
  expect(await visitor.page.locator('.board[data-holding]').count()).toBe(0)
})

it('runs the action that leads to a column instead of an update', async () => {
  const { id } = await add({ name: 'Run card', status: 'doing' })
  const board = new BoardPage(await visit())
  const { page } = board.visitor
  await board.open('status', named('Run'))
  await board.take('Run card')
  await board.press('ArrowRight')
  await board.column('done').getByText('Drop to finish').waitFor()
  await board.press('Space')
  const dialog = page.getByRole('dialog', { name: 'Finish' })
  await dialog.getByText('Run card').waitFor()
  expect(await read(id)).toMatchObject({ status: 'doing' })
  await board.press('Enter')
  await board.toast('Done: Finish').waitFor()
  await board.visitor.quiet()
  expect(await board.titles('done')).toEqual(['Run card'])
  expect(await read(id)).toMatchObject({ status: 'done' })
})

it('moves a card by the pointer alone, and opens it by a click', async () => {
  const { id } = await add({ name: 'Pointer card', status: 'open' })
  const board = new BoardPage(await visit())
  const { visitor } = board
  await board.open('status', named('Pointer'))
  await board.drag('Pointer card', 'done')
  expect(await board.reasons()).toEqual(['Only what is being done can be finished.'])
  await board.drop()
  await visitor.page.locator('.board[data-holding]').waitFor({ state: 'detached' })
  expect(await read(id)).toMatchObject({ status: 'open', version: 0 })
  await board.drag('Pointer card', 'doing')
  await board.drop()
  await board.toast('Pointer card: Open → Doing').waitFor()
  await visitor.page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await visitor.page.locator('.toast').getByText('The change was undone').waitFor()
  await visitor.quiet()
  expect(await board.titles('open')).toEqual(['Pointer card'])
  await board.card('Pointer card').hover()
  await board.card('Pointer card').getByRole('button').click()
  await visitor.page.getByRole('menuitem', { name: 'Given up' }).waitFor()
  const done = visitor.page.getByRole('menuitem', { name: 'Done' })
  expect(await done.innerText()).toContain('Only what is being done can be finished.')
  expect(await done.getAttribute('aria-disabled')).toBe('true')
  await visitor.expectAccessible('.popover')
  await visitor.page.getByRole('menuitem', { name: 'Doing' }).click()
  await visitor.quiet()
  expect(await board.titles('doing')).toEqual(['Pointer card'])
  await board.card('Pointer card').getByText('Pointer card').click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Pointer card' }).waitFor()
})

it('opens, shows beside and begins a record by keys', async () => {
  await add({ name: 'Open card', stage: 'plan' })
  const board = new BoardPage(await visit())
  const { page } = board.visitor
  await board.open('stage', named('Open'))
  await board.card('Open card').locator('.board-link').focus()
  await board.press('p')
  await page.locator('.peek').getByRole('heading', { name: 'Open card' }).waitFor()
  await board.press('Escape')
  await page.locator('.peek').waitFor({ state: 'detached' })
  await board.press('n')
  await page.getByRole('heading', { level: 1, name: 'New task' }).waitFor()
  expect(new URL(page.url()).searchParams.getAll('set')).toEqual(['stage:plan'])
  await page.goBack()
  await board.card('Open card').locator('.board-link').focus()
  await board.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Open card' }).waitFor()
})

it('says in every column what the caller may not change', async () => {
  await add({ name: 'Locked card', urgent: true })
  await logic.as('namer')
  const board = new BoardPage(await visit())
  await board.open('urgent', named('Locked'), 'namer')
  await board.take('Locked card')
  const why = 'You may not change Urgent of this task'
  expect(await board.reasons()).toEqual([why, why])
  await board.visitor.go(`/r/${Task}?layout=board&by=state${named('Locked')}`)
  await board.card('Locked card').waitFor()
  await board.take('Locked card')
  expect(await board.reasons()).toEqual(['Only actions change State', 'Only actions change State'])
})
