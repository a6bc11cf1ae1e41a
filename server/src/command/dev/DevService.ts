import type { WorkerProcess } from '../../workers/WorkerProcess.ts'
import type { Answer, Task } from './Task.ts'

export interface DevServiceOptions {
  readonly databaseUrl: string
  /** Whether the administrator gets a new password. */
  readonly newPassword: boolean
  /** 0 means any port. */
  readonly port: number
  fork(task: string): WorkerProcess
  /** Shows a sentence. */
  note(sentence: string): void
  /** Called after a worker has reported which steps it did not run. */
  onPending(pending: readonly string[]): void
}

/** How long a worker may take to end after it was asked to, in milliseconds. */
const drainLimit = 6_000
/** A worker that has not served or failed this long after the next change, in milliseconds, is ended. */
const startLimit = 10_000
/** A worker that lived this long is replaced when it dies, in milliseconds. */
const stableAfter = 2_000

/** A worker that serves, and the next one that takes its place once it serves. */
export class DevService {
  readonly #options: DevServiceOptions
  #current: WorkerProcess | undefined
  #starting: WorkerProcess | undefined
  #known: readonly string[] = []
  /** The port that a worker asks for. */
  #port: number
  /** The port that was served last. */
  #servedPort: number | undefined
  /** The titles of the steps that were shown last. */
  #shown: readonly string[] = []
  #password: string | undefined
  #served = false
  #stopping = false
  /** What to do once the worker that starts now serves or has failed. */
  #next: { readonly answer: Answer; readonly agreed: Task['agreed'] } | undefined
  #late: NodeJS.Timeout | undefined
  readonly #running = new Map<WorkerProcess, Promise<void>>()

  constructor(options: DevServiceOptions) {
    this.#options = options
    this.#port = options.port
  }

  /**
   * Starts a worker with the models as they are now. The current one runs until the new one serves. The answer is
   * about the steps that were shown last, unless it agrees to all. A worker that starts already is not interrupted, so
   * that each of several quick changes gets its answer, unless it takes too long.
   */
  start(answer: Answer, agreed: Task['agreed'] = this.#shown): void {
    if (this.#stopping) return
    if (this.#starting) {
      this.#next = { answer, agreed }
      this.#endIfLate(this.#starting)
      return
    }
    const { fork, onPending } = this.#options
    const worker = fork(JSON.stringify(this.#toTask(answer, agreed)))
    this.#starting = worker
    const started = performance.now()
    let pending: readonly string[] = []
    worker.onMessage((message) => {
      if ('pending' in message) {
        pending = message.pending
        this.#shown = pending
        onPending(pending)
      }
      if ('password' in message) this.#password = message.password
      if ('serving' in message) {
        this.#servedPort = Number(new URL(message.serving).port)
        void this.#promote(worker, pending, started)
      }
    })
    const ended = new Promise<void>((resolve) =>
      worker.onExit((code) => {
        this.#running.delete(worker)
        this.#leave(worker, code, performance.now() - started)
        resolve()
      }),
    )
    this.#running.set(worker, ended)
  }

  /** Ends a worker that neither serves nor fails, such as one whose models never finish loading. */
  #endIfLate(worker: WorkerProcess): void {
    clearTimeout(this.#late)
    this.#late = setTimeout(() => {
      if (worker === this.#starting) worker.kill()
    }, startLimit).unref()
  }

  #startNext(): void {
    const next = this.#next
    this.#next = undefined
    if (next) this.start(next.answer, next.agreed)
  }

  /**
   * Workers that run at the same time share what they ask for, also any port (0), which is never taken between a look
   * and its use. Once none runs, the port is free, and the next worker asks for it by its number.
   */
  #choosePort(): number {
    if (this.#running.size === 0) this.#port = this.#servedPort ?? this.#port
    return this.#port
  }

  #toTask(answer: Answer, agreed: Task['agreed']): Task {
    const { databaseUrl, newPassword } = this.#options
    const [first, password] = [!this.#served, this.#password]
    return {
      databaseUrl,
      port: this.#choosePort(),
      answer,
      known: this.#known,
      agreed,
      newPassword: newPassword && first && password === undefined,
      first,
      ...(first && password !== undefined ? { password } : {}),
    }
  }

  /** Lets every worker finish. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all([...this.#running.keys()].map((worker) => this.#drain(worker)))
  }

  /** Ends every worker at once. */
  kill(): void {
    this.#stopping = true
    for (const worker of this.#running.keys()) worker.kill()
  }

  /** A client with an open connection stays with the worker before until that has ended. */
  async #promote(worker: WorkerProcess, pending: readonly string[], started: number): Promise<void> {
    if (this.#starting !== worker) return
    const before = this.#current
    this.#current = worker
    this.#starting = undefined
    this.#known = pending
    this.#served = true
    if (before) await this.#drain(before)
    if (before && !this.#stopping)
      this.#options.note(`Serving the new models (${Math.round(performance.now() - started)} ms).`)
    this.#startNext()
  }

  async #drain(worker: WorkerProcess): Promise<void> {
    // A worker that does not serve yet does not listen to this.
    if (worker === this.#starting) worker.kill()
    worker.send({ drain: true })
    const timer = setTimeout(() => worker.kill(), drainLimit)
    await this.#running.get(worker)
    clearTimeout(timer)
  }

  #leave(worker: WorkerProcess, code: number | null, lived: number): void {
    const { note } = this.#options
    if (worker === this.#starting) {
      this.#starting = undefined
      if (this.#next) this.#startNext()
      else if (!this.#stopping)
        note(this.#current ? 'The service keeps the previous models.' : 'Waiting for the next change.')
    }
    if (worker !== this.#current) return
    this.#current = undefined
    if (this.#stopping) return
    note(`The service has ended unexpectedly (${code ?? 'killed'}).`)
    if (lived > stableAfter) this.start('ask')
    else note('Waiting for the next change.')
  }
}
