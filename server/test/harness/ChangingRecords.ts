import { saveMany } from './actions.ts'
import { type Client, recordOf, recordsOf, type Reply } from './client.ts'
import { Contact } from './contract.ts'
import { pick } from './random.ts'

/** The earliest and the latest time at which something can have happened. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * What is known about one record: when it was created, when it was deleted, and when its position in a sort may have
 * changed.
 */
interface Life {
  readonly born: Span
  version: number
  moves: Span[]
  died?: Span
  /** A client is writing it. Only one at a time may, so that the result is known. */
  busy: boolean
}

const credits = [null, '0', '1', '1.50', '2', '1000']

/** Records that are created, updated (also in their sort fields) and deleted without a pause. */
export class ChangingRecords {
  readonly #lives = new Map<number, Life>()
  readonly #random: () => number
  readonly #companies: readonly number[]
  #stopped = false
  writes = 0

  constructor(random: () => number, companies: readonly number[]) {
    this.#random = random
    this.#companies = companies
  }

  /** Creates the first records. */
  async prepare(client: Client, count: number): Promise<void> {
    for (let made = 0; made < count; made += 1_000) {
      const start = performance.now()
      const records = Array.from({ length: Math.min(1_000, count - made) }, () => this.#newRecord())
      const reply = await saveMany(client, Contact, records)
      for (const { id } of recordsOf(reply)) this.#add(id, { start, end: performance.now() })
    }
  }

  /** Each client writes until it is stopped. */
  async run(clients: readonly Client[]): Promise<void> {
    await Promise.all(clients.map((client) => this.#runOne(client)))
  }

  stop(): void {
    this.#stopped = true
  }

  /**
   * The records that existed from before the start until after the end, without those whose position may have changed,
   * unless moves do not matter.
   */
  steady({ start, end }: Span, whateverMoves: boolean): number[] {
    return [...this.#lives]
      .filter(([, { born, died, moves, busy }]) => {
        if (busy || born.end >= start || (died && died.start <= end)) return false
        return whateverMoves || moves.every((move) => move.end < start || move.start > end)
      })
      .map(([id]) => id)
  }

  async #runOne(client: Client): Promise<void> {
    const ids = [...this.#lives.keys()]
    while (!this.#stopped) {
      const chance = this.#random()
      if (chance < 0.15) ids.push(await this.#insert(client))
      else await this.#change(client, pick(this.#random, ids), chance < 0.3)
      this.writes++
    }
  }

  async #insert(client: Client): Promise<number> {
    const start = performance.now()
    const { id } = recordOf(await client.create(Contact, this.#newRecord()))
    this.#add(id, { start, end: performance.now() })
    return id
  }

  async #change(client: Client, id: number, remove: boolean): Promise<void> {
    const life = this.#lives.get(id)
    if (!life || life.died || life.busy) return
    life.busy = true
    const start = performance.now()
    const { version } = life
    // Half of the updates do not touch sort fields: they must never make a record appear twice or disappear.
    const move = this.#random() < 0.5
    const change = move ? this.#newRecord() : { phone: `${Math.floor(this.#random() * 1e6)}` }
    const reply = await (remove
      ? client.delete(Contact, id, version)
      : client.update(Contact, id, { version, ...change }))
    requireSuccess(reply)
    const span = { start, end: performance.now() }
    if (remove) life.died = span
    else life.version += 1
    if (!remove && move) life.moves.push(span)
    life.busy = false
  }

  #newRecord(): object {
    const company = this.#random() < 0.2 ? null : { id: pick(this.#random, this.#companies) }
    const firstName = `N${Math.floor(this.#random() * 100)}`
    return { firstName, lastName: 'Moving', credit: pick(this.#random, credits), company }
  }

  #add(id: number, born: Span): void {
    this.#lives.set(id, { born, version: 0, moves: [], busy: false })
  }
}

function requireSuccess({ status, text }: Reply): void {
  if (status !== 200) throw new Error(`A write failed: HTTP ${status} ${text.slice(0, 300)}`)
}
