import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveMany, search } from '../harness/actions.ts'
import { type Client, recordsOf, type RecordJson, type Reply } from '../harness/client.ts'
import { Cluster } from '../harness/Cluster.ts'
import { Contact } from '../harness/contract.ts'
import { migrate } from '../harness/globalSetup.ts'
import { until } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { manyLoggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'

const times = sizeOf({ inCi: 3, long: 20 })
const own = 20
let cluster: Cluster
let service: ServiceProcess
let clients: Client[]

beforeAll(async () => {
  cluster = await Cluster.start({ durable: true })
  await migrate(cluster.urlOf('postgres'))
  service = await startProcess(cluster.urlOf('postgres'))
  clients = await manyLoggedIn(service, 8)
})

afterAll(async () => {
  for (const client of clients) client.close()
  await service.stop()
  await cluster.stop()
})

/** One client that changes all its records in each call, and adds one more: each call has a value of its own. */
class Worker {
  readonly #client: Client
  readonly #name: string
  #records: RecordJson[] = []
  #value = 0
  calls = 0
  unknown = 0
  notApplied = 0
  repeated = 0
  readonly faults: string[] = []

  constructor(client: Client, name: string) {
    this.#client = client
    this.#name = name
  }

  async prepare(): Promise<void> {
    const people = Array.from({ length: own }, () => ({ firstName: '0', lastName: this.#name }))
    this.#records = recordsOf(await saveMany(this.#client, Contact, people))
  }

  async step(): Promise<void> {
    const firstName = String(++this.#value)
    const changed = this.#records.map(({ id, version }) => ({ id, version, firstName }))
    const sent = [...changed, { firstName, lastName: `${this.#name}-extra` }]
    const keyed = this.#value % 2 === 0
    const headers = keyed ? { 'idempotency-key': `${this.#name}-${firstName}` } : {}
    const send = () => saveMany(this.#client, Contact, sent, { headers })
    const reply = await send()
    if (reply.status === 200) this.#accept(reply)
    else if (reply.status !== 503) throw unexpected(reply)
    else if (keyed) await this.#repeat(send)
    else await this.#examine(reply, firstName)
  }

  #accept(reply: Reply): void {
    this.#records = recordsOf(reply).slice(0, own)
    this.calls++
  }

  /** With a key the same request may be sent until it is answered: it is applied once. */
  async #repeat(send: () => Promise<Reply>): Promise<void> {
    const reply = await until('the call is answered', async () => toAnswered(await send()), { within: 30_000 })
    if (reply.status !== 200) throw unexpected(reply)
    const versions = recordsOf(reply).map(({ version }) => version)
    const due = [...this.#records.map(({ version }) => version + 1), 0]
    if (versions.join() !== due.join())
      this.faults.push(`${this.#name}: versions ${versions.join()} instead of ${due.join()}`)
    this.repeated++
    this.#accept(reply)
  }

  /** After an unknown outcome: either all of the call is applied, or nothing. */
  async #examine(reply: Reply, value: string): Promise<void> {
    const { outcome } = reply.json?.data as { outcome?: string }
    const now = await until('the records can be read again', () => this.#read(this.#name), { within: 30_000 })
    const extra = await until('the rest can be read again', () => this.#read(`${this.#name}-extra`), { within: 30_000 })
    const kept = [...now, ...extra].filter(({ firstName }) => firstName === value).length
    if (kept !== 0 && kept !== own + 1)
      this.faults.push(`${this.#name} ${value}: ${kept} of ${own + 1} writes were kept`)
    if (kept !== 0 && outcome === 'not-applied')
      this.faults.push(`${this.#name} ${value}: was kept, although it was said not to be applied`)
    if (outcome === 'unknown') this.unknown++
    else this.notApplied++
    this.#records = now
  }

  async #read(lastName: string): Promise<RecordJson[] | undefined> {
    const data = { criteria: [{ fieldName: 'lastName', operator: '=', value: lastName }] }
    const body = { data, fields: ['firstName'], sortBy: ['-id'], limit: 1_000, total: false }
    const reply = await search(this.#client, Contact, body)
    return reply.status === 200 ? recordsOf(reply) : undefined
  }
}

function toAnswered(reply: Reply): Reply | undefined {
  return reply.status === 503 || reply.status === 409 ? undefined : reply
}

function unexpected({ status, text }: Reply): Error {
  return new Error(`An answer that nobody expects: HTTP ${status} ${text.slice(0, 300)}`)
}

describe(`the database, killed ${times} times in the middle of bulk calls`, () => {
  it('keeps all of a call or nothing of it, and says which if it is known', async () => {
    const workers = clients.map((client, n) => new Worker(client, `Worker${n}`))
    for (const worker of workers) await worker.prepare()
    let stopped = false
    const running = workers.map(async (worker) => {
      while (!stopped) await worker.step()
    })
    const sum = (count: (worker: Worker) => number) => workers.reduce((total, worker) => total + count(worker), 0)
    const grows = (what: string, count: (worker: Worker) => number, by: number) => {
      const before = sum(count)
      return until(what, () => sum(count) >= before + by, { within: 40_000, every: 5 })
    }
    for (let time = 0; time < times; time++) {
      await grows('calls succeed', ({ calls }) => calls, 8)
      await cluster.kill()
      await cluster.restart()
    }
    await grows('calls succeed', ({ calls }) => calls, 8)
    stopped = true
    await Promise.all(running)
    console.info(
      `${sum(({ calls }) => calls)} calls, ${sum(({ unknown }) => unknown)} with unknown outcome, ` +
        `${sum(({ notApplied }) => notApplied)} not applied, ${sum(({ repeated }) => repeated)} repeated by their keys`,
    )
    expect(workers.flatMap(({ faults }) => faults)).toEqual([])
    expect(sum(({ unknown, notApplied, repeated }) => unknown + notApplied + repeated)).toBeGreaterThanOrEqual(times)
    expect(service.isAlive()).toBe(true)
    expect(service.logs()).not.toContain('internal failure')
  })
})
