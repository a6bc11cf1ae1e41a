import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../harness/client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { MailServer } from '../harness/MailServer.ts'
import { until } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { sendingMails } from '../harness/sendingMails.ts'
import { type ServiceProcess, startProcess } from '../harness/service.ts'

const pairs = sizeOf({ inCi: 200, long: 1_000 })
/** Of two kinds that are alike, one is slower in half of the comparisons; so much more or less is chance. */
const chance = sizeOf({ inCi: 0.09, long: 0.025 })
/** What a busy machine adds is gone in another round; a difference is there in each. */
const rounds = 3

let database: TestDatabase
let mails: MailServer
let service: ServiceProcess
let client: Client

beforeAll(async () => {
  database = await createDatabase()
  await database.query(
    `insert into record.tabularium_user (id, version, created_on, updated_on, username, email, email_verified_on)
    select nextval('record.tabularium_user_ids'), 0, now(), now(), 'known' || n, 'known' || n || '@example.com', now()
    from generate_series(1, $1) as n`,
    [pairs * rounds],
  )
  mails = await MailServer.start()
  service = await startProcess(database.url, { ...sendingMails, smtpUrl: mails.url, mailRate: '1000000' })
  client = new Client(service.url)
})

afterAll(async () => {
  client.close()
  await service.stop()
  await mails.stop()
  await database.drop()
})

interface Times {
  readonly answers: number[]
  readonly next: number[]
}

/** How long the answer takes, and the next one of the same process. */
async function ask(username: string, { answers, next }: Times): Promise<void> {
  const start = performance.now()
  const { status } = await client.exchange('POST', '/ws/password/forgotten', { body: { username } })
  const answered = performance.now()
  await client.exchange('POST', '/callback', { body: { username: 'nobody', password: '' } })
  answers.push(answered - start)
  next.push(performance.now() - answered)
  expect(status).toBe(200)
}

/** How often a time of the one kind is longer than one of the other. */
function slower(one: readonly number[], other: readonly number[]): number {
  const sorted = other.toSorted((a, b) => a - b)
  const below = (time: number) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? 0) < time) low = middle + 1
      else high = middle
    }
    return low
  }
  return one.reduce((sum, time) => sum + below(time), 0) / (one.length * other.length)
}

async function compare(round: number): Promise<number[]> {
  const [known, unknown]: Times[] = [
    { answers: [], next: [] },
    { answers: [], next: [] },
  ]
  if (!known || !unknown) throw new TypeError('Two kinds are compared.')
  for (let n = 1; n <= pairs; n++) {
    const number = round * pairs + n
    const turns = [() => ask(`known${number}`, known), () => ask(`wonkn${number}`, unknown)]
    for (const turn of n % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  return [slower(known.answers, unknown.answers), slower(known.next, unknown.next)]
}

describe(`a forgotten password of known and of unknown users, ${pairs} times each in turns`, () => {
  it('tells nobody apart: neither by the time of the answer, nor by that of the next one', async () => {
    let told: number[] = []
    for (let round = 0; round < rounds; round++) {
      told = await compare(round)
      console.info(`known slower: answers ${told[0]?.toFixed(3)}, next answers ${told[1]?.toFixed(3)}`)
      if (told.every((part) => Math.abs(part - 0.5) <= chance)) break
    }
    for (const part of told) expect(Math.abs(part - 0.5)).toBeLessThanOrEqual(chance)
    await until('a mail arrives', () => mails.arrived.length > 0)
  })
})
