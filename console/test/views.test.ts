import { beforeAll, describe, expect, it } from 'vitest'
import { admin, recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { makeRole, makeUser, View } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { addUser } from '../../server/test/harness/users.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}`
const leads = '{"fieldName":"status","operator":"=","value":"lead"}'

beforeAll(async () => {
  const statuses = ['lead', 'customer', 'former', null]
  const records = Array.from({ length: 12 }, (_, n) => ({
    firstName: `Person ${n}`,
    lastName: 'Example',
    status: statuses[n % 4],
  }))
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
  await addUser(stage.database, 'grace', { isAdmin: false })
})

describe('a list', () => {
  it('is saved as a view, changed, renamed, starred, shown on home and deleted, with the way back', async () => {
    const ada = await visit()
    await ada.arrive(`${list}?where=${encodeURIComponent(leads)}&sortBy=-id`)
    await ada.button('Save view').click()
    await ada.field('Name of the view').fill('Leads')
    await ada.field('Name of the view').press('Enter')
    const tab = ada.page.getByRole('link', { name: 'Leads' })
    await tab.waitFor()
    await ada.page.waitForURL(/\?view=\d+$/)
    expect(await tab.getAttribute('aria-current')).toBe('page')
    await ada.page.getByText('1–3 of 3').first().waitFor()
    await ada.expectAccessible()

    await ada.page.getByRole('columnheader', { name: 'E-mail' }).click()
    await ada.page.getByRole('link', { name: 'Leads changed' }).waitFor()
    await ada.button('Save changes').click()
    await ada.page.getByText('The view Leads was saved.').waitFor()
    await ada.page.getByText('changed', { exact: true }).waitFor({ state: 'detached' })
    const [saved] = recordsOf(await stage.client.find(View, '?fields=model,criteria,sortBy'))
    expect(saved).toMatchObject({ model: Contact, criteria: JSON.parse(leads), sortBy: ['email'] })

    await ada.button('Change the view Leads').click()
    await ada.field('Name of the view').fill('Hot leads')
    await ada.field('Name of the view').press('Enter')
    await ada.page.getByRole('link', { name: 'Hot leads' }).waitFor()
    await ada.expectAccessible()
    await ada.page.keyboard.press('Escape')
    await ada.button('Add to favourites').click()
    await ada.button('Remove from favourites').waitFor()

    await ada.go('/')
    const pinned = ada.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^Hot leads\s*Contacts\s*3$/ })
    await pinned.waitFor()
    await ada.expectAccessible()
    await pinned.getByRole('link').click()
    await ada.page.getByText('1–3 of 3').first().waitFor()

    await ada.button('Change the view Hot leads').click()
    await ada.button('Delete the view').click()
    await ada.page.getByText('The view Hot leads was deleted.').waitFor()
    await ada.page.getByText('1–12 of 12').first().waitFor()
    await ada.button('Undo').click()
    await ada.page.getByRole('link', { name: 'Hot leads' }).waitFor()
    await ada.page.getByText('1–3 of 3').first().waitFor()
  })

  it('that was not saved as a view keeps the name that was typed; once it is, the page goes on at once', async () => {
    const ada = await visit()
    await ada.arrive(`${list}?where=${encodeURIComponent(leads)}`)
    await ada.button('Save view').click()
    const name = ada.field('Name of the view')
    await name.fill('x'.repeat(101))
    await name.press('Enter')
    await ada.page.getByText('The record was not accepted; see errors for each field: name.').waitFor()
    expect(await name.inputValue()).toBe('x'.repeat(101))
    await name.fill('Shorter')
    await name.press('Enter')
    await ada.page.waitForURL(/\?view=\d+$/)
    // A page under a dialog would be inert.
    await until('the page is not inert', async () => (await ada.page.locator('[inert]').count()) === 0)
    await ada.button('Change the view Shorter').waitFor()
  })

  it('of a view without its only filter is the whole list, and not the view again', async () => {
    const { id } = recordOf(
      await stage.client.create(View, { model: Contact, name: 'Only leads', criteria: JSON.parse(leads) }),
    )
    const ada = await visit()
    await ada.arrive(`${list}?view=${id}`)
    await ada.page.getByText('1–3 of 3').first().waitFor()
    await ada.button(/^Remove the filter: Status/).click()
    await ada.page.getByText('1–12 of 12').first().waitFor()
    expect(new URL(ada.page.url()).search).toBe('')
    await ada.page.goBack()
    await ada.page.getByText('1–3 of 3').first().waitFor()
  })
})

describe('a view of somebody else', () => {
  it('is there as soon as its owner shares it with a role of theirs, and shows what they may see', async () => {
    const own = { fieldName: 'createdBy', operator: '=', value: '$user.id' }
    const role = await makeRole(stage.client, 'Night shift', [{ model: Contact, read: true, condition: own }])
    await makeUser(stage.client, 'hedy', [role], { password: admin.password })
    const { id } = recordOf(
      await stage.client.create(View, { model: Contact, name: 'Shared leads', criteria: JSON.parse(leads) }),
    )
    const ada = await visit()
    await ada.arrive(`${list}?view=${id}`)
    await ada.button('Change the view Shared leads').click()
    await ada.page.getByRole('listbox', { name: 'Shared with' }).getByRole('option', { name: 'Night shift' }).click()
    await ada.page.getByText('The view Shared leads was saved.').waitFor()
    await ada.expectAccessible()
    expect(recordOf(await stage.client.exchange('GET', `/ws/rest/${View}/${id}?fields=roles`))).toMatchObject({
      roles: [{ id: role.id }],
    })

    const hedy = await visit()
    await hedy.arrive(list, 'hedy')
    await hedy.page.getByText('There are no contacts that you may see.').waitFor()
    await hedy.expectAccessible()
    await hedy.button('Why?').click()
    await hedy.page.getByRole('heading', { name: 'May you see contacts?' }).waitFor()
    await hedy.page.getByText('Created by is you').first().waitFor()
    await hedy.button('Close').click()
    await hedy.page.getByRole('link', { name: 'Shared leads' }).click()
    await hedy.page.getByText('No contact matches.').waitFor()
    expect(await hedy.page.getByRole('button', { name: 'Change the view Shared leads' }).count()).toBe(0)
  })

  it('that is not shared is not there', async () => {
    const { id } = recordOf(await stage.client.create(View, { model: View, name: 'The secret of Ada' }))
    const grace = await visit()
    await grace.arrive(`/r/${View}?view=${id}`, 'grace')
    await grace.page.getByText('There is no such view, or it is no longer shared with you.').waitFor()
    expect(await grace.page.content()).not.toContain('secret')
  })
})
