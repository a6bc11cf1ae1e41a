import { type Logger, pino } from 'pino'
import { Failure } from '../failure/failure.ts'
import { createRequestMembers, type Trace } from './requestMembers.ts'

/** The log for operators: one JSON object a line. */
export interface Log extends Logger {
  /**
   * Logs how a request ended and how long it took. These lines are so frequent that their JSON is written by hand, with
   * fixed members.
   */
  request(trace: Trace, status: number, milliseconds?: number): void
}

/** Members that are masked. No code should log them: this is the second line of defence. */
const secrets = [
  'password',
  'passwordHash',
  'token',
  'cookie',
  'authorization',
  'databaseUrl',
  'directDatabaseUrl',
  'set-cookie',
]

/** The largest write if several processes share the stream: a pipe does not interleave writes of this size. */
const maxSharedWrite = 4_096
/** The largest write if only this process writes. */
const maxOwnWrite = 32_768
/** Lines are written together, but no line waits longer than this, in milliseconds. */
const flushInterval = 100

/** Where and how to log. */
export interface LogOptions {
  readonly level: string
  readonly fileDescriptor: number
  /** Present if several processes share the stream; the lines of a worker have its number. */
  readonly sharing?: { readonly worker?: number } | undefined
  /** Changes the form of a line, such as to text for people; JSON if absent. */
  format?(line: string): string
  /** Registers work for the end of the process, however it ends. */
  onExit(work: () => void): void
}

/**
 * Creates the log. Lines are written asynchronously, so that a slow reader does not delay requests; the rest is written
 * at the end of the process.
 */
export function createLog({ level, fileDescriptor, sharing, format = (line) => line, onExit }: LogOptions): Log {
  const maxWrite = sharing ? maxSharedWrite : maxOwnWrite
  const destination = pino.destination({ dest: fileDescriptor, sync: false, minLength: maxWrite / 2, maxWrite })
  const requests = new LineBuffer((lines) => destination.write(lines), maxWrite / 2)
  const logger = pino(
    {
      level,
      base: sharing ?? null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: toLoggedError },
      redact: { paths: secrets.flatMap((member) => [`["${member}"]`, `*["${member}"]`]), censor: '***' },
    },
    {
      write: (line) => {
        requests.flush()
        destination.write(format(line))
      },
    },
  )
  setInterval(() => {
    requests.flush()
    destination.flush()
  }, flushInterval).unref()
  onExit(() => {
    requests.flush()
    destination.flushSync()
  })
  const base = sharing?.worker === undefined ? '' : `"worker":${sharing.worker},`
  const timeMember = createTimeMember()
  const toMembers = createRequestMembers()
  const request: Log['request'] = (trace, status, milliseconds) => {
    if (logger.isLevelEnabled('info'))
      requests.add(`{"level":"info"${timeMember()},${base}${toMembers(trace, status, milliseconds)},"msg":"request"}\n`)
  }
  return Object.assign(logger, { request })
}

/** Buffers lines and writes them together: to write each alone would cost more than to make it. */
class LineBuffer {
  readonly #write: (lines: string) => void
  readonly #maxLength: number
  #lines = ''

  constructor(write: (lines: string) => void, maxLength: number) {
    this.#write = write
    this.#maxLength = maxLength
  }

  add(line: string): void {
    if (this.#lines.length + line.length > this.#maxLength) this.flush()
    this.#lines += line
  }

  flush(): void {
    const lines = this.#lines
    this.#lines = ''
    if (lines !== '') this.#write(lines)
  }
}

/** Returns a function that gives the time as a member of a line. The clock on the wall is read once a second. */
function createTimeMember(): () => string {
  // The second without its fraction, and when it began by the monotonic clock.
  let [second, begun] = ['', -Infinity]
  return () => {
    let milliseconds = Math.floor(performance.now() - begun)
    if (milliseconds >= 1_000) {
      const time = pino.stdTimeFunctions.isoTime()
      milliseconds = Number(time.slice(-5, -2))
      second = time.slice(0, -5)
      begun = performance.now() - milliseconds
    }
    return `${second}${milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : ''}${milliseconds}Z"`
  }
}

/**
 * An error without the values that PostgreSQL quotes: its details contain keys and rows, and the messages of class 22
 * contain the text that could not be parsed.
 */
export function toLoggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const quotesValue = 'severity' in error && typeof code === 'string' && code.startsWith('22')
  return {
    type: error.name,
    ...(quotesValue ? {} : { message: error.message }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: stackOf(error),
    ...(error.cause === undefined ? {} : { cause: toLoggedError(error.cause) }),
  }
}

/** The frames of the stack, without the message that it repeats. */
function stackOf(error: Error): string[] {
  const lines = error.stack?.split('\n') ?? []
  return lines.map((line) => line.trim()).filter((line) => line.startsWith('at '))
}

/** The log that logic writes to. Each line has members of its own, which say whose it is. */
export function toLogicLog(log: Log, own: Readonly<Record<string, unknown>>): LogicLines {
  return {
    info: (message, members = {}) => log.info({ ...members, ...own }, message),
    warn: (message, members = {}) => log.warn({ ...members, ...own }, message),
  }
}

/** Writes lines of the log. */
export interface LogicLines {
  info(message: string, members?: Readonly<Record<string, unknown>>): void
  warn(message: string, members?: Readonly<Record<string, unknown>>): void
}

/** Logs that some work fails, once until it succeeds again or fails for another reason. */
export class FailureLog {
  readonly #log: Pick<Log, 'warn'>
  readonly #message: string
  readonly #failing = new Map<string, string>()

  constructor(log: Pick<Log, 'warn'>, message: string) {
    this.#log = log
    this.#message = message
  }

  /** Takes that work has failed; `key` identifies it, and is also logged if there are no members. */
  failed(key: string, error: unknown, members: object = { what: key }): void {
    const fault = error instanceof Error ? error.message : String(error)
    if (this.#failing.get(key) === fault) return
    this.#failing.set(key, fault)
    // If the database is away, a stack is no help.
    const isAway = error instanceof Failure && error.code === 'unavailable'
    this.#log.warn({ ...members, ...(isAway ? { reason: fault } : { err: error }) }, this.#message)
  }

  succeeded(key: string): void {
    this.#failing.delete(key)
  }
}
