import { beforeAll, expect, it } from 'vitest'
import { admin, type RecordJson } from '../../server/test/harness/client.ts'
import { makeUser } from '../../server/test/harness/people.ts'
import { codeOf, passCodes, withFactors } from '../../server/test/harness/secondFactors.ts'
import { useService } from '../../server/test/harness/useService.ts'
import { useConsole } from './useConsole.ts'

const service = useService(withFactors)
const { visit } = useConsole(service)
let kim: RecordJson

beforeAll(async () => {
  kim = await makeUser(service.client, 'kim', [], { password: admin.password })
})

it('sets up an app for codes, and asks for it at the next login', async () => {
  const visitor = await visit(undefined, /401/)
  await visitor.arrive('/me', 'kim')
  await visitor.page.getByText('Your password alone is enough to log in.').waitFor()
  await visitor.button('Set up an app for codes').click()
  const shown = visitor.page.locator('.dialog .shown-key')
  await shown.waitFor()
  await visitor.expectAccessible('.dialog')
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  await visitor.page.getByLabel('Code', { exact: true }).fill(codeOf(secret, -1))
  await visitor.page.getByRole('button', { name: 'Set up', exact: true }).click()
  await visitor.page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor()
  const codes = ((await shown.textContent()) ?? '').split('\n')
  expect(codes).toHaveLength(10)
  await visitor.page.getByLabel('I have copied it').check()
  await visitor.button('Close').click()
  await visitor.page.getByText('Recovery codes: 10 left').waitFor()

  const later = await visit(undefined, /401/)
  await later.page.goto(`${service.service.url}/console/me`)
  const logIn = async () => {
    await later.page.getByLabel('Username').fill('kim')
    await later.page.getByLabel('Password').fill(admin.password)
    await later.button('Log in').click()
  }
  await logIn()
  await later.page.getByText('Enter the code of your app.').waitFor()
  await later.expectAccessible()
  await later.page.getByLabel('Code').fill('000000')
  await later.button('Log in').click()
  await later.page.getByText('The code is wrong or was used').waitFor()
  await passCodes(service.database, kim.id)
  await later.button('Use a recovery code').click()
  await later.page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await later.button('Log in').click()
  await later.page.getByText('Recovery codes: 9 left').waitFor()
  await later.button('Remove').first().click()
  await later.page.locator('.dialog').getByRole('button', { name: 'Remove' }).click()
  await later.page.getByText('Your password alone is enough to log in.').waitFor()
})
