import { afterAll, beforeAll, expect, it } from 'vitest'
import { createColleague } from '../../demo/src/createColleague.ts'
import { demoConsole } from '../../demo/src/demoConsole.ts'
import { admin, Client, recordOf } from '../../server/test/harness/client.ts'
import { runTabularium } from '../../server/test/harness/commandLine.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { startService, type TestService } from '../../server/test/harness/service.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
let demo: TestService
let id = 0

beforeAll(async () => {
  const { url } = stage.database
  const robin = { username: 'robin', name: 'Robin', admin: true, roles: [], password: admin.password }
  await runTabularium(['user', 'add', 'robin', '--admin', '--password-stdin'], { DATABASE_URL: url }, robin.password)
  await runTabularium(['user', 'add', 'rita', '--password-stdin'], { DATABASE_URL: url }, robin.password)
  const askColleague = createColleague(() => demo.url, robin)
  const more = { extension: demoConsole({ model: Contact, redeemLink: async () => undefined, askColleague }) }
  demo = await startService(url, {}, undefined, more)
  id = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace', vip: false })).id
})
afterAll(() => demo.stop())

it('the demo leads from its list to a settled conflict, again and again', async () => {
  const visitor = await visit(demo.url)
  const { page } = visitor
  await visitor.arrive(`/r/${Contact}`)
  const strip = page.getByRole('complementary', { name: 'Demo' })
  await strip.waitFor()
  expect((await strip.boundingBox())?.height).toBe(28)
  await visitor.expectAccessible()
  await strip.getByRole('button', { name: 'Open Ada Lovelace' }).click()
  await visitor.button('Try a conflict').click()
  await strip.getByText('Change a field below, such as First name').waitFor()
  expect(await page.locator(':focus').inputValue()).toBe('Ada')
  await visitor.field('First name').fill('Augusta')
  await strip.getByText('You changed First name').waitFor()
  await visitor.button('Let Robin change it').click()
  await strip.getByText('Robin has just saved another value of First name').waitFor()
  await page.getByText('robin changed First name meanwhile. You changed it as well.').waitFor()
  await visitor.expectAccessible()
  await page.keyboard.press('Control+s')
  const clash = page.getByRole('region', { name: /^robin saved this contact/ })
  await clash.getByRole('row', { name: 'First name' }).waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('Control+s')
  await strip.getByText('Settled.').waitFor()

  await visitor.button('Try again').click()
  await page.getByRole('button', { name: /^VIP|VIP$/ }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await visitor.button('Let Robin change it').click()
  await visitor.button('Show').click()
  await page.getByRole('radio', { name: 'Keep theirs' }).click()
  await page.keyboard.press('Control+s')
  await strip.getByText('Settled.').waitFor()
  const { json } = await stage.client.read(Contact, id)
  expect(json?.data).toMatchObject([{ firstName: 'Augusta', vip: null }])
  await visitor.go(`/r/${Contact}`)
  await page.getByRole('grid').waitFor()
  expect(await strip.count()).toBe(0)
})

it('others than administrators, and other services, know no colleague', async () => {
  const asked = { body: { model: Contact, id, data: { firstName: 'X' } } }
  const ask = async (username: string | undefined, headers: Record<string, string> = {}) => {
    const client = new Client(demo.url)
    if (username) await client.login({ username, password: admin.password })
    const { status, json } = await client.exchange('POST', '/console/demo/colleague', { ...asked, headers })
    client.close()
    return [status, (json?.data as { code?: string } | undefined)?.code]
  }
  expect(await ask(undefined)).toEqual([401, 'session-required'])
  expect(await ask('rita')).toEqual([403, 'not-permitted'])
  expect(await ask('admin', { origin: 'https://elsewhere.example' })).toEqual([403, 'cross-origin'])
  expect(await ask('admin')).toEqual([200, undefined])
  const visitor = await visit()
  await visitor.arrive(`/r/${Contact}/${id}`)
  await visitor.field('First name').waitFor()
  expect(await visitor.button('Try a conflict').count()).toBe(0)
  const tourist = await visit(demo.url)
  await tourist.arrive('/r/tabularium.User/1')
  await tourist.field('Username').waitFor()
  expect(await tourist.button('Try a conflict').count()).toBe(0)
})
