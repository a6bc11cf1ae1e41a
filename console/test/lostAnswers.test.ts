import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { startBrowser } from '../../client/test/browser.ts'
import { findFreePort } from '../../server/src/command/localPostgres/ports.ts'
import { recordsOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { CuttingProxy } from '../../server/test/harness/CuttingProxy.ts'
import { createDatabase, type TestDatabase } from '../../server/test/harness/database.ts'
import { sizeOf } from '../../server/test/harness/rounds.ts'
import { loggedIn, startService, type TestService } from '../../server/test/harness/service.ts'
import { Visitor } from './Visitor.ts'

let database: TestDatabase
let proxy: CuttingProxy
let service: TestService
let browser: Browser
let isBad = false
let answers = 0

beforeAll(async () => {
  database = await createDatabase()
  const port = await findFreePort(0)
  proxy = await CuttingProxy.start(`http://127.0.0.1:${port}`, () => isBad && ++answers % 10 === 0)
  service = await startService(database.url, { port: String(port), origins: proxy.url })
  browser = await startBrowser()
})

afterAll(async () => {
  await browser.close()
  proxy.close()
  await service.stop()
  await database.drop()
})

it('creates on a network that loses every tenth answer make exactly as many records', async () => {
  const count = sizeOf({ inCi: 8, long: 200 })
  const ada = await Visitor.open(browser, proxy.url, /net::ERR_/)
  await ada.arrive(`/r/${Contact}`)
  await ada.button(/^New/).first().waitFor()
  isBad = true
  for (let n = 0; n < count; n++) {
    await ada.button(/^New/).first().click()
    await ada.field('First name').fill(`N${n}`)
    await ada.field('Last name').fill('Lost')
    await ada.page.keyboard.press('Control+s')
    const heading = ada.page.getByRole('heading', { name: `N${n} Lost` })
    const failed = ada.page.getByText('The service could not be reached')
    // A person presses Save again until it says that it was saved.
    while (
      await failed
        .or(heading)
        .first()
        .waitFor()
        .then(() => failed.isVisible())
    ) {
      const sent = ada.page.waitForRequest((request) => request.method() === 'PUT')
      await ada.page.keyboard.press('Control+s')
      await sent
      await failed.or(heading).first().waitFor()
      if (await heading.isVisible()) break
    }
    await heading.waitFor()
    await ada.page.goBack()
  }
  isBad = false
  const client = await loggedIn(service)
  const made = recordsOf(await client.find(Contact, '?q=Lost&limit=500&fields=firstName')).map(({ firstName }) =>
    String(firstName),
  )
  client.close()
  expect(made.toSorted()).toEqual(Array.from({ length: count }, (_, n) => `N${n}`).toSorted())
  expect(proxy.cuts).toBeGreaterThan(count / 20)
  console.info(`${proxy.cuts} answers lost`)
  await ada.close()
})
