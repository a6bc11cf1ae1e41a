import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { runTabularium } from '../../server/test/harness/commandLine.ts'
import { Contact, Tag } from '../../server/test/harness/contract.ts'
import { admin } from '../../server/test/harness/client.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}`

/** Creates a contact and returns its id. */
async function contact(fields: object): Promise<number> {
  return recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace', ...fields })).id
}

/** Creates a tag and returns its id. */
async function tag(name: string): Promise<number> {
  return recordOf(await stage.client.create(Tag, { name })).id
}

/** Waits until the focus is there. */
async function focused(field: Locator): Promise<void> {
  await field.and(field.page().locator(':focus')).waitFor()
}

beforeAll(async () => {
  const records = Array.from({ length: 120 }, (_, n) => ({
    firstName: `Person ${n}`,
    lastName: 'Example',
    email: `person${n}@example.com`,
    status: 'lead',
  }))
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
  const args = ['user', 'add', 'rita', '--role', 'reader', '--password-stdin']
  await runTabularium(args, { DATABASE_URL: stage.database.url }, admin.password)
})

describe('logging in', () => {
  it('leads to where one wanted to be, and says what was wrong before', async () => {
    const ada = await visit()
    await ada.go(list)
    await ada.page.getByLabel('Username').waitFor()
    await ada.expectAccessible()
    await ada.page.getByLabel('Username').fill('admin')
    await ada.page.getByLabel('Password').fill('not the password')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByText('The username or the password is wrong.').waitFor()
    await ada.login()
    await ada.page.getByRole('grid').waitFor()
    expect(new URL(ada.page.url()).pathname).toBe(`/console${list}`)
  })

  it('asks nothing before it that would be refused', async () => {
    const ada = await visit()
    const refused: string[] = []
    const said: string[] = []
    ada.page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    ada.page.on('console', (message) => said.push(message.text()))
    await ada.go(list)
    await ada.page.getByLabel('Username').waitFor()
    await ada.quiet()
    await ada.login()
    await ada.page.getByRole('grid').waitFor()
    expect({ refused, said }).toEqual({ refused: [], said: [] })
  })

  it('never leads to another site', async () => {
    const ada = await visit()
    await ada.go(`/login?to=${encodeURIComponent('https://evil.example/console/')}`)
    await ada.login()
    await ada.home().waitFor()
    expect(ada.page.url()).toBe(`${stage.service.url}/console/`)
  })

  it('ends with logging out, and nobody sees what was there', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('grid').waitFor()
    // A logout that the service has not heard of is none.
    await ada.route('**/logout', (route) => route.fulfill({ status: 503, body: '{}' }))
    await ada.logOut()
    await ada.page.getByText('you may still be logged in').waitFor()
    expect(await ada.page.getByRole('grid').count()).toBe(1)
    await ada.page.unroute('**/logout')
    await ada.logOut()
    await ada.page.getByLabel('Username').waitFor()
    await ada.go(list)
    await ada.page.getByLabel('Username').waitFor()
    expect(await ada.page.content()).not.toContain('person1@example.com')
  })
})

describe('a list', () => {
  it('shows an exact total, and any page', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('link', { name: 'Person 0 Example', exact: true }).waitFor()
    await ada.expectAccessible()
    const { total } = (await stage.client.find(Contact)).json ?? {}
    await ada.button('Last page').click()
    await ada.page.getByRole('link', { name: 'Person 119 Example' }).waitFor()
    expect(await ada.page.locator('.pager > span').textContent()).toContain(`of ${total}`)
    await ada.page.goBack()
    await ada.page.getByRole('link', { name: 'Person 0 Example', exact: true }).waitFor()
  })

  it('finds words and sorts by its heads, and the address says so', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('grid').waitFor()
    await ada.page.keyboard.press('/')
    await ada.page.keyboard.type('person11')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('link', { name: 'Person 110 Example' }).waitFor()
    await ada.page.getByRole('columnheader', { name: 'E-mail' }).click()
    await ada.page.waitForURL(/sortBy=email/)
    await ada.page.getByRole('columnheader', { name: 'E-mail' }).click()
    await ada.page.waitForURL(/sortBy=-email/)
    expect(ada.page.url()).toContain('q=person11')
    const [expected] = recordsOf(await stage.client.find(Contact, '?q=person11&sortBy=-email'))
    const first = ada.page.getByRole('row').nth(1)
    await until('the greatest comes first', async () => {
      const shown = await first.textContent()
      return shown?.includes(String(expected?.email)) ?? false
    })
  })

  it('is walked through by keys: one Tab stop, arrows, Space and Enter', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('link', { name: 'Person 0 Example', exact: true }).waitFor()
    await ada.page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await ada.page.locator('#content:focus').waitFor()
    await ada.page.locator('[data-cursor]').focus()
    await ada.page.keyboard.press('ArrowDown')
    await ada.page.keyboard.press('Space')
    await ada.page.getByText('1 contact selected').first().waitFor()
    expect(await ada.page.locator('[role="grid"] [tabindex="0"]').count()).toBe(1)
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('heading', { name: 'Person 1 Example' }).waitFor()
  })
})

