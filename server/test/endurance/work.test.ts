import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loadDeclared } from '../../src/command/loadDeclared.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { runTabularium } from '../harness/commandLine.ts'
import { openWork, type OpenWork } from '../harness/openWork.ts'
import { until } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { WorkProcess } from '../harness/WorkProcess.ts'
import { copy, never, stamp, Thing, tick } from './workModels/logic.ts'

const models = fileURLToPath(new URL('workModels', import.meta.url))
const kills = inject('rounds') ?? 4
let database: TestDatabase
let folder: string
let outside: string
/** What writes records and sends jobs; it does no work itself. */
let writer: OpenWork
/** Processes that do the work; while one is started again, the others go on. */
let processes: WorkProcess[] = []
/** When each of them works. */
let started: Promise<void>[] = []

beforeAll(async () => {
  database = await createDatabase({ empty: true })
  await runTabularium(['migrate', 'apply', '--models', models], { DATABASE_URL: database.url })
  folder = await mkdtemp(join(tmpdir(), 'tabularium-work-'))
  outside = join(folder, 'outside')
  await writeFile(outside, '')
  const declared = await loadDeclared(models)
  writer = openWork(database.url, declared.models, [stamp, never], { roles: declared.roles })
  processes = Array.from({ length: 3 }, () => new WorkProcess(database.url, models, { WORK_OUTSIDE: outside }))
  started = processes.map((one) => startAgain(one))
}, 120_000)

afterAll(async () => {
  await Promise.allSettled(started)
  await Promise.all(processes.map((one) => one.kill()))
  await writer.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

function startAgain(one: WorkProcess): Promise<void> {
  const start = one.start()
  // It is waited for before the process is killed again.
  start.catch(() => {})
  return start
}

/** Adds work in as many portions as there are kills. In the middle of each, a process that works is killed. */
async function killDuring(addPortion: (index: number) => Promise<void>, countDone: () => Promise<number>) {
  for (let kill = 0; kill < kills; kill++) {
    const place = kill % processes.length
    const victim = processes[place]
    if (!victim) throw new Error('There is no process.')
    await started[place]
    const before = await countDone()
    await addPortion(kill)
    await until('some of it is done', async () => (await countDone()) > before, { within: 120_000, every: 10 })
    await victim.kill()
    started[place] = startAgain(victim)
  }
}

async function count(text: string): Promise<number> {
  const [row] = await database.query<{ n: number }>(`select (${text})::int as n`)
  return row?.n ?? Number.NaN
}

async function makeThings(labels: readonly { label: string; poisoned?: string }[]): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < labels.length; start += 500) {
    const made = await writer.transact((records) => records.createAll(Thing, labels.slice(start, start + 500)))
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

const perSecond = (many: number, began: number) => Math.round((many / (performance.now() - began)) * 1_000)

describe(`processes that are killed ${kills} times`, () => {
  it('run each job to its end: its effects on records once, those outside at least once with one key', async () => {
    const portion = Math.ceil(sizeOf({ inCi: 200, long: 10_000 }) / kills)
    const jobs = portion * kills
    const began = performance.now()
    await writer.transact(async (records) => {
      for (let times = 0; times < 5; times++) await records.later(never, {})
    })
    const send = (index: number) =>
      writer.transact(async (records) => {
        const things = Array.from({ length: portion }, (_, place) => 1_000_000 + index * portion + place)
        await Promise.all(things.map((thing) => records.later(stamp, { thing })))
      })
    const ofJobs = `select count(*) from record.tabularium_job where name = '${stamp.name}'`
    const countDone = () => count(`${ofJobs} and state = 'done'`)
    await killDuring(send, countDone)
    await until('all are done', async () => (await countDone()) === jobs, { within: 300_000, every: 200 })
    const interrupted = await count(`${ofJobs} and tries > 1`)
    console.info(
      `${jobs} jobs, ${kills} kills, ${interrupted} jobs interrupted; ${perSecond(jobs, began)} jobs a second`,
    )
    expect(interrupted).toBeGreaterThan(0)
    const effects = await database.query<{ what: string; n: number; things: number }>(
      `select what, count(*)::int as n, count(distinct thing)::int as things
       from record.work_effect where what in ('first', 'second') group by what order by what`,
    )
    expect(effects).toEqual([
      { what: 'first', n: jobs, things: jobs },
      { what: 'second', n: jobs, things: jobs },
    ])
    const lines = (await readFile(outside, 'utf8')).trim().split('\n')
    const keys = Map.groupBy(
      lines.map((line) => line.split(' ')),
      ([thing]) => thing,
    )
    expect(keys.size).toBe(jobs)
    for (const runs of keys.values()) expect(new Set(runs.map(([, key]) => key)).size).toBe(1)
    const parked = `select count(*) from record.tabularium_job where name = '${never.name}' and state = 'failed'`
    await until('what always fails is parked', async () => (await count(parked)) === 5, { within: 60_000 })
  })

  it('react to each change once, in order for each record; a poisoned record holds up none but itself', async () => {
    const records = Math.ceil(sizeOf({ inCi: 800, long: 100_000 }) / kills)
    const began = performance.now()
    const [bad] = await makeThings([{ label: 'bad', poisoned: 'yes' }])
    const ids = await makeThings(Array.from({ length: records }, (_, index) => ({ label: `thing ${index}` })))
    const changeAll = async (index: number) => {
      for (let start = 0; start < ids.length; start += 500)
        await writer.transact(async (own) => {
          const found = await own.readAll(Thing, ids.slice(start, start + 500))
          await own.updateAll(found.map((thing) => [thing, { value: index + 1 }]))
        })
    }
    const events = records * (kills + 1)
    const countDone = () => count(`select count(*) from record.work_effect where what = 'copy'`)
    await killDuring(changeAll, countDone)
    await until('all are handled', async () => (await countDone()) >= events, { within: 300_000, every: 200 })
    console.info(`${events} events, ${kills} kills; ${perSecond(events, began)} events a second`)
    const [row] = await database.query(
      `select count(*)::int as all, count(distinct (thing, at))::int as distinct,
         count(*) filter (where at <> before + 1)::int as unordered
       from (
         select thing, at, coalesce(lag(at) over (partition by thing order by id), -1) as before
         from record.work_effect where what = 'copy'
       ) as effect`,
    )
    expect(row).toEqual({ all: events, distinct: events, unordered: 0 })
    const held = await database.query(
      `select kind, input ->> 'id' as id, error
       from record.tabularium_job
       where name = '${copy.name}' and state <> 'done'`,
    )
    expect(held).toEqual([{ kind: 'reaction', id: String(bad), error: `Error: The thing ${bad} is poisoned.` }])
  })

  it('send the job of a time once, and make up for times that they missed', async () => {
    const [row] = await database.query<{ times: number; distinct: number }>(
      `select count(*)::int as times, count(distinct at)::int as distinct
       from record.work_effect where what = 'tick' and at % 2 = 0`,
    )
    console.info(`${row?.times ?? 0} times of a schedule`)
    expect(row?.times).toBe(row?.distinct)
    expect(row?.times).toBeGreaterThan(0)
    const jobs = `select count(*) from record.tabularium_job where name = '${tick.name}' and state = 'done'`
    expect(await count(jobs)).toBeGreaterThanOrEqual(row?.times ?? Infinity)
  })
})
