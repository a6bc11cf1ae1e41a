import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { job, reference, role } from '../src/index.ts'
import type { JobContext } from '../src/logic/job.ts'
import type { JobRecords } from '../src/logic/Records.ts'
import type { LogicDeclaration } from '../src/logic/toLogic.ts'
import { toRole } from '../src/model/role.ts'
import { recordOf } from './harness/client.ts'
import { jobsOf, openWork, type OpenWork } from './harness/openWork.ts'
import { until } from './harness/poll.ts'
import { Product, stock } from './harness/stock.ts'
import { timed } from './harness/timed.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(stock)
let opened: OpenWork[] = []
/** What lets each run of the job go on, in the order in which they began. */
let gates: (() => void)[] = []
/** What a run does when it may go on. */
let behave: (records: JobRecords, product: number, context: JobContext) => Promise<unknown> = addOne

const restock = job({
  name: 'stock.restock',
  as: 'stockers',
  takes: { product: reference(Product, { required: true }) },
  run: async ({ product }, records, context) => {
    await new Promise<void>((resolve) => gates.push(resolve))
    await behave(records, product.id, context)
  },
})
const stockers = role({ name: 'stockers', rules: [{ model: Product, read: true, update: true }] })
const roles = [toRole(stockers, 'test.ts')]

async function addOne(records: JobRecords, product: number): Promise<number> {
  return records.transact(async (own) => {
    const current = await own.read(Product, product)
    await own.update(current, { onHand: current.onHand + 1 })
    return current.onHand + 1
  })
}

afterEach(async () => {
  for (const gate of gates) gate()
  for (const one of opened) await one.close()
  opened = []
  gates = []
  behave = addOne
})

function open(options: Parameters<typeof openWork>[3] = {}, declared: LogicDeclaration = restock): OpenWork {
  // The pause after a failure is as long as an hour, so that nothing is tried again before the test wants it.
  const one = openWork(stage.database.url, stock, [declared], { roles, random: () => 7_200, ...options })
  opened.push(one)
  return one
}

/** Sends a job for a new product, and waits until a process runs it. */
async function begin(work: OpenWork): Promise<number> {
  const { id } = recordOf(await stage.client.create(Product.name, { sku: `p${performance.now()}` }))
  await work.transact((records) => records.later(restock, { product: { id } }))
  work.work.start()
  await until('it runs', () => gates.length === 1)
  return id
}

const onHandOf = async (id: number) => recordOf(await stage.client.read(Product.name, id))['onHand']
const lastJob = async () => (await jobsOf(stage.client, restock.name)).at(-1)
const hasState = async (state: string) => (await lastJob())?.state === state
const endLease = () =>
  stage.database.query(`update record.tabularium_job set due_on = now() - interval '1 s' where state = 'running'`)
const claimsOf = ({ services }: OpenWork) => services.sent.filter((statement) => statement === 'job.claim').length

it('a process does not run its own job a second time after its lease has ended', async () => {
  const work = open()
  const id = await begin(work)
  // As after an outage: nothing could be renewed for longer than the lease.
  await endLease()
  const before = claimsOf(work)
  await until('it has looked for jobs again', () => claimsOf(work) >= before + 2)
  expect(gates).toHaveLength(1)
  gates[0]?.()
  await until('it is done', () => hasState('done'))
  expect(await lastJob()).toMatchObject({ tries: 1, failures: 0 })
  expect(await onHandOf(id)).toBe(1)
})

it('a lease that has ended is renewed if nobody took the job, and its run is aborted if somebody did', async () => {
  const work = open({ lease: 300 })
  let signal: AbortSignal | undefined
  behave = (_, __, context) => {
    ;({ signal } = context)
    return new Promise(() => {})
  }
  await begin(work)
  gates[0]?.()
  await endLease()
  await until('it is renewed', async () => Date.parse((await lastJob())?.dueOn ?? '') > Date.now())
  expect(signal?.aborted).toBe(false)
  await stage.database.query(
    `update record.tabularium_job set tries = tries + 1, due_on = now() + interval '1 h' where state = 'running'`,
  )
  await until('its run is aborted', () => signal?.aborted)
  expect(signal?.reason).toMatchObject({ name: 'LeaseLost' })
  expect(await lastJob()).toMatchObject({ state: 'running', tries: 2, failures: 0 })
  await stage.database.query('delete from record.tabularium_job')
})

