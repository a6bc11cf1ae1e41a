import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf } from '../../server/test/harness/client.ts'
import { Company, Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
let id = 0

beforeAll(async () => {
  id = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Quill' })).id
})

const focused = ({ page }: Visitor) => page.locator(':focus')

describe('the focus', () => {
  it('is on the first empty field that is required in a new record', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${Contact}`)
    await ada.page.getByRole('grid').waitFor()
    await ada.page.keyboard.press('n')
    await ada.field('First name').and(focused(ada)).waitFor()
    // A copy has it already: nothing is missing, so the first field has the focus.
    await ada.go(`/r/${Contact}/new?from=${id}`)
    await ada.field('First name').and(focused(ada)).waitFor()
    expect(await ada.field('First name').inputValue()).toBe('Ada')
    await ada.go(`/r/${Contact}/new?set=firstName:Ada`)
    await ada.field('Last name').and(focused(ada)).waitFor()
  })

  it('is on the title of a record', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${Contact}/${id}`)
    await ada.page.getByRole('heading', { level: 1, name: 'Ada Quill' }).and(focused(ada)).waitFor()
    await ada.expectAccessible()
  })

  it('is ready for what is typed right after New', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${Company}`)
    await ada.page.getByRole('heading', { level: 1 }).waitFor()
    await ada.page.keyboard.press('n')
    await ada.page.keyboard.type('h.d?w Works')
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByRole('heading', { name: 'h.d?w Works' }).waitFor()
  })
})
