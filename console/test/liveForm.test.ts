import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const Equipment = 'com.example.desk.Equipment'
const Loan = 'com.example.desk.Loan'
const folder = fileURLToPath(import.meta.resolve('./desk'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))

/** What the form shows of a field that nobody fills in. */
const shown = ({ page }: Visitor, label: string) =>
  page.locator('.field', { has: page.getByText(label, { exact: true }) }).locator('output')

/** The day in the editor of a date, as its parts are read: 2026-12-02. */
async function dayIn({ page }: Visitor, label: string): Promise<string> {
  const parts = page.getByRole('group', { name: label }).getByRole('spinbutton')
  const [month, day, year] = await parts.allTextContents()
  return [year, month, day].map((part = '') => part.padStart(2, '0')).join('-')
}

async function typeDay({ page }: Visitor, label: string, digits: string): Promise<void> {
  await page.getByRole('group', { name: label }).getByRole('spinbutton').first().click()
  await page.keyboard.type(digits)
}

async function choose({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Equipment' }).fill(name)
  await page.getByRole('option', { name }).click()
}

it('defaults, formulas and broken checks appear while somebody types, and are what is saved', async () => {
  await stage.client.create(Equipment, { name: 'Tripod', loanDays: 10, price: '80.00' })
  const ada = await visit()
  await ada.arrive(`/r/${Loan}/new`)
  await choose(ada, 'Tripod')
  await typeDay(ada, 'From', '11282026')
  await expect.poll(() => dayIn(ada, 'Due')).toBe('2026-12-08')
  await ada.field('Rate').fill('1.5')
  await expect.poll(() => shown(ada, 'Days').textContent()).toBe('10')
  await expect.poll(() => shown(ada, 'Fee').textContent()).toBe('NZ$15.00')

  await typeDay(ada, 'Due', '11272026')
  const fault = ada.page.getByText('must not be before the first day')
  await fault.waitFor()
  expect(await shown(ada, 'Days').textContent()).toBe('-1')
  await ada.expectAccessible('.record-form')
  await typeDay(ada, 'Due', '11302026')
  await fault.waitFor({ state: 'detached' })
  const days = await shown(ada, 'Days').textContent()
  const fee = await shown(ada, 'Fee').textContent()
  const due = await dayIn(ada, 'Due')

  await ada.button('Create').click()
  await ada.page.waitForURL(/Loan\/\d+$/)
  const id = Number(ada.page.url().split('/').at(-1))
  const saved = recordOf(await stage.client.read(Loan, id))
  expect([String(saved.days), `NZ$${String(saved.fee)}`, saved.dueOn]).toEqual([days, fee, due])
})

it('a check follows references and conditions, and its refusal ends with its cause', async () => {
  const { id: dear } = recordOf(await stage.client.create(Equipment, { name: 'Cine camera', price: '9000.00' }))
  const { id: cheap } = recordOf(await stage.client.create(Equipment, { name: 'Cable', price: '9.00' }))
  const { id } = recordOf(await stage.client.create(Loan, { equipment: { id: cheap } }))
  const ada = await visit()
  await ada.arrive(`/r/${Loan}/${id}`)
  const fault = ada.page.getByText('is needed for dear equipment', { exact: true })
  await choose(ada, 'Cine camera')
  await fault.waitFor()
  await ada.button('Save').click()
  await ada.page.getByText('Not saved').waitFor()
  expect(await fault.count()).toBe(1)
  await ada.field('Note').fill('for the festival')
  await fault.waitFor({ state: 'detached' })
  await ada.button('Save').click()
  await ada.page.getByText('Saved as version 1').waitFor()
  expect(recordOf(await stage.client.read(Loan, id))).toMatchObject({
    equipment: { id: dear },
    note: 'for the festival',
  })
})

it('a record that breaks a check already says so once it is touched', async () => {
  const { id: cheap } = recordOf(await stage.client.create(Equipment, { name: 'Lens cap' }))
  const { id } = recordOf(await stage.client.create(Loan, { equipment: { id: cheap }, fromOn: '2026-01-01' }))
  await stage.database.query(`update record.com_example_desk_equipment set price = 2000 where id = $1`, [cheap])
  const ada = await visit()
  await ada.arrive(`/r/${Loan}/${id}`)
  await ada.quiet()
  expect(await ada.page.locator('.field-fault').count()).toBe(0)
  await ada.field('Rate').fill('1')
  await ada.page.getByText('is needed for dear equipment').waitFor()
})
