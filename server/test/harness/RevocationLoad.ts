import type { Reply } from './client.ts'

/** One request of the load, and how it is refused without the revoked rights. */
export interface Attempt {
  readonly name: string
  readonly isWrite: boolean
  send(): Promise<Reply>
  isRefused(reply: Reply): boolean
}

type Phase = 'before' | 'meanwhile' | 'after'

/**
 * Many clients that send one request after the other, without a pause. All requests are granted before a revocation is
 * sent, and none that is sent after its answer. A request that is under way meanwhile may end either way.
 */
export class RevocationLoad {
  answered = 0
  granted = 0
  /** How many of these were writes. */
  written = 0
  /** How many were sent afterwards and correctly refused. */
  refused = 0
  /** Requests that were granted afterwards, or refused before. */
  readonly faults: string[] = []
  readonly #askers: readonly ((turn: number) => Attempt)[]
  #phase: Phase = 'before'
  #isOver = false
  #running: Promise<void> | undefined

  constructor(askers: readonly ((turn: number) => Attempt)[]) {
    this.#askers = askers
  }

  start(): void {
    this.#running = Promise.all(this.#askers.map((asker) => this.#ask(asker))).then(() => {})
    // Notifies those that wait for the end.
    this.#running.catch(() => {})
  }

  /** Sends the revocation. From the moment of its answer on, all requests must be refused. */
  async revoke(send: () => Promise<Reply>): Promise<Reply> {
    this.#phase = 'meanwhile'
    const reply = await send()
    this.#phase = 'after'
    return reply
  }

  async finish(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async #ask(asker: (turn: number) => Attempt): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const phase = this.#phase
      const attempt = asker(turn)
      this.#note(attempt, phase, await attempt.send())
    }
  }

  #note({ name, isWrite, isRefused }: Attempt, sent: Phase, reply: Reply): void {
    this.answered += 1
    if (reply.status === 200) this.granted += 1
    if (reply.status === 200 && isWrite) this.written += 1
    if (sent === 'after' && isRefused(reply)) this.refused += 1
    else if (sent === 'after' || (this.#phase === 'before' && reply.status !== 200))
      this.faults.push(`${name} was sent ${sent}: HTTP ${reply.status} ${reply.text.slice(0, 300)}`)
  }
}