describe('a record', () => {
  it('is saved as it was typed, and sends what was changed alone', async () => {
    const [early, late] = [await tag('Early'), await tag('Late')]
    const id = await contact({ email: 'before@example.com', phone: '+44 1', tags: [{ id: early }] })
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.field('E-mail').fill('after@example.com')
    await ada.page.getByText('1 field changed').waitFor()
    await ada.expectAccessible()
    const sent = ada.page.waitForRequest((request) => request.method() === 'POST')
    await ada.page.keyboard.press('Control+s')
    expect((await sent).postDataJSON()).toEqual({ data: { version: 0, email: 'after@example.com' } })
    await ada.page.getByText('Saved as version 1').waitFor()
    expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({ version: 1, email: 'after@example.com' })
    // The page is called as the record is. After a save, links are added to those that were there before it.
    await ada.page.getByRole('combobox', { name: 'Tags' }).fill('Late')
    await ada.page.getByRole('option', { name: 'Late' }).click()
    await ada.field('Last name').fill('Byron')
    await ada.page.keyboard.press('Control+s')
    await until('the tab says so', async () => /^\S+ Byron · Contact · Tabularium$/.test(await ada.page.title()))
    const { tags } = recordOf(await stage.client.exchange('GET', `/ws/rest/${Contact}/${id}?fields=tags`))
    expect(tags).toMatchObject([{ id: early }, { id: late }])
  })

  it('says at each field what the service refuses', async () => {
    const id = await contact({})
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.field('E-mail').fill('no address')
    await ada.field('Credit').fill('a lot')
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('must be a number such as 12.50').waitFor()
    await focused(ada.field('Credit'))
    await ada.field('Credit').fill('12.50')
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('Not saved').waitFor()
    expect(await ada.field('E-mail').getAttribute('aria-invalid')).toBe('true')
    await focused(ada.field('E-mail'))
    // Each refusal moves the focus once.
    await ada.field('Phone').focus()
    await ada.page.keyboard.type('+33 1')
    expect(await ada.field('Phone').inputValue()).toBe('+33 1')
    await ada.page.keyboard.press('Control+s')
    await focused(ada.field('E-mail'))
    await ada.expectAccessible('.record-form')
  })

  it('keeps what was typed over a reload, and nothing of it after logging out', async () => {
    const id = await contact({})
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.field('Phone').fill('+33 1 23')
    await until('the draft is kept', async () => (await ada.storage()).includes('+33 1 23'))
    await ada.page.reload()
    await ada.page.getByText('were not saved yet').waitFor()
    expect(await ada.field('Phone').inputValue()).toBe('+33 1 23')
    await ada.logOut()
    await ada.page.getByText('1 form is not saved yet: what you typed will be lost.').waitFor()
    await ada.button('Stay').click()
    expect(await ada.storage()).toContain('+33 1 23')
    await ada.logOut()
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await ada.page.getByLabel('Username').waitFor()
    expect(await ada.storage()).not.toContain('+33 1 23')
  })

  it('that clashes asks for a choice at each field, and loses nothing of the others', async () => {
    const id = await contact({ email: 'base@example.com' })
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.field('E-mail').fill('mine@example.com')
    await ada.field('Phone').fill('+33 1')
    recordOf(await stage.client.update(Contact, id, { version: 0, email: 'theirs@example.com', vip: true }))
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByRole('heading', { name: /saved this contact while you were editing it$/ }).waitFor()
    await ada.expectAccessible('.merge')
    expect(await ada.button('Save').isDisabled()).toBe(true)
    await ada.page.getByRole('radio', { name: 'Use mine' }).click()
    await ada.button('Save').click()
    await ada.page.getByText('Saved as version 2').waitFor()
    const now = recordOf(await stage.client.read(Contact, id))
    expect(now).toMatchObject({ version: 2, email: 'mine@example.com', phone: '+33 1', vip: true })
  })

  it('that does not clash is merged, and says so', async () => {
    const id = await contact({})
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.field('Phone').fill('+33 1')
    recordOf(await stage.client.update(Contact, id, { version: 0, vip: true }))
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('What others changed meanwhile is in it too').waitFor()
    expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({ version: 2, phone: '+33 1', vip: true })
  })

  it('is deleted after a dry run, brought back by Undo, and found among the deleted ones', async () => {
    const id = await contact({ lastName: 'Gone' })
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.choose('Delete')
    await ada.page.getByText('No other record is touched').waitFor()
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await ada.button('Undo').click()
    await ada.page.getByRole('heading', { name: 'Ada Gone' }).waitFor()
    expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({ version: 2, lastName: 'Gone' })
    expect((await stage.client.delete(Contact, id)).status).toBe(200)
    await ada.go(list)
    await ada.page.getByRole('grid').waitFor()
    await ada.button('More').press('Enter')
    await ada.page.getByRole('menuitem', { name: 'Deleted contacts' }).waitFor()
    await ada.expectAccessible()
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('heading', { name: 'Deleted contacts' }).waitFor()
    await ada.page.getByRole('link', { name: 'Ada Gone' }).waitFor()
    await ada.expectAccessible()
    await ada.button('Restore').first().click()
    await ada.page.getByRole('heading', { name: 'Ada Gone' }).waitFor()
  })
})

