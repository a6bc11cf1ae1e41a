import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { admin, Client, recordOf, type Reply } from './harness/client.ts'
import { Contact, refusal, shown } from './harness/contract.ts'
import { timed } from './harness/timed.ts'
import { useService } from './harness/useService.ts'

const stage = useService()

describe('more logins at once than can be hashed', () => {
  it('some wait, the others are refused at once, and other requests are not affected', timed, async () => {
    // The administrator of the tests has a cheap hash; this user has the cost of every password.
    const somebody = { username: `ada-${randomUUID()}`, password: admin.password }
    recordOf(await stage.client.create('tabularium.User', { ...somebody, name: 'Ada' }))
    const flood = new Client(stage.service.url, 400)
    const attempt = (n: number) =>
      flood.exchange('POST', '/callback', {
        body: n % 2 === 0 ? somebody : { ...somebody, username: `nobody-${n}` },
        cookie: null,
      })
    let open = true
    const replies = Promise.all(Array.from({ length: 400 }, (_, n) => attempt(n))).finally(() => (open = false))
    const times: number[] = []
    while (open) {
      const start = performance.now()
      expect((await stage.client.find(Contact, '?limit=1')).status).toBe(200)
      times.push(performance.now() - start)
    }
    const answered = Map.groupBy(await replies, ({ status }: Reply) => status)
    expect([...answered.keys()].toSorted()).toEqual([200, 401, 503])
    // Logins that wait, and those that are being checked.
    expect(400 - (answered.get(503)?.length ?? 0)).toBeGreaterThanOrEqual(100)
    for (const reply of answered.get(503) ?? []) {
      expect(shown(reply)).toEqual(
        refusal('unavailable', {
          data: { message: 'Too many users are logging in at the moment. Send the request again.' },
        }),
      )
      expect(reply.headers['retry-after']).toBe('1')
    }
    expect(times.length).toBeGreaterThan(10)
    expect(Math.max(...times)).toBeLessThan(3_000)
    expect((await stage.client.login()).status).toBe(200)
    flood.close()
  })
})
