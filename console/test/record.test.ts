import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { admin, recordOf } from '../../server/test/harness/client.ts'
import { runTabularium } from '../../server/test/harness/commandLine.ts'
import { Company, Contact } from '../../server/test/harness/contract.ts'
import { until } from '../../server/test/harness/poll.ts'
import { startService } from '../../server/test/harness/service.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}`

/** Creates a contact and returns its id. */
async function contact(fields: object = {}): Promise<number> {
  return recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace', ...fields })).id
}

async function read(id: number) {
  return recordOf(await stage.client.read(Contact, id))
}

beforeAll(async () => {
  const args = ['user', 'add', 'rita', '--role', 'reader', '--password-stdin']
  await runTabularium(args, { DATABASE_URL: stage.database.url }, admin.password)
})

describe('a merge', () => {
  it('of one field takes five keys, and marks what differs inside of a text', async () => {
    const id = await contact({ notes: 'the old house by the river' })
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.field('Notes').fill('the old garden by the river')
    await ada.field('Phone').fill('+33 1')
    recordOf(await stage.client.update(Contact, id, { version: 0, notes: 'the new house by the river', vip: true }))
    await ada.page.keyboard.press('Control+s')
    await ada.page.locator('.merge ins', { hasText: 'garden' }).waitFor()
    expect(await ada.page.locator('.merge del').allTextContents()).toEqual(['old', 'house'])
    await ada.page.getByText('1 of yours and 1 of theirs go together').waitFor()
    await ada.expectAccessible('.merge')
    await ada.page.keyboard.press('2')
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('Saved as version 2').waitFor()
    expect(await read(id)).toMatchObject({ notes: 'the old garden by the river', phone: '+33 1', vip: true })
  })

  it('takes something else, and asks again only what is new where somebody is faster again', async () => {
    const id = await contact({ email: 'base@example.com', phone: '+1' })
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.field('E-mail').fill('mine@example.com')
    await ada.field('Phone').fill('+2')
    recordOf(await stage.client.update(Contact, id, { version: 0, email: 'theirs@example.com', phone: '+3' }))
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('2 conflicts left').waitFor()
    await ada.page.keyboard.press('3')
    await ada.page.locator('.clash-other').getByLabel('E-mail').fill('both@example.com')
    await ada.expectAccessible('.merge')
    await ada.page.locator('.clash').nth(1).getByRole('radio', { name: 'Use mine' }).click()
    recordOf(await stage.client.update(Contact, id, { version: 1, phone: '+4' }))
    await ada.button('Save').click()
    await ada.page.getByText('1 conflict left').waitFor()
    await ada.page.locator('.clash').first().getByRole('radio', { name: 'Keep theirs' }).click()
    await ada.button('Save').click()
    await ada.page.getByText('Saved as version 3').waitFor()
    expect(await read(id)).toMatchObject({ version: 3, email: 'both@example.com', phone: '+4' })
  })

  it('begins before anybody saves, as soon as the record is read again', async () => {
    const id = await contact({ email: 'base@example.com' })
    const ada = await visit()
    await ada.page.clock.install()
    await ada.arrive(`${list}/${id}`)
    await ada.field('E-mail').fill('mine@example.com')
    recordOf(await stage.client.update(Contact, id, { version: 0, email: 'theirs@example.com' }))
    await ada.page.clock.runFor(31_000)
    await ada.page.getByText('admin changed E-mail meanwhile.').waitFor()
    await ada.expectAccessible('.notice')
    await ada.button('Show').click()
    await ada.page.getByRole('heading', { name: /saved this contact while you were editing it$/ }).waitFor()
    await ada.page.keyboard.press('1')
    await ada.page.getByText('0 conflicts left').waitFor({ state: 'hidden' })
    await ada.page.keyboard.press('Control+s')
    await until('theirs stays', async () => (await read(id)).email === 'theirs@example.com')
  })
})

