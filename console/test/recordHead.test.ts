import { expect, it } from 'vitest'
import { toModels } from '../../server/test/harness/everyType.ts'
import { choice, integer, model, text } from '../../server/src/index.ts'
import { noLogic } from '../../server/src/logic/Logic.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const Order = model({
  name: 'com.example.desk.Order',
  title: 'number',
  fields: {
    number: text({ unique: true }),
    status: choice(['draft', 'placed', 'shipped', 'void'], { default: 'draft', required: true }),
    pieces: integer(),
    note: text({ multiline: true }),
  },
  transitions: { status: { draft: ['placed'], placed: ['shipped', 'void'] } },
})
const { stage, visit } = useConsole(useLogic({ models: toModels([Order]), roles: [], logic: noLogic }))

const newOrder = async (number: string) => recordOf(await stage.client.create(Order.name, { number, pieces: 3 }))
const read = async (id: number) => recordOf(await stage.client.read(Order.name, id))

/** The lines of the open menu. */
async function linesOf({ page }: Visitor): Promise<string[]> {
  await page.getByRole('menuitem').first().waitFor()
  return page.getByRole('menuitem').allTextContents()
}

it('the step beside the title offers what may follow, and is saved with the draft', async () => {
  const { id } = await newOrder('A1')
  const ada = await visit()
  await ada.arrive(`/r/${Order.name}/${id}`)
  await ada.button('Status: draft').click()
  expect(await linesOf(ada)).toEqual(['placed'])
  await ada.expectAccessible()
  await ada.page.keyboard.press('Enter')
  await ada.page.getByText('1 field changed').waitFor()
  expect(await read(id)).toMatchObject({ version: 0, status: 'draft' })
  await ada.page.keyboard.press('Control+s')
  await ada.page.getByText('Saved as version 1').waitFor()
  await ada.button('Status: placed').click()
  expect(await linesOf(ada)).toEqual(['shippedfinal', 'voidfinal'])
  await ada.page.keyboard.press('Escape')
  recordOf(await stage.client.update(Order.name, id, { version: 1, status: 'void' }))
  await ada.page.locator('.step', { hasText: 'void' }).waitFor()
  expect(await ada.button('Status: void').count()).toBe(0)
})

it('the menu of a record duplicates it, leads to its history, and deletes it, by keys alone', async () => {
  const { id } = await newOrder('A2')
  const ada = await visit()
  await ada.arrive(`/r/${Order.name}/${id}`)
  await ada.button('More').focus()
  await ada.page.keyboard.press('Enter')
  await ada.page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  await ada.expectAccessible()
  await ada.page.keyboard.press('Enter')
  await ada.page.waitForURL(/\/new\?from=/)
  await ada.page.goBack()
  await ada.choose(/^History/)
  await ada.page.waitForURL(/\/history$/)
  await ada.page.goBack()
  await ada.choose('Delete')
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await ada.page.waitForURL(new RegExp(`${Order.name}$`))
  expect((await stage.client.read(Order.name, id)).status).toBe(404)
})

it('a printed record has its values, and nothing to press', async () => {
  const { id } = await newOrder('A3')
  const ada = await visit()
  await ada.arrive(`/r/${Order.name}/${id}`)
  await ada.page.getByRole('heading', { name: 'A3' }).waitFor()
  await ada.page.emulateMedia({ media: 'print' })
  expect(await ada.page.getByRole('navigation').count()).toBe(0)
  expect(await ada.page.locator('.button:visible, .nav:visible').count()).toBe(0)
  expect(await ada.page.getByRole('heading', { name: 'A3' }).isVisible()).toBe(true)
  const number = ada.page.getByRole('textbox', { name: 'Number' })
  const border = 'getComputedStyle(document.querySelector("input.input")).borderTopColor'
  expect(await number.isVisible()).toBe(true)
  expect(await ada.page.evaluate(border)).toBe('rgba(0, 0, 0, 0)')
  await ada.go(`/r/${Order.name}`)
  await ada.page.getByRole('link', { name: 'A3' }).waitFor()
  expect(await ada.page.locator('.button:visible, .views:visible, .pager:visible').count()).toBe(0)
})
