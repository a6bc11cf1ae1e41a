import { beforeAll, expect, it } from 'vitest'
import { admin, recordsOf, type RecordJson } from '../../server/test/harness/client.ts'
import { Key, makeUser } from '../../server/test/harness/people.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
let kim: RecordJson

beforeAll(async () => {
  kim = await makeUser(stage.client, 'kim', [], { password: admin.password })
})

/** Kim is about to make a key, long after the login. */
async function makeKey(name: string) {
  const visitor = await visit()
  await visitor.arrive('/me', 'kim')
  await stage.database.query(
    `update record.tabularium_session set confirmed_on = now() - interval '2 hours' where "user" = ${kim.id}`,
  )
  await visitor.button('New key').click()
  await visitor.page.getByLabel('Name').fill(name)
  await visitor.button('Make the key').click()
  const dialog = visitor.page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.waitFor()
  return { visitor, dialog }
}

const names = async () =>
  recordsOf(await stage.client.exchange('GET', `/ws/rest/${Key}`)).map((one) => one['name'] as string)

it('asks for the password in place, and goes on with what one did', async () => {
  const { visitor, dialog } = await makeKey('nightly')
  await visitor.expectAccessible()
  const [password, confirm] = [dialog.getByLabel('Password'), dialog.getByRole('button', { name: 'Confirm' })]
  await password.fill('wrong wrong wrong')
  await confirm.click()
  await dialog.getByText('The username or the password is wrong.').waitFor()
  expect(await names()).not.toContain('nightly')
  await password.fill(admin.password)
  await confirm.click()
  await visitor.page.locator('.shown-key').waitFor()
  expect(await dialog.count()).toBe(0)
  expect(await names()).toContain('nightly')
})

it('says why nothing was done if one does not confirm, and keeps what was typed', async () => {
  const { visitor, dialog } = await makeKey('weekly')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await visitor.page.getByText('Confirm that it is you: POST').waitFor()
  expect(await visitor.page.getByLabel('Name').inputValue()).toBe('weekly')
  expect(await names()).not.toContain('weekly')
})