describe('nothing that was typed is lost', () => {
  it.each(['at once', 'by a save'])('of a record that is deleted, which is told %s', async (how) => {
    const id = await contact()
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.field('Phone').fill('+33 1')
    expect((await stage.client.delete(Contact, id)).status).toBe(200)
    if (how === 'by a save') await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('This record was deleted by admin').waitFor()
    await ada.expectAccessible('.notice')
    // The record is read again before its history: the notice goes, and the changes are saved all the same.
    await ada.route(`**/${id}/history?*`, async (route) => {
      await setTimeout(500)
      await route.continue()
    })
    await ada.button('Restore it with my changes').click()
    await until('it is there again', async () => {
      const reply = await stage.client.read(Contact, id)
      return reply.status === 200 && recordOf(reply).phone === '+33 1'
    })
    await ada.page.getByText('Saved').first().waitFor()
  })

  it('where the session ends: one logs in over the form, and goes on', async () => {
    const id = await contact()
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.field('Phone').fill('+33 2')
    const ended = await stage.client.exchange('POST', '/ws/sessions/end', { body: {} })
    expect(ended.status).toBe(200)
    await ada.page.keyboard.press('Control+s')
    const dialog = ada.page.getByRole('dialog')
    await dialog.waitFor()
    await ada.expectAccessible('.dialog')
    await dialog.getByLabel('Password').fill(admin.password)
    // The login is heard, and what follows it is not: one can try again.
    await ada.route('**/ws/me?optional=true', (route) => route.fulfill({ status: 503, body: '{}' }))
    await ada.page.keyboard.press('Enter')
    await dialog.getByText('The service could not be reached').waitFor()
    await ada.page.unroute('**/ws/me?optional=true')
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await ada.field('Phone').inputValue()).toBe('+33 2')
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('Saved as version 1').waitFor()
  })

  it('where answers are lost: the same request is sent until there is one, and done once', async () => {
    const id = await contact()
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.field('Phone').fill('+33 3')
    let lost = 0
    const saves = `**/ws/rest/${Contact}/${id}?onConflict=merge&*`
    await ada.route(saves, async (route) => {
      if (lost === 4) return route.fallback()
      lost++
      await route.fetch()
      return route.abort()
    })
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('The answer was lost').waitFor()
    await ada.field('E-mail').fill('meanwhile@example.com')
    await ada.button('Ask now').click()
    await until('the answer is there', async () => (await ada.page.getByText('The answer was lost').count()) === 0)
    expect(await read(id)).toMatchObject({ version: 1, phone: '+33 3', email: null })
    expect(await ada.field('E-mail').inputValue()).toBe('meanwhile@example.com')
    ada.faults.splice(0)
    // A save whose form is left meanwhile is finished, and leads nobody back.
    const { promise: isLeft, resolve: left } = Promise.withResolvers<void>()
    await ada.page.unroute(saves)
    await ada.route(saves, async (route) => {
      await isLeft
      await route.fallback()
    })
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByRole('link', { name: 'Home' }).first().click()
    await ada.home().waitFor()
    left()
    await until('no draft is kept', async () => !(await ada.storage()).includes('meanwhile@example.com'))
    expect(await read(id)).toMatchObject({ version: 2, email: 'meanwhile@example.com' })
    expect(await ada.home().count()).toBe(1)
  })

  it('where the network is gone: a bar says so, until it is back', async () => {
    const ada = await visit()
    await ada.arrive(`${list}/${await contact()}`)
    await ada.field('Phone').fill('+33 4')
    await ada.page.context().setOffline(true)
    await ada.page.getByText('The service can not be reached').waitFor()
    await ada.expectAccessible('.session-bars')
    await ada.page.getByRole('heading', { level: 1 }).click()
    await ada.page.keyboard.press('Control+z')
    await ada.page.locator('.toast').getByText('Check the network').waitFor()
    await ada.page.context().setOffline(false)
    await ada.page.getByText('The service can not be reached').waitFor({ state: 'detached' })
    expect(await ada.field('Phone').inputValue()).toBe('+33 4')
    ada.faults.splice(0)
  })
})

