import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordsOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'

const Equipment = 'com.example.desk.Equipment'
const folder = fileURLToPath(import.meta.resolve('./desk'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const list = `/r/${Equipment}`

beforeAll(async () => {
  const records = [
    { name: 'Sony FX3', price: '4000.00', checkedOn: '2026-01-01T00:00:00Z' },
    { name: 'Boom', price: '90.00', checkedOn: '2026-01-02T00:00:00Z' },
    { name: 'Tripod', price: '80.00' },
  ]
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Equipment}`, { body: { records } }))
})

it('a text formula is searched for words', async () => {
  const ada = await visit()
  await ada.arrive(list)
  await ada.page.keyboard.press('f')
  await ada.page.getByRole('combobox', { name: 'Find a field or a value' }).fill('code')
  await ada.page.keyboard.press('Enter')
  await ada.page.getByRole('textbox', { name: 'Value' }).fill('on')
  await ada.button('Apply').click()
  await ada.button('Change the filter: Code contains on').waitFor()
  await ada.page.getByText('1–1 of 1').first().waitFor()
  await ada.page.getByRole('row', { name: 'Sony FX3' }).waitFor()
})

it.each([
  ['isDear', 'stored', ['No 2', 'Yes 1']],
  ['isChecked', 'computed when it is read', ['Yes 2', 'No value 1']],
])('records are counted by a boolean formula: %s, %s', async (field, _, expected) => {
  const ada = await visit()
  await ada.arrive(`${list}?chart=${field}`)
  const bars = ada.page.locator('.bars tbody tr')
  await bars.first().waitFor()
  expect((await bars.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual(expected)
})
