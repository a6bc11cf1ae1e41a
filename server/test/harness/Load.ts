import { type Client, recordOf, recordsOf, type RecordJson, type Reply } from './client.ts'
import { Contact } from './contract.ts'
import type { Answer, Operation, Seen, Write } from './History.ts'
import { pause } from './poll.ts'
import { pick } from './random.ts'

export interface LoadOptions {
  /** The connections of each client of the load; it uses another one every time. */
  readonly clients: readonly (readonly Client[])[]
  readonly random: () => number
  /** About how many records exist at a time. */
  readonly records: number
  /** Whether answers of 503 are expected. */
  readonly mayBeUnavailable?: boolean
  /** How many milliseconds a client waits between two operations: a load need not take all processors. */
  readonly rest?: number
}

/** Clients that read, update, create, delete and find concurrently, and record every exchange. */
export class Load {
  readonly history: Operation[] = []
  /** Every answer of 503, with its duration in milliseconds. */
  readonly unavailable: { readonly write: boolean; readonly took: number; readonly outcome: unknown }[] = []
  readonly #options: LoadOptions
  readonly #live = new Set<number>()
  #written = 0
  #stopped = false

  constructor(options: LoadOptions) {
    this.#options = options
  }

  /** Creates the records that the clients work on. */
  async prepare(): Promise<void> {
    for (let n = 0; n < this.#options.records; n++) await this.#create(0)
  }

  /** Runs until the history has this number of operations, or until it is stopped. */
  async run(operations = Infinity): Promise<void> {
    this.#stopped = false
    await Promise.all(this.#options.clients.map((_, client) => this.#runClient(client, operations)))
  }

  stop(): void {
    this.#stopped = true
  }

  /** A final find of all records, so that a write that was lost at the end is noticed. */
  async finish(): Promise<void> {
    const ids = new Set(this.history.flatMap(({ id, write }) => [id, write?.id]).filter((id) => id !== undefined))
    for (const id of ids) await this.#read(0, id)
    await this.#find(0)
  }

  async #runClient(client: number, operations: number): Promise<void> {
    const known = new Map<number, Seen>()
    const { rest = 0 } = this.#options
    while (!this.#stopped && this.history.length < operations) {
      await this.#step(client, known)
      if (rest > 0) await pause(rest)
    }
  }

  async #step(client: number, known: Map<number, Seen>): Promise<void> {
    const { random, records } = this.#options
    const chance = random()
    if (chance < 0.05) return this.#find(client)
    if (this.#live.size < records) return this.#create(client)
    const id = pick(random, [...this.#live])
    const seen = known.get(id)
    if (chance < 0.4 || !seen) return this.#note(known, id, await this.#read(client, id))
    if (chance < 0.985) return this.#note(known, id, await this.#update(client, id, seen.version))
    await this.#delete(client, id, chance < 0.9925 ? seen.version : undefined)
  }

  #note(known: Map<number, Seen>, id: number, answer: Answer): void {
    if ('seen' in answer && answer.seen) known.set(id, answer.seen)
    else known.delete(id)
  }

  async #create(client: number): Promise<void> {
    const value = this.#newValue(client)
    const answer = await this.#do(client, { write: { kind: 'create', value } }, (way) =>
      way.create(Contact, { firstName: value, lastName: 'Load' }),
    )
    if (answer.said === 'done') this.#live.add(answer.id)
  }

  #read(client: number, id: number): Promise<Answer> {
    return this.#do(client, { id }, (way) => way.read(Contact, id))
  }

  #update(client: number, id: number, version: number): Promise<Answer> {
    const value = this.#newValue(client)
    const write: Write = { kind: 'update', id, version, value }
    return this.#do(client, { write }, (way) => way.update(Contact, id, { version, firstName: value }))
  }

  #delete(client: number, id: number, version?: number): Promise<Answer> {
    const write: Write = { kind: 'delete', id, ...(version === undefined ? {} : { version }) }
    return this.#do(client, { write }, (way) => way.delete(Contact, id, version))
  }

  async #find(client: number): Promise<void> {
    await this.#do(client, {}, (way) => way.find(Contact, '?limit=1000'))
  }

  async #do(
    client: number,
    asked: { write?: Write; id?: number },
    send: (way: Client) => Promise<Reply>,
  ): Promise<Answer> {
    const { clients, random, mayBeUnavailable = false } = this.#options
    const start = performance.now()
    const reply = await send(pick(random, clients[client] ?? []))
    const end = performance.now()
    if (reply.status === 503 && mayBeUnavailable) {
      this.unavailable.push({ write: asked.write !== undefined, took: end - start, outcome: outcomeOf(reply) })
      // Not in a tight loop: what was killed needs the processor to start again.
      await pause(50)
    }
    const answer = toAnswer(asked, reply, mayBeUnavailable)
    this.history.push({ client, start, end, ...asked, answer })
    const id = asked.write?.id ?? asked.id
    if (id !== undefined && (answer.said === 'missing' || (answer.said === 'done' && !answer.seen)))
      this.#live.delete(id)
    return answer
  }

  #newValue(client: number): string {
    return `c${client}n${this.#written++}`
  }
}

function toAnswer({ write, id }: { write?: Write; id?: number }, reply: Reply, mayBeUnavailable: boolean): Answer {
  const { status, json, text } = reply
  const { code, current, outcome } = (json?.data ?? {}) as { code?: string; current?: RecordJson; outcome?: string }
  if (status === 200) return toSuccess({ ...(write ? { write } : {}), ...(id === undefined ? {} : { id }) }, reply)
  if (status === 409 && code === 'version-conflict' && current) return { said: 'shown', seen: toSeen(current) }
  if (status === 404 && code === 'record-not-found') return { said: 'missing' }
  if (status === 503 && mayBeUnavailable)
    return { said: outcome === 'not-applied' || !write ? 'not-applied' : 'unknown' }
  throw new Error(`An answer that nobody expects: HTTP ${status} ${text.slice(0, 500)}`)
}

function toSuccess({ write, id }: { write?: Write; id?: number }, reply: Reply): Answer {
  if (write?.kind === 'delete') return { said: 'done', id: write.id ?? 0 }
  if (write) return { said: 'done', id: recordOf(reply).id, seen: toSeen(recordOf(reply)) }
  if (id !== undefined) return { said: 'shown', seen: toSeen(recordOf(reply)) }
  const records = new Map(recordsOf(reply).map((record) => [record.id, toSeen(record)]))
  return { said: 'listed', total: reply.json?.total ?? -1, records }
}

/** The value is the first name; a list shows it as a part of the full name. */
function toSeen({ version, fullName }: RecordJson): Seen {
  return { version, value: String(fullName).replace(/ Load$/, '') }
}

function outcomeOf({ json }: Reply): unknown {
  return (json?.data as { outcome?: unknown } | undefined)?.outcome
}
