import { afterEach, describe, expect, it } from 'vitest'
import { job, reference, role, text } from '../src/index.ts'
import { toRole } from '../src/model/role.ts'
import type { JobContext } from '../src/logic/job.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { jobsOf, openWork, type OpenWork } from './harness/openWork.ts'
import { clientOf, makeUser } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { Move, Product, stock } from './harness/stock.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(stock)
const jobs = 'tabularium.Job'
/** What the jobs of a test saw. */
let seen: { key: string; attempt: number; [member: string]: unknown }[] = []
/** What the next runs of the job do after they have noted what they saw. */
let behave: (context: JobContext) => Promise<void> = async () => {}
let opened: OpenWork[] = []

const restock = job({
  name: 'stock.restock',
  as: 'stockers',
  takes: { product: reference(Product, { required: true }), note: text({ default: 'none' }) },
  run: async ({ product, note }, records, context) => {
    const { key, attempt } = context
    const found = await records.read(Product, product.id, ['sku', 'onHand'])
    seen.push({ key, attempt, note, sku: found.sku })
    const moved = await records.transact(async (own) => {
      const current = await own.read(Product, product.id)
      await own.update(current, { onHand: current.onHand + 1 })
      return { onHand: current.onHand + 1 }
    })
    seen.push({ key, attempt, onHand: moved.onHand })
    await behave(context)
  },
})

const stockers = role({ name: 'stockers', rules: [{ model: Product, read: true, update: true }] })
const roles = [toRole(stockers, 'test.ts')]

/** Makes the pause after a failure as long as an hour, so that nothing is tried again before the test wants it. */
const hourLater = () => 7_200

afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
  seen = []
  behave = async () => {}
})

function open(options: Parameters<typeof openWork>[3] = {}, declared = [restock as never]): OpenWork {
  const one = openWork(stage.database.url, stock, declared, { roles, ...options })
  opened.push(one)
  return one
}

async function newProduct(): Promise<number> {
  return recordOf(await stage.client.create(Product.name, { sku: `p${performance.now()}` })).id
}

const onHandOf = async (id: number) => recordOf(await stage.client.read(Product.name, id))['onHand']
const send = (work: OpenWork, product: number) =>
  work.transact((records) => records.later(restock, { product: { id: product } }))
const lastJob = async () => (await jobsOf(stage.client, restock.name)).at(-1)

