import { beforeAll, describe, expect, it } from 'vitest'
import { admin, recordOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}`
let record = ''

beforeAll(async () => {
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', status: 'lead' }
  record = `${list}/${recordOf(await stage.client.create(Contact, ada)).id}`
})

/** Chooses German on the page of one's account. */
async function chooseGerman(visitor: Visitor): Promise<void> {
  await visitor.arrive('/me')
  await visitor.button(/Language$/).click()
  await visitor.page.getByRole('option', { name: 'Deutsch' }).click()
  await visitor.page.locator('html[lang]:not([lang=en])').waitFor()
}

/** Nothing is wider than a small screen: people don't have to scroll sideways. */
async function expectNarrow({ page }: Visitor): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.locator('.frame-main h1').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
}

describe('German', () => {
  it('is chosen in one’s account, applies at once, and stays', async () => {
    const ada = await visit()
    await chooseGerman(ada)
    await ada.page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
    await ada.go(list)
    await ada.page.getByRole('grid').waitFor()
    expect(await ada.page.locator('html').getAttribute('lang')).toBe('de')
    await ada
      .button('Suchen')
      .or(ada.page.getByRole('searchbox', { name: 'Suchen' }))
      .first()
      .waitFor()
    await ada.expectAccessible()
    await expectNarrow(ada)
    await ada.page.setViewportSize({ width: 1280, height: 800 })
    await ada.go(record)
    await ada.button('Speichern').waitFor()
    // It makes way for the activity beside the form as soon as that is there.
    await ada.page.getByText('Zuletzt geändert von admin').waitFor({ state: 'attached' })
    await ada.expectAccessible()
    await expectNarrow(ada)
  })

  it('is what a browser gets that asks for it', async () => {
    const ada = await visit()
    await ada.page.addInitScript("Object.defineProperty(navigator, 'languages', { get: () => ['de-AT', 'en'] })")
    await ada.go('/me')
    await ada.page.getByLabel('Benutzername').fill(admin.username)
    await ada.page.getByLabel('Passwort').fill(admin.password)
    await ada.page.keyboard.press('Enter')
    await ada.button(/Wie der Browser: Deutsch/).waitFor()
    expect(await ada.storage()).not.toContain('tabularium.language')
  })
})

/** Makes a file of words one of a language that nobody speaks: Hebrew letters for the others, from right to left. */
const madeUp = `
const letters = 'אבגדהוזחטיכלמנסעפצקרשת'
const pick = (letter) => letters[letter.toLowerCase().charCodeAt(0) % letters.length]
const twist = (text) => text.replace(/[a-zäöüß]/gi, pick)
const turn = (value) =>
  typeof value === 'string' ? twist(value)
  : typeof value === 'function' ? (...given) => turn(value(...given))
  : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, turn(each)]))
const madeUp = { ...turn(words), language: 'he', direction: 'rtl' }
export { madeUp as de }
`

describe('a language from right to left', () => {
  it('is mirrored, with nothing to scroll to sideways', async () => {
    const ada = await visit()
    await ada.route(/\/assets\/de-[\w-]+\.js$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        /export\s*\{\s*([\w$]+) as de\s*\};?\s*$/,
        `const words = $1\n${madeUp}`,
      )
      await route.fulfill({ response, body })
    })
    await chooseGerman(ada)
    await ada.go(list)
    await ada.page.getByRole('grid').waitFor()
    expect(await ada.page.locator('html').getAttribute('dir')).toBe('rtl')
    const left = async (selector: string) => (await ada.page.locator(selector).first().boundingBox())?.x ?? 0
    expect(await left('nav.nav')).toBeGreaterThan(await left('main h1'))
    await ada.page
      .locator('.grid-row .grid-cell')
      .first()
      .click({ position: { x: 2, y: 2 } })
    const before = await left('[data-cursor]')
    await ada.page.keyboard.press('ArrowLeft')
    await expect.poll(() => left('[data-cursor]'), { timeout: 30_000 }).toBeLessThan(before)
    await ada.expectAccessible()
    await expectNarrow(ada)
    await ada.go(record)
    await expectNarrow(ada)
    await ada.page.setViewportSize({ width: 1280, height: 800 })
    await ada.expectAccessible()
  })
})
