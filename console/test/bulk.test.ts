import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Company, Contact } from '../../server/test/harness/contract.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}`
const fields = 'fullName,status,email'

beforeAll(async () => {
  const records = Array.from({ length: 60 }, (_, n) => ({
    firstName: `Person ${String(n).padStart(2, '0')}`,
    lastName: n < 30 ? 'Early' : 'Late',
    status: n % 10 === 3 ? 'former' : 'lead',
  }))
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
})

/** How many contacts have a status. */
async function withStatus(status: string, lastName?: string): Promise<number> {
  const criteria = [
    { fieldName: 'status', operator: '=', value: status },
    ...(lastName ? [{ fieldName: 'lastName', operator: '=', value: lastName }] : []),
  ]
  const reply = await stage.client.find(Contact, `?limit=1&where=${encodeURIComponent(JSON.stringify({ criteria }))}`)
  return Number(reply.json?.['total'])
}

/** Presses keys one after the other, and counts them. */
async function press(visitor: Visitor, ...keys: readonly string[]): Promise<number> {
  for (const key of keys) await visitor.page.keyboard.press(key)
  return keys.length
}

/** Opens the list, sorted by id, with the cursor in the grid. */
async function arriveInGrid(visitor: Visitor, where?: object): Promise<void> {
  const filter = where ? `&where=${encodeURIComponent(JSON.stringify(where))}` : ''
  await visitor.arrive(`${list}?fields=${fields}${filter}`)
  await visitor.page.getByRole('grid').waitFor()
}

