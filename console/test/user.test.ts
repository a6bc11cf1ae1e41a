import { beforeAll, describe, expect, it } from 'vitest'
import { admin, Client, recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { Key, makeRole, makeUser, openSession, own, Session, User } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
let cleo = 0
let clerk = 0
let contact = 0

beforeAll(async () => {
  const { client } = stage
  const both = { criteria: [own, { fieldName: 'status', operator: '=', value: 'lead' }] }
  const role = await makeRole(client, 'clerk', [
    { model: Contact, read: true },
    { model: Contact, update: true, condition: both, writeFields: ['email'] },
  ])
  clerk = role.id
  cleo = (await makeUser(client, 'cleo', [role], { password: admin.password })).id
  contact = recordOf(await client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace', status: 'lead' })).id
})

/** The names of the roles that a user has now. */
async function rolesOf(id: number): Promise<unknown[]> {
  const { roles } = recordOf(await stage.client.exchange('GET', `/ws/rest/${User}/${id}?fields=roles`))
  return (roles as { name: string }[]).map(({ name }) => name)
}

describe('the page of a user', () => {
  it('gives and takes roles at once, with the way back', async () => {
    const ada = await visit()
    await ada.arrive(`/access/users/${cleo}`)
    await ada.page.getByRole('combobox', { name: 'Roles' }).fill('read')
    await ada.page.getByRole('option', { name: 'reader' }).click()
    await ada.page.getByText('The rights of cleo were changed').waitFor()
    expect((await rolesOf(cleo)).toSorted()).toEqual(['clerk', 'reader'])
    await ada.button('Undo').click()
    await until('the role is taken back', async () => (await rolesOf(cleo)).length === 1)
    await ada.expectAccessible()
  })

  it('asks before it disables, and says so', async () => {
    const { id } = await makeUser(stage.client, 'dora', [{ id: clerk }])
    const ada = await visit()
    await ada.arrive(`/access/users/${id}`)
    await ada.page.getByText('Disabled', { exact: true }).waitFor()
    await ada.page.locator('.switch').last().click()
    await ada.page.getByText('Disable dora?').waitFor()
    expect(recordOf(await stage.client.read(User, id)).disabled).toBe(false)
    await ada.expectAccessible('.dialog')
    await ada.button('Disable').click()
    await ada.page.getByText('A disabled user can’t do anything.').waitFor()
    expect(recordOf(await stage.client.read(User, id)).disabled).toBe(true)
  })

  it('ends sessions, one and all', async () => {
    const { id } = await makeUser(stage.client, 'emil', [{ id: clerk }])
    for (let n = 0; n < 3; n++) await openSession(stage.database, id)
    const ada = await visit()
    await ada.arrive(`/access/users/${id}`)
    const sessions = ada.button(/^End the session/)
    await until('three are there', async () => (await sessions.count()) === 3)
    await sessions.first().click()
    await until('two are left', async () => (await sessions.count()) === 2)
    await ada.button('End all sessions').click()
    await ada.page.getByText('Nobody is logged in as this user.').waitFor()
    const where = encodeURIComponent(JSON.stringify({ fieldName: 'user', operator: '=', value: id }))
    expect(recordsOf(await stage.client.find(Session, `?where=${where}`))).toEqual([])
  })

  it('makes a key that is shown once, works, and is kept nowhere', async () => {
    const ada = await visit()
    await ada.arrive(`/access/users/${cleo}`)
    await ada.button('New key').click()
    await ada.button('Make the key').click()
    await ada.page.getByText('is required').waitFor()
    await ada.page.getByLabel('Name').fill('nightly export')
    await ada.expectAccessible('.dialog')
    await ada.button('Make the key').click()
    const token = (await ada.page.locator('.shown-key').textContent()) ?? ''
    expect(token).toMatch(/^tab_[0-9A-Za-z]{46}$/)
    await ada.expectAccessible('.dialog')
    await ada.page.keyboard.press('Escape')
    expect(await ada.button('Close').isDisabled()).toBe(true)
    // As where the console is not on HTTPS.
    await ada.page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })')
    await ada.button('Copy').click()
    await ada.button('select the text').waitFor()
    // It is there for good, whatever becomes of the page behind it.
    const isUser = (url: URL) => url.pathname.endsWith(`/${User}/${cleo}`)
    await ada.route(isUser, (route) => route.fulfill({ status: 503, body: '{}' }))
    const { version } = recordOf(await stage.client.read(User, cleo))
    recordOf(await stage.client.update(User, cleo, { version, name: 'Cleo' }))
    await ada.page.locator('.access > .notice-bad').waitFor()
    expect(await ada.page.locator('.shown-key').textContent()).toBe(token)
    await ada.page.unroute(isUser)
    await ada.page.getByLabel('I have copied it').check()
    await ada.button('Close').click()
    await ada.page.locator('.shown-key').waitFor({ state: 'detached' })
    expect(await ada.page.content()).not.toContain(token)
    expect(await ada.storage()).not.toContain(token)
    const program = new Client(stage.service.url)
    const reply = await program.exchange('GET', '/ws/me', { headers: { authorization: `Bearer ${token}` } })
    expect(recordOf(reply)).toMatchObject({ username: 'cleo' })
    program.close()
    await ada.button('End the key nightly export').click()
    await ada.button('End').last().click()
    await ada.page.getByText('There are no keys.').waitFor()
    expect(recordsOf(await stage.client.find(Key))).toEqual([])
  })

  it('says what they may do, and each mark leads to why', async () => {
    const ada = await visit()
    await ada.arrive(`/access/users/${cleo}`)
    const mark = ada.page.getByRole('link', { name: 'Contact, edit: some. Why?' })
    await mark.waitFor()
    await ada.page.getByRole('link', { name: 'Contact, view: all. Why?' }).waitFor()
    await ada.page.getByRole('link', { name: 'Contact, delete: none. Why?' }).waitFor()
    await mark.click()
    await ada.page.getByRole('heading', { name: 'May cleo change contacts?' }).waitFor()
  })
})

