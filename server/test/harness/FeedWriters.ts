import { Client } from 'pg'
import { Contact } from './contract.ts'
import { pause } from './poll.ts'
import { randomFrom } from './random.ts'

/** Ids that the service does not give out in a test. */
const firstId = 10_000_000
const [records, perStatement] = [1_000, 25]

/**
 * Writers of the journal that do what the statements of the service do, only more of it: they lock records in any
 * order, write several times in a transaction, use savepoints, roll back, and some transactions take 3 s.
 */
export class FeedWriters {
  readonly #url: string
  readonly #random: () => number
  #isStopped = false
  #slow = 0
  /** With so many rows they wait: otherwise they would write without end while something is restarted. */
  most = Infinity
  /** How many rows were committed, as far as the writers know. */
  rows = 0
  /** How many transactions and savepoints were rolled back. */
  rollbacks = 0
  /** How many transactions took 3 s. */
  slow = 0

  constructor(url: string, seed: number) {
    this.#url = url
    this.#random = randomFrom(seed)
  }

  async prepare(): Promise<void> {
    const client = await this.#connect()
    await client.query(`create table public.followed (id bigint primary key, version integer not null)`)
    await client.query(`insert into public.followed select ${firstId} + n, -1 from generate_series(1, ${records}) as n`)
    await client.end()
  }

  /** Writes until it is stopped; the first of the writers is slow now and then. */
  async run(writers: number, slowOnes: number): Promise<void> {
    this.#slow = slowOnes
    await Promise.all(Array.from({ length: writers }, (_, index) => this.#write(index === 0)))
  }

  stop(): void {
    this.#isStopped = true
  }

  async #write(mayBeSlow: boolean): Promise<void> {
    while (!this.#isStopped) {
      // PostgreSQL is killed in these tests: a writer connects again.
      const client = await this.#connect().catch(() => undefined)
      if (!client) {
        await pause(20)
        continue
      }
      try {
        while (!this.#isStopped)
          if (this.rows < this.most) await this.#transact(client, mayBeSlow && this.#slow > 0)
          else await pause(20)
      } catch {
        // A deadlock, or the server is gone: whatever was not committed is not there.
      }
      await client.end().catch(() => undefined)
    }
  }

  async #transact(client: Client, isSlow: boolean): Promise<void> {
    let rows = 0
    await client.query('begin')
    for (let statements = 1 + Math.floor(this.#random() * 3); statements > 0; statements--) {
      const isUndone = this.#random() < 0.2
      if (isUndone) await client.query('savepoint before')
      const written = await this.#change(client)
      if (isUndone) await client.query('rollback to savepoint before')
      if (isUndone) this.rollbacks += 1
      else rows += written
    }
    if (isSlow) {
      await client.query('select pg_sleep(3)')
      // One that a crash has ended is tried again.
      this.#slow -= 1
      this.slow += 1
    }
    const isCommitted = this.#random() >= 0.1
    await client.query(isCommitted ? 'commit' : 'rollback')
    if (isCommitted) this.rows += rows
    else this.rollbacks += 1
  }

  /** A statement like an update of the service: the journal's rows come from what the update returned. */
  async #change(client: Client): Promise<number> {
    const from = firstId + 1 + Math.floor(this.#random() * records)
    const { rowCount } = await client.query(
      `with changed as (
         update public.followed set version = version + 1 where id between $1 and $2 returning id, version
       )
       insert into tabularium.journal (model, record, version, operation, request_id, changes)
       select models.number, changed.id, changed.version, case when changed.version = 0 then 'c' else 'u' end,
         'followed', '{}'
       from changed, tabularium.models
       where models.name = '${Contact}'`,
      [from, from + perStatement - 1],
    )
    return rowCount ?? 0
  }

  async #connect(): Promise<Client> {
    const client = new Client({ connectionString: this.#url })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
}
