import { expect, it } from 'vitest'
import { Contact } from '../../server/test/harness/contract.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()

it('a history shows short values whole, has no slider below three versions, and no ring before a key', async () => {
  const born = { firstName: 'Ada', lastName: 'Lovelace', birthDate: '1990-07-10', phone: '+33 1' }
  const { id } = recordOf(await stage.client.create(Contact, born))
  const ada = await visit()
  await ada.arrive(`/r/${Contact}/${id}/history`)
  await ada.page.getByText('Version 0').first().waitFor()
  expect(await ada.page.getByRole('slider').count()).toBe(0)
  await stage.client.update(Contact, id, { version: 0, birthDate: '1990-12-24', phone: null })
  await ada.page.reload()
  await ada.page.getByText('Jul 10, 1990 → Dec 24, 1990').waitFor()
  await ada.page.getByText('+33 1 → —').waitFor()
  expect(await ada.page.getByRole('slider').count()).toBe(0)
  await ada.expectAccessible()
  await ada.page.getByRole('radio', { name: 'Version 0' }).click()
  await ada.page.locator('ins', { hasText: 'Jul 10, 1990' }).waitFor()
  await stage.client.update(Contact, id, { version: 1, birthDate: '1990-12-25' })
  await ada.page.reload()
  const slider = ada.page.locator('[role=slider]:focus')
  const ring = () => ada.page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
  await slider.waitFor()
  expect(await ring()).toBe('none')
  await ada.page.keyboard.press('ArrowLeft')
  expect(await ring()).not.toBe('none')
})
