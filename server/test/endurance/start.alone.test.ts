import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { loggedIn, startProcess } from '../harness/service.ts'

/** Starts that follow each other are compared: the speed of the machine changes from one moment to the next. */
const [leastSamples, mostSamples, promised] = [5, 15, 4]
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

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

it(`serve answers its first find in less than ${promised} times the start of a bare Fastify with pg`, async () => {
  const samples: { readonly bare: number; readonly whole: number }[] = []
  const ratio = () => median(samples.map(({ bare, whole }) => whole / bare))
  while (samples.length < leastSamples || (ratio() >= promised && samples.length < mostSamples))
    samples.push({ bare: await startBare(), whole: await startWhole() })
  const fast = median(samples.map(({ bare }) => bare)).toFixed(0)
  const slow = median(samples.map(({ whole }) => whole)).toFixed(0)
  console.info(`spawned to first answer: ${slow} ms; a bare Fastify with pg: ${fast} ms; ${ratio().toFixed(2)} times`)
  expect(ratio()).toBeLessThan(promised)
})
