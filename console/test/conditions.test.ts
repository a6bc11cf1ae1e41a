import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const folder = fileURLToPath(import.meta.resolve('./conditions'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const of = (name: string) => `com.example.conditions.${name}`

const field = (page: Page, name: string) => page.locator(`.record-field[data-name="${name}"]`)
const isShown = (page: Page, name: string) => field(page, name).isVisible()
const legends = (page: Page) => page.locator('.record-section:visible legend').allInnerTexts()

async function choose({ page }: Visitor, name: string, value: string): Promise<void> {
  await field(page, name).locator('.choice').click()
  await page.getByRole('option', { name: value }).click()
}

/** Where a field stands: its left edge and its width, in twelfths of its section. */
async function placeOf(page: Page, name: string): Promise<readonly [number, number]> {
  const [own, section] = [
    await field(page, name).boundingBox(),
    await page.locator('.record-section').first().boundingBox(),
  ]
  if (!own || !section) throw new Error(`${name} is not shown`)
  const twelfth = (section.width + 16) / 12
  return [Math.round((own.x - section.x) / twelfth), Math.round((own.width + 16) / twelfth)]
}

async function open(ada: Visitor, path: string): Promise<Page> {
  await ada.arrive(path)
  await ada.page.locator('.record-section').first().waitFor()
  await ada.quiet()
  return ada.page
}

describe('a form whose fields depend on others', () => {
  it('shows a section and a field while their conditions are met, and keeps what is stored in sight', async () => {
    const ada = await visit()
    const page = await open(ada, `/r/${of('Delivery')}/new`)
    expect([await legends(page), await isShown(page, 'comeOn')]).toEqual([['Delivery', 'Days'], false])
    await ada.expectAccessible()
    await choose(ada, 'kind', 'home')
    await field(page, 'city').waitFor()
    await choose(ada, 'status', 'placed')
    await field(page, 'comeOn').waitFor()
    await ada.field('City').fill('Lyon')
    await choose(ada, 'kind', 'shop')
    await field(page, 'street').waitFor({ state: 'detached' })
    await field(page, 'city').getByText('Not needed as the record is now').waitFor()
    await ada.expectAccessible()
    await ada.field('City').fill('')
    await field(page, 'city').waitFor({ state: 'detached' })
    expect(await legends(page)).toEqual(['Delivery', 'Days'])
  })

  it('marks a field that is required now, and asks for it with the save', async () => {
    const ada = await visit()
    const page = await open(ada, `/r/${of('Delivery')}/new`)
    await ada.field('Name').fill('Parcel')
    await choose(ada, 'kind', 'home')
    const star = field(page, 'street').locator('.field-required')
    await star.waitFor()
    expect(await page.locator('.field-fault:visible').count()).toBe(0)
    await page.keyboard.press('Control+s')
    await field(page, 'street').getByText('is required').waitFor()
    await until('the focus is in the field', () =>
      page.evaluate<boolean>(`document.activeElement?.closest('.record-field')?.dataset.name === 'street'`),
    )
    await page.keyboard.type('Rue 1')
    await field(page, 'street').getByText('is required').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/\d+$/)
    expect(recordOf(await stage.client.read(of('Delivery'), Number(page.url().split('/').at(-1))))['street']).toBe(
      'Rue 1',
    )
  })

  it('asks the record that it refers to', async () => {
    recordOf(await stage.client.create(of('Customer'), { name: 'Vera', isVip: true }))
    const plain = recordOf(await stage.client.create(of('Customer'), { name: 'Paul' }))
    const { id } = recordOf(await stage.client.create(of('Delivery'), { name: 'A', customer: { id: plain.id } }))
    const ada = await visit()
    const page = await open(ada, `/r/${of('Delivery')}/${id}`)
    expect(await isShown(page, 'gift')).toBe(false)
    await page.getByRole('combobox', { name: 'Customer' }).fill('Vera')
    await page.getByRole('option', { name: 'Vera' }).click()
    await field(page, 'gift').waitFor()
  })

  it('shows a list of other records where it has some, although its condition is not met', async () => {
    const { id } = recordOf(await stage.client.create(of('Delivery'), { name: 'A' }))
    const ada = await visit()
    const page = await open(ada, `/r/${of('Delivery')}/${id}`)
    expect(await page.getByRole('region', { name: 'Visits' }).count()).toBe(0)
    recordOf(await stage.client.create(of('Visit'), { delivery: { id }, note: 'Nobody there' }))
    await page.reload()
    await page.getByRole('region', { name: 'Visits' }).getByText('Not needed as the record is now').waitFor()
    await page.getByText('Nobody there').waitFor()
  })

  it('has the declared columns and widths where it is wide, and those of a phone there', async () => {
    const { id } = recordOf(
      await stage.client.create(of('Delivery'), {
        name: 'A',
        kind: 'home',
        street: 'Rue 1',
        status: 'placed',
        placedOn: '2026-01-01',
      }),
    )
    const ada = await visit()
    const page = await open(ada, `/r/${of('Delivery')}/${id}`)
    await page.setViewportSize({ width: 1600, height: 800 })
    const places = async (...names: readonly string[]) => Promise.all(names.map((name) => placeOf(page, name)))
    expect(await places('name', 'kind', 'status', 'customer')).toEqual([
      [0, 3],
      [3, 3],
      [6, 3],
      [9, 3],
    ])
    expect(await places('postcode', 'city', 'placedOn', 'comeOn')).toEqual([
      [0, 2],
      [2, 10],
      [0, 6],
      [6, 6],
    ])
    await page.setViewportSize({ width: 400, height: 800 })
    expect(await places('name', 'city')).toEqual([
      [0, 6],
      [0, 12],
    ])
  })
})

it('tabs have the sections up to the next one, and a fault brings its tab to the front', async () => {
  const ada = await visit()
  const page = await open(ada, `/r/${of('Plant')}/new`)
  const tab = (name: string) => page.getByRole('tab', { name })
  expect([await page.getByRole('tab').allInnerTexts(), await legends(page)]).toEqual([
    ['Plant', 'Output', 'Money'],
    ['Plant', 'Site'],
  ])
  await ada.expectAccessible()
  await ada.field('Name').fill('North')
  await tab('Plant').press('ArrowRight')
  expect(await legends(page)).toEqual(['Output', 'People', 'Papers'])
  await ada.field('Head').fill('Ada')
  await tab('Output').press('End')
  expect([await legends(page), await isShown(page, 'note')]).toEqual([['Money', 'Rest'], true])
  await tab('Money').press('Home')
  expect(await legends(page)).toEqual(['Plant', 'Site'])
  await page.keyboard.press('Control+s')
  await until('the focus is in the field of the other tab', () =>
    page.evaluate<boolean>(`document.activeElement?.closest('.record-field')?.dataset.name === 'output'`),
  )
  await ada.expectAccessible()
  await page.keyboard.type('12')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/\d+$/)
  const saved = recordOf(await stage.client.read(of('Plant'), Number(page.url().split('/').at(-1))))
  expect(saved).toMatchObject({ name: 'North', output: '12', head: 'Ada' })
})
