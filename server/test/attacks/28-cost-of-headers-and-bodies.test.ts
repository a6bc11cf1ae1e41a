import { describe, expect, it } from 'vitest'
import { Contact, refusal, shown } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const path = `/ws/rest/${Contact}`

/** The processor time that something takes in this process, where the service runs, in milliseconds. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

describe('a header that is as long as may be', () => {
  const long = 15_000
  it.each([
    ['authorization', `Bearer${' '.repeat(long)}x y`],
    ['authorization', `Bearer ${'tab_'.repeat(long / 4)}`],
    ['cookie', 'session='.repeat(long / 8)],
    ['cookie', `session${' ;'.repeat(long / 2)}`],
    ['x-forwarded-for', '[]:1'.repeat(long / 4)],
    ['if-match', `"3"${' '.repeat(long)}x`],
    ['if-none-match', ', W/'.repeat(long / 4)],
    ['content-type', `application/json;${' '.repeat(long)}charset`],
  ])('costs next to nothing: %s', async (name, value) => {
    const send = () => stage.client.exchange('GET', path, { cookie: null, headers: { [name]: value } })
    await send()
    expect(await costOf(send)).toBeLessThan(100)
  })
})

describe('a malformed key beside a cookie', () => {
  it.each(['Bearer', 'Bearer x y', 'bearer   '])('%j: the cookie does not count', async (authorization) => {
    const reply = await stage.client.exchange('GET', path, { headers: { authorization } })
    expect(shown(reply)).toEqual(refusal('session-required'))
  })
})
