import { beforeAll, describe, it } from 'vitest'
import { recordOf } from '../../server/test/harness/client.ts'
import { Company, Contact } from '../../server/test/harness/contract.ts'
import { View } from '../../server/test/harness/people.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
let id = 0
let view = 0

beforeAll(async () => {
  // More than fits into a list of options, so that it scrolls.
  for (let index = 0; index < 30; index++) await stage.client.create(Company, { name: `Works ${index}` })
  id = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Quill' })).id
  view = recordOf(await stage.client.create(View, { model: Contact, name: 'Quiet ones', sortBy: ['email'] })).id
})

/** What is opened, where, and how; and what is there then. */
const panels: Record<string, { readonly path: () => string; readonly open: (who: Visitor) => Promise<void> }> = {
  'the fields of a filter': {
    path: () => `/r/${Contact}`,
    open: async ({ page }) => {
      await page.keyboard.press('f')
      await page.getByRole('option', { name: 'First name' }).waitFor()
    },
  },
  'the values of a filter': {
    path: () => `/r/${Contact}`,
    open: async ({ page }) => {
      await page.keyboard.press('f')
      await page.keyboard.type('company')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Apply' }).waitFor()
    },
  },
  'the dates of a filter': {
    path: () => `/r/${Contact}`,
    open: async ({ page }) => {
      await page.keyboard.press('f')
      await page.keyboard.type('birth')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Apply' }).waitFor()
    },
  },
  'the columns': {
    path: () => `/r/${Contact}`,
    open: async (who) => {
      await who.changeView('Columns')
      await who.page.getByRole('option', { name: 'Birth date' }).waitFor()
    },
  },
  'the menu of how a list looks': {
    path: () => `/r/${Contact}`,
    open: async (who) => {
      await who.page.getByRole('button', { name: 'View', exact: true }).click()
      await who.button('Group').waitFor()
    },
  },
  'the groups': {
    path: () => `/r/${Contact}`,
    open: async (who) => {
      await who.changeView('Group')
      await who.page.getByRole('option', { name: 'Status' }).waitFor()
    },
  },
  'the menu of a column': {
    path: () => `/r/${Contact}`,
    open: async (who) => {
      await who.button('Menu of E-mail').click()
      await who.page.getByRole('menuitem', { name: 'Hide column' }).waitFor()
    },
  },
  'the chart': {
    path: () => `/r/${Contact}?chart=status`,
    open: async ({ page }) => page.locator('.bars').waitFor(),
  },
  'the keys': {
    path: () => `/r/${Contact}`,
    open: async ({ page }) => {
      await page.keyboard.press('?')
      await page.getByText('Show this table').waitFor()
    },
  },
  'the requests of a screen': {
    path: () => `/r/${Contact}`,
    open: async ({ page }) => {
      await page.keyboard.press('.')
      await page.getByRole('region', { name: 'Answer' }).waitFor()
    },
  },
  'the menu of a record': {
    path: () => `/r/${Contact}/${id}`,
    open: async (who) => {
      await who.button('More').click()
      await who.page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    },
  },
  'a view': {
    path: () => `/r/${Contact}?view=${view}`,
    open: async (who) => {
      await who.button(/Quiet ones/).click()
      await who.page.getByRole('dialog').waitFor()
    },
  },
  'a bulk change': {
    path: () => `/r/${Contact}`,
    open: async ({ page }) => {
      await page.keyboard.press('j')
      await page.keyboard.press('b')
      await page.getByRole('dialog').waitFor()
    },
  },
  'the palette': {
    path: () => `/r/${Contact}`,
    open: async ({ page }) => {
      await page.keyboard.press('Control+k')
      await page.locator('.finder .option').first().waitFor()
    },
  },
  'a picker': {
    path: () => `/r/${Contact}/${id}`,
    open: async ({ page }) => {
      await page.getByRole('combobox', { name: 'Company' }).click()
      await page.getByRole('option', { name: 'Works 0' }).waitFor()
    },
  },
  'a picker of a bulk change': {
    path: () => `/r/${Contact}`,
    open: async ({ page }) => {
      await page.keyboard.press('j')
      await page.keyboard.press('b')
      await page.keyboard.type('company')
      await page.keyboard.press('Enter')
      await page.getByRole('option', { name: 'Works 0' }).waitFor()
    },
  },
  'the account menu': {
    path: () => `/r/${Contact}`,
    open: async (who) => {
      await who.button(/^Your account/).click()
      await who.page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    },
  },
  'a choice': {
    path: () => `/r/${Contact}/${id}`,
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'lead Status' }).click()
      await page.getByRole('option', { name: 'former' }).waitFor()
    },
  },
  'the delete dialog': {
    path: () => `/r/${Contact}/${id}`,
    open: async (who) => {
      await who.button('More').click()
      await who.page.getByRole('menuitem', { name: 'Delete' }).click()
      await who.page.getByRole('dialog').waitFor()
    },
  },
}

it('the focus is back on the menu after the delete dialog was cancelled', async () => {
  const ada = await visit()
  await ada.arrive(`/r/${Contact}/${id}`)
  await ada.choose('Delete')
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await ada.page.getByRole('dialog').waitFor({ state: 'detached' })
  await ada.button('More').and(ada.page.locator(':focus')).waitFor()
})

describe('what is open breaks no rule of accessibility', () => {
  it.each(Object.entries(panels))('%s', async (_name, { path, open }) => {
    const ada = await visit()
    await ada.arrive(path())
    await ada.page.getByRole('heading', { level: 1 }).waitFor()
    await ada.quiet()
    await open(ada)
    await ada.quiet()
    await ada.expectAccessible()
  })
})
