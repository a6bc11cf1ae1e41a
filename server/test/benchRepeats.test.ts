import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BenchDatabase } from '../bench/sides/BenchDatabase.ts'
import { LoadClient } from '../bench/sides/LoadClient.ts'
import { measureRounds, mostRepeats, type Schedule } from '../bench/sides/measure.ts'
import { pgbenchSide } from '../bench/sides/pgbenchSide.ts'
import { showRepeats } from '../bench/sides/showReport.ts'
import type { Side } from '../bench/sides/Side.ts'
import { until } from './harness/poll.ts'

const run = promisify(execFile)
const schedule: Schedule = { rounds: 1, seconds: 1, connections: [2], works: ['read'], grace: 3_000 }
const result = { rate: 100, p50: 1, p99: 2, errors: 0 }

let database: BenchDatabase
beforeAll(async () => {
  database = await BenchDatabase.prepare({ records: 100, sessions: 10 })
})
afterAll(() => database?.stop())

/** A side whose runs have these results, one after the other. */
function sideOf(...runs: (() => Promise<typeof result>)[]): Side {
  const next = () => runs.shift()?.() ?? Promise.resolve(result)
  const stub = { name: 'stub', works: ['read'] as const, pids: [], clientPid: undefined }
  return { ...stub, prepare: () => Promise.resolve({ run: next }), stop: () => Promise.resolve() }
}

function fail(): Promise<never> {
  return Promise.reject(new Error('the disk is full'))
}

/** The process of pgbench that this test file has started, as soon as there is one. */
function findPgbench(): Promise<number> {
  return until('pgbench runs', async () => {
    const { stdout } = await run('ps', ['-o', 'pid=,comm=', '--ppid', `${process.pid}`])
    return Number(/^ *(\d+) pgbench$/m.exec(stdout)?.[1] ?? 0)
  })
}

describe('a sample of the benchmark', () => {
  it('is taken again if pgbench stalls, and the report says so', async () => {
    const measuring = measureRounds([pgbenchSide(database)], database, schedule, () => {})
    const pid = await findPgbench()
    process.kill(pid, 'SIGSTOP')
    const [measure] = await measuring
    expect(measure?.samples).toEqual([expect.objectContaining({ errors: 0 })])
    expect(measure?.repeats).toEqual(['pgbench stalled and was ended after 5.0 s'])
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(showRepeats(measure ? [measure] : [])).toBe(
      'repeated samples: 1\n  pgbench, read at 2: pgbench stalled and was ended after 5.0 s',
    )
  })

  it('is taken again if the load process stalls', async () => {
    const client = new LoadClient()
    process.kill(client.pid, 'SIGSTOP')
    const load = { ports: [1], connections: 0, seconds: 0.1, leadIn: 0, requests: [] }
    await expect(client.prepare(load, 500)).rejects.toThrow('The load stalled and was ended after 0.5 s.')
    const again = await client.prepare(load, 10_000)
    expect(await again()).toMatchObject({ errors: 0 })
    await client.stop()
  })

  it('is taken again if it failed, answered nothing or did something else', async () => {
    const nothing = () => Promise.resolve({ ...result, rate: 0 })
    const [measure] = await measureRounds([sideOf(fail, nothing)], database, schedule, () => {})
    expect(measure?.repeats).toEqual(['the disk is full', 'nothing was answered in its time'])
    expect(measure?.samples.map(({ rate }) => rate)).toEqual([100])
  })

  it('ends the benchmark if it fails again and again, or if a request is refused', async () => {
    const always = sideOf(...Array.from({ length: mostRepeats + 1 }, () => fail))
    await expect(measureRounds([always], database, schedule, () => {})).rejects.toThrow('the disk is full')
    const told: string[] = []
    const refused = sideOf(() => Promise.resolve({ ...result, errors: 2, firstError: 'HTTP 500' }))
    const measuring = measureRounds([refused], database, schedule, (line) => told.push(line))
    await expect(measuring).rejects.toThrow('stub refused 2 requests of read: HTTP 500')
    expect(told).toEqual(['a round that does not count …'])
  })

  it('is not repeated if it succeeded', () => {
    expect(showRepeats([{ side: 'pgbench', work: 'read', connections: 1, repeats: [] }])).toBe('repeated samples: none')
  })
})
