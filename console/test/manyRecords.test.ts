import { beforeAll, expect, inject, it } from 'vitest'
import { recordsOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
const thousands = inject('rounds') === null ? 20 : 100
const many = thousands * 1_000
const shown = many.toLocaleString('en')

beforeAll(async () => {
  for (let part = 0; part < thousands; part += 1) {
    const records = Array.from({ length: 1_000 }, (_, n) => ({
      firstName: `P${part}`,
      lastName: `L${n}`,
      status: 'lead',
    }))
    recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}?fields=id`, { body: { records } }))
  }
  recordsOf(
    await stage.client.exchange('POST', `/ws/rest/${Contact}`, {
      body: { records: [{ firstName: 'Not', lastName: 'Meant', status: 'customer' }] },
    }),
  )
}, 300_000)

it('all that match are previewed and changed in rounds, by one change each, and nobody else', {
  timeout: 60_000 * thousands,
}, async () => {
  const ada = await visit()
  const where = JSON.stringify({ fieldName: 'status', operator: '=', value: 'lead' })
  await ada.arrive(`/r/${Contact}?where=${encodeURIComponent(where)}&fields=fullName,status`)
  await ada.page.getByText(`of ${shown}`).first().waitFor()
  await ada.page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await ada.button(`Select all ${shown} that match`).click()
  await ada.page.keyboard.press('b')
  const drawer = ada.page.getByRole('dialog', { name: `Change all ${shown} contacts that match` })
  await drawer.getByRole('combobox', { name: 'Which field?' }).fill('status')
  await drawer.getByRole('combobox', { name: 'Which field?' }).press('Enter')
  await drawer.getByRole('button', { name: '— Status' }).press('f')
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await drawer.getByRole('button', { name: 'Stop' }).click()
  await drawer.getByText(/^Stopped after [\d,]+ of/).waitFor({ timeout: 60_000 })
  await drawer.getByRole('button', { name: 'Preview' }).click()
  const change = drawer.getByRole('button', { name: `Change ${shown} contacts` })
  await change.waitFor({ timeout: 20_000 * thousands })
  await drawer.getByText(`The first 1,000 of ${shown} records are listed`).waitFor()
  const [before] = await stage.database.query(
    `select count(*)::int as changed from record.com_example_contacts_contact where version > 0`,
  )
  expect(before?.['changed']).toBe(0)
  await change.click()
  await ada.page.getByText(`${shown} contacts were changed`).waitFor({ timeout: 20_000 * thousands })
  const rows = await stage.database.query(
    `select status, version::int, count(*)::int as many
     from record.com_example_contacts_contact
     group by status, version
     order by status`,
  )
  expect(rows).toEqual([
    { status: 'customer', version: 0, many: 1 },
    { status: 'former', version: 1, many },
  ])
})
