import { beforeAll, describe, expect, it } from 'vitest'
import { admin, recordOf } from '../../server/test/harness/client.ts'
import { Company, Contact } from '../../server/test/harness/contract.ts'
import { makeRole, makeUser } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}`
let cleo = 0
let shown = 0

beforeAll(async () => {
  const { client } = stage
  const leads = { fieldName: 'status', operator: '=', value: 'lead' }
  const readFields = ['firstName', 'lastName', 'fullName', 'email', 'phone', 'status', 'birthDate']
  const writeFields = readFields.filter((name) => name !== 'fullName')
  const role = await makeRole(client, 'clerk', [
    { model: Contact, read: true, create: true, update: true, condition: leads, readFields, writeFields },
    { model: Company, read: true },
  ])
  cleo = (await makeUser(client, 'cleo', [role], { password: admin.password, name: 'Cleo' })).id
  for (const status of ['lead', 'customer', 'lead', 'former'])
    recordOf(await client.create(Contact, { firstName: 'Ada', lastName: `The ${status}`, status, notes: 'hidden' }))
  shown = recordOf(await client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace', status: 'lead' })).id
})

/** The text of a page: its navigation and its screen. */
async function textOf(visitor: Visitor, path: string): Promise<string> {
  await visitor.go(path)
  await visitor.page.locator('main h1').first().waitFor()
  await visitor.quiet()
  const texts = [visitor.page.locator('nav.nav'), visitor.page.locator('main')].map((part) => part.innerText())
  // How long ago something was goes on between two looks.
  return (await Promise.all(texts)).join('\n').replaceAll(/\bnow\b|\d+ (second|minute)s? ago/g, 'lately')
}

/** The texts of a form that are no text nodes. */
async function valuesOf(visitor: Visitor): Promise<string[]> {
  return visitor.page
    .locator('main .input:is(input, textarea)')
    .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value))
}

function asCleo(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}as=cleo`
}

describe('seeing as another user', () => {
  it('shows what the own session of that user shows, word by word', async () => {
    const [ada, own] = [await visit(), await visit()]
    await ada.arrive(asCleo('/'))
    await own.arrive('/', 'cleo')
    for (const path of ['/', list, `${list}?sortBy=-email`, `${list}/${shown}`, '/models', `/models/${Contact}`]) {
      const expected = await textOf(own, path)
      expect(await textOf(ada, asCleo(path)), path).toBe(expected)
      expect(await valuesOf(ada), path).toEqual(await valuesOf(own))
    }
    expect(await textOf(own, list)).toContain('of 3')
    expect(await textOf(ada, list)).toContain('of 5')
  })

  it('is begun at the user, lasts over links and keys, and ends where one is', async () => {
    const ada = await visit()
    const seen: (string | undefined)[] = []
    ada.page.on('request', (request) => {
      if (request.url().includes('/ws/')) seen.push(request.headers()['x-see-as'])
    })
    await ada.arrive(`/access/users/${cleo}`)
    await ada.page.getByRole('link', { name: 'See as cleo' }).click()
    await ada.page.getByText('You see what cleo sees.').waitFor()
    await ada.home().waitFor()
    await ada.quiet()
    seen.length = 0
    await ada.page.getByRole('link', { name: 'Contacts', exact: true }).first().click()
    await ada.page.getByText('of 3').first().waitFor()
    await ada.expectAccessible()
    await ada.page.getByRole('link', { name: 'Ada Lovelace' }).click()
    await ada.page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    expect(ada.page.url()).toContain('as=cleo')
    await ada.page.keyboard.press('h')
    await ada.page.getByRole('heading', { name: 'History' }).waitFor()
    expect(ada.page.url()).toContain('as=cleo')
    await ada.page.goBack()
    await ada.page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    expect(new Set(seen)).toEqual(new Set(['cleo']))
    expect(await ada.page.getByText('Notes').count()).toBe(0)
    await ada.button('End').click()
    await ada.field('Notes').waitFor()
    expect(ada.page.url()).not.toContain('as=')
    expect(await ada.page.getByText('You see what cleo sees.').count()).toBe(0)
  })

  it('draws writes as locked, and sends none', async () => {
    const ada = await visit()
    const writes: string[] = []
    ada.page.on('request', (request) => {
      const isRead = request.method() === 'GET' || request.url().endsWith('/aggregate')
      if (request.url().includes('/ws/') && !isRead) writes.push(`${request.method()} ${request.url()}`)
    })
    await ada.arrive(asCleo(`${list}/${shown}`))
    await ada.page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    expect(await ada.field('E-mail').getAttribute('readonly')).not.toBeNull()
    expect(await ada.button(/^Save/).getAttribute('aria-disabled')).toBe('true')
    await ada.expectAccessible()
    await ada.button(/^Save/).press('Enter')
    await ada.page.getByText('You look as cleo. End it to change something as yourself.').waitFor()
    await ada.page.keyboard.press('Escape')
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('You look as cleo. End it to change something as yourself.').waitFor()
    await ada.go(asCleo(list))
    await ada.page.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
    await ada.button(/^New contact/).press('Enter')
    await ada.page.getByText('You look as cleo. End it to change something as yourself.').waitFor()
    expect(writes).toEqual([])
  })

  it('keeps the drafts of the administrator', async () => {
    const ada = await visit()
    await ada.arrive(`${list}/${shown}`)
    await ada.field('Notes').fill('not saved yet')
    await until('the draft is kept', async () => (await ada.storage()).includes('not saved yet'))
    await ada.go(asCleo(`${list}/${shown}`))
    await ada.page.getByText('You see what cleo sees.').waitFor()
    await ada.quiet()
    expect(await ada.page.content()).not.toContain('not saved yet')
    await ada.button('End').click()
    await until('the draft is there', async () => (await ada.field('Notes').inputValue()) === 'not saved yet')
  })

  it('ends with the session, which is that of the administrator, and leaves nothing of it behind', async () => {
    const ada = await visit()
    await ada.arrive(`/access/users/${cleo}`)
    await ada.page.getByRole('link', { name: 'See as cleo' }).click()
    await ada.home().waitFor()
    await ada.quiet()
    await ada.page.context().clearCookies()
    await ada.page.getByRole('link', { name: 'Contacts', exact: true }).first().click()
    const dialog = ada.page.getByRole('dialog')
    expect(await dialog.getByLabel('Username').inputValue()).toBe(admin.username)
    await dialog.getByLabel('Password').fill(admin.password)
    await dialog.getByLabel('Password').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await ada.logOut()
    await ada.page.getByLabel('Username').waitFor()
    // Back to where they were as themselves: nothing of it is remembered.
    for (let n = 0; n < 3; n++) await ada.page.goBack()
    await ada.page.waitForURL(`**/access/users/${cleo}`)
    await ada.page.getByLabel('Username').waitFor()
    expect(await ada.page.getByRole('heading', { name: 'cleo' }).count()).toBe(0)
  })

  it('is refused to others, who can end it', async () => {
    const visitor = await visit()
    await visitor.arrive('/', 'cleo')
    await visitor.go('/?as=admin')
    await visitor.page.getByText('Only an administrator may see as another user').waitFor()
    await visitor.button('End').click()
    await visitor.home().waitFor()
  })
})
