import { beforeAll, describe, expect, it } from 'vitest'
import { admin, recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Company, Contact } from '../../server/test/harness/contract.ts'
import { makeRole, makeUser, own, Role, Rule } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
let clerk = 0
let rule = 0

beforeAll(async () => {
  const { client } = stage
  const rules = [
    { model: Contact, read: true, readFields: ['firstName', 'lastName', 'fullName'] },
    { model: Contact, read: true, update: true, condition: own },
    { model: Company, read: true },
  ]
  const role = await makeRole(client, 'clerk', rules)
  clerk = role.id
  rule = role.rules[2]?.id ?? 0
  await makeUser(client, 'cleo', [role], { password: admin.password })
  for (const country of ['DE', 'DE', 'AT']) recordOf(await client.create(Company, { name: `In ${country}`, country }))
})

describe('the access screen', () => {
  it('shows for roles and models what may be done with all, some or none', async () => {
    const ada = await visit()
    await ada.arrive('/access')
    await ada.page.getByRole('columnheader', { name: 'clerk' }).waitFor()
    const heads = await ada.page.getByRole('columnheader').allTextContents()
    expect(heads).toEqual(['Model', 'reader', 'sales', 'clerk'])
    await ada.page.getByText('Managed in code: reader, sales').waitFor()
    const row = ada.page.getByRole('row').filter({ has: ada.page.getByRole('rowheader', { name: 'Contact' }) })
    const marks = await row.locator('.extents').allTextContents()
    expect(marks.map((text) => text.match(/(view|create|edit|delete): \w+/g))).toEqual([
      ['view: all', 'create: none', 'edit: none', 'delete: none'],
      ['view: some', 'create: some', 'edit: some', 'delete: some'],
      ['view: some', 'create: none', 'edit: some', 'delete: none'],
    ])
    // A shape for each extent, beside the text.
    const looks = await row.locator('td').last().locator('.extent > [aria-hidden]').allTextContents()
    expect(looks).toEqual(['V', '–', 'E', '–'])
    await ada.expectAccessible()
    await ada.page.getByRole('searchbox').fill('cle')
    await ada.page.getByRole('link', { name: 'cleo' }).waitFor()
    await until('only one user is left', async () => (await ada.page.locator('.user-list > li').count()) === 1)
  })

  it('says what a role may do, rule by rule, and who has it', async () => {
    const ada = await visit()
    await ada.arrive(`/access/roles/${clerk}`)
    await ada.page.getByText('1 user has this role').waitFor()
    expect(await ada.page.locator('.rule-list p').allTextContents()).toEqual([
      'Contact: see · sees only First name, Last name, Full name',
      'Contact: see, change where Created by is the user',
      'Company: see',
    ])
    await ada.expectAccessible()
  })

  it('leaves the roles of files as they are', async () => {
    const [sales] = recordsOf(await stage.client.find(Role, '?sortBy=-name&limit=1'))
    const ada = await visit()
    await ada.arrive(`/access/roles/${sales?.id}`)
    await ada.page.getByText('A file beside the models declares the role sales').first().waitFor()
    expect(await ada.page.getByRole('link', { name: /^Change\b|^New rule/ }).count()).toBe(0)
    const where = encodeURIComponent(JSON.stringify({ fieldName: 'role', operator: '=', value: sales?.id }))
    const [declared] = recordsOf(await stage.client.find(Rule, `?limit=1&where=${where}`))
    await ada.go(`/r/${Rule}/${declared?.id}`)
    await ada.page.getByText('A file beside the models declares the role sales').first().waitFor()
    expect(await ada.button(/^Save/).getAttribute('aria-disabled')).toBe('true')
    await ada.button(/^Save/).press('Enter')
    await ada.page.getByRole('dialog').getByText('run npx tabularium migrate apply').waitFor()
    await ada.page.keyboard.press('Escape')
    await ada.expectAccessible()
  })

  it('is not there for those who may not see rules', async () => {
    const cleo = await visit()
    await cleo.arrive('/access', 'cleo')
    await cleo.page.getByText('You may not see the rules of this service').waitFor()
    expect(await cleo.page.getByRole('link', { name: 'Users and roles' }).count()).toBe(0)
    await cleo.expectAccessible()
  })
})

