import { beforeAll, describe, expect, it } from 'vitest'
import { Contact } from '../../server/test/harness/contract.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}`

beforeAll(async () => {
  for (const status of ['lead', 'customer', 'former'])
    for (const lastName of ['Quill', 'Reed'])
      await stage.client.create(Contact, { firstName: status, lastName, status })
})

const whereOf = ({ page }: Visitor) => new URL(page.url()).searchParams.get('where') ?? ''
const isAsked = async (visitor: Visitor, expected: unknown) => {
  const asked = expected === undefined ? '' : JSON.stringify(expected)
  await until(`the list is asked for ${asked}`, async () => whereOf(visitor) === asked)
}

/** Adds a choice of Status in a box. */
const addStatus = async (visitor: Visitor, box: string, value: string) => {
  const panel = visitor.page.getByRole('region', { name: 'Filter in groups' })
  await panel
    .getByRole('group', { name: box, exact: true })
    .last()
    .getByRole('button', { name: 'Filter', exact: true })
    .click()
  await visitor.page.keyboard.type('status')
  await visitor.page.keyboard.press('Enter')
  await visitor.page.getByRole('option', { name: new RegExp(`^${value}`) }).waitFor()
  await visitor.page.keyboard.type(value)
  await visitor.page.keyboard.press('Enter')
  await until('the panel is closed', async () => (await visitor.page.getByRole('dialog').count()) === 0)
}

const status = (value: string) => ({ fieldName: 'status', operator: '=', value })

describe('a filter in groups', () => {
  it('is made by clicking in boxes beside the list, which follows at once', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByText('1–6 of 6').first().waitFor()
    await ada.page.keyboard.press('Shift+F')
    const panel = ada.page.getByRole('region', { name: 'Filter in groups' })
    await panel.getByText('Nothing is asked here yet.').waitFor()
    await panel.getByRole('button', { name: 'Group', exact: true }).click()
    await addStatus(ada, 'Any of', 'lead')
    await isAsked(ada, { operator: 'or', criteria: [status('lead')] })
    await addStatus(ada, 'Any of', 'former')
    const any = { operator: 'or', criteria: [status('lead'), status('former')] }
    await isAsked(ada, any)
    await ada.page.getByText('1–4 of 4').first().waitFor()
    await ada.button('Change the filter: Status is lead or Status is former').waitFor()
    await ada.quiet()
    await ada.expectAccessible()
    await panel.getByRole('radio', { name: 'None of' }).last().click()
    await isAsked(ada, { operator: 'not', criteria: [any] })
    await ada.page.getByText('1–2 of 2').first().waitFor()
    await panel.getByRole('button', { name: 'Remove the filter: Status is former' }).click()
    await isAsked(ada, { operator: 'not', criteria: [status('lead')] })
    await panel.getByRole('button', { name: 'Remove the group' }).click()
    await isAsked(ada, undefined)
    await ada.page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  it('changes by the panel of its chip too, box in box', async () => {
    const ada = await visit()
    const any = { operator: 'or', criteria: [status('lead'), status('former')] }
    await ada.arrive(`${list}?where=${encodeURIComponent(JSON.stringify(any))}`)
    await ada.button('Change the filter: Status is lead or Status is former').click()
    const dialog = ada.page.getByRole('dialog')
    await dialog.getByRole('group', { name: 'Any of' }).waitFor()
    await dialog.getByRole('button', { name: 'Change the filter: Status is former' }).click()
    await ada.page.getByRole('option', { name: /^customer/ }).waitFor()
    await ada.page.getByRole('option', { name: /^former/ }).click()
    await ada.page.getByRole('option', { name: /^customer/ }).click()
    await ada.page.keyboard.press('Control+Enter')
    await dialog.getByRole('button', { name: 'Change the filter: Status is customer' }).waitFor()
    await ada.quiet()
    await ada.expectAccessible()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await isAsked(ada, { operator: 'or', criteria: [status('lead'), status('customer')] })
    await until('the panel is closed', async () => (await ada.page.getByRole('dialog').count()) === 0)
    await ada.page.getByText('1–4 of 4').first().waitFor()
  })

  it('opens from the panel of a filter, and stands beside a board', async () => {
    const ada = await visit()
    await ada.arrive(`${list}?layout=board&by=status`)
    await ada.page.keyboard.press('f')
    await ada.button('Any of, none of…').click()
    await ada.page.getByRole('region', { name: 'Filter in groups' }).waitFor()
    await addStatus(ada, 'All of', 'lead')
    await isAsked(ada, status('lead'))
    await ada.button('Close the filter in groups').click()
    await expect.poll(() => ada.page.getByRole('region', { name: 'Filter in groups' }).count()).toBe(0)
  })
})
