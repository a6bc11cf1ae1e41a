import type pg from 'pg'
import { type ClientOptions, connect, destroy } from '../openClient.ts'
import { askServer, type HostState, look, NotFollowing, type ReportedState } from './askHost.ts'
import { Pause } from './Pause.ts'
import type { WalPosition } from './WalPosition.ts'

/** Pauses between two looks, and how long an answer may take, in milliseconds. */
const times = { waitedFor: 1, behind: 25, inUse: 100, idle: 1_000, answer: 1_000, timeline: 250 }

interface Waiter {
  readonly position: WalPosition
  settle(reached: boolean): void
}

/**
 * Looks at one host over a connection of its own: whether it answers, and up to where it has replayed the WAL. What was
 * seen holds only for the server process that this connection leads to, so all of it is forgotten when it ends.
 */
export class StandbyMonitor {
  readonly #address: string
  readonly #options: ClientOptions
  readonly #onChange: (state: ReportedState, cause?: unknown) => void
  #client: pg.Client | undefined
  #state: HostState = 'away'
  /** The state that was last reported. */
  #reported: ReportedState | undefined
  /** When the server process was started, which distinguishes it from others at the same address. */
  #started = ''
  #replayed: WalPosition = { timeline: 0, lsn: -1 }
  #timelineSeenOn = -Infinity
  #lookedOn = -Infinity
  /** The position that it did not reach in time. */
  #missed: WalPosition | undefined
  #waiters: Waiter[] = []
  /** Called when the next look that is sent from now on was answered or has failed. */
  #confirmations: ((answered: boolean) => void)[] = []
  readonly #timer = new Pause()
  #inUse = 0
  #closed = false

  /** `onChange` is called when the state becomes known, and whenever it changes. */
  constructor(address: string, options: ClientOptions, onChange: (state: ReportedState, cause?: unknown) => void) {
    this.#address = address
    this.#options = options
    this.#onChange = onChange
    void this.#watch()
  }

  get state(): HostState {
    return this.#state
  }

  /** Whether the host follows the primary, quickly enough or not. */
  get #follows(): boolean {
    return this.#state === 'following' || this.#state === 'behind'
  }

  /** Whether the host is known to have replayed the WAL up to a position: all statements from now on see it. */
  hasReached({ timeline, lsn }: WalPosition): boolean {
    return this.#follows && this.#replayed.timeline === timeline && this.#replayed.lsn >= lsn
  }

  /**
   * Waits until the host has replayed a position, and returns whether it has. If `signal` comes first, it has not, and
   * is behind until it has.
   */
  reach(position: WalPosition, signal: AbortSignal): Promise<boolean> {
    if (!this.#follows || signal.aborted) return Promise.resolve(false)
    if (this.hasReached(position)) return Promise.resolve(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter = { position, settle: resolve }
    this.#waiters.push(waiter)
    signal.addEventListener('abort', () => this.#giveUp(waiter), { once: true })
    this.#timer.end()
    return promise
  }

  /** While something uses the host, it is looked at more often: a frozen host is noticed within two seconds. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#inUse += 1
    if (performance.now() - this.#lookedOn > times.inUse) this.#timer.end()
    try {
      return await work()
    } finally {
      this.#inUse -= 1
    }
  }

  /**
   * Makes sure that a connection leads to the server process that is looked at. A server that was restarted may have
   * replayed less than before. So the checks must continue after the connection was opened.
   */
  async confirm(client: pg.Client): Promise<void> {
    const { started } = await askServer(client, this.#options.connectTimeout)
    const answered = await new Promise<boolean>((resolve) => {
      if (!this.#follows) resolve(false)
      this.#confirmations.push(resolve)
      this.#timer.end()
    })
    if (!answered || started !== this.#started)
      throw new NotFollowing('The host does not follow the primary, or is another server than before.')
  }

  close(): void {
    this.#closed = true
    this.#lose(undefined)
    this.#timer.close()
  }

  async #watch(): Promise<void> {
    while (!this.#closed) {
      try {
        this.#client = await connect(this.#address, this.#options)
        while (!this.#closed) {
          await this.#look(this.#client)
          await this.#pause()
        }
      } catch (error) {
        this.#lose(error)
      }
      if (!this.#closed) await this.#pause()
    }
  }

  async #look(client: pg.Client): Promise<void> {
    const confirmations = this.#confirmations.splice(0)
    this.#lookedOn = performance.now()
    try {
      const { isStandby, lsn } = await look(client, times.answer)
      if (isStandby && this.#needsTimeline()) await this.#askTimeline(client)
      this.#replayed = { timeline: this.#replayed.timeline, lsn }
      if (this.#missed && this.hasReached(this.#missed)) this.#missed = undefined
      this.#change(isStandby ? (this.#missed ? 'behind' : 'following') : 'primary')
      for (const confirm of confirmations) confirm(isStandby)
      this.#settle()
    } catch (error) {
      for (const confirm of confirmations) confirm(false)
      throw error
    }
  }

  /** After a promotion the host may follow another timeline than before. */
  #needsTimeline(): boolean {
    const awaited = [...this.#waiters.map(({ position }) => position), ...(this.#missed ? [this.#missed] : [])]
    const isOther = awaited.some(({ timeline }) => timeline !== this.#replayed.timeline)
    const pause = isOther ? times.timeline : times.idle
    return !this.#follows || performance.now() - this.#timelineSeenOn > pause
  }

  async #askTimeline(client: pg.Client): Promise<void> {
    const { timeline, started } = await askServer(client, times.answer)
    this.#timelineSeenOn = performance.now()
    this.#started = started
    this.#replayed = { timeline, lsn: this.#replayed.lsn }
  }

  #settle(): void {
    const remaining: Waiter[] = []
    for (const waiter of this.#waiters)
      if (!this.#follows) waiter.settle(false)
      else if (this.hasReached(waiter.position)) waiter.settle(true)
      else remaining.push(waiter)
    this.#waiters = remaining
  }

  #giveUp(waiter: Waiter): void {
    if (!this.#waiters.includes(waiter)) return
    this.#waiters = this.#waiters.filter((other) => other !== waiter)
    this.#missed = waiter.position
    this.#change('behind')
    waiter.settle(false)
  }

  #lose(cause: unknown): void {
    if (this.#client) destroy(this.#client)
    this.#client = undefined
    this.#replayed = { timeline: 0, lsn: -1 }
    this.#timelineSeenOn = -Infinity
    this.#missed = undefined
    this.#change('away', cause)
    this.#settle()
    for (const confirm of this.#confirmations.splice(0)) confirm(false)
  }

  #change(state: HostState, cause?: unknown): void {
    this.#state = state
    const reported = state === 'behind' ? 'following' : state
    if (this.#reported === reported || this.#closed) return
    this.#reported = reported
    this.#onChange(reported, cause)
  }

  #pause(): Promise<void> {
    const isAwaited = this.#follows && (this.#waiters.length > 0 || this.#confirmations.length > 0)
    const unawaited = this.#missed ? times.behind : this.#inUse > 0 ? times.inUse : times.idle
    const milliseconds = isAwaited ? times.waitedFor : unawaited
    return this.#timer.wait(milliseconds)
  }
}
