import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { admin, recordOf } from '../../server/test/harness/client.ts'
import { makeRole, makeUser } from '../../server/test/harness/people.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'

const of = (name: string) => `com.example.orders.${name}`
const folder = fileURLToPath(import.meta.resolve('../../examples/orders'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const year = new Date().getUTCFullYear()
let customer = 0

beforeAll(async () => {
  customer = recordOf(await stage.client.create(of('Customer'), { name: 'Fournil des Amandiers', code: 'FR-2' })).id
  const role = await makeRole(stage.client, 'clerk', [
    { model: of('Order'), read: true, update: true, delete: true },
    { model: of('Customer'), read: true },
  ])
  await makeUser(stage.client, 'cleo', [role], { password: admin.password })
})

async function makeOrder(invoices: number): Promise<number> {
  const { id } = recordOf(await stage.client.create(of('Order'), { customer: { id: customer }, status: 'placed' }))
  for (let n = 0; n < invoices; n++)
    recordOf(await stage.client.create(of('Invoice'), { order: { id }, amount: '10.00' }))
  return id
}

describe('a delete that other records do not allow', () => {
  it('says how many they are and which, leads to them, and can only be closed', async () => {
    const id = await makeOrder(1)
    const ada = await visit()
    await ada.arrive(`/r/${of('Order')}/${id}`)
    await ada.choose('Delete')
    const dialog = ada.page.getByRole('dialog')
    await dialog.getByText('Not deleted').waitFor()
    const text = await dialog.getByRole('alert').innerText()
    expect(text).toContain(`1 invoice refers to this order. Delete or change it first: INV-${year}-00001 · Show it`)
    expect(text).not.toContain(of('Invoice'))
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Close'])
    await ada.expectAccessible('.dialog')
    await dialog.getByRole('link', { name: 'Show it' }).click()
    await ada.page.getByRole('heading', { name: /^Invoices/ }).waitFor()
    await ada.page.getByRole('gridcell', { name: `INV-${year}-00001`, exact: true }).waitFor()
    expect(await ada.page.getByRole('row').count()).toBe(2)
    await ada.page.goBack()
    await ada.choose('Delete')
    await dialog.getByRole('link', { name: `INV-${year}-00001` }).click()
    await ada.page.getByRole('heading', { name: `INV-${year}-00001` }).waitFor()
  })

  it('names the first three, and nothing that one may not see', async () => {
    const id = await makeOrder(5)
    const ada = await visit()
    await ada.arrive(`/r/${of('Order')}/${id}`)
    await ada.choose('Delete')
    const alert = ada.page.getByRole('dialog').getByRole('alert')
    await alert.getByText(/^5 invoices refer to this order. Delete or change them first:/).waitFor()
    expect(await alert.getByRole('link').count()).toBe(4)
    const cleo = await visit()
    await cleo.arrive(`/r/${of('Order')}/${id}`, 'cleo')
    await cleo.choose('Delete')
    const said = cleo.page.getByRole('dialog').getByRole('alert')
    await said.getByText('Records that you may not see refer to this order. It can’t be deleted.').waitFor()
    expect(await said.innerText()).not.toContain('INV-')
  })
})

describe('a save that the service refuses', () => {
  it('says why at the top, with a link to the field; what is for programs is folded', async () => {
    const id = await makeOrder(0)
    const { version } = recordOf(await stage.client.read(of('Order'), id))
    const ada = await visit()
    await ada.arrive(`/r/${of('Order')}/${id}`)
    await ada.page.getByRole('button', { name: /Status$/ }).click()
    await ada.page.getByRole('option', { name: /^void/i }).click()
    await ada.route(`**/ws/rest/${of('Order')}/${id}?*`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const sent = { data: { ...route.request().postDataJSON().data, status: 'draft' } }
      await route.continue({ postData: JSON.stringify(sent) })
    })
    await ada.button(/^Save$/).click()
    const alert = ada.page.getByRole('alert')
    await alert.getByText('Not saved').waitFor()
    expect((await alert.innerText()).split('\n')).toEqual(['Not saved', expect.stringMatching(/^Status ./), 'Details'])
    await ada.expectAccessible()
    await alert.getByRole('button', { name: 'Status' }).click()
    expect(await ada.page.evaluate('document.activeElement.closest("[data-name]").dataset.name')).toBe('status')
    await alert.getByText('Details').click()
    await alert.getByText('invalid-record').waitFor()
    await alert.getByText('The record was not accepted').waitFor()
    expect(recordOf(await stage.client.read(of('Order'), id)).version).toBe(version)
  })

  it('lists the fields if there are several', async () => {
    const { id } = recordOf(await stage.client.create(of('Customer'), { name: 'Drukarnia', code: 'PL-1' }))
    const ada = await visit()
    await ada.arrive(`/r/${of('Customer')}/${id}`)
    await ada.field('E-mail').fill('no address')
    await ada.field('Country').fill('Poland')
    await ada.page.keyboard.press('Control+s')
    const alert = ada.page.getByRole('alert')
    await alert.getByText('Not saved').waitFor()
    expect((await alert.getByRole('listitem').allInnerTexts()).map((text) => text.split(' ')[0])).toEqual([
      'E-mail',
      'Country',
    ])
    await alert.getByRole('button', { name: 'Country' }).click()
    expect(await ada.page.evaluate('document.activeElement.value')).toBe('Poland')
    await ada.field('E-mail').fill('')
  })
})

describe('a record that is not there', () => {
  it('is named in the head of the page, which leads to why', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${of('Order')}/99999`)
    await ada.page.getByRole('heading', { name: 'Order 99999 was not found', level: 1 }).waitFor()
    await ada.page.getByText('There is no such record, or you may not see it.').waitFor()
    await ada.expectAccessible()
    await ada.page.getByRole('link', { name: 'Explain access' }).click()
    await ada.page.waitForURL(/\/why.*99999/)
    await ada.go('/nowhere/at/all')
    await ada.page.getByRole('heading', { name: 'There is nothing at this address.', level: 1 }).waitFor()
    await ada.expectAccessible()
  })

  it('leads those who may not ask about it to what they see', async () => {
    const cleo = await visit()
    await cleo.arrive(`/r/${of('Order')}/99999`, 'cleo')
    await cleo.page.getByRole('main').getByRole('link', { name: 'Explain access' }).click()
    await cleo.page.getByRole('heading', { name: 'Explain access' }).waitFor()
    expect(cleo.page.url()).not.toContain('99999')
    expect(await cleo.page.getByRole('alert').count()).toBe(0)
  })
})