describe('a job', () => {
  it('is a record that is there after the commit, and runs once to its end', async () => {
    const work = open()
    const id = await newProduct()
    await send(work, id)
    const waiting = await lastJob()
    expect(waiting).toMatchObject({ version: 0, state: 'waiting', kind: 'job', input: { product: { id } }, tries: 0 })
    await work.settle()
    expect(await onHandOf(id)).toBe(1)
    expect(await lastJob()).toMatchObject({
      id: waiting?.id,
      version: 1,
      state: 'done',
      tries: 1,
      failures: 0,
      dueOn: null,
    })
    expect(seen).toEqual([
      expect.objectContaining({ attempt: 1, note: 'none' }),
      expect.objectContaining({ attempt: 1, onHand: 1 }),
    ])
    const history = await stage.client.exchange('GET', `/ws/rest/${jobs}/${waiting?.id}/history`)
    expect(recordsOf(history).map(({ operation, changes }) => [operation, Object.keys(changes as object)])).toEqual([
      ['update', ['state']],
      ['create', expect.arrayContaining(['name', 'state', 'input'])],
    ])
  })

  it('does not exist if the transaction is rolled back', async () => {
    const work = open()
    const id = await newProduct()
    const before = (await jobsOf(stage.client, restock.name)).length
    await expect(
      work.transact(async (records) => {
        await records.later(restock, { product: { id } })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await jobsOf(stage.client, restock.name)).toHaveLength(before)
  })

  it('is tried again after a failure, with the same key, and repeats no transaction that was committed', async () => {
    const work = open({ random: hourLater })
    const id = await newProduct()
    const before = Date.now()
    behave = async () => {
      throw new Error('the mail server is away')
    }
    await send(work, id)
    await work.settle()
    const failed = await lastJob()
    expect(failed).toMatchObject({
      version: 0,
      state: 'waiting',
      tries: 1,
      failures: 1,
      error: 'Error: the mail server is away',
      steps: [{ onHand: 1 }],
    })
    expect(Date.parse(failed?.dueOn ?? '')).toBeGreaterThan(before + 1_000_000)
    behave = async () => {}
    await stage.database.query(`update record.tabularium_job set due_on = now() where id = ${failed?.id ?? 0}`)
    await work.settle()
    expect(await lastJob()).toMatchObject({ state: 'done' })
    expect(await onHandOf(id)).toBe(1)
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
    expect(seen.filter(({ onHand }) => onHand === 1).map(({ attempt }) => attempt)).toEqual([1, 2])
    expect(await lastJob()).toMatchObject({ version: 1, error: null, progress: 100 })
  })

  it('is parked when it failed as often as declared, holds up no other, and can be sent again', async () => {
    const [bad, good] = [await newProduct(), await newProduct()]
    const once = job({ ...restock, name: 'stock.once', tries: 1 })
    const work = open({}, [restock as never, once as never])
    behave = async () => {
      throw new Error('never')
    }
    await work.transact((records) => records.later(once, { product: { id: bad } }))
    await work.settle()
    const [parked] = await jobsOf(stage.client, once.name)
    expect(parked).toMatchObject({ version: 1, state: 'failed', error: 'Error: never', dueOn: null, failures: 0 })
    behave = async () => {}
    await send(work, good)
    await work.settle()
    expect(await onHandOf(good)).toBe(1)
    expect((await jobsOf(stage.client, once.name))[0]).toMatchObject({ state: 'failed' })
    const again = await stage.client.update(jobs, parked?.id ?? 0, { version: 1, state: 'waiting' })
    expect(recordOf(again)).toMatchObject({ version: 2, state: 'waiting' })
    await work.settle()
    expect((await jobsOf(stage.client, once.name))[0]).toMatchObject({ version: 3, state: 'done', tries: 2 })
    expect(await onHandOf(bad)).toBe(1)
  })

  it('is run by another process when its own has died, and by no two at once', async () => {
    const id = await newProduct()
    const dying = open()
    let release = () => {}
    behave = () => new Promise((resolve) => (release = resolve))
    await send(dying, id)
    dying.work.start()
    await until('it runs', () => seen.length === 2)
    const other = open()
    await other.settle()
    expect(seen).toHaveLength(2)
    // A process that dies renews nothing: its lease ends.
    await stage.database.query(
      `update record.tabularium_job set due_on = now() - interval '1 s' where state = 'running'`,
    )
    behave = async () => {}
    await other.settle()
    expect(await lastJob()).toMatchObject({ state: 'done', tries: 2, failures: 1 })
    release()
    await until('the first one has noticed', () => dying.services.sent.includes('job.end'))
    expect(await lastJob()).toMatchObject({ state: 'done', tries: 2, version: 1 })
    expect(await onHandOf(id)).toBe(1)
  })

  it('does not wait for a backlog if its process has died', async () => {
    const [first, second] = [await newProduct(), await newProduct()]
    const work = open({ maxJobs: 1 })
    await send(work, first)
    await stage.database.query(
      `update record.tabularium_job set state = 'running', tries = 1, due_on = now() - interval '1 s'
      where state = 'waiting'`,
    )
    await send(work, second)
    // It never runs out of new jobs.
    behave = async () => {
      if (seen.length < 8) await send(work, second)
    }
    await send(work, second)
    await work.settle()
    expect(seen[0]).toMatchObject({ attempt: 2 })
    expect(await onHandOf(first)).toBe(1)
  })

  it('is given back by a process that is about to end, and is not counted as failed', async () => {
    const id = await newProduct()
    const ending = open()
    behave = ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await send(ending, id)
    ending.work.start()
    await until('it runs', () => seen.length === 2)
    await ending.work.close(10)
    expect(await lastJob()).toMatchObject({ state: 'waiting', tries: 1, failures: 0, version: 0, dueOn: null })
    behave = async () => {}
    await open().settle()
    expect(await lastJob()).toMatchObject({ state: 'done' })
  })

  it('tells its progress without a version', async () => {
    const id = await newProduct()
    const work = open()
    let release = () => {}
    behave = async ({ progress }) => {
      await progress(0.42, 'half of it')
      await new Promise<void>((resolve) => (release = resolve))
    }
    await send(work, id)
    work.work.start()
    await until('progress', async () => (await lastJob())?.progress === 42)
    expect(await lastJob()).toMatchObject({ note: 'half of it', version: 0, state: 'running' })
    release()
    await until('its end', async () => (await lastJob())?.state === 'done')
  })

  it('is written by nobody but the service, apart from sending it again', async () => {
    const work = open()
    await send(work, await newProduct())
    await work.settle()
    const done = await lastJob()
    const code = (value: unknown) => expect.objectContaining({ data: expect.objectContaining({ code: value }) })
    const id = done?.id ?? 0
    expect((await stage.client.create(jobs, { name: restock.name })).json).toEqual(code('not-permitted'))
    expect((await stage.client.create(jobs, { state: 'waiting' })).json).toEqual(code('not-permitted'))
    expect((await stage.client.update(jobs, id, { version: 1, input: {} })).json).toEqual(code('not-permitted'))
    expect((await stage.client.update(jobs, id, { version: 1, state: 'waiting' })).json).toEqual(code('invalid-record'))
  })

  it('has the rights of its role, or of the user who sent it, and nothing else', async () => {
    const id = await newProduct()
    const moving = job({
      ...restock,
      name: 'stock.moving',
      tries: 1,
      run: async (_, records) => {
        await records.transact(async (own) => void (await own.create(Move, { from: { id }, to: { id }, quantity: 1 })))
      },
    })
    const { as: _, ...rest } = moving
    const unnamed = job({ ...rest, name: 'stock.unnamed' })
    const work = open({}, [moving as never, unnamed as never])
    for (const one of [moving, unnamed]) await work.transact((records) => records.later(one, { product: { id } }))
    await work.settle()
    expect((await jobsOf(stage.client, moving.name))[0]?.error).toContain('There is no such model here')
    expect((await jobsOf(stage.client, unnamed.name))[0]?.error).toContain('declare the job with a role (as)')
    const { id: eve } = await makeUser(stage.client, 'eve')
    const asEve = await clientOf(stage.service, stage.database, eve)
    expect((await asEve.find(jobs, '')).json).toMatchObject({ data: { code: 'unknown-model' } })
    asEve.close()
  })
})

describe('an idle process', () => {
  it('sends one statement a second, and none if nothing is declared', async () => {
    const [idle, none] = [open(), open({}, [])]
    for (const { work } of [idle, none]) work.start()
    await until('it looks', () => idle.services.sent.length >= 4)
    const began = performance.now()
    idle.services.sent.length = 0
    await until('four more', () => idle.services.sent.length >= 4)
    expect(performance.now() - began).toBeGreaterThan(2_900)
    expect(new Set(idle.services.sent)).toEqual(new Set(['work.look']))
    expect(none.services.sent).toEqual([])
  })
})
