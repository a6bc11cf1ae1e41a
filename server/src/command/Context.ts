import type { ReadStream } from 'node:tty'
import type { Readable } from 'node:stream'
import type { PrimaryProcess, WorkerProcess } from '../workers/WorkerProcess.ts'

/** Somewhere to write text: data goes to stdout, everything for people's eyes to stderr. */
export interface Output {
  readonly fd: number
  readonly isTTY: boolean
  write(text: string): void
}

/** All that a command knows of the process it runs in. Made in main.ts, so that nothing else reads the process. */
export interface Context {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** The working folder. */
  readonly folder: string
  /** The number of the user that runs the process; undefined where the system has none. */
  readonly uid: number | undefined
  readonly stdin: Readable & Pick<Partial<ReadStream>, 'isTTY' | 'setRawMode'>
  readonly stdout: Output
  readonly stderr: Output
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  randomBytes(count: number): Buffer
  /** Calls the listener for every SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  onSignal(listener: (signal: string) => void): () => void
  /** Calls the listener when the process ends, however it ends; what it does must be done when it returns. */
  onExit(listener: () => void): void
  /** The process that started this one as its worker. */
  readonly primary?: PrimaryProcess
  /** Runs this same command line once more, as a worker of this process. */
  fork(number: number): WorkerProcess
  /** Ends the process at once. */
  exit(code: number): void
}