describe('why', () => {
  it('tells administrators about another user: the sentence, the rules, and each criterion', async () => {
    const ada = await visit()
    // A link may name the user by number: the answer names them by name all the same.
    await ada.arrive(`/access/why?user=${cleo}&model=${Contact}&id=${contact}&action=update`)
    await ada.page.getByRole('heading', { name: 'May cleo change Ada Lovelace?' }).waitFor()
    const answer = ada.page.locator('.why-answer')
    await answer.getByText('The record does not meet the condition of any rule that allows it.').waitFor()
    expect(await answer.locator('.why-rules > li > span:first-child').allTextContents()).toEqual([
      'clerk may see',
      'clerk may change where Created by is cleo and Status is lead · sets only E-mail',
    ])
    expect(await answer.locator('.why-clauses > li').allTextContents()).toEqual([
      'Created by is cleo: not met',
      'Status is lead: met',
    ])
    await ada.expectAccessible()
    await answer.getByRole('link', { name: 'Change this rule' }).last().click()
    await ada.button('Change the filter: Created by is the user').waitFor()
  })

  it('is asked with a user, a model, a record and an action, and the address says so', async () => {
    const ada = await visit()
    await ada.arrive('/access/why')
    await ada.page.getByText('Choose a model.').waitFor()
    await ada.page.getByRole('combobox', { name: 'User' }).fill('cle')
    await ada.page.getByRole('option', { name: 'cleo' }).click()
    await ada.page.waitForURL(/user=cleo/)
    await ada.button(/Model$/).click()
    await ada.page.getByRole('option', { name: 'Contact', exact: true }).click()
    await ada.page.getByRole('heading', { name: 'May cleo see contacts?' }).waitFor()
    await ada.field('Record').fill(String(contact))
    await ada.field('Record').press('Enter')
    await ada.page.getByRole('heading', { name: 'May cleo see Ada Lovelace?' }).waitFor()
    await ada.page.waitForURL(new RegExp(`id=${contact}`))
  })

  it('tells others about themselves alone, and whom to ask', async () => {
    const visitor = await visit()
    await visitor.arrive(`/access/why?user=admin&model=${Contact}&id=${contact}&action=update`, 'cleo')
    await visitor.page.getByRole('heading', { name: 'May you change Ada Lovelace?' }).waitFor()
    await visitor.page.getByText('Please let me (cleo) change').waitFor()
    expect(await visitor.page.getByRole('combobox', { name: 'User' }).count()).toBe(0)
    expect(await visitor.page.getByRole('link', { name: 'Change this rule' }).count()).toBe(0)
    await visitor.expectAccessible()
  })
})
