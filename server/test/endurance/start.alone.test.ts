import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { loggedIn, startProcess } from '../harness/service.ts'

const samples = 5
let database: TestDatabase

beforeAll(async () => {
  // The promise is about a start without anything compiled by other tests.
  vi.stubEnv('NODE_COMPILE_CACHE', undefined)
  database = await createDatabase()
})

afterAll(() => database.drop())

/** What any service on these parts must do: load the web framework and the driver, connect, ask and listen. */
const bareService = `
import Fastify from 'fastify'
import pg from 'pg'
const client = new pg.Client(process.env.DATABASE_URL)
await client.connect()
await client.query('select 1')
await Fastify().listen({ port: 0 })
console.log('serving')`

/** How many milliseconds a bare service takes until it listens. */
async function startBare(): Promise<number> {
  const cwd = fileURLToPath(import.meta.resolve('../..'))
  const env = { DATABASE_URL: database.url }
  const start = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '-e', bareService], { cwd, env, stdio: 'pipe' })
  await once(child.stdout, 'data')
  const took = performance.now() - start
  child.kill('SIGKILL')
  return took
}

/** How many milliseconds the service takes until somebody has logged in and found something. */
async function startWhole(): Promise<number> {
  const start = performance.now()
  const service = await startProcess(database.url)
  const client = await loggedIn(service)
  expect((await client.find(Contact)).status).toBe(200)
  const took = performance.now() - start
  client.close()
  // A process that ends by itself keeps what it has compiled for the next one.
  await service.stop()
  return took
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity

it('serve answers its first find in less than 4 times what a bare Fastify with pg takes to start', async () => {
  const bare: number[] = []
  const whole: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    bare.push(await startBare())
    whole.push(await startWhole())
  }
  const ratio = median(whole) / median(bare)
  const [slow, fast] = [median(whole).toFixed(0), median(bare).toFixed(0)]
  console.info(`spawned to first answer: ${slow} ms; a bare Fastify with pg: ${fast} ms; ${ratio.toFixed(2)} times`)
  expect(ratio).toBeLessThan(4)
})
