import type { Log } from '../log.ts'
import { stableAfter, toRestartDelay } from './toRestartDelay.ts'
import type { FromWorker, Topic, WorkerProcess } from './WorkerProcess.ts'

export interface WorkerSlotOptions {
  /** From 1. */
  readonly number: number
  readonly log: Log
  /** Starts a process for this place. */
  fork(): WorkerProcess
}

/** What is told of a worker. */
export interface WorkerState {
  readonly worker: number
  readonly pid: number | null
  readonly state: 'starting' | 'serving' | 'dead' | 'ended'
  /** How often it died since the primary was started. */
  readonly deaths: number
}

/** How long a worker may take to answer the primary; one that is busy for longer does not count as ready. */
const patience = 1_000

/** The place of one worker: a process, and after its death another one, later and later where they die at once. */
export class WorkerSlot {
  readonly #options: WorkerSlotOptions
  readonly #questions = new Map<number, (answer: unknown) => void>()
  #process: WorkerProcess | undefined
  #url: string | undefined
  #asked = 0
  #deaths = 0
  #diedAtOnce = 0
  #restart: NodeJS.Timeout | undefined
  #closing = false
  #whenEmpty: (() => void) | undefined

  constructor(options: WorkerSlotOptions) {
    this.#options = options
  }

  /**
   * Starts a worker; gives its address once it serves, or throws WorkerEnded where it ends before. Only one that has
   * been `tried` is replaced then: what keeps the very first from serving is for people to mend.
   */
  start({ tried }: { readonly tried: boolean }): Promise<string> {
    const { number, log, fork } = this.#options
    const process = fork()
    const started = performance.now()
    this.#process = process
    let served = false
    return new Promise((resolve, reject) => {
      process.onMessage((message) => {
        if ('serving' in message) {
          served = true
          this.#url = message.serving
          log.info({ worker: number, pid: process.pid }, 'worker serving')
          resolve(message.serving)
        } else this.#hear(message)
      })
      process.onExit((code, signal) => {
        reject(new WorkerEnded(code))
        this.#empty()
        if (!this.#closing && (tried || served))
          this.#replace({ pid: process.pid, code, signal, lived: performance.now() - started })
      })
    })
  }

  get state(): WorkerState {
    const state = this.#process ? (this.#url === undefined ? 'starting' : 'serving') : this.#closing ? 'ended' : 'dead'
    return { worker: this.#options.number, pid: this.#process?.pid ?? null, state, deaths: this.#deaths }
  }

  /** What the worker answers; undefined where there is none that serves, or not in time. */
  ask(topic: Topic): Promise<unknown> {
    const process = this.#process
    if (!process || this.#url === undefined) return Promise.resolve(undefined)
    const number = this.#asked++
    return new Promise((resolve) => {
      const settle = (answer: unknown) => {
        clearTimeout(timer)
        this.#questions.delete(number)
        resolve(answer)
      }
      const timer = setTimeout(settle, patience, undefined)
      this.#questions.set(number, settle)
      process.send({ ask: topic, number })
    })
  }

  /** Lets the worker finish, and starts no other; one that takes longer than the given time is ended. */
  async drain(atLatest: number): Promise<void> {
    this.#closing = true
    clearTimeout(this.#restart)
    const process = this.#process
    if (!process) return
    const end = setTimeout(() => process.kill(), atLatest)
    const empty = new Promise<void>((resolve) => (this.#whenEmpty = resolve))
    process.send({ drain: true })
    await empty
    clearTimeout(end)
  }

  /** Ends the worker at once, and starts no other. */
  kill(): void {
    this.#closing = true
    clearTimeout(this.#restart)
    this.#process?.kill()
  }

  #hear(message: Exclude<FromWorker, { serving: string }>): void {
    this.#questions.get(message.number)?.(message.answer)
  }

  #empty(): void {
    this.#process = undefined
    this.#url = undefined
    for (const settle of this.#questions.values()) settle(undefined)
    this.#whenEmpty?.()
  }

  #replace({ lived, ...death }: { pid: number; code: number | null; signal: string | null; lived: number }): void {
    this.#deaths += 1
    if (lived >= stableAfter) this.#diedAtOnce = 0
    const pause = toRestartDelay(this.#diedAtOnce++)
    const { number, log } = this.#options
    log.warn({ worker: number, ...death, lived: Math.round(lived), pause }, 'a worker ended and is replaced')
    // Why it ended before it served is told by itself, and it is replaced as any other.
    this.#restart = setTimeout(() => void this.start({ tried: true }).catch(() => {}), pause)
  }
}

/** A worker ended before it served. What was wrong it has said itself. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded'
  /** Null where a signal ended it. */
  readonly code: number | null

  constructor(code: number | null) {
    super('A worker ended before it served.')
    this.code = code
  }
}
