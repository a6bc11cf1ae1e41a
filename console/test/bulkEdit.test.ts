import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf, recordsOf, type RecordJson } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}?fields=fullName,email,status&limit=2`
let people: RecordJson[] = []

beforeAll(async () => {
  const records = ['Ann', 'Ben', 'Cem', 'Dan'].map((firstName) => ({ firstName, lastName: 'Example', status: 'lead' }))
  people = recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
})

async function stored(index: number): Promise<RecordJson> {
  return recordOf(await stage.client.read(Contact, people[index]?.id ?? 0))
}

/** Types an e-mail address into the cell of a person. */
async function type(visitor: Visitor, name: string, text: string): Promise<void> {
  await visitor.page
    .getByRole('row', { name: `${name} Example` })
    .getByRole('gridcell')
    .nth(2)
    .focus()
  await visitor.page.keyboard.press('F2')
  await visitor.page.getByRole('textbox', { name: `E-mail of ${name} Example` }).fill(text)
  await visitor.page.keyboard.press('Enter')
}

describe('edits of many cells', () => {
  it('are kept over pages, reviewed, and saved in one call with the versions that were seen', async () => {
    const ada = await visit()
    const writes: unknown[] = []
    ada.page.on('request', (request) => {
      const isWrite = request.method() !== 'GET' && new URL(request.url()).pathname === `/ws/rest/${Contact}`
      if (isWrite && !request.url().includes('dryRun')) writes.push(request.postDataJSON())
    })
    await ada.arrive(list)
    await ada.page.getByRole('row', { name: 'Ann Example' }).waitFor()
    await ada.page.keyboard.press('e')
    await ada.page.getByText('Editing cells. Nothing is saved until you save.').waitFor()
    await type(ada, 'Ann', 'ann@many.example')
    await ada.page.getByText('1 change in 1 contact').waitFor()
    await ada.button('Next page').click()
    await ada.page.getByRole('row', { name: 'Cem Example' }).waitFor()
    await type(ada, 'Cem', 'cem@many.example')
    await ada.page.getByText('2 changes in 2 contacts').waitFor()
    await ada.page.getByRole('row', { name: /Cem Example .*cem@many.example.*changed, it was: —/ }).waitFor()
    await ada.expectAccessible()
    expect(await stored(0)).toMatchObject({ email: null, version: 0 })

    await ada.button('Review').click()
    await ada.page.getByRole('table', { name: 'Preview of the change' }).waitFor()
    await ada.expectAccessible()
    expect(
      await ada.page
        .getByRole('row', { name: /Ann Example/ })
        .last()
        .textContent(),
    ).toContain('ann@many.example')
    expect(await stored(0)).toMatchObject({ email: null, version: 0 })
    await ada.button('Change 2 contacts').click()
    await ada.page.getByText('2 contacts were changed').waitFor()
    expect(await stored(0)).toMatchObject({ email: 'ann@many.example', version: 1 })
    expect(await stored(2)).toMatchObject({ email: 'cem@many.example', version: 1 })
    expect(writes).toHaveLength(1)
    await ada.page.getByRole('region', { name: 'Edit cells' }).waitFor({ state: 'detached' })
  })

  it('are discarded by Escape, with the way back, and saved by Ctrl+S unless somebody was faster', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('row', { name: 'Ben Example' }).waitFor()
    await ada.page.keyboard.press('e')
    await type(ada, 'Ben', 'ben@mine.example')
    await ada.page.getByText('1 change in 1 contact').waitFor()
    await ada.page.keyboard.press('Escape')
    await ada.page.getByText('1 change was discarded').waitFor()
    await ada.button('Undo').click()
    await ada.page.getByText('1 change in 1 contact').waitFor()

    await stage.client.update(Contact, people[1]?.id ?? 0, { version: 0, email: 'ben@theirs.example' })
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByRole('cell', { name: 'Somebody changed it since you saw it.', exact: true }).waitFor()
    // It stands in its cell as well.
    await ada.page.locator('.grid .cell-marked[data-mark="faulty"]').waitFor()
    expect(await stored(1)).toMatchObject({ email: 'ben@theirs.example', version: 1 })
    await ada.button('Cancel').first().click()
    const asked: string[] = []
    ada.page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    // The edits stay while one looks at another screen, and so do the questions before they are lost.
    await ada.page.getByRole('link', { name: 'Home' }).click()
    await ada.home().waitFor()
    await ada.logOut()
    await ada.page.getByText('1 change of “Edit cells” is not saved yet and will be lost.').waitFor()
    await ada.expectAccessible('.dialog')
    await ada.button('Stay').click()
    await ada.page.reload()
    expect(asked).toEqual(['beforeunload'])
    await ada.go(list)
    await ada.page.getByRole('row', { name: /ben@theirs.example/ }).waitFor()
    await ada.page.keyboard.press('e')
    await type(ada, 'Ben', 'ben@mine.example')
    await ada.page.getByText('1 change in 1 contact').waitFor()
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('1 contact was changed').waitFor()
    expect(await stored(1)).toMatchObject({ email: 'ben@mine.example', version: 2 })
  })
})
