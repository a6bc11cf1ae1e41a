import { expect, it } from 'vitest'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'

const { visit } = useConsole()

it('a new version of the console is told, and loaded when it suits', async () => {
  const ada = await visit()
  await ada.arrive(`/r/${Contact}/new`)
  await ada.field('First name').fill('Ada')
  const look = () => ada.page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
  const bar = ada.page.getByText('There is a new version of the console.')
  const same = ada.page.waitForResponse((response) => new URL(response.url()).pathname === '/console/')
  await look()
  await same
  expect(await bar.count()).toBe(0)
  // What a service with other files answers.
  await ada.route('**/console/', async (route) => {
    const page = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'text/html', body: page.replace(/index-[\w-]+\.js/, 'index-other.js') })
  })
  await look()
  await bar.waitFor()
  await ada.expectAccessible()
  await ada.page.unroute('**/console/')
  await ada.button('Reload').click()
  await ada.page.getByText('They were kept in this browser.').waitFor()
  expect(await ada.field('First name').inputValue()).toBe('Ada')
  expect(await bar.count()).toBe(0)
})
