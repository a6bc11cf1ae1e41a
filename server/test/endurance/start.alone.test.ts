import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { loggedIn, startProcess } from '../harness/service.ts'

let database: TestDatabase

beforeAll(async () => {
  // The promise is about a start without anything compiled before.
  vi.stubEnv('NODE_COMPILE_CACHE', undefined)
  database = await createDatabase()
})

afterAll(() => database.drop())

it('serve answers within a second of its start: the process is spawned, a user logs in and finds', async () => {
  const times: number[] = []
  for (let attempt = 0; attempt < 5; attempt++) {
    const start = performance.now()
    const service = await startProcess(database.url)
    const client = await loggedIn(service)
    expect((await client.find(Contact)).status).toBe(200)
    times.push(performance.now() - start)
    client.close()
    await service.stop()
  }
  const median = times.toSorted((a, b) => a - b)[2] ?? Infinity
  console.info(
    `start to first answer: ${times.map((time) => time.toFixed(0)).join(', ')} ms, median ${median.toFixed(0)} ms`,
  )
  expect(median).toBeLessThan(1_000)
})
