import { beforeAll, expect, it } from 'vitest'
import { recordsOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()

beforeAll(async () => {
  const records = ['Ann', 'Ben', 'Cid'].map((firstName) => ({ firstName, lastName: 'Row' }))
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
})

it('a record leads to the one before and after it in the list that one came from', async () => {
  const visitor = await visit()
  const { page } = visitor
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await visitor.arrive(`/r/${Contact}?q=row&sortBy=-firstName`)
  await page.getByRole('link', { name: 'Ben Row' }).click()
  await title('Ben Row').waitFor()
  await visitor.button('Next record').click()
  await title('Ann Row').waitFor()
  expect(await visitor.button('Next record').isDisabled()).toBe(true)
  await visitor.expectAccessible()
  await title('Ann Row').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await title('Ben Row').waitFor()
  await title('Ben Row').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await title('Cid Row').waitFor()
  expect(await visitor.button('Previous record').isDisabled()).toBe(true)
  // Who comes from nowhere has no list to go through.
  await page.reload()
  await title('Cid Row').waitFor()
  await visitor.quiet()
  expect(await visitor.button('Previous record').count()).toBe(0)
})
