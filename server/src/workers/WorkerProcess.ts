/** A worker as the primary sees it: another process that runs the same command. */
export interface WorkerProcess {
  readonly pid: number
  send(message: ToWorker): void
  onMessage(listener: (message: FromWorker) => void): void
  /** Called once, when the process is gone; the code is null where a signal ended it. */
  onExit(listener: (code: number | null, signal: string | null) => void): void
  /** Ends it at once. */
  kill(): void
}

/** The primary as a worker sees it: the process that started it, listens for it and hands connections over. */
export interface PrimaryProcess {
  /** Which worker this is, from 1. A worker that takes the place of a dead one has its number. */
  readonly number: number
  send(message: FromWorker): void
  onMessage(listener: (message: ToWorker) => void): void
  /** Called when the primary is gone. */
  onGone(listener: () => void): void
  /** Says good-bye, so that nothing keeps this process from ending. */
  leave(): void
}

/** What the primary may want to know. */
export type Topic = 'obstacle' | 'status'

/** A question has a number, and its answer has the same. */
export type ToWorker = { readonly drain: true } | { readonly ask: Topic; readonly number: number }
export type FromWorker = { readonly serving: string } | { readonly answer: unknown; readonly number: number }
