import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const folder = fileURLToPath(import.meta.resolve('./offers'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const of = (name: string) => `com.example.offers.${name}`

beforeAll(async () => {
  for (const [name, rating] of [
    ['Acme', 'A'],
    ['Borg', 'B'],
    ['Unrated', null],
  ] as const) {
    const company = recordOf(await stage.client.create(of('Company'), { name, rating })).id
    for (const first of ['Ada', 'Bea'])
      await stage.client.create(of('Person'), {
        name: `${first} of ${name}`,
        email: `${first}@${name}.example`,
        company: { id: company },
      })
  }
})

const picker = (ada: Visitor, label: string) => ada.page.getByRole('combobox', { name: label })

async function open(ada: Visitor): Promise<void> {
  await ada.arrive(`/r/${of('Meeting')}/new`)
  await ada.page.locator('.record-section').first().waitFor()
  await ada.quiet()
}

/** What the picker of a field offers for a text. */
async function offered(ada: Visitor, label: string, text = ''): Promise<string[]> {
  await picker(ada, label).click()
  if (text !== '') await ada.page.keyboard.type(text)
  await ada.page.getByRole('option').first().waitFor()
  await ada.quiet()
  return (await ada.page.getByRole('option').allInnerTexts()).map((option) => option.split('\n')[0] ?? '').toSorted()
}

async function choose(ada: Visitor, label: string, name: string): Promise<void> {
  await picker(ada, label).click()
  await ada.page.getByRole('option', { name }).click()
}

describe('a picker whose field says what it offers', () => {
  it('offers the records that meet its criteria, of the record of the form as it is now', async () => {
    const ada = await visit()
    await open(ada)
    expect(await offered(ada, 'Company')).toEqual(['Acme', 'Borg'])
    await ada.page.keyboard.press('Escape')
    expect(await offered(ada, 'Host')).toHaveLength(6)
    await ada.page.keyboard.press('Escape')
    await choose(ada, 'Company', 'Borg')
    await ada.quiet()
    expect(await offered(ada, 'Host')).toEqual(['Ada of Borg', 'Bea of Borg'])
    await ada.page.keyboard.press('Escape')
    expect(await offered(ada, 'Guests', 'bea')).toContain('Bea of Borg')
    expect(await ada.page.getByRole('option', { name: 'Acme' }).count()).toBe(0)
  })
})

describe('a record that a picker does not find', () => {
  it('is created in a dialog with what it must have, and chosen', async () => {
    const ada = await visit()
    await open(ada)
    await ada.field('Subject').fill('A visit')
    await picker(ada, 'Host').click()
    await ada.page.keyboard.type('Cleo')
    await ada.page.getByRole('option', { name: 'Create “Cleo”' }).waitFor()
    await ada.page.keyboard.press('ArrowDown')
    await ada.page.keyboard.press('Enter')
    const dialog = ada.page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Cleo')
    expect(await dialog.getByRole('textbox').count()).toBe(2)
    await ada.expectAccessible()
    // The service refuses an address that somebody else has, and says so at the field.
    await dialog.getByLabel('Email').fill('Ada@Acme.example')
    await ada.page.keyboard.press('Enter')
    await dialog.locator('.field-fault').waitFor()
    await dialog.getByLabel('Email').fill('cleo@acme.example')
    await ada.page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await picker(ada, 'Host').inputValue()).toBe('Cleo')
    await ada.page.keyboard.press('Control+s')
    await ada.page.waitForURL(/Meeting\/\d+/)
    const [meeting] = recordsOf(
      await stage.client.exchange('GET', `/ws/rest/${of('Meeting')}?fields=subject,host.name`),
    )
    expect(meeting).toMatchObject({ subject: 'A visit', host: { name: 'Cleo' } })
  })

  it('is not offered where the text is the title of a record, and not to whoever may not create it', async () => {
    const ada = await visit()
    await open(ada)
    expect(await offered(ada, 'Host', 'Ada of Acme')).toEqual(['Ada of Acme'])
    await ada.page.keyboard.press('Escape')
    await picker(ada, 'Host').fill('')
    await ada.page.keyboard.type('Nobody')
    await until('the way to create one is offered', async () =>
      (await ada.page.getByRole('option').allInnerTexts()).includes('Create “Nobody”'),
    )
    // Tab takes what matches, and nothing else: no dialog opens by going on.
    await ada.page.keyboard.press('Tab')
    await ada.quiet()
    expect(await ada.page.getByRole('dialog').count()).toBe(0)
  })
})
