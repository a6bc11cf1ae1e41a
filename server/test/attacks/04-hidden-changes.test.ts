import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf } from '../harness/client.ts'
import { OracleProbe } from '../harness/OracleProbe.ts'
import { until } from '../harness/poll.ts'
import { TwinServices } from '../harness/TwinServices.ts'
import { Badge, Case, fillVault, type Onlooker, onlookers, Person, Team, vault } from '../harness/vault.ts'

interface Page {
  readonly data: readonly { readonly model: string; readonly id: number }[]
  readonly next: string
  readonly more: boolean
}

/** Fills a database, and waits until the feed has all of it: the copies then have the same mark. */
async function fill(admin: Client, onlooker: Onlooker): Promise<number> {
  const userId = await fillVault(admin, onlooker)
  const last = recordOf(await admin.create(Team, { name: 'last' }))
  await until('all is released', async () => {
    const { json } = await admin.exchange('GET', `/ws/changes?models=${Team}&after=start`)
    return (json?.data as Page['data']).some(({ id }) => id === last.id)
  })
  return userId
}

let differing = 0

afterAll(() => {
  expect(differing).toBeGreaterThan(0)
})

describe.each(onlookers)('somebody $name', (onlooker) => {
  let mirror: TwinServices
  let inquiry: OracleProbe

  beforeAll(async () => {
    mirror = await TwinServices.open(vault, (admin) => fill(admin, onlooker), onlooker.change)
    inquiry = new OracleProbe(mirror)
  })

  afterAll(async () => {
    // Last, because a login is a write, too.
    const [left, right] = await mirror.askAsAdmin('GET', `/ws/changes?models=${Person},${Team}&after=start`)
    if (left.text !== right.text) differing += 1
    expect(mirror.logs()).not.toContain('internal failure')
    await mirror.close()
  })

  it('gets the same changes from two databases that differ in what they do not see, to the byte', async () => {
    const readable = [Person, Team, Badge, Case]
    for (const models of ['', ...readable.map((model) => `&models=${model}`)])
      for (const how of ['limit=20', 'limit=1000', 'limit=50&record=now&tokens=true']) {
        let [next, events] = ['start', 0]
        for (let more = true; more; ) {
          const reply = await inquiry.ask('GET', `/ws/changes?after=${next}&${how}${models}`)
          if (reply.status !== 200) break
          const page = reply.json as unknown as Page
          ;({ next, more } = page)
          events += page.data.length
        }
        if (models.endsWith(Person)) expect(events).toBeGreaterThan(20)
      }
    await inquiry.ask('GET', '/ws/changes')
  })
})
