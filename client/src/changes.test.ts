import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changes } from './changes.ts'
import { createClient } from './createClient.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('changes ask a service again after 30 s if it says that it needs longer', async () => {
  const asked: number[] = []
  const restarting = () =>
    Response.json(
      { status: -1, data: { code: 'unavailable', title: 'T', message: 'M' } },
      { status: 503, headers: { 'retry-after': asked.length === 1 ? '120' : '31' } },
    )
  const client = createClient({
    url: '',
    fetch: async () =>
      asked.push(Date.now()) < 3 ? restarting() : Response.json({ status: 0, data: [{ token: 't' }], next: 't' }),
  })
  const first = changes(client, { after: 's' }).next()
  await vi.runAllTimersAsync()
  expect(await first).toEqual({ done: false, value: { token: 't' } })
  const waits = asked.map((at, index) => Math.floor((at - (asked[index - 1] ?? at)) / 1_000))
  expect(waits).toEqual([0, 30, 30])
})
