import { randomUUID } from 'node:crypto'
import { saveMany } from '../harness/actions.ts'
import { type Client, recordsOf, type RecordJson, type Reply } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import type { Answer, Operation, Seen, Write } from '../harness/History.ts'
import { pause } from '../harness/poll.ts'
import { pick } from '../harness/random.ts'

/** One request as it was sent, and how it was answered. Status 0: no answer came. */
export interface Attempt {
  readonly write: boolean
  readonly start: number
  readonly end: number
  readonly status: number
  readonly outcome?: string | undefined
  /** Why it failed. */
  readonly reason?: string | undefined
}

export interface FaultLoadOptions {
  /** A text that begins all values of this load, and of no other. */
  readonly name: string
  readonly clients: readonly Client[]
  readonly random: () => number
  /** Requests a second, whether answers come or not. */
  readonly rate: number
}

/** A request that is repeated with its key until it is answered. */
interface Request {
  readonly writes: readonly Write[]
  readonly id?: number
  readonly key?: string
  send(client: Client, headers: Record<string, string>): Promise<Reply>
}

const records = 60
/** The most reads without an answer, and the most writes: writes that wait must not keep reads from being sent. */
const mostUnderWay = 200
const readShare = 0.5
/** How long a request with a key is repeated. */
const patience = 60_000

/**
 * Clients that create, update, delete, read and save several records at a fixed rate, and record every exchange. Half
 * of the writes have an Idempotency-Key and are repeated with it, on any service, until there is an answer.
 */
export class FaultLoad {
  readonly history: Operation[] = []
  readonly attempts: Attempt[] = []
  /** Answers that nobody expects, such as 500. */
  readonly odd: string[] = []
  readonly #options: FaultLoadOptions
  readonly #known = new Map<number, Seen>()
  readonly #busy = new Set<number>()
  readonly #underWay = { reads: new Set<Promise<void>>(), writes: new Set<Promise<void>>() }
  #written = 0
  #stopped = false

  constructor(options: FaultLoadOptions) {
    this.#options = options
  }

