import { beforeAll, describe, expect, it } from 'vitest'
import { admin, Client, recordOf, type RecordJson } from '../../server/test/harness/client.ts'
import { makeUser, User } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useScim } from '../../server/test/harness/scim/useScim.ts'
import { useConsole } from './useConsole.ts'

const scim = useScim()
const { stage, visit } = useConsole(scim)
let kim: RecordJson

beforeAll(async () => {
  kim = await makeUser(stage.client, 'kim', [], { password: admin.password })
})

/** How many users of a name the directory finds. */
async function foundBy(username: string): Promise<number> {
  return (await scim.directory.find('Users', `userName eq "${username}"`)).json.totalResults
}

describe('a user whom a directory manages', () => {
  it('is said to be, with what comes from there, and can be taken back', async () => {
    const sam = { userName: 'sam', displayName: 'Sam', externalId: 'e-17' }
    const { id } = (await scim.directory.post('/Users', sam)).json
    const ada = await visit()
    await ada.arrive(`/settings/users/${id}`)
    await ada.page.getByText('Managed by SCIM').waitFor()
    await ada.page.getByText('Id in the directory: e-17').waitFor()
    await ada.expectAccessible()
    await ada.button('Take back from SCIM').click()
    await ada.page.getByText('Take sam back from the directory?').waitFor()
    await ada.expectAccessible('.dialog')
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Take back from SCIM' }).click()
    await until('the directory does not find sam', async () => (await foundBy('sam')) === 0)
    await ada.page.getByText('Managed by SCIM').waitFor({ state: 'detached' })
    await ada.button('Undo').click()
    await until('the directory finds sam', async () => (await foundBy('sam')) === 1)
  })

  it('is one who was handed over, after a question', async () => {
    expect(await foundBy('kim')).toBe(0)
    const ada = await visit()
    await ada.arrive(`/settings/users/${kim.id}`)
    await ada.button('Hand over to SCIM').click()
    await ada.page.getByText('Hand kim over to the directory?').waitFor()
    expect(await ada.page.getByText('They are an administrator.').count()).toBe(0)
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Hand over to SCIM' }).click()
    await ada.page.getByText('Managed by SCIM').waitFor()
    expect(await foundBy('kim')).toBe(1)
    expect(recordOf(await stage.client.read(User, kim.id))).toMatchObject({ provisioned: true })
  })

  it('is no service account, and an administrator is warned of', async () => {
    const boss = await makeUser(stage.client, 'boss', [], { admin: true })
    const ada = await visit()
    await ada.arrive(`/settings/users/${boss.id}`)
    await ada.button('Hand over to SCIM').click()
    await ada.page.getByText('They are an administrator.').waitFor()
    await ada.page.keyboard.press('Escape')
    await ada.go(`/settings/users/${scim.author}`)
    await ada.page.getByText('A service: it logs in with API keys alone.').waitFor()
    await ada.page.getByText('for a directory (SCIM)').waitFor()
    await ada.quiet()
    expect(await ada.button('Hand over to SCIM').count()).toBe(0)
    expect(await ada.page.getByRole('heading', { name: 'Logins' }).count()).toBe(0)
  })
})

it('the page of a user shows their logins, and not those of others', async () => {
  const anybody = new Client(stage.service.url)
  const body = { username: 'kim', password: 'wrong wrong' }
  await anybody.exchange('POST', '/callback', { cookie: null, body })
  anybody.close()
  const ada = await visit()
  await ada.arrive(`/settings/users/${kim.id}`)
  const logins = ada.page.locator('section', { has: ada.page.getByRole('heading', { name: 'Logins' }) })
  await logins.getByText('refused').waitFor()
  expect(await logins.getByRole('listitem').count()).toBe(1)
})

it('service accounts have a list of their own, and a form that makes one', async () => {
  const ada = await visit()
  await ada.arrive('/settings/users')
  const listOf = (name: string) => ada.page.locator('section', { has: ada.page.getByRole('heading', { name }) })
  await listOf('Service accounts').getByRole('link', { name: 'directory' }).waitFor()
  await listOf('Users').getByRole('link', { name: 'admin' }).waitFor()
  expect(await listOf('Users').getByRole('link', { name: 'directory' }).count()).toBe(0)
  expect(await listOf('Service accounts').getByRole('link', { name: 'admin' }).count()).toBe(0)
  await ada.expectAccessible()
  await ada.page.getByRole('link', { name: 'New service account' }).click()
  await ada.field('Username').fill('robot')
  await ada.page.keyboard.press('Control+s')
  const robots = () => stage.database.query(`select kind from record.tabularium_user where username = 'robot'`)
  await until('it is there', async () => (await robots()).length === 1)
  expect(await robots()).toEqual([{ kind: 'service' }])
})
