import type { Log } from '../request/log.ts'
import { stableAfter, toRestartDelay } from './toRestartDelay.ts'
import type { FromWorker, Topic, WorkerProcess } from './WorkerProcess.ts'

/** What a slot needs. */
export interface WorkerSlotOptions {
  /** From 1. */
  readonly number: number
  readonly log: Log
  /** Starts a process for this slot. */
  fork(): WorkerProcess
}

/** What `/status` shows of a worker. */
export interface WorkerState {
  readonly worker: number
  readonly pid: number | null
  readonly state: 'starting' | 'serving' | 'dead' | 'ended'
  /** How often its process died since the primary started. */
  readonly deaths: number
}

/** How long a worker may take to answer the primary, in milliseconds; a worker that takes longer is not ready. */
const answerTimeout = 1_000

/** The slot of one worker: a process, and another one after it dies; the delay grows if processes die at once. */
export class WorkerSlot {
  readonly #options: WorkerSlotOptions
  readonly #questions = new Map<number, (answer: unknown) => void>()
  #process: WorkerProcess | undefined
  #url: string | undefined
  #nextQuestion = 0
  #deaths = 0
  #diedAtOnce = 0
  #restart: NodeJS.Timeout | undefined
  #closing = false
  #whenEmpty: (() => void) | undefined

  constructor(options: WorkerSlotOptions) {
    this.#options = options
  }

  /**
   * Starts a worker. Returns its address when it serves, or throws WorkerEnded if it ends before that. Only a `tried`
   * worker is then replaced: if the very first one cannot serve, the operator must fix the cause.
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
          // What is sent to a worker that is still starting is lost.
          if (this.#closing) process.send({ drain: true })
          resolve(message.serving)
        } else if ('number' in message) this.#settle(message)
      })
      process.onExit((code, signal) => {
        reject(new WorkerEnded(code))
        this.#clear()
        if (!this.#closing && (tried || served))
          this.#replace({ pid: process.pid, code, signal, lived: performance.now() - started })
      })
    })
  }

  get state(): WorkerState {
    const state = this.#process ? (this.#url === undefined ? 'starting' : 'serving') : this.#closing ? 'ended' : 'dead'
    return { worker: this.#options.number, pid: this.#process?.pid ?? null, state, deaths: this.#deaths }
  }

  /** Asks the worker. Returns undefined if no worker serves, or if it does not answer in time. */
  ask(topic: Topic): Promise<unknown> {
    const process = this.#process
    if (!process || this.#url === undefined) return Promise.resolve(undefined)
    const number = this.#nextQuestion++
    return new Promise((resolve) => {
      const settle = (answer: unknown) => {
        clearTimeout(timer)
        this.#questions.delete(number)
        resolve(answer)
      }
      const timer = setTimeout(settle, answerTimeout, undefined)
      this.#questions.set(number, settle)
      process.send({ ask: topic, number })
    })
  }

  /** Lets the worker finish and starts no other. Kills it if it takes longer than the given time. */
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

  /** Kills the worker and starts no other. */
  kill(): void {
    this.#closing = true
    clearTimeout(this.#restart)
    this.#process?.kill()
  }

  #settle(message: Extract<FromWorker, { readonly number: number }>): void {
    this.#questions.get(message.number)?.(message.answer)
  }

  #clear(): void {
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
    // A worker that ends before it serves logs the reason itself, and is replaced like any other.
    this.#restart = setTimeout(() => void this.start({ tried: true }).catch(() => {}), pause)
  }
}

/** A worker ended before it served. It has logged the reason itself. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded'
  /** Null if a signal ended it. */
  readonly code: number | null

  constructor(code: number | null) {
    super('A worker ended before it served.')
    this.code = code
  }
}