describe('the form of a rule', () => {
  it('is built with filters, and says what appears and disappears before it is saved', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${Rule}/${rule}`)
    await ada.button('Add a condition').click()
    await ada.page.getByRole('dialog').waitFor()
    await ada.page.keyboard.type('country')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('textbox', { name: 'Value' }).fill('DE')
    await ada.page.getByRole('textbox', { name: 'Value' }).press('Enter')
    await ada.button('Change the filter: Country contains DE').waitFor()
    await ada
      .button(/^All fields/)
      .first()
      .click()
    await ada.page.getByRole('option', { name: 'These fields' }).click()
    await ada.page.getByRole('checkbox', { name: 'Name' }).check()
    await ada.expectAccessible()
    await ada.page.keyboard.press('Control+s')
    const dialog = ada.page.getByRole('dialog')
    await dialog.getByText('1 record disappears').waitFor()
    expect(await dialog.textContent()).toContain('3 before, 2 after')
    expect(await dialog.textContent()).toContain('Fields that disappear: Website, Country')
    await ada.expectAccessible('.dialog')
    expect(recordOf(await stage.client.read(Rule, rule))).toMatchObject({ version: 0, condition: null })
    await ada.button('Save the rule').click()
    await ada.page.getByText('Saved as version 1').waitFor()
    expect(recordOf(await stage.client.read(Rule, rule))).toMatchObject({
      condition: { fieldName: 'country', operator: 'like', value: 'DE' },
      readFields: ['name'],
    })
  })

  it('compares with the user, and keeps what was typed and what others changed', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${Rule}/new?set=role:${clerk}&set=model:${Contact}`)
    await ada.page.getByRole('switch', { name: 'Delete' }).waitFor()
    await ada.page.locator('.switch', { hasText: 'No' }).last().click()
    await ada.button('Add a condition').click()
    await ada.page.getByRole('dialog').waitFor()
    await ada.page.keyboard.type('created by')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('option', { name: 'the user', exact: true }).click()
    await ada.button('Apply').click()
    await ada.button('Change the filter: Created by is the user').waitFor()
    await ada.page.reload()
    await ada.button('Change the filter: Created by is the user').waitFor()
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('Nobody sees other records or fields').waitFor()
    await ada.button('Save the rule').click()
    await ada.page.waitForURL(new RegExp(`/r/${Rule}/\\d+$`))
    const id = Number(ada.page.url().split('/').at(-1))
    expect(recordOf(await stage.client.read(Rule, id))).toMatchObject({ delete: true, condition: own })
    await ada.button('Add a condition').waitFor()
    await ada.button(/^Remove the filter/).click()
    await ada.button('Add a condition').click()
    await ada.page.getByRole('dialog').waitFor()
    await ada.page.keyboard.type('first name')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('textbox', { name: 'Value' }).fill('A')
    await ada.page.getByRole('textbox', { name: 'Value' }).press('Enter')
    await ada.button('Change the filter: First name contains A').waitFor()
    // Not before: a form without a draft shows what others change.
    recordOf(await stage.client.update(Rule, id, { version: 0, condition: null }))
    await ada.page.keyboard.press('Control+s')
    await ada.page.locator('.clash').waitFor()
    await ada.page.getByRole('radio', { name: 'Use mine' }).click()
    await ada.page.keyboard.press('Control+s')
    await ada.button('Save the rule').click()
    await ada.page.locator('.notice-good').waitFor()
    const condition = { fieldName: 'firstName', operator: 'like', value: 'A' }
    expect(recordOf(await stage.client.read(Rule, id))).toMatchObject({ version: 2, condition })
  })

  it('is not saved after Cancel, nor unseen where its preview fails, unless one says so', async () => {
    const made = await makeRole(stage.client, 'unseen', [{ model: Company, read: true }])
    const id = made.rules[0]?.id ?? 0
    const version = async () => recordOf(await stage.client.read(Rule, id)).version
    const ada = await visit()
    const { promise: isCancelled, resolve: cancelled } = Promise.withResolvers<void>()
    let failures = 0
    await ada.route(
      (url) => url.searchParams.has('dryRun'),
      async (route) => {
        await isCancelled
        failures++
        await route.fulfill({ status: 503, body: '{}' })
      },
    )
    await ada.arrive(`/r/${Rule}/${id}`)
    await ada.page.getByRole('switch', { name: 'Delete' }).waitFor()
    await ada.page.locator('.switch', { hasText: 'No' }).last().click()
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('Counting what appears and disappears').waitFor()
    await ada.button('Go on editing').click()
    cancelled()
    await until('the preview has failed', () => failures === 3)
    await ada.quiet()
    expect(await version()).toBe(0)
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('What this changes could not be counted').waitFor()
    await ada.expectAccessible('.dialog')
    expect(await version()).toBe(0)
    await ada.button('Save anyway').click()
    await ada.page.getByText('Saved as version 1').waitFor()
  })

  it('says what its delete takes away', async () => {
    const made = await makeRole(stage.client, 'gone', [{ model: Company, read: true }])
    const ada = await visit()
    await ada.arrive(`/r/${Rule}/${made.rules[0]?.id}`)
    await ada.choose('Delete')
    await ada.page.getByText('3 records disappear').waitFor()
  })
})
