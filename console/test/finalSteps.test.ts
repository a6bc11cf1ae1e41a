import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const [Order, Receipt] = ['com.example.steps.Order', 'com.example.steps.Receipt']
const folder = fileURLToPath(import.meta.resolve('./steps'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))

/** Makes placed records whose names begin with a text. */
async function place(model: string, name: string, count = 3): Promise<number[]> {
  const records = Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}`, status: 'placed' }))
  const made = recordsOf(await stage.client.exchange('POST', `/ws/rest/${model}`, { body: { records } }))
  return made.map(({ id }) => id)
}

const statuses = (model: string, ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => recordOf(await stage.client.read(model, id))['status']))

/** Gives up all records of a list, up to the preview. */
async function previewVoid(ada: Visitor, model: string, name: string) {
  const where = JSON.stringify({ fieldName: 'name', operator: 'like', value: `${name}%` })
  await ada.arrive(`/r/${model}?where=${encodeURIComponent(where)}`)
  await ada.page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await ada.page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click()
  const drawer = ada.page.getByRole('dialog', { name: /^Change 3 / })
  await drawer.getByRole('option', { name: 'Status' }).click()
  await drawer
    .getByRole('button', { name: /Status/ })
    .first()
    .click()
  await ada.page.locator('.popover').getByRole('option', { name: 'Given up' }).click()
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await drawer.getByText('Given up is final.').waitFor()
  return drawer
}

describe('the steps of several records', () => {
  it('say how many of them may take each', async () => {
    await place(Order, 'mixed', 2)
    const drafts = [{ name: 'mixed draft', status: 'draft' }]
    await stage.client.exchange('POST', `/ws/rest/${Order}`, { body: { records: drafts } })
    await stage.client.exchange('POST', `/ws/rest/${Order}`, {
      body: { records: [{ name: 'mixed gone', status: 'void' }] },
    })
    const where = JSON.stringify({ fieldName: 'name', operator: 'like', value: 'mixed%' })
    const ada = await visit()
    await ada.arrive(`/r/${Order}?where=${encodeURIComponent(where)}`)
    await ada.page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await ada.page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click()
    const drawer = ada.page.getByRole('dialog', { name: /^Change 4 / })
    await drawer.getByRole('option', { name: 'Status' }).click()
    await ada.quiet()
    await drawer
      .getByRole('button', { name: /Status/ })
      .first()
      .click()
    const options = ada.page.locator('.popover').getByRole('option')
    expect(await options.allTextContents()).toEqual(['Draft 1 of 4', 'Placed 3 of 4', 'Given up final'])
    await options.nth(1).click()
    await drawer.getByRole('button', { name: 'Preview' }).click()
    await drawer.getByText('Status can’t change: Given up is final').waitFor()
  })
})

describe('a bulk change to a final status', () => {
  it('says so before, and is undone', async () => {
    const ids = await place(Order, 'free')
    const ada = await visit()
    const drawer = await previewVoid(ada, Order, 'free')
    expect(await drawer.getByText('This can’t be undone.').count()).toBe(0)
    await ada.expectAccessible('.drawer')
    await drawer.getByRole('button', { name: /^Change 3 / }).click()
    await ada.page.locator('.toast').getByText('Placed → Given up').waitFor()
    expect(await statuses(Order, ids)).toEqual(['void', 'void', 'void'])
    await ada.page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await ada.page.getByText('3 records go back to what they were.').waitFor()
    await ada.button('Undo 3 records').click()
    await ada.page.getByText('3 records are back as they were').waitFor()
    expect(await statuses(Order, ids)).toEqual(['placed', 'placed', 'placed'])
  })

  it('is refused with its reason for a record that somebody has written since', async () => {
    const ids = await place(Order, 'later', 1)
    const body = { records: [{ id: ids[0], version: 0, status: 'void' }] }
    await stage.client.exchange('POST', `/ws/rest/${Order}`, { body })
    recordOf(await stage.client.update(Order, ids[0] ?? 0, { version: 1, name: 'later, renamed' }))
    const ada = await visit()
    await ada.arrive(`/r/${Order}`)
    await ada.page.getByRole('grid').waitFor()
    await ada.page.keyboard.press('Control+z')
    const drawer = ada.page.getByRole('dialog', { name: 'Undo this change?' })
    await drawer.getByText('This can’t be undone: Given up is final (1 record).').waitFor()
    expect(await drawer.locator('.undo-errors').textContent()).toBe('Status can’t change: Given up is final')
    expect(await drawer.getByRole('button', { name: 'Undo 0 records' }).isDisabled()).toBe(true)
    await ada.expectAccessible('.drawer')
  })

  it('is told to be for good where the model says so, and offers no undo', async () => {
    const ids = await place(Receipt, 'strict')
    const ada = await visit()
    const drawer = await previewVoid(ada, Receipt, 'strict')
    await drawer.locator('.drawer-foot').getByText('This can’t be undone.').waitFor()
    await ada.expectAccessible('.drawer')
    await drawer.getByRole('button', { name: /^Change 3 / }).click()
    await ada.page.locator('.toast').getByText('Placed → Given up').waitFor()
    expect(await ada.page.locator('.toast').getByRole('button', { name: 'Undo' }).count()).toBe(0)
    expect(await statuses(Receipt, ids)).toEqual(['void', 'void', 'void'])
  })
})

describe('a final status in a form', () => {
  it('is marked where it is offered and where a record has it, and its undo is there or told to be none', async () => {
    const [order = 0] = await place(Order, 'form', 1)
    const [receipt = 0] = await place(Receipt, 'form', 1)
    const ada = await visit()
    for (const [model, id] of [
      [Order, order],
      [Receipt, receipt],
    ] as const) {
      await ada.arrive(`/r/${model}/${id}`)
      await ada.button(/^Placed.*Status/).click()
      expect(await ada.page.locator('.popover').getByRole('option').allTextContents()).toEqual([
        'Placed',
        'Given up final',
      ])
      await ada.page.locator('.popover').getByRole('option', { name: 'Given up' }).click()
      const isStrict = model === Receipt
      expect(await ada.page.getByText('This can’t be undone.').count()).toBe(isStrict ? 1 : 0)
      await ada.page.keyboard.press('Control+s')
      const saved = ada.page.locator('.notice-good').filter({ hasText: 'Saved as version 1' })
      await saved.waitFor()
      const undo = saved.getByRole('button', { name: 'Undo' })
      expect(await undo.count()).toBe(isStrict ? 0 : 1)
      await ada.button(/^Given up final.*Status/).waitFor()
      if (isStrict) continue
      await undo.click()
      await ada.page.getByText('The change was undone').waitFor()
    }
    expect([await statuses(Order, [order]), await statuses(Receipt, [receipt])]).toEqual([['placed'], ['void']])
  })
})

describe('a final status in a cell', () => {
  it('goes back by the undo of its message', async () => {
    const [id = 0] = await place(Order, 'cell', 1)
    const ada = await visit()
    await ada.arrive(`/r/${Order}?sortBy=-id`)
    await ada.page.getByRole('row', { name: 'cell 0' }).getByText('Placed', { exact: true }).dblclick()
    await ada.page.locator('.cell-editor').getByRole('button').click()
    await ada.page.locator('.popover').getByRole('option', { name: 'Given up' }).click()
    const toast = ada.page.locator('.toast')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await ada.page.getByRole('row', { name: 'cell 0' }).getByText('Placed', { exact: true }).waitFor()
    expect(recordOf(await stage.client.read(Order, id))).toMatchObject({ status: 'placed', version: 2 })
  })
})

it('one’s own step is not offered in a merge where it can’t follow theirs', async () => {
  const made = recordOf(await stage.client.create(Order, { name: 'both', status: 'draft' }))
  const ada = await visit()
  await ada.arrive(`/r/${Order}/${made.id}`)
  await ada
    .button(/Draft$/)
    .first()
    .click()
  await ada.page.getByRole('menuitem', { name: 'Placed' }).click()
  await stage.client.update(Order, made.id, { version: 0, status: 'void' })
  await ada.button('Save').click()
  await ada.page.getByText('Given up can’t become Placed').waitFor()
  expect(await ada.page.getByRole('radio', { name: /^Use mine/ }).isDisabled()).toBe(true)
  await ada.expectAccessible('.merge')
  await ada.page.keyboard.press('2')
  await ada.page.getByText('1 conflict left').waitFor()
  await ada.page.keyboard.press('1')
  await ada.button('Save').click()
  await ada.page.getByText('1 conflict left').waitFor({ state: 'detached' })
  expect(await statuses(Order, [made.id])).toEqual(['void'])
})
