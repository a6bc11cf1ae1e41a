import { beforeAll, expect, it } from 'vitest'
import { admin, Client, recordOf, type RecordJson, recordsOf } from '../../server/test/harness/client.ts'
import { Tag } from '../../server/test/harness/contract.ts'
import { Key, makeRole, makeUser, openSession } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
let kim: RecordJson
let program: Client

beforeAll(async () => {
  const role = await makeRole(stage.client, 'tags', [{ model: Tag, read: true, create: true }])
  kim = await makeUser(stage.client, 'kim', [role], { password: admin.password })
  program = new Client(stage.service.url)
  return () => program.close()
})

const statusOf = async (token: string) =>
  (await program.exchange('GET', `/ws/rest/${Tag}`, { cookie: null, headers: { authorization: `Bearer ${token}` } }))
    .status

it('shows one’s own sessions, and ends all but this one', async () => {
  const cookies = [await openSession(stage.database, kim.id), await openSession(stage.database, kim.id)]
  const visitor = await visit()
  await visitor.arrive('/me', 'kim')
  await visitor.page.getByText('this one').waitFor()
  await visitor.page.getByText('Chrome on Linux').waitFor()
  const ends = visitor.button(/^End the session/)
  await until('the two others are there', async () => (await ends.count()) === 2)
  await ends.first().click()
  await until('one is left', async () => (await ends.count()) === 1)
  await visitor.expectAccessible()
  await visitor.button('End all others').click()
  await visitor.page.getByText('1 session was ended').waitFor()
  await until('this one is left', async () => (await ends.count()) === 0)
  const statuses = await Promise.all(cookies.map((cookie) => program.exchange('GET', '/ws/me', { cookie })))
  expect(statuses.map(({ status }) => status)).toEqual([401, 401])
  await visitor.page.getByText('this one').waitFor()
})

it('makes a key with limits, and another one in its place', async () => {
  const visitor = await visit()
  await visitor.arrive('/me', 'kim')
  await visitor.button('New key').click()
  await visitor.page.getByLabel('Name').fill('report')
  await visitor.page.getByLabel('Only these models and actions').fill(`${Tag}, com.example.*`)
  await visitor.page.getByLabel('Only from these networks').fill('nowhere')
  await visitor.page.locator('.dialog .switch').click()
  await visitor.button('Make the key').click()
  await visitor.page.getByText('Not saved').waitFor()
  await visitor.page.getByLabel('Only from these networks').fill('127.0.0.0/8')
  await visitor.expectAccessible('.dialog')
  await visitor.button('Make the key').click()
  const shownKey = async () => {
    const token = (await visitor.page.locator('.shown-key').textContent()) ?? ''
    await visitor.page.getByLabel('I have copied it').check()
    await visitor.button('Close').click()
    return token
  }
  const first = await shownKey()
  await visitor.page.getByText(`only reads · only ${Tag}, com.example.* · only from 127.0.0.0/8`).waitFor()
  const [made] = recordsOf(await stage.client.find(Key, '?fields=writes,models,networks'))
  expect(made).toMatchObject({ writes: 'none', models: [Tag, 'com.example.*'], networks: ['127.0.0.0/8'] })

  await visitor.button('Rotate the key report').click()
  await visitor.expectAccessible('.dialog')
  await visitor.page.getByRole('button', { name: /The old key works$/ }).click()
  await visitor.page.getByRole('option', { name: 'no longer' }).click()
  await visitor.page.locator('.dialog').getByRole('button', { name: 'Rotate' }).click()
  const second = await shownKey()
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  await until('both are listed', async () => (await visitor.button('Rotate the key report').count()) === 2)
})

it('shows one’s logins, and as whom one looked', async () => {
  await program.exchange('POST', '/callback', { cookie: null, body: { username: 'kim', password: 'wrong wrong' } })
  const visitor = await visit()
  await visitor.arrive('/me', 'kim')
  await visitor.page.getByText('refused').first().waitFor()
  await stage.client.exchange('GET', '/ws/me', { headers: { 'x-see-as': 'kim' } })
  const ada = await visit()
  await ada.arrive('/me')
  await ada.page.getByText('looked as kim').waitFor()
  await ada.expectAccessible()
})

it('of a service says that it has keys alone', async () => {
  const { id } = recordOf(await stage.client.create('tabularium.User', { username: 'robot', kind: 'service' }))
  const ada = await visit()
  await ada.arrive(`/access/users/${id}`)
  await ada.page.getByText('A service: it logs in with API keys alone.').waitFor()
  expect(await ada.page.getByRole('heading', { name: 'Sessions' }).count()).toBe(0)
  await ada.button('New key').waitFor()
})
