import { beforeAll, describe, expect, it } from 'vitest'
import { Contact } from '../../server/test/harness/contract.ts'
import { until } from '../../server/test/harness/poll.ts'
import { dateProposals } from '../src/criteria/dateProposals.ts'
import { writeWhere } from '../src/criteria/writeWhere.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}`

beforeAll(async () => {
  for (const status of ['lead', 'customer', 'former'])
    await stage.client.create(Contact, { firstName: status, lastName: 'Quill', status })
})

const whereOf = ({ page }: Visitor) => new URL(page.url()).searchParams.get('where') ?? ''

const expectWhere = async (visitor: Visitor, expected: unknown) => {
  await until('there is a filter', async () => whereOf(visitor) !== '')
  expect(JSON.parse(whereOf(visitor))).toEqual(expected)
  await until('the panel is closed', async () => (await visitor.page.getByRole('dialog').count()) === 0)
}

describe('the values of a filter', () => {
  it('are taken and applied by Enter', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('grid').waitFor()
    await ada.page.keyboard.press('f')
    await ada.page.keyboard.type('status')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('option', { name: /^customer/ }).waitFor()
    await ada.page.keyboard.type('former')
    await ada.page.keyboard.press('Enter')
    await expectWhere(ada, { fieldName: 'status', operator: '=', value: 'former' })
    // The chip opens at its value: Enter again changes nothing.
    await ada.button(/^Change the filter/).click()
    await ada.page.getByRole('option', { name: /^former/, selected: true }).waitFor()
    await ada.page.keyboard.press('Enter')
    await expectWhere(ada, { fieldName: 'status', operator: '=', value: 'former' })
  })

  it('are ticked by the space bar, and applied by Ctrl+Enter from anywhere', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('grid').waitFor()
    await ada.page.keyboard.press('f')
    await ada.page.keyboard.type('status')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('option', { name: /^lead/ }).waitFor()
    await ada.page.keyboard.press('Space')
    await ada.page.keyboard.press('ArrowDown')
    await ada.page.keyboard.press('Space')
    expect(await ada.page.locator('.option[data-selected]').count()).toBe(2)
    await ada.page.keyboard.press('Shift+Tab')
    await ada.page.keyboard.press('Control+Enter')
    await expectWhere(ada, { fieldName: 'status', operator: 'in', value: ['lead', 'customer'] })
  })
})

/** Opens the panel of a field of the list. */
const openField = async ({ page }: Visitor, letters: string) => {
  await page.keyboard.press('f')
  await page.keyboard.type(letters)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Apply' }).waitFor()
}

describe('the dates of a filter', () => {
  it('are typed part by part as in a form, and applied by Enter', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('grid').waitFor()
    await ada.quiet()
    await openField(ada, 'birth')
    await ada.page.getByRole('spinbutton', { name: /^month/ }).waitFor()
    await ada.page.keyboard.type('1210')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByText('is incomplete: fill in the missing parts').waitFor()
    await ada.page.keyboard.type('1815')
    await ada.page.keyboard.press('Enter')
    await expectWhere(ada, { fieldName: 'birthDate', operator: '>=', value: '1815-12-10' })
    await ada
      .button(/Birth date is on or after Dec 10, 1815/)
      .first()
      .waitFor()
  })

  it('are proposed in words, and a variable makes way for a date', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('grid').waitFor()
    await openField(ada, 'birth')
    const often = ada.page.getByRole('group', { name: 'Often asked' })
    expect(await often.getByRole('button').allTextContents()).toEqual([
      'Today',
      'Tomorrow',
      'This week',
      'Next 7 days',
      'Last 30 days',
      'This month',
      'Last month',
      'Before today',
    ])
    await ada.expectAccessible('.panel')
    await ada.button('Next 7 days').click()
    const next = { fieldName: 'birthDate', operator: 'between', value: '$today', value2: '$today+6d' }
    await expectWhere(ada, next)
    await ada.button(/^Change the filter: Birth date is between today and 6 days from now/).click()
    await ada.button('Clear: today').click()
    await ada.page.keyboard.type('01012020')
    await ada.page.keyboard.press('Enter')
    await until('the filter has changed', async () => !whereOf(ada).includes('$today"'))
    await expectWhere(ada, { ...next, value: '2020-01-01' })
  })

  it.each([
    ['birthDate', 'date', 8],
    ['lastContactedOn', 'dateTime', 5],
  ] as const)('of %s are proposed so that the service takes each of them', async (name, type, many) => {
    const proposals = dateProposals({ name, type, label: name }, '2026-11-18')
    expect(proposals).toHaveLength(many)
    for (const { test, values } of proposals) {
      const where = writeWhere([{ kind: 'test', path: name, test, values, orMissing: false }])
      expect((await stage.client.find(Contact, `?where=${encodeURIComponent(where)}`)).status, where).toBe(200)
    }
  })
})