describe('editors', () => {
  it('take dates by keys, say where JSON is wrong, and send exact values', async () => {
    const id = await contact({ birthDate: '1815-12-10', lastContactedOn: '2026-01-02T03:04:05.678Z' })
    const ada = await visit()
    await ada.arrive(`${list}/${id}`)
    await ada.page.getByRole('spinbutton', { name: 'day, Birth date' }).click()
    await ada.page.keyboard.press('Backspace')
    await ada.page.keyboard.press('Backspace')
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('is incomplete: fill in the missing parts, or clear it').waitFor()
    expect(await read(id)).toMatchObject({ version: 0, birthDate: '1815-12-10' })
    await ada.page.getByRole('spinbutton', { name: 'day, Birth date' }).click()
    await ada.page.keyboard.type('27')
    await ada.page.getByRole('spinbutton', { name: 'hour, Last contacted on' }).click()
    await ada.page.keyboard.type('4')
    await ada.field('Preferences').fill('{\n  "a": 1,\n}')
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('is not JSON: look at line 3, column 1').waitFor()
    await ada.expectAccessible('.record-form')
    await ada.field('Preferences').fill('{"a": 1}')
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('Saved as version 1').waitFor()
    expect(await read(id)).toMatchObject({
      birthDate: '1815-12-27',
      lastContactedOn: '2026-01-02T04:04:05.678Z',
      preferences: { a: 1 },
    })
  })

  it('begin a new record with what the address says, from the list of a collection', async () => {
    const company = recordOf(await stage.client.create(Company, { name: 'Acme' })).id
    await contact({ company: { id: company }, lastName: 'Member' })
    const ada = await visit()
    await ada.arrive(`/r/${Company}/${company}`)
    const members = ada.page.getByRole('region', { name: 'Contacts' })
    await members.getByRole('link', { name: 'Ada Member' }).waitFor()
    await ada.expectAccessible()
    await members.getByRole('link', { name: /^New/ }).click()
    const box = ada.page.getByRole('combobox', { name: 'Company' })
    await until(
      'the company is filled in',
      async () => (await box.count()) === 1 && (await box.inputValue()) === 'Acme',
    )
    // It stays when the picker is left.
    await box.focus()
    await box.press('Tab')
    await ada.field('First name').fill('Grace')
    await ada.field('Last name').fill('Hopper')
    await ada.page.keyboard.press('Control+s')
    // Back where it was begun, ready for one more.
    await ada.page.waitForURL(new RegExp(`/r/${Company}/${company}$`))
    await members.getByRole('link', { name: 'Grace Hopper' }).waitFor()
    await members.getByRole('link', { name: /^New/ }).and(ada.page.locator(':focus')).waitFor()
  })
})

describe('what one may not do', () => {
  it('is drawn with a lock, and says why', async () => {
    const id = await contact()
    const rita = await visit()
    await rita.arrive(`${list}/${id}`, 'rita')
    await rita.button('E-mail: you may not').click()
    await rita.page.getByText(`No rule allows the action update on records of ${Contact}.`).waitFor()
    await rita.page.getByText('Please let me (rita) change').waitFor()
    await rita.expectAccessible('.dialog')
    await rita.page.keyboard.press('Escape')
    await rita.button('More').focus()
    await rita.page.keyboard.press('Enter')
    await rita.page.getByRole('menuitem', { name: 'Delete: you may not' }).waitFor()
    await rita.page.keyboard.press('End')
    await rita.page.keyboard.press('Enter')
    await rita.page.getByRole('dialog', { name: 'May you delete Ada Lovelace?' }).waitFor()
  })
})

describe('a session that is about to end', () => {
  it('says so two minutes before, and goes on with one key', async () => {
    const short = await startService(stage.database.url, { sessionIdle: '90s' })
    try {
      const ada = await visit(short.url)
      await ada.arrive(list)
      await ada.page.getByText('You will be logged out at').waitFor()
      await ada.expectAccessible('.session-bars')
      const asked = ada.page.waitForRequest((request) => request.url().endsWith('/ws/me?optional=true'))
      await ada.button('Stay logged in').click()
      await asked
      // The page would ask a service that is not there any more.
      await ada.page.close()
    } finally {
      await short.stop()
    }
  })
})
