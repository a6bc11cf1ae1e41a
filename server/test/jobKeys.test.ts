import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { action, job, role, text } from '../src/index.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { toRole } from '../src/model/role.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { jobsOf, openWork, type OpenWork } from './harness/openWork.ts'
import { clientOf, Key, makeKey, makeUser } from './harness/people.ts'
import { Product, stock } from './harness/stock.ts'
import { useLogic } from './harness/useLogic.ts'

/** What happens between the two transactions of the job. */
let between: () => Promise<void> = async () => {}

const stockUp = job({
  name: 'stock.stockUp',
  takes: { sku: text({ required: true }) },
  run: async ({ sku }, records) => {
    await records.transact((own) => own.create(Product, { sku }))
    await between()
    await records.transact((own) => own.create(Product, { sku: `${sku} again` }))
  },
})
/** It has the rights of a role, and sends a job that has those of the sender. */
const passOn = job({
  name: 'stock.passOn',
  as: 'postmen',
  takes: { sku: text({ required: true }) },
  run: ({ sku }, records) => records.transact((own) => own.later(stockUp, { sku })),
})
const send = action({
  name: 'stock.send',
  takes: { sku: text({ required: true }), via: text() },
  run: async ({ sku, via }, records) => {
    await records.later(via === null ? stockUp : passOn, { sku })
    return {}
  },
})

const roles = [
  role({ name: 'runners', rules: [{ model: send, run: true }] }),
  role({ name: 'creators', rules: [{ model: Product, read: true, create: true }] }),
  role({ name: 'postmen', rules: [] }),
].map((one) => toRole(one, 'test.ts'))
const declarations = [stockUp, passOn, send]
const { logic } = loadLogic(
  declarations.map((declaration) => ({ file: 'test.ts', declaration: declaration as never })),
  { models: stock, roles },
)
const stage = useLogic({ models: stock, roles, logic }, { work: 'false' })

let work: OpenWork
/** The client of a user who may send the job, and create what it creates. */
let session: Awaited<ReturnType<typeof clientOf>>
let runners: { id: number } | undefined
let count = 0

beforeAll(async () => {
  const all = recordsOf(await stage.client.exchange('GET', '/ws/rest/tabularium.Role'))
  runners = all.find(({ name }) => name === 'runners')
  const user = await makeUser(
    stage.client,
    'sender',
    all.filter(({ name }) => name !== 'postmen'),
  )
  session = await clientOf(stage.service, stage.database, user.id)
  return () => session.close()
})
afterEach(async () => {
  between = async () => {}
  await work?.close()
})

/** Sends a job with a key, does something, runs all jobs, and returns the products and the jobs that there are then. */
async function sendWith(
  token: string | undefined,
  { via, before = async () => {} }: { via?: string; before?: () => Promise<unknown> } = {},
) {
  const sku = `sku ${++count}`
  const sent = await session.exchange('POST', `/ws/action/${send.name}`, {
    body: { data: { sku, via } },
    ...(token === undefined ? {} : { cookie: null, headers: { authorization: `Bearer ${token}` } }),
  })
  expect(sent.status).toBe(200)
  await before()
  // What fails waits for an hour.
  work = openWork(stage.database.url, stock, declarations, { roles, random: () => 7_200 })
  await work.settle()
  const made = recordsOf(await stage.client.exchange('GET', `/ws/rest/${Product.name}?limit=1000`))
  const jobs = await jobsOf(stage.client, stockUp.name)
  return { made: made.filter((one) => String(one['sku']).startsWith(sku)).length, job: jobs.at(-1) }
}

describe('a job that an API key sent', () => {
  it('has the rights of the key, and not all of its user', async () => {
    expect(await sendWith(undefined)).toMatchObject({ made: 2, job: { state: 'done', keyId: null } })
    const whole = await makeKey(session)
    expect(await sendWith(whole.token)).toMatchObject({ made: 2, job: { state: 'done', keyId: whole.id } })
    const limited = await makeKey(session, { roles: [runners] })
    const { made, job: refused } = await sendWith(limited.token)
    expect(made).toBe(0)
    expect(refused).toMatchObject({ state: 'waiting', failures: 1, keyId: limited.id })
    expect(refused?.error).toContain('There is no such model here')
  })

  it('is refused if the key has been deleted or has expired when it runs', async () => {
    const [ended, expiring] = [await makeKey(session), await makeKey(session)]
    const refusal = expect.stringContaining('The API key that sent the job was deleted or has expired')
    const deleted = await sendWith(ended.token, { before: () => session.delete(Key, ended.id, 0) })
    expect(deleted).toMatchObject({ made: 0, job: { state: 'waiting', failures: 1, error: refusal } })
    const expired = await sendWith(expiring.token, {
      before: () =>
        stage.database.query(`update record.tabularium_key set expires_on = now() where id = ${expiring.id}`),
    })
    expect(expired).toMatchObject({ made: 0, job: { state: 'waiting', failures: 1, error: refusal } })
  })

  it('commits nothing more after the key was deleted while it runs', async () => {
    const { id, token } = await makeKey(session)
    between = async () => void (await session.delete(Key, id, 0))
    expect(await sendWith(token)).toMatchObject({ made: 1, job: { state: 'waiting', failures: 1 } })
  })

  it('sends jobs of the same key, also with the rights of a role between', async () => {
    const limited = await makeKey(session, { roles: [runners] })
    expect(await sendWith(limited.token, { via: 'a postman' })).toMatchObject({
      made: 0,
      job: { state: 'waiting', failures: 1, keyId: limited.id },
    })
    const whole = await makeKey(session)
    expect(await sendWith(whole.token, { via: 'a postman' })).toMatchObject({ made: 2, job: { state: 'done' } })
  })
})

describe('an access token that is limited to roles', () => {
  it('sends no jobs, which would have all rights of its user', async () => {
    const own = recordOf(await session.exchange('GET', '/ws/me'))
    const limited = await clientOf(stage.service, stage.database, own.id)
    await stage.database.query(`update record.tabularium_session set method = 'token', roles = '["runners"]'
      where id = (select max(id) from record.tabularium_session)`)
    for (const via of [undefined, 'a postman']) {
      const sent = await limited.exchange('POST', `/ws/action/${send.name}`, { body: { data: { sku: 'never', via } } })
      expect([sent.status, sent.text]).toEqual([403, expect.stringContaining('The token is limited to some roles')])
    }
    limited.close()
  })
})
