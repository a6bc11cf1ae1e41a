import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, Client } from '../harness/client.ts'
import { runTabularium } from '../harness/commandLine.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type ServiceProcess, startProcess } from '../harness/service.ts'

const samples = 500
/** After each hundred, medians that are so near are enough: more samples would not take them apart. */
const near = 0.02
/** The names are of one length, so that only the existence of one of them could make a difference. */
const known = 'somebody'
const unknown = 'ydobemos'
let database: TestDatabase
let service: ServiceProcess
let client: Client

beforeAll(async () => {
  database = await createDatabase()
  // The administrator of the tests has a cheap hash; this one has the cost of every password.
  await runTabularium(['user', 'add', known, '--password-stdin'], { DATABASE_URL: database.url }, admin.password)
  service = await startProcess(database.url)
  client = new Client(service.url)
})

afterAll(async () => {
  client.close()
  await service.stop()
  await database.drop()
})

/** The duration of one refused login. */
async function timeOf(username: string): Promise<number> {
  const start = performance.now()
  const { status } = await client.exchange('POST', '/callback', {
    body: { username, password: 'wrong-horse-battery' },
  })
  const time = performance.now() - start
  expect(status).toBe(401)
  return time
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

/** How much longer one takes than the other, as a part of it. */
function differenceOf({ known, unknown }: Readonly<Record<'known' | 'unknown', readonly number[]>>): number {
  return Math.abs(medianOf(unknown) / medianOf(known) - 1)
}

describe(`a login with an unknown user and one with a wrong password, up to ${samples} times each in turns`, () => {
  it('take the same time: their medians are within 5 %', async () => {
    for (let n = 0; n < 10; n++) await timeOf(n % 2 === 0 ? known : unknown)
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let n = 1; n <= samples; n++) {
      for (const who of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
        times[who].push(await timeOf(who === 'known' ? known : unknown))
      if (n % 100 === 0 && differenceOf(times) < near) break
    }
    const [wrong, nobody] = [medianOf(times.known), medianOf(times.unknown)]
    console.info(`wrong password ${wrong.toFixed(2)} ms, unknown user ${nobody.toFixed(2)} ms`)
    expect(differenceOf(times)).toBeLessThan(0.05)
  })
})
