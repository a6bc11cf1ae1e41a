import { describe, expect, it } from 'vitest'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()

/** Creates contacts, and changes their status in one call. */
async function changeMany(...names: readonly string[]): Promise<number[]> {
  const save = (records: readonly object[]) =>
    stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } })
  const created = recordsOf(await save(names.map((firstName) => ({ firstName, lastName: 'Undo', status: 'lead' }))))
  recordsOf(await save(created.map(({ id }) => ({ id, version: 0, status: 'customer' }))))
  return created.map(({ id }) => id)
}

async function statuses(ids: readonly number[]): Promise<unknown[]> {
  return Promise.all(ids.map(async (id) => recordOf(await stage.client.read(Contact, id))['status']))
}

describe('a change of several records', () => {
  it('is listed with what it did, and goes back but for what somebody changed since', async () => {
    const ids = await changeMany('Ada', 'Ben')
    await stage.client.update(Contact, ids[1] ?? 0, { version: 1, status: 'former' })
    const ada = await visit()
    await ada.arrive('/changes')
    const written = ada.page.locator('.activity-line', {
      hasText: 'admin changed Status of 2 contacts: lead → customer',
    })
    await written.waitFor()
    await ada.expectAccessible()
    await written.locator('.activity-when a').click()
    await ada.page.getByRole('heading', { name: 'Status of 2 contacts: lead → customer' }).waitFor()
    const line = ada.page.getByRole('row', { name: /Ada Undo/ })
    await line.getByText('lead').waitFor()
    expect(await line.textContent()).toContain('customer')
    await ada.expectAccessible('.changes')

    await ada.button(/^Undo change/).click()
    const drawer = ada.page.getByRole('dialog', { name: 'Undo this change?' })
    await drawer.getByText('1 record goes back to what it was.').waitFor()
    const clash = drawer.locator('.undo-clashes').getByRole('row', { name: 'Status' })
    expect((await clash.locator('td').allTextContents()).map((text) => text.replace(/admin.*/, ''))).toEqual([
      'customer',
      'former',
      'lead',
    ])
    await ada.expectAccessible('.drawer')
    await drawer.getByRole('button', { name: 'Undo 1 record' }).click()
    await ada.page.getByText('1 record is back as it was').waitFor()
    expect(await statuses(ids)).toEqual(['lead', 'former'])
    await ada.page.getByText(/This was undone by change/).waitFor()
  })

  it('goes back with two keys, and with two more it is done again', async () => {
    const ids = await changeMany('Cleo', 'Dora')
    const ada = await visit()
    await ada.arrive(`/r/${Contact}?sortBy=-id`)
    await ada.page.getByRole('row', { name: 'Dora Undo' }).waitFor()
    for (const expected of ['lead', 'customer']) {
      await ada.page.keyboard.press('Control+z')
      await ada.button('Undo 2 records').waitFor()
      await ada.page.keyboard.press('Enter')
      await ada.page.getByText('2 records are back as they were').waitFor()
      expect(await statuses(ids)).toEqual([expected, expected])
      await ada.page.locator('.toast').getByRole('button', { name: 'Clear' }).click()
    }
  })
})

describe('a change of one record', () => {
  it('goes back right after it was saved, and later in the history, unless somebody changed it since', async () => {
    const { id } = recordOf(await stage.client.create(Contact, { firstName: 'Eve', lastName: 'Undo', notes: 'first' }))
    const ada = await visit()
    await ada.arrive(`/r/${Contact}/${id}`)
    await ada.field('Notes').fill('second')
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('Saved as version 1').waitFor()
    await ada.page.locator('.notice-good').getByRole('button', { name: 'Undo' }).click()
    await ada.page.getByText('The change was undone').waitFor()
    expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({ notes: 'first', version: 2 })

    await stage.client.update(Contact, id, { version: 2, notes: 'third' })
    await ada.go(`/r/${Contact}/${id}/history?at=2`)
    await ada.button('Undo this change').click()
    const drawer = ada.page.getByRole('dialog', { name: 'This can not be undone' })
    await drawer.getByText('third').waitFor()
    expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({ notes: 'third', version: 3 })
  })
})
