import type { Client, Reply } from './client.ts'
import { pause } from './poll.ts'
import { pick } from './random.ts'

/** A call that carries a key. */
export interface KeyedCall {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** Sends calls with keys until they are answered, each time by any of the clients, and counts what happened. */
export class KeyedCalls {
  readonly seen = { sent: 0, replayed: 0, inUse: 0, unavailable: 0, broken: 0 }
  readonly #clients: readonly Client[]
  readonly #random: () => number

  constructor(clients: readonly Client[], random: () => number) {
    this.#clients = clients
    this.#random = random
  }

  /** Sends one to so many copies at once. All get one answer, and at most one of them is not a replay. */
  async insist(call: KeyedCall, mostCopies: number): Promise<Reply> {
    const copies = 1 + Math.floor(this.#random() * mostCopies)
    const replies = await Promise.all(Array.from({ length: copies }, () => this.#insistOnce(call)))
    const [first] = replies
    if (!first) throw new Error('At least one copy is sent.')
    const other = replies.find(({ text }) => text !== first.text)
    if (other) throw new Error(`${call.key} was answered with ${first.text} and with ${other.text}.`)
    const replayed = replies.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
    this.seen.replayed += replayed.length
    if (replies.length - replayed.length > 1) throw new Error(`${call.key} was done more than once.`)
    return first
  }

  async #insistOnce({ key, method, path, body }: KeyedCall): Promise<Reply> {
    for (;;) {
      this.seen.sent++
      const message = { headers: { 'idempotency-key': key }, ...(body ? { body } : {}) }
      const reply = await pick(this.#random, this.#clients)
        .exchange(method, path, message)
        .catch(() => undefined)
      if (reply?.status === 200) return reply
      if (!reply) this.seen.broken++
      else if (reply.status === 503) this.seen.unavailable++
      else if (reply.status === 409 && codeOf(reply) === 'key-in-use') this.seen.inUse++
      else throw new Error(`An answer that nobody expects: HTTP ${reply.status} ${reply.text}`)
      await pause(25)
    }
  }
}

function codeOf({ json }: Reply): unknown {
  return (json?.data as { code?: unknown } | undefined)?.code
}