  async prepare(): Promise<void> {
    await Promise.all(Array.from({ length: records }, () => this.#do(this.#toCreate(false))))
  }

  /** Sends requests until it is stopped, and waits for all answers. */
  async run(): Promise<void> {
    let due = performance.now()
    while (!this.#stopped) {
      due += 1_000 / this.#options.rate
      const wait = due - performance.now()
      if (wait > 1) await pause(wait)
      const isRead = this.#options.random() < readShare
      const underWay = this.#underWay[isRead ? 'reads' : 'writes']
      if (underWay.size >= mostUnderWay) continue
      const work: Promise<void> = this.#do(isRead ? this.#toRead() : this.#toWrite()).finally(() =>
        underWay.delete(work),
      )
      underWay.add(work)
    }
    await Promise.all([...this.#underWay.reads, ...this.#underWay.writes])
  }

  stop(): void {
    this.#stopped = true
  }

  /** Any record may be read, also one that is being written. */
  #toRead(): Request {
    const [id] = pick(this.#options.random, [...this.#known])
    return { writes: [], id, send: (client) => client.read(Contact, id) }
  }

  #toWrite(): Request {
    const { random } = this.#options
    const chance = random()
    const keyed = random() < 0.5
    const free = [...this.#known].filter(([id]) => !this.#busy.has(id))
    if (free.length < records / 2 || chance < 0.24) return this.#toCreate(keyed)
    const [id, { version }] = pick(random, free)
    if (chance < 0.9) return this.#toUpdate(id, version, keyed)
    if (chance < 0.96 || free.length <= records) return this.#toSave(id, version, keyed)
    return this.#toDelete(id, version)
  }

  #toCreate(keyed: boolean): Request {
    const value = this.#newValue()
    const body = { data: { firstName: value, lastName: 'Load' } }
    return {
      writes: [{ kind: 'create', value }],
      ...toKey(keyed),
      send: (client, headers) => client.exchange('PUT', `/ws/rest/${Contact}`, { body, headers }),
    }
  }

  #toUpdate(id: number, version: number, keyed: boolean): Request {
    const value = this.#newValue()
    return {
      writes: [{ kind: 'update', id, version, value }],
      ...toKey(keyed),
      send: (client, headers) => client.update(Contact, id, { version, firstName: value }, headers),
    }
  }

  /** An update and two creates in one transaction. */
  #toSave(id: number, version: number, keyed: boolean): Request {
    const writes: Write[] = [
      { kind: 'update', id, version, value: this.#newValue() },
      { kind: 'create', value: this.#newValue() },
      { kind: 'create', value: this.#newValue() },
    ]
    const sent = writes.map(({ value }, n) =>
      n === 0 ? { id, version, firstName: value } : { firstName: value, lastName: 'Load' },
    )
    return { writes, ...toKey(keyed), send: (client, headers) => saveMany(client, Contact, sent, { headers }) }
  }

  #toDelete(id: number, version: number): Request {
    return { writes: [{ kind: 'delete', id, version }], send: (client) => client.delete(Contact, id, version) }
  }

  async #do(request: Request): Promise<void> {
    const ids = request.writes.flatMap(({ id }) => (id === undefined ? [] : [id]))
    for (const id of ids) this.#busy.add(id)
    const start = performance.now()
    const reply = await this.#sendUntilAnswered(request, start)
    const end = performance.now()
    for (const [index, asked] of (request.writes.length > 0 ? request.writes : [undefined]).entries()) {
      const answer = this.#toAnswer(reply, asked, index, request.writes.length)
      const { id } = request
      this.history.push({
        client: 0,
        start,
        end,
        answer,
        ...(asked ? { write: asked } : {}),
        ...(id === undefined ? {} : { id }),
      })
      this.#note(asked?.id ?? id, asked, answer)
    }
    for (const id of ids) this.#busy.delete(id)
  }

  /** An answer of "not applied" is about one attempt: once an attempt had an unknown outcome, the request has it. */
  async #sendUntilAnswered({ writes, key, send }: Request, start: number): Promise<Reply | 'not-applied' | 'unknown'> {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    let unknown = false
    for (;;) {
      const began = performance.now()
      const reply = await send(pick(this.#options.random, this.#options.clients), headers).catch(toRefusal)
      const { code, outcome, message } = (reply.json?.data ?? {}) as { [member: string]: string | undefined }
      const end = performance.now()
      const failed = reply.status === 0 || reply.status >= 500 || code === 'key-in-use'
      const reason = failed ? (message ?? reply.text) : undefined
      this.attempts.push({ write: writes.length > 0, start: began, end, status: reply.status, outcome, reason })
      if (!failed) return reply
      if (reply.status >= 500 && reply.status !== 503) this.odd.push(`HTTP ${reply.status} ${reply.text.slice(0, 300)}`)
      unknown ||= writes.length > 0 && outcome !== 'not-applied'
      if (key === undefined || end - start > patience) return unknown ? 'unknown' : 'not-applied'
      await pause(200 + 600 * this.#options.random())
    }
  }

  #toAnswer(reply: Reply | 'not-applied' | 'unknown', write: Write | undefined, index: number, of: number): Answer {
    if (typeof reply === 'string') return { said: reply }
    const { code, current } = (reply.json?.data ?? {}) as { code?: string; current?: RecordJson }
    if (reply.status === 200 && write?.kind === 'delete') return { said: 'done', id: write.id ?? 0 }
    const record = reply.status === 200 ? recordsOf(reply)[index] : undefined
    if (record)
      return write ? { said: 'done', id: record.id, seen: toSeen(record) } : { said: 'shown', seen: toSeen(record) }
    if (code === 'version-conflict' && of > 1) return { said: 'not-applied' }
    if (code === 'version-conflict' && current) return { said: 'shown', seen: toSeen(current) }
    if (code === 'record-not-found') return of > 1 ? { said: 'not-applied' } : { said: 'missing' }
    this.odd.push(`HTTP ${reply.status} ${reply.text.slice(0, 300)}`)
    return { said: 'unknown' }
  }

  #note(id: number | undefined, write: Write | undefined, answer: Answer): void {
    if (answer.said === 'done' && answer.seen) this.#known.set(answer.id, answer.seen)
    else if (id === undefined) return
    else if (answer.said === 'shown') {
      const known = this.#known.get(id)
      if (write || (known && known.version < answer.seen.version)) this.#known.set(id, answer.seen)
    } else if (answer.said === 'missing' || write?.kind === 'delete') this.#known.delete(id)
  }

  #newValue(): string {
    return `${this.#options.name}:${this.#written++}`
  }
}

function toKey(keyed: boolean): { key?: string } {
  return keyed ? { key: randomUUID() } : {}
}

/** The value is the first name, which answers show as a part of the full name. */
function toSeen({ version, fullName }: RecordJson): Seen {
  return { version, value: String(fullName).replace(/ Load$/, '') }
}

/** What a client knows that got no answer: a request that could not connect was not applied. */
function toRefusal(error: unknown): Reply {
  const refused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
  const data = { outcome: refused ? 'not-applied' : 'unknown' }
  return { status: 0, headers: {}, text: String(error), json: { status: -100, data } }
}