describe('the history of a record', () => {
  it('shows each version as it was, step by step, and brings one back', async () => {
    const id = await contact({ notes: 'the old house by the sea' })
    recordOf(await stage.client.update(Contact, id, { version: 0, notes: 'the new house by the sea' }))
    recordOf(await stage.client.update(Contact, id, { version: 1, notes: 'a garden' }))
    const ada = await visit()
    await ada.arrive(`${list}/${id}/history`)
    const slider = ada.page.getByRole('slider')
    await slider.focus()
    await ada.page.keyboard.press('ArrowLeft')
    await ada.page.locator('ins', { hasText: 'new' }).waitFor()
    expect(await ada.page.locator('del').textContent()).toBe('old')
    await ada.expectAccessible()
    await ada.button('Restore this version').click()
    await ada.page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({
      version: 3,
      notes: 'the new house by the sea',
    })
  })
})

describe('somebody who may only read', () => {
  it('is offered nothing that they may not do', async () => {
    const id = await contact({})
    const rita = await visit()
    await rita.arrive(`${list}/${id}`, 'rita')
    await rita.page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    expect(await rita.field('E-mail').getAttribute('readonly')).not.toBeNull()
    await rita.button('More').click()
    await rita.page.getByRole('menuitem', { name: 'Delete: you may not. Why?' }).waitFor()
    await rita.page.keyboard.press('Escape')
    await rita.go(list)
    await rita.page.getByRole('grid').waitFor()
    expect(await rita.button(/^New/).count()).toBe(0)
    expect(await rita.page.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0)
  })
})

describe('the models, and the own account', () => {
  it('show what a developer asks first, with links to the records', async () => {
    const ada = await visit()
    await ada.arrive('/models')
    await ada.page.getByRole('rowheader', { name: 'Contact' }).waitFor()
    await ada.expectAccessible()
    await ada.page.getByRole('main').getByRole('link', { name: 'Contact', exact: true }).click()
    await ada.page.getByRole('rowheader', { name: 'Birth date' }).waitFor()
    await ada.expectAccessible()
    await ada.page.getByRole('link', { name: 'Show its records' }).click()
    await ada.page.getByRole('grid').waitFor()
  })

  it('change a password, and refuse one that is too short', async () => {
    const args = ['user', 'add', 'paul', '--role', 'reader', '--password-stdin']
    await runTabularium(args, { DATABASE_URL: stage.database.url }, admin.password)
    const paul = await visit()
    await paul.arrive('/me', 'paul')
    await paul.page.getByLabel('Current password').fill(admin.password)
    await paul.page.getByLabel('New password').fill('short')
    await paul.button('Change the password').click()
    await paul.page.getByText('Not saved').waitFor()
    await paul.page.getByText('Details').click()
    await paul.page.getByText('invalid-record').waitFor()
    await paul.page.getByLabel('New password').fill('another-long-password')
    await paul.button('Change the password').click()
    await paul.page.getByText('Your password was changed.').waitFor()
    await paul.page.getByText('this one').waitFor()
    await paul.expectAccessible()
  })

  it('have a name on one line, cut where it does not fit', async () => {
    const names = { username: 'adele', name: 'Adele, who administers all of it', password: admin.password, admin: true }
    await stage.client.create('tabularium.User', names)
    const adele = await visit()
    await adele.arrive('/', 'adele')
    const { height } = (await adele.page.locator('.nav-cut').boundingBox()) ?? { height: 0 }
    expect(height).toBe(20)
    expect(await adele.page.locator('.nav-cut').getAttribute('title')).toBe(names.name)
  })
})
