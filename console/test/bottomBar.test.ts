import { expect, it } from 'vitest'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'

const { visit } = useConsole()

it('a small screen has its ways at the bottom: home, search, new, activity and the navigation', async () => {
  const visitor = await visit()
  const { page } = visitor
  await visitor.arrive('/')
  await page.setViewportSize({ width: 400, height: 800 })
  const bar = page.getByRole('navigation', { name: 'Menu' })
  await bar.waitFor()
  expect(await bar.locator('.bar-item').allTextContents()).toEqual(['Home', 'Search', 'New', 'Activity', 'Menu'])
  expect(await bar.locator('[aria-current]').allTextContents()).toEqual(['Home'])
  const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
  expect([y + height, height]).toEqual([800, 52])

  await bar.getByRole('button', { name: 'New' }).click()
  await page.getByRole('menuitem', { name: 'Contact' }).click()
  await page.waitForURL(`**/r/${Contact}/new`)
  await bar.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Contacts' }).click()
  await page.waitForURL(`**/r/${Contact}`)
  await bar.getByRole('link', { name: 'New' }).click()
  await page.waitForURL(`**/r/${Contact}/new`)
  await bar.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
  expect(await bar.locator('[aria-current]').allTextContents()).toEqual(['Activity'])
  await visitor.expectAccessible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await bar.waitFor({ state: 'detached' })
})
