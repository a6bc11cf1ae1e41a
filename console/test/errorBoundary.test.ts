import { expect, it } from 'vitest'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()

/** In the place of a file of the console: one in which a component throws. */
async function breakFile(visitor: Visitor, file: string, component: string): Promise<void> {
  await visitor.route(`**/assets/${file}-*.js`, async (route) => {
    const text = await (await route.fetch()).text()
    // A file exports its modules, each as an object with the exports of the module.
    const names = [...(text.match(/export\{([^}]*)\};?\s*$/)?.[1] ?? '').matchAll(/ as (\w+)/g)].map(([, name]) => name)
    const broken = `const broken = { ${component}: () => { throw new Error('It broke.') } }`
    const body = `${broken}\nexport { ${names.map((name) => `broken as ${name}`).join()} }`
    await route.fulfill({ contentType: 'text/javascript', body })
  })
}

it('a screen that breaks says so in its place, and the others are there as before', async () => {
  const ada = await visit(stage.service.url, /It broke\./)
  await ada.arrive(`/r/${Contact}`)
  await breakFile(ada, 'settings', 'ModelsScreen')
  await ada.page.keyboard.press('g')
  await ada.page.keyboard.press('m')
  const alert = ada.page.getByRole('alert')
  await alert.getByText('It broke.').waitFor()
  await ada.expectAccessible('.frame-main')

  await ada.page.getByRole('link', { name: 'Home' }).click()
  await ada.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await alert.count()).toBe(0)

  await ada.page.goBack()
  await alert.getByText('It broke.').waitFor()
  await ada.page.unroute('**/assets/settings-*.js')
  await ada.button('Try again').click()
  await ada.page.getByRole('heading', { name: 'Models', level: 1 }).waitFor()
})

it('what stands over the screens and breaks says so as well', async () => {
  const ada = await visit(stage.service.url, /It broke\./)
  await breakFile(ada, 'list', 'Palette')
  await ada.arrive(`/r/${Contact}`)
  await ada.page.keyboard.press('Control+k')
  await ada.page.getByRole('alert').getByText('It broke.').waitFor()
  await ada.button('Try again').click()
  await ada.page.locator('nav.nav').waitFor()
})
