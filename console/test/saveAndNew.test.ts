import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordsOf } from '../../server/test/harness/client.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'

const folder = fileURLToPath(import.meta.resolve('./lines'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const Order = 'com.example.lines.Order'

it('Ctrl+Shift+Enter creates a record and begins the next one, with the values of pinned fields', async () => {
  const ada = await visit()
  const { page } = ada
  await ada.arrive(`/r/${Order}/new`)
  const [customer, note] = [ada.field('Customer'), ada.field('Note')]
  await customer.and(page.locator(':focus')).waitFor()
  await ada.quiet()
  await page.keyboard.type('Ada')
  for (const _ of ['dueOn', 'note']) await page.keyboard.press('Tab')
  await page.keyboard.type('by train')
  await page.keyboard.press('F8')
  await page.getByRole('button', { name: 'Keep Note for the next one', pressed: true }).waitFor()
  await ada.expectAccessible()
  for (const name of ['Ada', 'Bob']) {
    await page.keyboard.press('Control+Shift+Enter')
    await page.getByText(`${name} was created`).waitFor()
    await until('the next one is begun', async () => (await customer.inputValue()) === '')
    expect(await note.inputValue()).toBe('by train')
    await customer.and(page.locator(':focus')).waitFor()
    await ada.quiet()
    if (name === 'Ada') await page.keyboard.type('Bob')
  }
  const found = recordsOf(await stage.client.exchange('GET', `/ws/rest/${Order}?fields=customer,note`))
  expect(found.map((record) => [record['customer'], record['note']]).toSorted()).toEqual([
    ['Ada', 'by train'],
    ['Bob', 'by train'],
  ])
  // What is only pinned is not worth a draft.
  await page.reload()
  await customer.waitFor()
  expect(await note.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Keep Note for the next one', pressed: true }).waitFor()
})

it('in a line of the form, too; what is refused stays', async () => {
  const ada = await visit()
  const { page } = ada
  await ada.arrive(`/r/${Order}/new`)
  await page.locator('.lines').waitFor()
  await page.locator('.lines [data-line] [data-column="quantity"]').first().click()
  await page.keyboard.type('2')
  await page.keyboard.press('Control+Shift+Enter')
  await page.getByText('Not saved').waitFor()
  expect(page.url()).toContain('/new')
  expect(await page.locator('.lines tr[data-line]').count()).toBe(2)
})
