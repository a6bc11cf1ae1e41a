import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { admin, recordOf } from '../../server/test/harness/client.ts'
import { runTabularium } from '../../server/test/harness/commandLine.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const folder = fileURLToPath(import.meta.resolve('../../examples/orders'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const Product = 'com.example.orders.Product'
const Order = 'com.example.orders.Order'

beforeAll(async () => {
  for (const [name, role] of [
    ['sam', 'sales'],
    ['walt', 'warehouse'],
  ] as const) {
    const args = ['user', 'add', name, '--role', role, '--password-stdin']
    await runTabularium(args, { DATABASE_URL: stage.database.url }, admin.password)
  }
})

const navigation = ({ page }: Visitor) => page.getByRole('navigation', { name: 'Navigation' })
const linksOf = (visitor: Visitor) => navigation(visitor).getByRole('listitem').allTextContents()

it('has what the application declares, and neither models of the service nor parts of other records', async () => {
  const sam = await visit()
  await sam.arrive('/', 'sam')
  await sam.home().waitFor()
  expect(await linksOf(sam)).toEqual(['Home', 'Activity', 'Customers', 'Orders', 'Products', 'Settings'])
  await navigation(sam).getByRole('link', { name: 'Settings' }).click()
  const settings = sam.page.getByRole('navigation', { name: 'Settings' })
  await settings.waitFor()
  expect(await settings.getByRole('listitem').allTextContents()).toEqual(['Models', 'About'])
  await sam.page.getByRole('heading', { level: 1 }).waitFor()
  await sam.expectAccessible()
})

it('has three groups and no model of the service for warehouse workers, who have starred a declared view', async () => {
  const walt = await visit()
  await walt.arrive(`/r/${Order}?view=overdue`, 'walt')
  await walt.button('Add to favourites').click()
  await walt.button('Remove from favourites').waitFor()
  const groups = navigation(walt).getByRole('heading', { level: 2 })
  await expect.poll(() => groups.allTextContents(), { timeout: 20_000 }).toEqual(['Favourites', 'Sales', 'Stock'])
  const links = (await linksOf(walt)).map((text) => text.replace(/\s+/g, ' ').trim())
  expect(links).toEqual(['Home', 'Activity', 'Overdue0', 'Customers', 'Orders', 'Products', 'Settings'])
  await walt.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Overdue 0' }).waitFor()
  await walt.expectAccessible()

  await navigation(walt).getByRole('button', { name: 'Sales' }).click()
  // The model that one is at stays.
  await expect.poll(() => linksOf(walt)).not.toContain('Customers')
  expect(await linksOf(walt)).toContain('Orders')
  await walt.expectAccessible()
  await walt.page.reload()
  await navigation(walt).getByRole('button', { name: 'Sales' }).waitFor()
  expect(await linksOf(walt)).not.toContain('Customers')
  await navigation(walt).getByRole('button', { name: 'Sales' }).click()
  await expect.poll(() => linksOf(walt)).toContain('Customers')
})

it('leads to the activity and the settings by keys, and from addresses of before', async () => {
  const ada = await visit()
  await ada.arrive('/access')
  await ada.page.getByRole('heading', { level: 1 }).waitFor()
  await ada.quiet()
  for (const [key, address] of [
    ['a', /\/console\/changes$/],
    ['s', /\/console\/settings\/users$/],
  ] as const) {
    await ada.page.keyboard.press('g')
    await ada.page.keyboard.press(key)
    await ada.page.waitForURL(address)
    await ada.quiet()
  }
  await ada.go('/settings')
  await ada.page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  await ada.page.getByText(/^\d+\.\d+\.\d+/).waitFor()
  await ada.expectAccessible()
})

it('leads an administrator to users, work and models by the settings', async () => {
  const ada = await visit()
  await ada.arrive('/r/tabularium.Job')
  const settings = ada.page.getByRole('navigation', { name: 'Settings' })
  await settings.waitFor()
  expect(await settings.getByRole('listitem').allTextContents()).toEqual([
    'Users and roles',
    'Sessions',
    'Keys',
    'Jobs',
    'Webhooks',
    'Models',
    'Views',
    'About',
  ])
  expect(await settings.locator('[aria-current]').allTextContents()).toEqual(['Jobs'])
  await ada.expectAccessible()
})

it('is folded by a key, and this browser remembers it', async () => {
  const ada = await visit()
  await ada.arrive('/')
  await ada.home().waitFor()
  const width = async () => (await navigation(ada).boundingBox())?.width
  expect(await width()).toBe(208)
  await ada.page.keyboard.press('[')
  await expect.poll(width).toBe(48)
  await ada.expectAccessible()
  await ada.page.reload()
  await ada.home().waitFor()
  expect(await width()).toBe(48)
  await ada.button('Fold the navigation').click()
  await expect.poll(width).toBe(208)
})

it('has a menu of the account, by keys: theme, keys, requests, and logging out', async () => {
  const ada = await visit()
  await ada.arrive('/')
  await ada.home().waitFor()
  await ada.button(/^Your account/).focus()
  await ada.page.keyboard.press('Enter')
  await ada.page.getByRole('menuitem', { name: 'Theme' }).waitFor()
  await ada.expectAccessible()
  await ada.page.keyboard.press('ArrowDown')
  await ada.page.keyboard.press('Enter')
  await expect.poll(() => ada.page.evaluate('document.documentElement.dataset.theme')).toBe('light')
  await ada.logOut()
  await ada.page.getByLabel('Username').waitFor()
})

it('leaves home with what was begun there: a draft by its title, to go on with or to discard', async () => {
  const { id } = recordOf(await stage.client.create(Product, { sku: 'box', name: 'Wooden box', price: '64.00' }))
  const ada = await visit()
  await ada.arrive(`/r/${Product}/${id}`)
  await ada.field('Name').fill('Oak box')
  await ada.page.getByText('1 field changed').waitFor()
  await navigation(ada).getByRole('link', { name: 'Home' }).click()
  const unsaved = ada.page.getByRole('region', { name: 'Unsaved' })
  await unsaved.waitFor()
  expect(await unsaved.getByRole('listitem').allTextContents()).toEqual(['Unsavedbox NameDiscard'])
  await ada.expectAccessible()
  await unsaved.getByRole('button', { name: /^Discard/ }).click()
  await unsaved.waitFor({ state: 'hidden' })
})
