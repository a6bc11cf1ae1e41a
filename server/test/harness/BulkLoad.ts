import { removeAll, saveMany, updateMass } from './actions.ts'
import { type Client, recordsOf, type RecordJson, type Reply } from './client.ts'
import { Contact } from './contract.ts'
import type { Answer, Operation, Seen, Write } from './History.ts'
import { pick } from './random.ts'
import type { Together } from './torn.ts'

export interface BulkLoadOptions {
  readonly clients: readonly (readonly Client[])[]
  readonly random: () => number
  /** About how many records exist at a time. */
  readonly records: number
}

/** A call with many writes: its writes, and how it is sent. */
interface Call {
  readonly writes: readonly Write[]
  send(client: Client): Promise<Reply>
}

/**
 * Clients that create, update and delete many records in each call, read and find. Every write is recorded on its own.
 */
export class BulkLoad {
  readonly history: Operation[] = []
  /** The writes of each call that succeeded. */
  readonly calls: Together[] = []
  readonly #options: BulkLoadOptions
  readonly #live = new Set<number>()
  #written = 0

  constructor(options: BulkLoadOptions) {
    this.#options = options
  }

  async prepare(): Promise<void> {
    await this.#do(0, this.#toSave(this.#options.records, []))
  }

  async run(operations: number): Promise<void> {
    const each = async (client: number) => {
      const known = new Map<number, Seen>()
      while (this.history.length < operations) await this.#step(client, known)
    }
    await Promise.all(this.#options.clients.map((_, client) => each(client)))
  }

  /** A final find of all records. */
  async finish(): Promise<void> {
    await this.#look(0, new Map())
  }

  async #step(client: number, known: Map<number, Seen>): Promise<void> {
    const { random, records } = this.#options
    const chance = random()
    if (chance < 0.25) return this.#look(client, known)
    const chosen = this.#choose(known)
    if (this.#live.size < records || chosen.length < 2) return this.#do(client, this.#toSave(3, chosen.slice(0, 1)))
    const room = this.#live.size < 2 * records ? Math.floor(random() * 3) : 0
    if (chance < 0.75) return this.#do(client, this.#toSave(room, chosen), known)
    if (chance < 0.9) return this.#do(client, this.#toMass(chosen), known)
    return this.#do(client, this.#toRemoval(chosen.slice(0, 2)), known)
  }

  /** A few records that the client has seen; they may be stale by now. */
  #choose(known: ReadonlyMap<number, Seen>): [number, number][] {
    const { random } = this.#options
    const seen = [...known].filter(([id]) => this.#live.has(id))
    if (seen.length === 0) return []
    const count = 2 + Math.floor(random() * 3)
    const chosen = new Map(Array.from({ length: count }, () => pick(random, seen)))
    return [...chosen].map(([id, { version }]) => [id, version])
  }

  #toSave(creates: number, updates: readonly [number, number][]): Call {
    const changed = updates.map(([id, version]): Write => ({ kind: 'update', id, version, value: this.#newValue() }))
    const created = Array.from({ length: creates }, (): Write => ({ kind: 'create', value: this.#newValue() }))
    const writes = [...changed, ...created]
    const records = writes.map(({ id, version, value }) =>
      id === undefined ? { firstName: value, lastName: 'Load' } : { id, version, firstName: value },
    )
    return { writes, send: (client) => saveMany(client, Contact, records) }
  }

  #toRemoval(targets: readonly [number, number][]): Call {
    const writes = targets.map(([id, version]): Write => ({ kind: 'delete', id, version }))
    return {
      writes,
      send: (client) =>
        removeAll(
          client,
          Contact,
          targets.map(([id, version]) => ({ id, version })),
        ),
    }
  }

  /**
   * Changes only records that still have the version that was seen; otherwise the test would not know what was changed.
   */
  #toMass(targets: readonly [number, number][]): Call {
    const value = this.#newValue()
    const writes = targets.map(([id, version]): Write => ({ kind: 'update', id, version, value }))
    const criteria = targets.map(([id, version]) => ({
      criteria: [
        { fieldName: 'id', operator: '=', value: id },
        { fieldName: 'version', operator: '=', value: version },
      ],
    }))
    const body = { data: { operator: 'or', criteria }, values: { firstName: value }, maxAffected: targets.length }
    return { writes, send: (client) => updateMass(client, Contact, body) }
  }

  async #do(client: number, { writes, send }: Call, known?: Map<number, Seen>): Promise<void> {
    const start = performance.now()
    const reply = await send(this.#way(client))
    const end = performance.now()
    const answers = toAnswers(writes, reply)
    for (const [index, write] of writes.entries()) {
      const answer = answers[index] ?? { said: 'unknown' }
      this.history.push({ client, start, end, write, answer })
      this.#note(write, answer, known)
    }
    if (answers.every(({ said }) => said === 'done'))
      this.calls.push(answers.map((answer, n) => toState(answer, writes[n])))
  }

  #note({ id: asked, kind }: Write, answer: Answer, known?: Map<number, Seen>): void {
    const id = answer.said === 'done' ? answer.id : (asked ?? 0)
    if ('seen' in answer && answer.seen) known?.set(id, answer.seen)
    else known?.delete(id)
    if (answer.said === 'done' && kind === 'create') this.#live.add(id)
    if (answer.said === 'missing' || (answer.said === 'done' && kind === 'delete')) this.#live.delete(id)
  }

  async #look(client: number, known: Map<number, Seen>): Promise<void> {
    const start = performance.now()
    const reply = await this.#way(client).find(Contact, '?limit=1000')
    const end = performance.now()
    const records = new Map(recordsOf(reply).map((record) => [record.id, toSeen(record)]))
    this.history.push({ client, start, end, answer: { said: 'listed', total: reply.json?.total ?? -1, records } })
    for (const [id, seen] of records) known.set(id, seen)
  }

  #way(client: number): Client {
    return pick(this.#options.random, this.#options.clients[client] ?? [])
  }

  #newValue(): string {
    return `b${this.#written++}`
  }
}

interface RefusedCall {
  readonly code?: string
  readonly index?: number
  readonly current?: RecordJson
  readonly problems?: readonly { readonly code: string }[]
}

/** The result of each write of a call, from the answer. */
function toAnswers(writes: readonly Write[], reply: Reply): Answer[] {
  const { status, json, text } = reply
  const { code, index, current, problems = [] } = (json?.data ?? {}) as RefusedCall
  if (status === 200 && json?.total !== undefined) return toMassAnswers(writes, json.total)
  if (status === 200) return recordsOf(reply).map((one: RecordJson | number) => toDone(one))
  const refused = (answer: Answer): Answer[] => writes.map((_, n) => (n === index ? answer : { said: 'not-applied' }))
  if (code === 'version-conflict' && current) return refused({ said: 'shown', seen: toSeen(current) })
  if (code === 'record-not-found') return refused({ said: 'missing' })
  // Several records are refused for different reasons: what is said of the first counts.
  if (code === 'invalid-record' && problems[0]?.code === 'record-not-found') return refused({ said: 'missing' })
  if (code === 'invalid-record' && problems[0]?.code === 'version-conflict') return refused({ said: 'not-applied' })
  throw new Error(`An answer that nobody expects: HTTP ${status} ${text.slice(0, 500)}`)
}

/** All, none, or some of them; if some, it is not known which. */
function toMassAnswers(writes: readonly Write[], total: number): Answer[] {
  return writes.map(({ id = 0, version = 0, value = '' }) => {
    if (total === writes.length) return { said: 'done', id, seen: { version: version + 1, value } }
    return { said: total === 0 ? 'not-applied' : 'unknown' }
  })
}

function toDone(one: RecordJson | number): Answer {
  return typeof one === 'number' ? { said: 'done', id: one } : { said: 'done', id: one.id, seen: toSeen(one) }
}

function toState(answer: Answer, write: Write | undefined): Together[number] {
  if (answer.said !== 'done') throw new Error('Only what was done has a state.')
  return { id: answer.id, kind: write?.kind ?? 'update', version: answer.seen?.version ?? Infinity }
}

function toSeen({ version, fullName }: RecordJson): Seen {
  return { version, value: String(fullName).replace(/ Load$/, '') }
}
