import { Client as Connection } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { Browser } from './harness/oidc/Browser.ts'
import { expectIn, useProviders } from './harness/oidc/useProviders.ts'
import { makeRole, User } from './harness/people.ts'
import { until } from './harness/poll.ts'

const stage = useProviders({
  signUp: { domains: ['example.com'], roles: [] },
  roles: { claim: 'groups', map: { clerks: 'clerk' }, admins: [] },
})

let blocker: Connection
beforeAll(async () => {
  blocker = new Connection({ connectionString: stage.database.url })
  await blocker.connect()
})
afterAll(() => blocker.end())

async function logIn(claims: object) {
  stage.company.is('rita', claims)
  const browser = new Browser()
  return expectIn(browser, stage, await browser.logIn(stage.origin, 'company'))
}

async function untilWaiting(count: number): Promise<void> {
  await until(`${count} statements wait for the user`, async () => {
    const waiting = await stage.database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return waiting.length === count
  })
}

it('a login takes no role from a user that is given while the login waits for them', async () => {
  await makeRole(stage.client, 'clerk', [])
  const { id: byHand } = await makeRole(stage.client, 'by hand', [])
  const { id } = await logIn({ email: 'rita@example.com', email_verified: true, groups: [] })
  const { version } = recordOf(await stage.client.read(User, id))

  await blocker.query('begin')
  await blocker.query('select from record.tabularium_user where id = $1 for no key update', [id])
  const giving = stage.client.update(User, id, { version, roles: [{ id: byHand }] })
  await untilWaiting(1)
  const login = logIn({ groups: ['clerks'] })
  await untilWaiting(2)
  await blocker.query('commit')

  recordOf(await giving)
  const me = await login
  expect([...me.roles].sort()).toEqual(['by hand', 'clerk'])
  expect(recordOf(await stage.client.read(User, id)).version).toBe(Number(version) + 2)
})
