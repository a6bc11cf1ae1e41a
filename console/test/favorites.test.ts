import { beforeAll, expect, it } from 'vitest'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { Favorite, makeRole, makeUser, View } from '../../server/test/harness/people.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const criteria = { fieldName: 'status', operator: '=', value: 'lead' }
let leads = 0
let ada = 0

beforeAll(async () => {
  const records = Array.from({ length: 12 }, (_, n) => ({
    firstName: `Person ${n}`,
    lastName: 'Example',
    status: n % 4 === 0 ? 'lead' : 'customer',
  }))
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
  ;({ id: leads } = recordOf(await stage.client.create(View, { model: Contact, name: 'Leads', criteria })))
  ;({ id: ada } = recordOf(
    await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Starred', status: 'former' }),
  ))
})

const navigation = ({ page }: Visitor) => page.getByRole('navigation', { name: 'Navigation' })
const starred = (visitor: Visitor) => navigation(visitor).locator('.nav-favorite a')
const textsOf = async (visitor: Visitor) =>
  (await starred(visitor).allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim())

it('views and records are starred where they are, and stand in the navigation in one’s own order', async () => {
  const visitor = await visit()
  const { page } = visitor
  await visitor.arrive(`/r/${Contact}?view=${leads}`)
  await visitor.button('Add to favourites').click()
  await visitor.button('Remove from favourites').waitFor()
  await starred(visitor).filter({ hasText: 'Leads' }).waitFor()
  expect(await textsOf(visitor)).toEqual(['Leads3'])
  await visitor.go(`/r/${Contact}/${ada}`)
  await visitor.button('Add to favourites').waitFor()
  await page.getByRole('heading', { name: 'Ada Starred' }).focus()
  await page.keyboard.press('s')
  await expect.poll(() => textsOf(visitor), { timeout: 20_000 }).toEqual(['Leads3', 'Ada Starred'])
  await visitor.expectAccessible()

  await starred(visitor).nth(1).hover()
  await visitor.button('Change the favourite Ada Starred').click()
  await visitor.expectAccessible()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(() => textsOf(visitor), { timeout: 20_000 }).toEqual(['Ada Starred', 'Leads3'])
  await visitor.go('/')
  await visitor.home().waitFor()
  await visitor.quiet()
  await page.keyboard.press('g')
  await page.keyboard.press('2')
  await page.waitForURL(new RegExp(`view=${leads}$`))
  await page.keyboard.press('s')
  await expect.poll(() => textsOf(visitor), { timeout: 20_000 }).toEqual(['Ada Starred'])
  const kept = recordsOf(await stage.client.find(Favorite, '?fields=model,record,position'))
  expect(kept).toMatchObject([{ model: Contact, record: ada, position: 1 }])
})

it('a record that is deleted is no favourite any more, and one again when it is restored', async () => {
  const { id } = recordOf(await stage.client.create(Contact, { firstName: 'Bea', lastName: 'Gone' }))
  recordOf(await stage.client.create(Favorite, { model: Contact, record: id, position: 9 }))
  const visitor = await visit()
  await visitor.arrive('/')
  await starred(visitor).filter({ hasText: 'Bea Gone' }).waitFor()
  await stage.client.delete(Contact, id, 0)
  await visitor.page.reload()
  await starred(visitor).filter({ hasText: 'Ada Starred' }).waitFor()
  expect(await textsOf(visitor)).not.toContain('Bea Gone')
  const restore = { data: { version: 1, toVersion: 0 } }
  await stage.client.exchange('POST', `/ws/rest/${Contact}/${id}/restore`, { body: restore })
  await visitor.page.reload()
  await starred(visitor).filter({ hasText: 'Bea Gone' }).waitFor()
})

it('home asks three times at most, and has what is starred, pinned by others and opened last', async () => {
  const { id: role } = await makeRole(stage.client, 'readers', [{ model: Contact, read: true }])
  await makeUser(stage.client, 'nina', [{ id: role }])
  const shared = { model: Contact, name: 'For all', criteria, pinned: true, roles: [{ id: role }] }
  recordOf(await stage.client.create(View, shared))
  const visitor = await visit()
  await visitor.arrive(`/r/${Contact}/${ada}`)
  await visitor.field('First name').waitFor()
  await visitor.quiet()
  const asked: string[] = []
  visitor.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/ws/')) asked.push(pathname)
  })
  await visitor.go('/')
  const main = visitor.page.getByRole('main')
  await main.getByRole('heading', { name: 'Recent' }).waitFor()
  await main.getByRole('heading', { name: 'Favourites' }).waitFor()
  await visitor.quiet()
  // The stream is not asked for what the page shows: it stays open and tells of changes.
  expect(asked.filter((path) => path !== '/ws/changes/stream').toSorted()).toEqual([
    '/ws/home',
    '/ws/me',
    '/ws/meta/models',
  ])
  await visitor.expectAccessible()
})
