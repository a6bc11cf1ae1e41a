/** A worker as the primary sees it: another process that runs the same command. */
export interface WorkerProcess {
  readonly pid: number
  send(message: ToWorker): void
  onMessage(listener: (message: FromWorker) => void): void
  /** Called once when the process has ended; the code is null if a signal ended it. */
  onExit(listener: (code: number | null, signal: string | null) => void): void
  /** Ends it at once. */
  kill(): void
}

/** The primary as a worker sees it: the process that started it, accepts connections and hands them over. */
export interface PrimaryProcess {
  /** The number of this worker, from 1. A worker that replaces a dead one has its number. */
  readonly number: number
  /** What the primary wants this worker to do, if it said so. */
  readonly task?: string
  send(message: FromWorker): void
  onMessage(listener: (message: ToWorker) => void): void
  /** Called when the primary has ended. */
  onGone(listener: () => void): void
  /** Disconnects from the primary, so that this process can end. */
  disconnect(): void
}

/** What the primary asks a worker. */
export type Topic = 'readiness' | 'status' | 'metrics'

/** A message to a worker. A question has a number, and its answer has the same number. */
export type ToWorker = { readonly drain: true } | { readonly ask: Topic; readonly number: number }

/** A message from a worker. */
export type FromWorker =
  | { readonly serving: string }
  /** The titles of the steps that `dev` did not apply. */
  | { readonly pending: readonly string[] }
  /** The new password of the administrator of `dev`. */
  | { readonly password: string }
  | { readonly answer: unknown; readonly number: number }
