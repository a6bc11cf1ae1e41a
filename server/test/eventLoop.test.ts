import { expect, it } from 'vitest'
import { Contact } from './harness/contract.ts'
import { timed } from './harness/timed.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
let count = 0

function newContacts(): object[] {
  const batch = ++count
  return Array.from({ length: 1_000 }, (_, index) => ({ firstName: 'Ada', lastName: `${batch} ${index}` }))
}

/** The longest time in which the event loop, which the service shares with the test, did nothing but one thing. */
async function longestPause(work: () => Promise<{ status: number }>): Promise<number> {
  let [longest, last, isRunning] = [0, performance.now(), true]
  const tick = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (isRunning) setImmediate(tick)
  }
  setImmediate(tick)
  const { status } = await work()
  isRunning = false
  expect(status).toBe(200)
  return longest
}

/** The least of several: a busy machine makes pauses longer, and none shorter. */
async function least(work: () => Promise<{ status: number }>): Promise<number> {
  const pauses: number[] = []
  for (let run = 0; run < 5; run++) pauses.push(await longestPause(work))
  return Math.min(...pauses)
}

it('a dry run of 1,000 records keeps others waiting about as long as the write itself', timed, async () => {
  const path = `/ws/rest/${Contact}`
  const write = () => stage.client.exchange('POST', path, { body: { records: newContacts() } })
  const dryRun = () => stage.client.exchange('POST', `${path}?dryRun=true`, { body: { records: newContacts() } })
  const dryTransaction = () =>
    stage.client.exchange('POST', '/ws/transaction?dryRun=true', {
      body: { data: newContacts().map((record) => ({ create: Contact, record })) },
    })
  const usual = await least(write)
  expect((await least(dryRun)) / usual).toBeLessThan(10)
  expect((await least(dryTransaction)) / usual).toBeLessThan(10)
})
