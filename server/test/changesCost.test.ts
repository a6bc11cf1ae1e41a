import http from 'node:http'
import { Client as Session } from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { saveMany } from './harness/actions.ts'
import type { Client } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { scrape } from './harness/metrics.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { timed } from './harness/timed.ts'
import { useService } from './harness/useService.ts'

// PostgreSQL gives up on a lock after 60 % of its time for a statement: longer than any request here takes.
const stage = useService({ releaseInterval: '10ms', maxStreams: '3', statementTimeout: '30s', requestTimeout: '2s' })
const contacts = 'record.com_example_contacts_contact'
let locker: Session
/** Sees some contacts only: a page asks for the past of each record, which reads the table of contacts. */
let limited: Client

beforeAll(async () => {
  locker = new Session({ connectionString: stage.database.url, application_name: 'locker' })
  await locker.connect()
  const condition = { fieldName: 'status', operator: '=', value: 'lead' }
  const role = await makeRole(stage.client, 'leads', [{ model: Contact, read: true, condition }])
  limited = await clientOf(stage.service, stage.database, (await makeUser(stage.client, 'limited', [role])).id)
  const people = Array.from({ length: 50 }, (_, n) => ({ firstName: `First ${n}`, lastName: 'Last', status: 'lead' }))
  expect((await saveMany(stage.client, Contact, people)).status).toBe(200)
  await until('all is released', async () => (await limited.exchange('GET', page)).text.includes('First 49'))
})

afterEach(() => locker.query('rollback'))

afterAll(async () => {
  limited.close()
  await locker.end()
})

const page = `/ws/changes?models=${Contact}&after=start`

async function lock(table: string): Promise<void> {
  await locker.query('begin')
  await locker.query(`lock table ${table} in access exclusive mode`)
}

/** How many statements of the service wait for a lock. */
async function countBlocked(): Promise<number> {
  const [row] = await stage.database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'tabularium' and wait_event_type = 'Lock'`,
  )
  return row?.count ?? -1
}

async function countUnderWay(): Promise<number> {
  const status: unknown = await (await fetch(`${stage.service.healthUrl}/status`)).json()
  return (status as { requests: { underWay: number } }).requests.underWay
}

/** Sends a request on a connection that the test destroys. */
function open(path: string, { cookie } = stage.client) {
  const state = { status: undefined as number | undefined, close: () => request.destroy() }
  const request = http.get(`${stage.service.url}${path}`, { headers: { cookie: cookie ?? '' }, agent: false })
  request.on('response', (response) => {
    state.status = response.statusCode
    response.resume()
  })
  request.on('error', () => {})
  return state
}

it('a page of changes is counted like every read, and has its time', timed, async () => {
  await lock(contacts)
  const start = performance.now()
  const reply = limited.exchange('GET', page)
  await until('it is counted', async () => (await countUnderWay()) === 1)
  expect((await reply).status).toBe(503)
  expect(performance.now() - start).toBeLessThan(4_000)
  await until('it is answered', async () => (await countUnderWay()) === 0)
})

it('a request that waits for changes is no load', async () => {
  const { next } = (await stage.client.exchange('GET', '/ws/changes')).json as unknown as { next: string }
  const waiting = open(`/ws/changes?after=${next}&wait=30s`)
  await until('it waits', async () => (await countUnderWay()) === 0)
  expect(waiting.status).toBeUndefined()
  waiting.close()
})

it('of one user, pages hold no more connections than a third', async () => {
  await lock(contacts)
  const polls = Array.from({ length: 8 }, (_, n) => open(`${page}&limit=${n + 30}`, limited))
  await until('all are under way', async () => (await countUnderWay()) === polls.length)
  await until('some wait for the lock', async () => (await countBlocked()) >= 1)
  expect(await countBlocked()).toBeLessThanOrEqual(4)
  for (const poll of polls) poll.close()
})

it('a page is not continued for a client that is gone', async () => {
  await until('nothing is blocked', async () => (await countBlocked()) === 0)
  const seenStates = async () => {
    const figures = await scrape(stage.service)
    const [all, failed] = ['statement_duration_seconds_count', 'statements_failed_total'].map(
      (name) => figures.get(`tabularium_${name}{statement="record.seenStates"}`) ?? 0,
    )
    return Number(all) - Number(failed)
  }
  const before = await seenStates()
  await lock(contacts)
  const poll = open(`${page}&wait=30s`, limited)
  await until('the pasts are asked for', async () => (await countBlocked()) === 1)
  poll.close()
  await until('the service knows', async () => (await limited.exchange('GET', '/ws/me')).status === 200)
  await locker.query('rollback')
  await until('the pasts are read', async () => (await countBlocked()) === 0)
  expect((await limited.exchange('GET', `/ws/rest/${Contact}?limit=1`)).status).toBe(200)
  expect(await seenStates()).toBe(before)
})

it('the place of a client that is gone is free within 2 s, whatever the request waits for', timed, async () => {
  await until('nobody waits', async () => (await stage.client.exchange('GET', '/ws/changes?wait=1ms')).status === 200)
  const polls: ReturnType<typeof open>[] = []
  await until('no more may wait', async () => {
    if (polls.filter(({ status }) => status === undefined).length < 2) polls.push(open('/ws/changes?wait=60s'))
    return (await stage.client.exchange('GET', '/ws/changes?wait=1ms')).status === 503
  })
  await lock('tabularium.feed')
  await until('the mark is not known', async () => (await countBlocked()) > 0)
  const start = performance.now()
  for (const poll of polls) poll.close()
  await until('another may wait', async () => {
    const next = open('/ws/changes?wait=60s')
    const isRefused = () => next.status === 503
    const isLetIn = await until('an answer', isRefused, { within: 300 }).then(
      () => false,
      () => true,
    )
    next.close()
    return isLetIn
  })
  expect(performance.now() - start).toBeLessThan(2_000)
})
