import { type Client, recordOf } from '../harness/client.ts'
import type { Cluster } from '../harness/Cluster.ts'
import { Contact } from '../harness/contract.ts'
import { pause } from '../harness/poll.ts'

/** Clients that create contacts and change them, and go on while nobody answers. */
export class Writers {
  readonly #clients: readonly Client[]
  /** The highest acknowledged version of each record. */
  readonly #acknowledged = new Map<number, number>()
  #lastOn = performance.now()
  #isOver = false
  count = 0
  refused = 0
  longestPause = 0

  constructor(clients: readonly Client[]) {
    this.#clients = clients
  }

  async run(): Promise<void> {
    await Promise.all(this.#clients.map((client) => this.#write(client)))
    for (const client of this.#clients) client.close()
  }

  stop(): void {
    this.#isOver = true
  }

  async findMissing(cluster: Cluster): Promise<number[]> {
    const rows = await cluster.query<{ id: string; version: number }>(
      `select id, version::int from record.com_example_contacts_contact`,
    )
    const stored = new Map(rows.map(({ id, version }) => [Number(id), version]))
    return [...this.#acknowledged].filter(([id, version]) => (stored.get(id) ?? -1) < version).map(([id]) => id)
  }

  async #write(client: Client): Promise<void> {
    while (!this.#isOver) {
      const made = await client.create(Contact, { firstName: 'U', lastName: 'Upgraded' }).catch(() => undefined)
      if (made?.status !== 200) {
        this.refused += 1
        await pause(50)
        continue
      }
      const { id } = recordOf(made)
      this.#note(id, 0)
      const changed = await client.update(Contact, id, { version: 0, vip: true }).catch(() => undefined)
      if (changed?.status === 200) this.#note(id, 1)
    }
  }

  #note(id: number, version: number): void {
    this.#acknowledged.set(id, version)
    this.count += 1
    const now = performance.now()
    this.longestPause = Math.max(this.longestPause, now - this.#lastOn)
    this.#lastOn = now
  }
}
