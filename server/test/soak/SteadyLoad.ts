import { type Client, recordOf, type Reply } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { pick, randomFrom } from '../harness/random.ts'

/** The most requests under way: more are not sent, as if the clients waited. */
const maxUnderWay = 64
/** How often requests are sent, in milliseconds. */
const tick = 20

/** Reads, searches, updates, creates and deletes at a fixed rate, whether answers come or not. */
export class SteadyLoad {
  readonly failures: string[] = []
  answered = 0
  /** Requests that were due while too many were under way. */
  unsent = 0
  readonly #client: Client
  readonly #random = randomFrom(8)
  readonly #ids: number[] = []
  readonly #underWay = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #written = 0

  constructor(client: Client) {
    this.#client = client
  }

  /** Creates the records that the load is about. */
  async prepare(records: number): Promise<void> {
    for (let n = 0; n < records; n++) this.#ids.push(recordOf(await this.#create()).id)
  }

  start(rate: number): void {
    const start = performance.now()
    let sent = 0
    this.#timer = setInterval(() => {
      for (const due = ((performance.now() - start) / 1_000) * rate; sent < due; sent++) this.#send()
    }, tick)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#underWay)
  }

  #send(): void {
    if (this.#underWay.size >= maxUnderWay) {
      this.unsent += 1
      return
    }
    const sent = this.#request()
      .then((reply) => this.#note(reply))
      .catch((error: unknown) => void this.failures.push(String(error)))
      .finally(() => this.#underWay.delete(sent))
    this.#underWay.add(sent)
  }

  #note({ status, text }: Reply): void {
    this.answered += 1
    // A record may have been deleted meanwhile.
    if (status !== 200 && status !== 404) this.failures.push(`HTTP ${status} ${text.slice(0, 200)}`)
  }

  async #request(): Promise<Reply> {
    const chance = this.#random()
    const id = pick(this.#random, this.#ids)
    if (chance < 0.5) return this.#client.read(Contact, id)
    if (chance < 0.6) return this.#client.find(Contact, '?limit=20')
    if (chance < 0.9) return this.#update(id)
    const created = await this.#create()
    this.#ids.push(recordOf(created).id)
    const [oldest] = this.#ids.splice(0, 1)
    return this.#client.delete(Contact, oldest ?? 0)
  }

  async #update(id: number): Promise<Reply> {
    const current = await this.#client.read(Contact, id)
    if (current.status !== 200) return current
    const data = { version: recordOf(current).version, firstName: `S${this.#written++}` }
    const reply = await this.#client.update(Contact, id, data)
    // Somebody else was first: that is no failure.
    return reply.status === 409 ? current : reply
  }

  #create(): Promise<Reply> {
    const body = { data: { firstName: 'S', lastName: 'Soaked' } }
    const headers = { 'idempotency-key': `soak-${this.#written++}` }
    return this.#client.exchange('PUT', `/ws/rest/${Contact}`, { body, headers })
  }
}