it('a job whose time ends before it is begun ends as well', timed, async () => {
  await stage.database.query('delete from record.tabularium_job')
  const endless = job({ name: 'stock.endless', takes: {}, timeout: '100ms', run: () => new Promise(() => {}) })
  const work = open({}, endless)
  await work.transact((records) => records.later(endless, {}))
  await stage.database.query(
    `update record.tabularium_job
     set created_by = (select min(id) from record.tabularium_user)
     where state = 'waiting'`,
  )
  // The rights of the user who sent it can't be read for a while.
  const locking = new Client({ connectionString: stage.database.url })
  await locking.connect()
  await locking.query('begin; lock table tabularium.access in access exclusive mode')
  work.work.start()
  await until('it has waited for longer than its time', async () => {
    const waiting = await stage.database.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query_start < now() - interval '200 ms'`)
    return waiting.length > 0
  })
  await locking.query('commit')
  await locking.end()
  await until('it has failed', async () => (await jobsOf(stage.client, endless.name))[0]?.state === 'waiting')
  expect((await jobsOf(stage.client, endless.name))[0]).toMatchObject({
    failures: 1,
    error: expect.stringContaining('TimeoutError'),
  })
})

describe('the transactions of a job', () => {
  it('end with one that failed, also if the job goes on: the next try makes them', async () => {
    let isAway = true
    behave = async (records, id) => {
      const first = records.transact(async () => {
        if (isAway) throw new Error('the stock is away')
      })
      await first.catch(() => {})
      await addOne(records, id)
    }
    const id = await begin(open())
    gates[0]?.()
    await until('it has failed', () => hasState('waiting'))
    const failed = await lastJob()
    expect(failed).toMatchObject({ failures: 1, steps: null, error: expect.stringContaining('the stock is away') })
    expect(failed?.error).toMatch(/^StepRefused: /)
    expect(await onHandOf(id)).toBe(0)
    isAway = false
    await stage.database.query(`update record.tabularium_job set due_on = now() where state = 'waiting'`)
    await until('it runs again', () => gates.length === 2)
    gates[1]?.()
    await until('it is done', () => hasState('done'))
    expect(await lastJob()).toMatchObject({ tries: 2, steps: [null, 1] })
    expect(await onHandOf(id)).toBe(1)
  })

  it('are made one after the other if the job begins several at once', async () => {
    behave = (records, id) => Promise.all([addOne(records, id), addOne(records, id), addOne(records, id)])
    const id = await begin(open())
    gates[0]?.()
    await until('it is done', () => hasState('done'))
    expect(await lastJob()).toMatchObject({ tries: 1, steps: [1, 2, 3] })
    expect(await onHandOf(id)).toBe(3)
  })

  it('are refused within each other, and where the job has other steps than it did', async () => {
    behave = (records, id) => records.transact(() => addOne(records, id))
    const work = open()
    const id = await begin(work)
    gates[0]?.()
    await until('it has failed', () => hasState('waiting'))
    expect((await lastJob())?.error).toMatch(/^StepRefused: records.transact was called within another one/)
    behave = async (records) => {
      await stage.database.query(`update record.tabularium_job set steps = '[7]' where state = 'running'`)
      await addOne(records, id)
    }
    await stage.database.query(`update record.tabularium_job set due_on = now() where state = 'waiting'`)
    await until('it runs again', () => gates.length === 2)
    gates[1]?.()
    await until('it has failed again', () => hasState('waiting'))
    expect(await lastJob()).toMatchObject({ failures: 2, steps: [7], error: expect.stringContaining('were changed') })
    expect(await onHandOf(id)).toBe(0)
    await stage.database.query('delete from record.tabularium_job')
  })
})
