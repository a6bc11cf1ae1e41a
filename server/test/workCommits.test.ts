import { afterEach, describe, expect, it } from 'vitest'
import { job, reaction, reference, role, schedule } from '../src/index.ts'
import { toRole } from '../src/model/role.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { jobsOf, openWork, type OpenWork } from './harness/openWork.ts'
import { until } from './harness/poll.ts'
import { Move, Product, stock } from './harness/stock.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(stock)
const hour = 3_600_000
/** The clock of the test stands still at half past an hour, and is moved ahead by so many milliseconds. */
const half = Math.floor(Date.now() / hour) * hour + hour / 2
let ahead = 0
let opened: OpenWork[] = []
/** What each run of the job waits for before its transaction. */
let gates: (() => void)[] | undefined

const restock = job({
  name: 'stock.restock',
  as: 'stockers',
  takes: { product: reference(Product, { required: true }) },
  run: async ({ product }, records) => {
    if (gates) await new Promise<void>((resolve) => gates?.push(resolve))
    await records.transact(async (own) => {
      const current = await own.read(Product, product.id)
      await own.update(current, { onHand: current.onHand + 1 })
    })
  },
})
const note = reaction({
  name: 'stock.noted',
  on: Product,
  when: { created: true },
  as: 'stockers',
  run: async (events, records) => {
    const moves = events.map(({ id }) => ({ from: { id }, to: { id }, quantity: 1 }))
    await records.createAll(Move, moves)
  },
})
const hourly = schedule({
  name: 'stock.hourly',
  every: '1h',
  as: 'stockers',
  run: async (records, { due }) => {
    await records.create(Product, { sku: due.toISOString() })
  },
})
const rules = [
  { model: Product, read: true, create: true, update: true },
  { model: Move, read: true, create: true },
]
const roles = [toRole(role({ name: 'stockers', rules }), 'test.ts')]

afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
  gates = undefined
  ahead = 0
  await stage.database.query('delete from tabularium.cursors; delete from tabularium.schedules')
})

function open(declared: object): OpenWork {
  // The pause after a failure is as long as an hour, so that nothing is tried again before the test wants it.
  const options = { roles, random: () => 7_200, toTime: () => half + ahead }
  const one = openWork(stage.database.url, stock, [declared as never], options)
  opened.push(one)
  return one
}

const newProduct = async () => recordOf(await stage.client.create(Product.name, { sku: `p${performance.now()}` })).id
const onHandOf = async (id: number) => recordOf(await stage.client.read(Product.name, id))['onHand']
const movesOf = (id: number) => stage.database.query(`select id from record.stock_move where "from" = ${id}`)

/** Lets every transaction that writes to a table fail at its commit, after all its statements, while work is done. */
async function withoutCommits(table: string, work: () => Promise<unknown>): Promise<void> {
  const { database } = stage
  await database.query(`create function public.break_commit() returns trigger language plpgsql
    as $$ begin raise exception 'The commit fails.'; end $$`)
  await database.query(`create constraint trigger break_commit after insert or update on ${table}
    deferrable initially deferred for each row execute function public.break_commit()`)
  await work()
  await database.query(`drop trigger break_commit on ${table}`)
  await database.query('drop function public.break_commit()')
}

/** Does what failed once more. */
async function again(work: OpenWork): Promise<void> {
  await stage.database.query(`update record.tabularium_job set due_on = now() where state = 'waiting'`)
  await work.settle()
}

const lastOf = async (name: string) => (await jobsOf(stage.client, name)).at(-1)

describe('a commit that fails', () => {
  it('leaves no step of a job behind: the next try does it', async () => {
    const work = open(restock)
    const id = await newProduct()
    await work.transact((records) => records.later(restock, { product: { id } }))
    await withoutCommits('record.stock_product', () => work.settle())
    expect(await lastOf(restock.name)).toMatchObject({ state: 'waiting', failures: 1, steps: null })
    expect(await onHandOf(id)).toBe(0)
    await again(work)
    expect(await lastOf(restock.name)).toMatchObject({ state: 'done' })
    expect(await onHandOf(id)).toBe(1)
  })

  it('does not move a reaction past changes that it has not handled', async () => {
    const work = open(note)
    await work.settle()
    let id = 0
    await withoutCommits('record.stock_move', async () => {
      id = await newProduct()
      await work.settle()
    })
    expect(await movesOf(id)).toEqual([])
    await again(work)
    expect(await movesOf(id)).toHaveLength(1)
  })

  it('does not end the time of a schedule', async () => {
    const work = open(hourly)
    await work.settle()
    ahead = hour
    await withoutCommits('record.stock_product', () => work.settle())
    expect(await lastOf(hourly.name)).toMatchObject({ state: 'waiting', failures: 1 })
    await again(work)
    const [job] = await jobsOf(stage.client, hourly.name)
    expect(job).toMatchObject({ state: 'done' })
    const { on } = job?.input as { on: string }
    const found = recordsOf(await stage.client.find(Product.name, '?limit=1000')).filter(({ sku }) => sku === on)
    expect(found).toHaveLength(1)
  })
})

it('a process whose lease has ended commits nothing for the job, also while another one runs it', async () => {
  gates = []
  const [late, other] = [open(restock), open(restock)]
  const id = await newProduct()
  await late.transact((records) => records.later(restock, { product: { id } }))
  late.work.start()
  await until('it runs', () => gates?.length === 1)
  await stage.database.query(`update record.tabularium_job set due_on = now() - interval '1 s' where state = 'running'`)
  other.work.start()
  await until('the other one runs it', () => gates?.length === 2)
  gates[0]?.()
  await until('the late one has tried', () => late.services.sent.includes('job.step'))
  await late.work.close(10_000)
  expect(await onHandOf(id)).toBe(0)
  gates[1]?.()
  await until('it is done', async () => (await lastOf(restock.name))?.state === 'done')
  expect(await onHandOf(id)).toBe(1)
})
