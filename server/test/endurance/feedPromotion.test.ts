import { afterEach, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { Cluster } from '../harness/Cluster.ts'
import { Contact } from '../harness/contract.ts'
import { FeedReader } from '../harness/FeedReader.ts'
import { migrate } from '../harness/globalSetup.ts'
import { makeKey } from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, manyLoggedIn, startService, type TestService } from '../harness/service.ts'

const promotions = sizeOf({ inCi: 1, long: 10 })
const perPhase = 200

let primary: Cluster
let others: Cluster[] = []
let service: TestService | undefined

afterEach(async () => {
  await service?.stop()
  await Promise.all([primary, ...others].map((cluster) => cluster.stop()))
})

/** Adds a standby, and makes commits wait for it. */
async function addStandby(): Promise<Cluster> {
  const standby = await primary.startStandby()
  await primary.query("alter system set synchronous_standby_names = '*'")
  await primary.query('select pg_reload_conf()')
  await until('the standby is synchronous', async () => {
    const rows = await primary.query("select 1 from pg_stat_replication where sync_state in ('sync', 'quorum')")
    return rows.length > 0
  })
  return standby
}

/** Writers that create contacts and change them, and count what was acknowledged. */
class Writers {
  readonly acknowledged = new Map<number, number>()
  writes = 0
  #isStopped = false

  async run(clients: readonly Client[]): Promise<void> {
    await Promise.all(clients.map((client) => this.#write(client)))
  }

  stop(): void {
    this.#isStopped = true
  }

  async #write(client: Client): Promise<void> {
    while (!this.#isStopped) {
      const made = await client.create(Contact, { firstName: 'P', lastName: 'Promoted' }).catch(() => undefined)
      if (made?.status !== 200) continue
      const { id } = (made.json as unknown as { data: [{ id: number }] }).data[0]
      this.#note(id, 0)
      const changed = await client.update(Contact, id, { version: 0, vip: true }).catch(() => undefined)
      if (changed?.status === 200) this.#note(id, 1)
    }
  }

  #note(id: number, version: number): void {
    this.acknowledged.set(id, version)
    this.writes += 1
  }
}

/** Promotes the standby under load, and returns what the reader that resumed saw of what was acknowledged. */
async function promoteUnderLoad(reader: FeedReader, key: string): Promise<{ writers: Writers; promoted: Cluster }> {
  const promoted = await addStandby()
  others = [promoted]
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${promoted.port}`
  service = await startService(`postgres://postgres@${hosts}/postgres`, { queueTimeout: '2s' })
  const clients = await manyLoggedIn(service, 8)
  const following = reader.run(service.url, key)
  const writers = new Writers()
  const writing = writers.run(clients)
  await until('writes succeed', () => writers.writes >= perPhase, { within: 60_000 })
  await primary.kill()
  await promoted.promote()
  // The new primary waits for no standby: there is none yet.
  await promoted.query('alter system reset synchronous_standby_names')
  await promoted.query('select pg_reload_conf()')
  const before = writers.writes
  await until('writes succeed again', () => writers.writes >= before + perPhase, { within: 60_000 })
  writers.stop()
  await writing
  const isMissing = ([id, version]: readonly [number, number]) => (reader.versions.get(id) ?? -1) < version
  const isDone = () => reader.gone !== undefined || ![...writers.acknowledged].some(isMissing)
  await until('all is delivered', isDone, { within: 20_000 }).catch(() => undefined)
  reader.stop()
  await following
  for (const client of clients) client.close()
  await service.stop()
  service = undefined
  return { writers, promoted }
}

describe(`a synchronous standby that is promoted under load, ${promotions} times`, () => {
  it('a reader that resumes by its token misses nothing, or is told so', async () => {
    primary = await Cluster.start({ durable: true, settings: ['fsync=off'] })
    await migrate(primary.urlOf('postgres'))
    const first = await startService(primary.urlOf('postgres'))
    const session = await loggedIn(first)
    const { token: key } = await makeKey(session, { name: 'follower' })
    session.close()
    await first.stop()
    const told: string[] = []
    for (let round = 0, after = 'start'; round < promotions; round++) {
      const reader = new FeedReader(after)
      const { writers, promoted } = await promoteUnderLoad(reader, key)
      const missing = [...writers.acknowledged].filter(([id, version]) => (reader.versions.get(id) ?? -1) < version)
      if (reader.gone === undefined) expect({ missing, faults: reader.faults }).toEqual({ missing: [], faults: [] })
      else told.push(reader.gone)
      after = reader.gone === undefined ? reader.token : 'start'
      await primary.stop()
      ;[primary, others] = [promoted, []]
    }
    console.info(`${promotions} promotions; told that changes are lost: ${told.length}`)
    expect(told.filter((why) => why !== 'lost')).toEqual([])
  })
})
