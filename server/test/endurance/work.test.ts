import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../src/command/loadDeclared.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { runTabularium } from '../harness/commandLine.ts'
import { openWork, type OpenWork } from '../harness/openWork.ts'
import { until } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { WorkProcess } from '../harness/WorkProcess.ts'
import { copy, stamp, Thing } from './workModels/logic.ts'

const models = fileURLToPath(new URL('workModels', import.meta.url))
const kills = sizeOf({ inCi: 5, long: 100 })
let database: TestDatabase
let folder: string
let outside: string
/** What writes records and sends jobs; it does no work itself. */
let writer: OpenWork
let processes: WorkProcess[] = []

beforeAll(async () => {
  database = await createDatabase({ empty: true })
  await runTabularium(['migrate', 'apply', '--models', models], { DATABASE_URL: database.url })
  folder = await mkdtemp(join(tmpdir(), 'tabularium-work-'))
  outside = join(folder, 'outside')
  const declared = await loadDeclared(models)
  writer = openWork(database.url, declared.models, [])
  processes = [0, 1].map(() => new WorkProcess(database.url, models, { WORK_OUTSIDE: outside }))
  await Promise.all(processes.map((one) => one.start()))
}, 120_000)

afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()))
  await writer.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

/** Kills one of the two processes after the other while the work is done, and waits for its end. */
async function killWhile(isDone: () => Promise<boolean>, within: number): Promise<number> {
  let killed = 0
  await until(
    'all is done',
    async () => {
      const one = processes[killed % processes.length]
      if (one && killed < kills) {
        await one.kill()
        killed += 1
        await one.start()
      }
      return isDone()
    },
    { within, every: 200 },
  )
  return killed
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

describe('processes that are killed again and again', () => {
  it('run each job to its end: its effects on records once, those outside at least once with one key', async () => {
    const jobs = sizeOf({ inCi: 300, long: 10_000 })
    const things = Array.from({ length: jobs }, (_, index) => 1_000_000 + index)
    for (let start = 0; start < jobs; start += 100)
      await writer.transact(async (records) => {
        await Promise.all(things.slice(start, start + 100).map((thing) => records.later(stamp, { thing })))
      })
    const open = `select count(*) from record.tabularium_job where name = '${stamp.name}' and state <> 'done'`
    const killed = await killWhile(async () => (await count(open)) === 0, 60_000 + jobs * 60 + kills * 8_000)
    expect(killed).toBeGreaterThanOrEqual(1)
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
  })

  it('react to each change once, in order for each record; a poisoned record holds up none but itself', async () => {
    const [records, rounds] = [sizeOf({ inCi: 200, long: 1_000 }), sizeOf({ inCi: 10, long: 100 })]
    const labels = Array.from({ length: records }, (_, index) => ({ label: `thing ${index}` }))
    const ids = await makeThings(labels)
    const [bad] = await makeThings([{ label: 'bad', poisoned: 'yes' }])
    const writing = (async () => {
      for (let round = 1; round <= rounds; round++)
        for (let start = 0; start < ids.length; start += 100)
          await writer.transact(async (own) => {
            const found = await own.readAll(Thing, ids.slice(start, start + 100))
            await own.updateAll(found.map((thing) => [thing, { value: round }]))
          })
    })()
    const events = records * (rounds + 1)
    const done = `select count(*) from record.work_effect where what = 'copy'`
    const killed = await killWhile(async () => (await count(done)) >= events, 60_000 + events * 20 + kills * 8_000)
    await writing
    expect(killed).toBeGreaterThanOrEqual(1)
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
})
