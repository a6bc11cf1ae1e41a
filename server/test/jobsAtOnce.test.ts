import { afterAll, beforeAll, expect, it } from 'vitest'
import { action, integer, job, role } from '../src/index.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { toRole } from '../src/model/role.ts'
import { openWork, type OpenWork } from './harness/openWork.ts'
import { until } from './harness/poll.ts'
import { stock } from './harness/stock.ts'
import { timed } from './harness/timed.ts'
import { useLogic } from './harness/useLogic.ts'

/** The numbers of the jobs that have run, in the process of the service, which is that of the test. */
const ran = new Set<number>()
const note = job({
  name: 'stock.note',
  as: 'noters',
  takes: { number: integer({ required: true }) },
  run: async ({ number }) => void ran.add(number),
})
const send = action({
  name: 'stock.send',
  takes: { number: integer({ required: true }) },
  gives: {},
  run: async ({ number }, records) => {
    await records.later(note, { number })
    return {}
  },
})
const roles = [toRole(role({ name: 'noters', rules: [] }), 'test.ts')]
const declarations = [note, send].map((declaration) => ({ file: 'test.ts', declaration: declaration as never }))
const stage = useLogic({ models: stock, roles, logic: loadLogic(declarations, { models: stock, roles }).logic })
/** Another process, which sends jobs and runs none. */
let other: OpenWork

beforeAll(() => {
  other = openWork(stage.database.url, stock, [note], { roles })
})
afterAll(() => other.close())

/** How long it takes until some jobs have run, one after the other, in milliseconds. */
async function timeOf(first: number, sendOne: (number: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  for (let number = first; number < first + 8; number++) {
    await sendOne(number)
    await until(`job ${number} has run`, () => ran.has(number), { every: 5 })
  }
  return performance.now() - began
}

it('a job begins at once in the process whose transaction sent it, and after a pause in others', timed, async () => {
  ran.clear()
  const byAction = async (number: number) => {
    const reply = await stage.client.exchange('POST', `/ws/action/${send.name}`, { body: { data: { number } } })
    expect(reply.status).toBe(200)
  }
  const byOther = (number: number) => other.transact((records) => records.later(note, { number }))
  await timeOf(100, byAction)
  const [own, others] = [await timeOf(200, byAction), await timeOf(300, byOther)]
  expect(own).toBeLessThan(others / 2)
})
