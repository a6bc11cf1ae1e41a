import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { findFault } from '../harness/findFault.ts'
import { canary, changeHidden, fillWorld, Interaction, type Person } from '../harness/hiddenWorld.ts'
import { TwinDatabases, withoutMoments } from '../harness/TwinDatabases.ts'
import type { FuzzRequest } from '../harness/requests.ts'
import { sizeOf } from '../harness/rounds.ts'
import { accountRequest, anyBearer, keyPlace, sessionPlace, wideRequest } from '../harness/wideRequests.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const wanted = sizeOf({ inCi: 2_000, long: 100_000 })
const lot = 500
const together = 16

let pair: TwinDatabases
let people: Person[]
const answered = new Map<string, Map<number, number>>()

beforeAll(async () => {
  pair = await TwinDatabases.start(async (side) => {
    people = await fillWorld(side)
  }, changeHidden)
}, 120_000)

afterAll(async () => {
  await pair.stop()
})

/** A request as one of the people sends it. */
interface Sent {
  readonly person: Person
  readonly request: FuzzRequest
  /** An Authorization header that is not simply the person's own. */
  readonly bearer: string | undefined
}

const anySent = fc.record({
  who: fc.nat(6),
  request: fc.oneof({ weight: 60, arbitrary: wideRequest }, { weight: 1, arbitrary: accountRequest }),
  bearer: fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyBearer }),
})

function someSent(start: number): Sent[] {
  return fc
    .sample(anySent, { seed: seed + start, numRuns: lot })
    .map(({ who, request, bearer }) => ({ person: people[who] as Person, request, bearer }))
}

function toHeaders({ person, request, bearer }: Sent): Record<string, string> {
  const { key, token, byKey } = person
  const said = bearer ?? (byKey && request.session ? `Bearer ${keyPlace}` : undefined)
  const authorization = said?.replaceAll(keyPlace, key).replaceAll(sessionPlace, token)
  return { ...request.headers, ...(authorization === undefined ? {} : { authorization }) }
}

function exchange(one: Sent): Promise<[Reply, Reply]> {
  const { person, request } = one
  const { method, path, body, session } = request
  const cookie = session && !person.byKey ? `session=${person.token}` : null
  return pair.exchange(method, path, { headers: toHeaders(one), cookie, ...(body === undefined ? {} : { body }) })
}

/** What is wrong with a pair of answers. */
function findFaults({ person, request, bearer = '' }: Sent, [left, right]: readonly [Reply, Reply]): string[] {
  const faults = [findFault(request.method, left), findFault(request.method, right)].filter(
    (fault) => fault !== undefined,
  )
  if (withoutMoments(left) !== withoutMoments(right)) faults.push('The answers differ by what nobody may see')
  if (left.text.includes(canary) || right.text.includes(canary)) faults.push('Something is shown that nobody may see')
  const told = [left, right].map(({ status, text }) => `${status} ${text.slice(0, 1_000)}`)
  return faults.map(
    (fault) => `${fault}: ${person.name} sends ${bearer} ${JSON.stringify(request)} → ${told.join(' | ')}`,
  )
}

/** Reads may go together; a write goes alone, or the two services would not do the same in the same order. */
function* inTurns(all: readonly Sent[]): Generator<Sent[]> {
  let reads: Sent[] = []
  for (const one of all) {
    const isRead = one.request.method === 'GET' || /\/(search|aggregate)$/.test(one.request.path)
    if (isRead) reads.push(one)
    if (!isRead || reads.length === together) {
      yield reads
      reads = []
    }
    if (!isRead) yield [one]
  }
  yield reads
}

async function sendTurn(turn: readonly Sent[]): Promise<void> {
  const replies = await Promise.all(turn.map(exchange))
  for (const [index, one] of turn.entries()) {
    const both = replies[index] as [Reply, Reply]
    expect(findFaults(one, both)).toEqual([])
    const { status } = both[0]
    const counts = answered.get(one.person.name) ?? new Map<number, number>()
    answered.set(one.person.name, counts.set(status, (counts.get(status) ?? 0) + 1))
    if (status === 401) await pair.revive(one.person)
  }
}

function tell(count: number): void {
  for (const [name, counts] of answered) {
    const sorted = [...counts].toSorted(([a], [b]) => a - b)
    console.info(`${name}: ${sorted.map(([status, times]) => `${status} × ${times}`).join(', ')}`)
  }
  console.info(`seed ${seed}: ${count} requests to each of two services`)
}

describe(`fuzzing by people with different rights (seed ${seed})`, () => {
  it('no 5xx, no crash, and no answer differs by what the one who asks may not see', async () => {
    let count = 0
    for (; count < wanted; count += lot) for (const turn of inTurns(someSent(count))) await sendTurn(turn)
    tell(count)
    for (const { service } of [pair.left, pair.right]) {
      expect(service.isAlive()).toBe(true)
      expect(service.logs()).not.toContain('internal failure')
    }
    // All were answered in all ways, or the fuzzer does not fuzz what it should.
    for (const { name } of people)
      for (const status of [200, 400, 401, 403, 404])
        expect(answered.get(name)?.get(status) ?? 0, `${name}: HTTP ${status}`).toBeGreaterThan(0)
  })

  it('what was not to be seen was there all the time, and differed', async () => {
    const seen: string[] = []
    for (const { client } of [pair.left, pair.right]) {
      await client.login()
      const replies = [await client.read(Contact, 3), await client.find(Interaction), await client.history(Contact, 3)]
      for (const reply of replies) expect(reply.text).toContain(canary)
      seen.push(replies.map(withoutMoments).join())
    }
    expect(seen[0]).not.toBe(seen[1])
  })
})
