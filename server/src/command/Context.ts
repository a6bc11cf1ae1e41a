import type { ReadStream } from 'node:tty'
import type { Readable } from 'node:stream'
import type { PrimaryProcess, WorkerProcess } from '../workers/WorkerProcess.ts'

/** An output stream: data goes to stdout, messages for people go to stderr. */
export interface Output {
  readonly fd: number
  readonly isTTY: boolean
  write(text: string): void
}

/** What a command knows about its process. Made in main.ts, so that nothing else reads the process. */
export interface Context {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** The working folder. */
  readonly folder: string
  /** The id of the user that runs the process; undefined if the system has no user ids. */
  readonly uid: number | undefined
  readonly stdin: Readable & Pick<Partial<ReadStream>, 'isTTY' | 'setRawMode'>
  readonly stdout: Output
  readonly stderr: Output
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** The time of day, in milliseconds since 1970. */
  time(): number
  /** A random number from 0 to 1, not for secrets. */
  random(): number
  randomBytes(count: number): Buffer
  /** Calls the listener for every SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  onSignal(listener: (signal: string) => void): () => void
  /** The id of the process that started this one, or of another one after that has ended. */
  parentId(): number
  /** Calls the listener when the process exits. The listener must be synchronous. */
  onExit(listener: () => void): void
  /** The process that started this one as its worker. */
  readonly primary?: PrimaryProcess
  /** Runs the same command line again, as a worker of this process, which may get a task. */
  fork(number: number, task?: string): WorkerProcess
  /** Ends the process at once. */
  exit(code: number): void
}