describe('a selection', () => {
  it('is made by Space, by ranges and by the page, and goes on over pages', async () => {
    const ada = await visit()
    await arriveInGrid(ada)
    await press(ada, 'j', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp')
    await ada.page.getByRole('region', { name: 'Selection' }).getByText('2 contacts selected').waitFor()
    await ada.page.getByRole('checkbox', { name: 'Select Person 09 Early' }).click({ modifiers: ['Shift'] })
    await ada.page.getByText('10 contacts selected').first().waitFor()
    await ada.button('Next page').click()
    await ada.page.getByText('51–60 of 60').first().waitFor()
    await ada.page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await ada.page.getByText('20 contacts selected').first().waitFor()
    await ada.expectAccessible()
    await ada.button('Clear the selection').click()
    await ada.page.getByRole('region', { name: 'Selection' }).waitFor({ state: 'detached' })
  })

  it('is not needed by keys, which mean the marked record on a shorter page and after a filter', async () => {
    const ada = await visit()
    await arriveInGrid(ada, { fieldName: 'status', operator: '=', value: 'lead' })
    await press(ada, 'j', 'PageDown', 'PageDown', 'Control+k')
    await ada.page.getByRole('dialog').waitFor()
    await press(ada, 'Escape')
    await ada.page.getByRole('dialog').waitFor({ state: 'detached' })
    await ada.button('Next page').click()
    await ada.page.getByText('51–54 of 54').first().waitFor()
    const drawer = ada.page.getByRole('dialog', { name: 'Delete 1 contact?' })
    const deleted = async () => {
      await press(ada, 'Delete')
      const title = await drawer.getByText(/^Person \d\d/).textContent()
      await drawer.getByRole('button', { name: 'Cancel' }).last().click()
      await drawer.waitFor({ state: 'detached' })
      return title
    }
    expect(await ada.page.getByRole('grid').locator('[tabindex="0"]').count()).toBe(1)
    expect(await deleted()).toBe('Person 59 Late')
    await ada.button(/^Remove the filter/).click()
    await ada.page.getByText('1–50 of 60').first().waitFor()
    expect(await deleted()).toBe('Person 00 Early')
  })

  it('is copied as text for spreadsheets', async () => {
    const ada = await visit()
    await ada.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await arriveInGrid(ada)
    await press(ada, 'j', 'Space', 'Shift+ArrowDown')
    await ada.button('Copy').click()
    await ada.page.getByText('Copied 2 contacts').waitFor()
    expect(await ada.page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      'Full name\tStatus\tE-mail\nPerson 00 Early\tlead\t\nPerson 01 Early\tlead\t',
    )
  })
})

describe('one value into three neighbouring rows', () => {
  it('takes at most 14 keys, with a preview', async () => {
    const ada = await visit()
    await arriveInGrid(ada)
    let keys = await press(ada, 'j', 'ArrowDown', 'ArrowRight', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown', 'b')
    const drawer = ada.page.getByRole('dialog', { name: 'Change 3 contacts' })
    await drawer.getByRole('button', { name: '— Status' }).waitFor()
    keys += await press(ada, 'f', 'Control+Enter')
    await drawer.getByRole('table').waitFor()
    expect(await drawer.getByRole('row').allInnerTexts()).toEqual([
      'Record\tField\tBefore\tAfter',
      'Person 01 Early\tStatus\tlead\tformer',
      'Person 02 Early\tStatus\tlead\tformer',
      'Person 03 Early\thas it already',
    ])
    await drawer.getByRole('button', { name: 'Change 2 contacts' }).waitFor()
    await ada.expectAccessible('.drawer')
    expect(await withStatus('former')).toBe(6)
    keys += await press(ada, 'Control+Enter')
    await ada.page.getByText('Status of 2 contacts: lead → former').waitFor()
    expect(await withStatus('former')).toBe(8)
    expect(keys).toBeLessThanOrEqual(14)
  })
})

describe('a bulk change', () => {
  it('of all that match is previewed, and changes no more than was shown', async () => {
    const ada = await visit()
    const early = { fieldName: 'lastName', operator: '=', value: 'Late' }
    await arriveInGrid(ada, early)
    await ada.page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
    await ada.page.getByText('1–25 of 30').first().waitFor()
    await ada.page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await ada.button('Select all 30 that match').click()
    await ada.page.getByText('All 30 contacts that match are selected').first().waitFor()
    await press(ada, 'b')
    const drawer = ada.page.getByRole('dialog', { name: 'Change all 30 contacts that match' })
    await drawer.getByRole('combobox', { name: 'Which field?' }).fill('e-mail')
    await press(ada, 'Enter')
    await drawer.getByRole('textbox', { name: 'E-mail' }).fill('nobody')
    await drawer.getByRole('button', { name: 'Preview' }).click()
    await drawer.getByText('must be an e-mail address').waitFor()
    await drawer.getByRole('textbox', { name: 'E-mail' }).fill('office@example.com')
    await drawer.getByRole('button', { name: 'Preview' }).click()
    await drawer.getByRole('button', { name: 'Change 30 contacts' }).waitFor()
    // All have one outcome: there is nothing to choose between.
    expect(await drawer.getByRole('radiogroup', { name: 'What becomes of them' }).count()).toBe(0)
    recordOf(await stage.client.create(Contact, { firstName: 'Newcomer', lastName: 'Late' }))
    await drawer.getByRole('button', { name: 'Change 30 contacts' }).click()
    await drawer.getByText('These records changed meanwhile.').waitFor()
    const sent = { criteria: [early, { fieldName: 'email', operator: '=', value: 'office@example.com' }] }
    const found = () => stage.client.find(Contact, `?limit=1&where=${encodeURIComponent(JSON.stringify(sent))}`)
    expect((await found()).json?.['total']).toBe(0)
    await drawer.getByRole('button', { name: 'Change 31 contacts' }).click()
    await ada.page.getByText(/^E-mail of 31 contacts:.* → office@example.com$/).waitFor()
    expect((await found()).json?.['total']).toBe(31)
  })

  it('names what is refused and why, and takes the others', async () => {
    const ada = await visit()
    await arriveInGrid(ada)
    await press(ada, 'j', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown')
    const [first] = recordsOf(await stage.client.find(Contact, '?limit=1'))
    await stage.client.update(Contact, first?.id ?? 0, { version: first?.version ?? 0, phone: '+44 1' })
    await press(ada, 'b')
    const drawer = ada.page.getByRole('dialog', { name: 'Change 3 contacts' })
    await drawer.getByRole('combobox', { name: 'Which field?' }).fill('VIP')
    await press(ada, 'Enter', 'Control+Enter')
    await drawer.getByRole('button', { name: 'Change 2 contacts' }).waitFor()
    await drawer.getByRole('radio', { name: '1 is refused' }).click()
    expect(await drawer.getByRole('row').allInnerTexts()).toEqual([
      'Record\tField\tBefore\tAfter',
      'Person 00 Early\tSomebody changed it since you saw it.',
    ])
    await ada.expectAccessible('.drawer')
    await press(ada, 'Control+Enter')
    await ada.page.getByText('VIP of 2 contacts: — → Yes').waitFor()
  })
})

describe('a delete of many', () => {
  it('says what goes with them and what refuses, and deletes the others', async () => {
    const ids = ['Free A', 'Free B', 'Held'].map(
      async (name) => recordOf(await stage.client.create(Company, { name })).id,
    )
    const [, , held] = await Promise.all(ids)
    recordOf(await stage.client.create(Contact, { firstName: 'Employee', lastName: 'Held', company: { id: held } }))
    const ada = await visit()
    await ada.arrive(`/r/${Company}`)
    await ada.page.getByRole('grid').waitFor()
    await ada.page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await press(ada, 'Delete')
    const drawer = ada.page.getByRole('dialog', { name: 'Delete 3 companies?' })
    await drawer.getByRole('button', { name: 'Delete 2 companies' }).waitFor()
    await drawer.getByText('Referred to by: Contacts › Company').waitFor()
    await ada.expectAccessible('.drawer')
    await drawer.getByRole('button', { name: 'Delete 2 companies' }).click()
    await ada.page.getByText('2 companies were deleted').waitFor()
    expect(recordsOf(await stage.client.find(Company, '')).map(({ name }) => name)).toEqual(['Held'])
  })

  /** Deletes three companies in a list that has no other. The answer comes when it is called for. */
  async function beginDelete() {
    for (const name of ['Old A', 'Old B', 'Old C']) recordOf(await stage.client.create(Company, { name }))
    const ada = await visit()
    await ada.arrive(`/r/${Company}?q=Old`)
    await ada.page.getByRole('grid').waitFor()
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await ada.route(/removeAll$/, async (route) => {
      const response = await route.fetch()
      await answered
      await route.fulfill({ response })
    })
    await ada.page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await press(ada, 'Delete')
    const drawer = ada.page.getByRole('dialog', { name: 'Delete 3 companies?' })
    await drawer.getByRole('button', { name: 'Delete 3 companies' }).click()
    await drawer.getByRole('button', { name: 'Stop' }).waitFor()
    return { ada, drawer, answer }
  }

  it('is seen to its end, also if the list is read again meanwhile and has no record any more', async () => {
    const { ada, drawer, answer } = await beginDelete()
    // As if one came back from another tab: what is older than some seconds is read again.
    await until('the list is empty', async () => {
      await ada.page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
      return await ada.page.getByText('No company matches.').isVisible()
    })
    await drawer.getByRole('button', { name: 'Stop' }).waitFor()
    expect(await ada.page.locator('.selection-bar').count()).toBe(0)
    answer()
    await ada.page.getByText('3 companies were deleted').waitFor()
    await drawer.waitFor({ state: 'detached' })
    await ada.button('Undo').waitFor()
  })

  it('is told with its undo to whoever has gone elsewhere meanwhile', async () => {
    const { ada, drawer, answer } = await beginDelete()
    // As the browser's buttons do, which a drawer does not lock.
    await ada.page.evaluate(`history.pushState(null, '', '/console/models')
      window.dispatchEvent(new PopStateEvent('popstate'))`)
    await drawer.waitFor({ state: 'detached' })
    answer()
    await ada.page.getByText('3 companies were deleted').waitFor()
    await ada.button('Undo').waitFor()
  })
})
