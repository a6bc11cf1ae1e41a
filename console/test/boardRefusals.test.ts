import { expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { BoardPage, folder, Person, Task } from './BoardPage.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))

const add = async (values: object) => recordOf(await stage.client.create(Task, values))
const read = async (id: number) => recordOf(await stage.client.read(Task, id))
const named = (name: string) =>
  `&where=${encodeURIComponent(JSON.stringify({ fieldName: 'name', operator: 'like', value: `${name}%` }))}`

it('puts a card back that somebody else has moved, says who, and moves it anyway', async () => {
  const { id } = await add({ name: 'Clash card', stage: 'idea' })
  const board = new BoardPage(await visit())
  const { visitor } = board
  await board.open('stage', named('Clash'))
  // The service hears of the drop only after somebody else was faster.
  await visitor.route(`**/${Task}/${id}?*`, async (route) => {
    if (route.request().method() === 'POST' && (await read(id)).version === 0)
      await stage.client.update(Task, id, { version: 0, stage: 'sold', dueOn: '2026-01-01' })
    await route.continue()
  })
  await board.take('Clash card')
  await board.press('ArrowRight', 'Space')
  const note = visitor.page.locator('.board-note')
  await note.getByText('admin moved it to sold').waitFor()
  await visitor.quiet()
  expect(await board.titles('sold')).toEqual(['Clash card'])
  await visitor.expectAccessible('.board')
  await note.getByRole('button', { name: 'Move anyway' }).click()
  await board.toast('Clash card: sold → plan').waitFor()
  await visitor.quiet()
  expect(await board.titles('plan')).toEqual(['Clash card'])
  expect(await read(id)).toMatchObject({ stage: 'plan', version: 2 })
})

it('puts a card back whose record would not be valid, and opens it where it has to be mended', async () => {
  const { id } = await add({ name: 'Faulty card', stage: 'plan' })
  const board = new BoardPage(await visit())
  const { visitor } = board
  await board.open('stage', named('Faulty'))
  await board.drag('Faulty card', 'sold')
  await board.drop()
  await visitor.page.locator('.board-note').getByText('Due on is required once sold').waitFor()
  await visitor.quiet()
  expect(await board.titles('plan')).toEqual(['Faulty card'])
  await visitor.expectAccessible('.board')
  await visitor.button('Open and mend').click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Faulty card' }).waitFor()
  await visitor.page.locator('[data-name="dueOn"] :focus').waitFor()
  await visitor.page.keyboard.type('01022027')
  await visitor.page.keyboard.press('Control+s')
  await visitor.page.getByText('Saved as version 1').waitFor()
  expect(await read(id)).toMatchObject({ stage: 'sold', dueOn: '2027-01-02' })
})

it('asks again for an answer that was lost, and writes the move once', async () => {
  const { id } = await add({ name: 'Lost card', stage: 'idea' })
  const board = new BoardPage(await visit(undefined, /net::ERR_/))
  const { visitor } = board
  await board.open('stage', named('Lost'))
  let lost = 0
  await visitor.route(`**/${Task}/${id}?*`, async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 3) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await board.take('Lost card')
  await board.press('ArrowRight', 'Space')
  await board.column('plan').locator('[data-sent]').waitFor()
  await board.toast('Lost card: idea → plan').waitFor()
  await visitor.quiet()
  expect(await board.titles('plan')).toEqual(['Lost card'])
  expect(await read(id)).toMatchObject({ stage: 'plan', version: 1 })
})

it('moves several cards at once, and shows first what would be refused', async () => {
  const ids: number[] = []
  for (const [name, dueOn] of [
    ['Many one', '2027-01-01'],
    ['Many three', '2027-01-01'],
    ['Many two', null],
  ] as const)
    ids.push((await add({ name, stage: 'idea', dueOn })).id)
  const board = new BoardPage(await visit())
  const { visitor } = board
  await board.open('stage', named('Many'))
  await board.card('Many one').locator('.board-link').focus()
  await board.press('Shift+Space', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await visitor.page.getByRole('region', { name: 'Selection' }).getByText('3 tasks selected').waitFor()
  await board.press('Space', 'ArrowRight', 'Space')
  await board.toast('3 tasks').waitFor()
  await visitor.quiet()
  expect(await board.titles('plan')).toEqual(['Many one', 'Many three', 'Many two'])
  for (const name of ['Many one', 'Many two']) await board.card(name).click({ modifiers: ['Control'] })
  await board.drag('Many one', 'sold')
  await board.drop()
  const drawer = visitor.page.getByRole('dialog')
  await drawer.getByText('Due on is required once sold').waitFor()
  await visitor.expectAccessible('.drawer')
  await drawer.getByRole('button', { name: 'Change 1 task' }).click()
  await drawer.waitFor({ state: 'detached' })
  await visitor.quiet()
  expect(await board.titles('sold')).toEqual(['Many one'])
})

it('follows what others do, and has lanes', async () => {
  const anna = recordOf(await stage.client.create(Person, { name: 'Anna' }))
  const { id } = await add({ name: 'Lane one', stage: 'idea', person: { id: anna.id } })
  await add({ name: 'Lane two', stage: 'plan' })
  const board = new BoardPage(await visit())
  const { visitor } = board
  await board.openAt('?view=lanes')
  await visitor.page.getByRole('heading', { level: 3 }).filter({ hasText: 'Anna' }).waitFor()
  await visitor.expectAccessible('.board')
  await stage.client.update(Task, id, { version: 0, stage: 'plan', cost: '12.50' })
  await board.column('plan').getByText('Lane one').waitFor()
  await visitor.quiet()
  expect(await visitor.page.locator(`[data-head='"plan"']`).innerText()).toContain('12.50')
  await visitor.page.getByRole('button', { name: 'Anna' }).click()
  await board.card('Lane one').waitFor({ state: 'detached' })
})

it('is one column with a bar of segments on a narrow screen', async () => {
  const { id } = await add({ name: 'Narrow card', stage: 'plan' })
  const board = new BoardPage(await visit())
  const { visitor } = board
  await board.open('stage', named('Narrow'))
  await visitor.page.setViewportSize({ width: 400, height: 800 })
  await visitor.page.getByRole('radio', { name: 'idea 0' }).waitFor()
  expect(await visitor.page.locator('.board-cell').count()).toBe(1)
  await board.card('Narrow card').getByRole('button', { name: 'Move Narrow card to…' }).click()
  await visitor.page.getByRole('menuitem', { name: 'idea' }).click()
  await board.toast('Narrow card: plan → idea').waitFor()
  await visitor.page.getByRole('radio', { name: 'idea 1' }).click()
  await board.card('Narrow card').waitFor()
  expect(await read(id)).toMatchObject({ stage: 'idea' })
})
