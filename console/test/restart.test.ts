import { expect, it } from 'vitest'
import { recordOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { createDatabase } from '../../server/test/harness/database.ts'
import { loggedIn, startService } from '../../server/test/harness/service.ts'
import { useConsole } from './useConsole.ts'

const { visit } = useConsole()

/** What the browser says of requests that met a service on its end, or none. */
const ofItsEnd = /ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/

it('says that the service restarts, and goes on by itself with what was typed and what others changed', async () => {
  const database = await createDatabase()
  const flags = { releaseInterval: '10ms' }
  const first = await startService(database.url, flags)
  const client = await loggedIn(first)
  const { id } = recordOf(await client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace' }))
  const ada = await visit(first.url, ofItsEnd)
  const stream = ada.page.waitForResponse((response) => response.url().includes('/ws/changes/stream'))
  await ada.arrive(`/r/${Contact}/${id}`)
  await ada.field('Phone').fill('+44 1')
  await stream
  client.close()
  await first.stop()
  const bar = ada.page.getByText('The service is restarting.')
  await bar.waitFor()
  await ada.expectAccessible('.session-bars')
  // What is typed meanwhile stays.
  await ada.field('Phone').fill('+44 12')

  const { port } = new URL(first.url)
  const second = await startService(database.url, { ...flags, port })
  const sam = await loggedIn(second)
  recordOf(await sam.update(Contact, id, { version: 0, email: 'ada@example.com' }))
  await bar.waitFor({ state: 'detached' })
  await ada.page.getByText('changed E-mail').first().waitFor()
  expect(await ada.field('Phone').inputValue()).toBe('+44 12')
  await ada.page.keyboard.press('Control+s')
  await ada.page
    .getByText(/Saved as version 2|Saved\./)
    .first()
    .waitFor()
  expect(recordOf(await sam.read(Contact, id))).toMatchObject({ phone: '+44 12', email: 'ada@example.com' })
  // The page would ask a service that is not there any more.
  await ada.page.close()
  sam.close()
  await second.stop()
  await database.drop()
})

it('shows a screen that was opened meanwhile as soon as the service is back', async () => {
  const database = await createDatabase()
  const flags = { releaseInterval: '10ms' }
  const first = await startService(database.url, flags)
  const ada = await visit(first.url, ofItsEnd)
  const stream = ada.page.waitForResponse((response) => response.url().includes('/ws/changes/stream'))
  await ada.arrive(`/r/${Contact}`)
  await stream
  // While it drains, the service still answers what is asked about the session.
  const me = await ada.page.request.get(`${first.url}/ws/me?quiet=true`)
  const answer = { status: me.status(), json: await me.json() }
  const drained = ada.page.waitForResponse((response) => response.url().includes('/ws/me'))
  await ada.page.route('**/ws/me?*', (route) => route.fulfill(answer), { times: 1 })
  await first.stop()
  await drained
  await ada.page.getByText('The service is restarting.').waitFor()
  const missed = ada.page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/settings-'))
  await ada.page.keyboard.press('g')
  await ada.page.keyboard.press('m')
  await missed

  const second = await startService(database.url, { ...flags, port: new URL(first.url).port })
  await ada.page.getByRole('heading', { name: 'Models', level: 1 }).waitFor()
  await ada.page.close()
  await second.stop()
  await database.drop()
})
