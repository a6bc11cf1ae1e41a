import { afterEach, describe, expect, it } from 'vitest'
import { action, date, dateTime, integer, job, json, reference, role, text } from '../src/index.ts'
import type { JobContext } from '../src/logic/job.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import type { JobRecords } from '../src/logic/Records.ts'
import { toRole } from '../src/model/role.ts'
import { jobsOf, openWork, type OpenWork } from './harness/openWork.ts'
import { until } from './harness/poll.ts'
import { stock } from './harness/stock.ts'
import { useLogic } from './harness/useLogic.ts'

/** What the last run of the job was given, and what it does with it. */
let seen: Record<string, unknown> | undefined
let behave: (records: JobRecords, context: JobContext) => Promise<unknown> = async () => {}

const takes = {
  qty: integer({ required: true, min: 1 }),
  day: date({ default: '$today' }),
  moment: dateTime({ default: '$now' }),
  user: reference('tabularium.User', { default: '$user' }),
  note: text({ max: 20 }),
} as const
const order = job({
  name: 'stock.order',
  as: 'orderers',
  takes,
  run: async (input, records, context) => {
    seen = input
    await behave(records, context)
  },
})
/** An earlier declaration, which took more. */
const earlier = job({
  name: order.name,
  as: 'orderers',
  takes: { qty: integer(), colour: text() },
  run: async () => {},
})
const unknown = job({ name: 'stock.odrer', takes: {}, run: async () => {} })
const send = action({
  name: 'stock.send',
  takes: { input: json({ required: true }), isUnknown: text() },
  run: async ({ input, isUnknown }, records) => {
    await records.later(isUnknown === null ? order : (unknown as never), input as never)
    return {}
  },
})
/** The same without waiting for the call. */
const forget = action({
  name: 'stock.forget',
  takes: { input: json({ required: true }) },
  run: async ({ input }, records) => {
    void records.later(order, input as never)
    return {}
  },
})

const roles = [toRole(role({ name: 'orderers', rules: [] }), 'test.ts')]
const declarations = [order, send, forget].map((one) => ({ file: 'test.ts', declaration: one as never }))
const { logic } = loadLogic(declarations, { models: stock, roles })
const stage = useLogic({ models: stock, roles, logic }, { work: 'false' })
let work: OpenWork | undefined

afterEach(async () => {
  await work?.close()
  work = undefined
  behave = async () => {}
  seen = undefined
  await stage.database.query('delete from record.tabularium_job')
})

const run = (input: object, { name = send.name, ...more }: { name?: string; isUnknown?: string } = {}) =>
  stage.client.exchange('POST', `/ws/action/${name}`, { body: { data: { input, ...more } } })
const lastJob = async () => (await jobsOf(stage.client, order.name)).at(-1)

/** Does all that is due. What fails waits for an hour. */
async function settle(declared: Parameters<typeof openWork>[2] = [order]): Promise<OpenWork> {
  work = openWork(stage.database.url, stock, declared, { roles, random: () => 7_200 })
  await work.settle()
  return work
}

describe('the input of a job', () => {
  it('has the defaults of its fields, as of the moment when it was sent', async () => {
    let moment = ''
    behave = async (_, context) => {
      moment = context.moment.toISOString()
    }
    expect((await run({ qty: 3 }, { name: forget.name })).status).toBe(200)
    await settle()
    expect(await lastJob()).toMatchObject({ state: 'done' })
    expect(moment).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(seen).toEqual({ qty: 3, day: moment.slice(0, 10), moment, user: { id: 1 }, note: null })
  })

  it.each([
    ['lacks a required value', {}, { qty: 'is required' }],
    ['breaks a limit', { qty: -5, day: 'no day' }, { qty: expect.any(String), day: expect.any(String) }],
    ['has a field that there is not', { qty: 1, colour: 'red' }, { colour: expect.any(String) }],
  ])('that %s is refused when it is sent, also if nobody waits', async (_, input, errors) => {
    for (const name of [send.name, forget.name]) {
      const reply = await run(input, { name })
      expect(reply.status).toBe(400)
      expect(reply.json).toMatchObject({ data: { code: 'invalid-record' }, errors })
    }
    expect(await jobsOf(stage.client, order.name)).toEqual([])
  })

  it('that has a text which cannot be stored is refused', async () => {
    const { transact } = await settle()
    const sent = transact((records) => records.later(order, { qty: 1, note: 'a\0b' }))
    await expect(sent).rejects.toMatchObject({ details: { errors: { note: 'must not contain the NUL character' } } })
  })

  it('is checked again when it runs, since another version may have sent it', async () => {
    const before = openWork(stage.database.url, stock, [earlier], { roles })
    await before.transact((records) => records.later(earlier, { colour: 'red' }))
    await before.close()
    await settle()
    const failed = await lastJob()
    expect(failed).toMatchObject({ state: 'waiting', failures: 1 })
    expect(failed?.error).toContain('The job stock.order does not take this; see errors for each field: qty, colour.')
    expect(seen).toBeUndefined()
  })

  it('of a job that there is not fails, and the log says what to do', async () => {
    expect((await run({}, { isUnknown: 'yes' })).status).toBe(500)
    const advice = 'There is no job stock.odrer: export it from a file of the folder.'
    await until('the log says so', () => stage.service.logs().includes(advice))
  })
})

describe('a job', () => {
  it('says why what its transaction returned cannot be kept', async () => {
    behave = (records) => records.transact(async () => ({ text: ['a\0b'] }))
    await run({ qty: 1 })
    await settle()
    expect((await lastJob())?.error).toBe(
      'StepRefused: What records.transact returns is kept: it must not contain the NUL character.',
    )
  })

  it('keeps the progress that it told last, also of several at once', async () => {
    behave = async (_, { progress }) => {
      await Promise.all([progress(0.1, 'first'), progress(0.2), progress(0.3, 'la\0st')])
      throw new Error('no more')
    }
    await run({ qty: 1 })
    await settle()
    expect(await lastJob()).toMatchObject({ state: 'waiting', progress: 30, note: 'last', error: 'Error: no more' })
  })
})
