import { afterEach, describe, expect, it } from 'vitest'
import { role, schedule } from '../src/index.ts'
import { toRole } from '../src/model/role.ts'
import type { ScheduleContext } from '../src/logic/schedule.ts'
import { sendScheduledStatement } from '../src/statement/service/jobsSent.ts'
import { recordsOf } from './harness/client.ts'
import { jobsOf, openWork, type OpenWork } from './harness/openWork.ts'
import { Product, stock } from './harness/stock.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(stock)
const hour = 3_600_000
let opened: OpenWork[] = []
/** The clock of the test stands still at half past an hour, and is moved ahead by so many milliseconds. */
const half = Math.floor(Date.now() / hour) * hour + hour / 2
let ahead = 0
let fails = false
let due: string[] = []

const hourly = schedule({
  name: 'stock.hourly',
  every: '1h',
  as: 'counters',
  run: async (records, context: ScheduleContext) => {
    due.push(context.due.toISOString())
    await records.create(Product, { sku: `${context.due.toISOString()} ${Math.random()}` })
    if (fails) throw new Error('not now')
  },
})

const counters = role({ name: 'counters', rules: [{ model: Product, read: true, create: true }] })
const roles = [toRole(counters, 'test.ts')]

afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
  ahead = 0
  due = []
  fails = false
  await stage.database.query('delete from tabularium.schedules; delete from record.tabularium_job')
})

function open(): OpenWork {
  const toTime = () => half + ahead
  const one = openWork(stage.database.url, stock, [hourly], { toTime, roles })
  opened.push(one)
  return one
}

const countProducts = async () => recordsOf(await stage.client.find(Product.name, '?limit=1000')).length

describe('a schedule', () => {
  it('is due once a time, however many processes look at the same moment', async () => {
    const before = await countProducts()
    const processes = [open(), open(), open()]
    await Promise.all(processes.map((one) => one.settle()))
    expect(due).toEqual([])
    for (let times = 1; times <= 3; times++) {
      ahead += hour
      await Promise.all(processes.map((one) => one.settle()))
      expect(due).toHaveLength(times)
    }
    expect(new Set(due).size).toBe(3)
    expect(await countProducts()).toBe(before + 3)
    const jobs = await jobsOf(stage.client, hourly.name)
    expect(jobs.map(({ kind, state, requestId }) => [kind, state, requestId])).toEqual(
      jobs.map(() => ['schedule', 'done', 'schedule:stock.hourly']),
    )
  })

  it('is not due again for a process that looked before another one sent its job', async () => {
    const one = open()
    await one.settle()
    ahead = hour
    await one.settle()
    expect(due).toHaveLength(1)
    const on = Date.parse(due[0] ?? '')
    const sent = sendScheduledStatement(hourly.name, { on, next: on + hour })
    expect(await one.services.database.run(sent, 'write')).toEqual([])
    await one.settle()
    expect(due).toHaveLength(1)
  })

  it('makes up once for the times at which no process ran', async () => {
    await open().settle()
    ahead = 5 * hour
    await open().settle()
    expect(due).toEqual([new Date(half + hour / 2).toISOString()])
    ahead = 6 * hour
    await open().settle()
    expect(due).toHaveLength(2)
  })

  it('is not due again when the clock is set back', async () => {
    await open().settle()
    ahead = 2 * hour
    await open().settle()
    expect(due).toHaveLength(1)
    ahead = 0
    await open().settle()
    expect(due).toHaveLength(1)
  })

  it('writes nothing if it fails, and is tried again; the next time does not come on top of it', async () => {
    await open().settle()
    const before = await countProducts()
    fails = true
    ahead = hour
    await open().settle()
    ahead = 2 * hour
    await open().settle()
    const [failed, ...others] = await jobsOf(stage.client, hourly.name)
    expect(failed).toMatchObject({ state: 'waiting', error: 'Error: not now' })
    expect(others).toEqual([])
    expect(await countProducts()).toBe(before)
    fails = false
    await stage.database.query(`update record.tabularium_job set due_on = now()`)
    await open().settle()
    expect(await countProducts()).toBe(before + 1)
  })

  it('finds its next time again if another one is declared', async () => {
    const read = async () => stage.database.query<{ next: Date }>('select next_on as next from tabularium.schedules')
    await open().settle()
    const [first] = await read()
    const daily = openWork(stage.database.url, stock, [{ ...hourly, every: '31d' }], { roles, toTime: () => half })
    opened.push(daily)
    await daily.settle()
    const [second] = await read()
    expect(second?.next.getTime()).toBeGreaterThan(first?.next.getTime() ?? Infinity)
  })
})
