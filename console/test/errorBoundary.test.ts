import { expect, it } from 'vitest'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()

/** In the place of a file of the console: one whose component throws. */
async function breakFile(visitor: Visitor, component: string): Promise<void> {
  await visitor.route(`**/assets/${component}-*.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const ${component} = () => { throw new Error('It broke.') }`,
    }),
  )
}

it('a screen that breaks says so in its place, and the others are there as before', async () => {
  const ada = await visit(stage.service.url, /It broke\./)
  await ada.arrive(`/r/${Contact}`)
  await breakFile(ada, 'ModelsScreen')
  await ada.page.getByRole('link', { name: 'Models' }).click()
  const alert = ada.page.getByRole('alert')
  await alert.getByText('It broke.').waitFor()
  await ada.expectAccessible('.frame-main')

  await ada.page.getByRole('link', { name: 'Home' }).click()
  await ada.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await alert.count()).toBe(0)

  await ada.page.goBack()
  await alert.getByText('It broke.').waitFor()
  await ada.page.unroute('**/assets/ModelsScreen-*.js')
  await ada.button('Try again').click()
  await ada.page.getByRole('heading', { name: 'Models', level: 1 }).waitFor()
})

it('what stands over the screens and breaks says so as well', async () => {
  const ada = await visit(stage.service.url, /It broke\./)
  await breakFile(ada, 'Palette')
  await ada.arrive(`/r/${Contact}`)
  await ada.page.keyboard.press('Control+k')
  await ada.page.getByRole('alert').getByText('It broke.').waitFor()
  await ada.button('Try again').click()
  await ada.page.locator('nav.nav').waitFor()
})
