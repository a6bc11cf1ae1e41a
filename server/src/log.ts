import { type Logger, pino } from 'pino'

/** Where everything that operators need to know goes: one JSON object a line. */
export interface Log extends Logger {
  /** Notes a request. There are so many of these lines that they are written by hand; what may be in them is fixed. */
  request(line: RequestLine): void
}

/** What is noted of a request. Never a value out of a record, a token or a password. */
export interface RequestLine {
  readonly requestId: string
  readonly operation?: string
  readonly user?: string
  readonly model?: string
  readonly status: number
  readonly code?: string
  readonly reason?: string
  readonly ms?: number
}

/** Members that must never be logged. Nothing should try to: this is the second belt. */
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

/** Several processes write to one stream: systems do not mix what is written into a pipe in pieces of this size. */
const unmixed = 4_096
/** Lines are written some together; nobody waits longer than this for one, in milliseconds. */
const longestWait = 100

/**
 * Lines go out while others are being made, so that a slow reader does not hold up requests; what is left goes out at the end.
 * Where several processes share the stream, a worker's lines have its number.
 */
export function createLog(level: string, fileDescriptor: number, sharing?: { readonly worker?: number }): Log {
  const destination = pino.destination({
    dest: fileDescriptor,
    sync: false,
    minLength: unmixed / 2,
    ...(sharing ? { maxWrite: unmixed } : {}),
  })
  const logger = pino(
    {
      level,
      base: sharing ?? null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: toLoggedError },
      redact: { paths: secrets.flatMap((member) => [`["${member}"]`, `*["${member}"]`]), censor: '***' },
    },
    destination,
  )
  setInterval(() => destination.flush(), longestWait).unref()
  const start = `{"level":"info"`
  const base = sharing?.worker === undefined ? '' : `"worker":${sharing.worker},`
  const tellTime = createTime()
  const request = (line: RequestLine) => {
    if (!logger.isLevelEnabled('info')) return
    const members = JSON.stringify(line).slice(1, -1)
    destination.write(`${start}${tellTime()},${base}${members},"msg":"request"}\n`)
  }
  return Object.assign(logger, { request })
}

/** The time as a member of a line, put together once in a millisecond. */
function createTime(): () => string {
  let [told, text] = [-1, '']
  return () => {
    const now = Math.floor(performance.now())
    if (now !== told) [told, text] = [now, pino.stdTimeFunctions.isoTime()]
    return text
  }
}

/**
 * An error without the values that PostgreSQL puts into it: its details quote keys and rows, and the messages of class 22
 * quote what could not be read.
 */
export function toLoggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const quotes = 'severity' in error && typeof code === 'string' && code.startsWith('22')
  return {
    type: error.name,
    ...(quotes ? {} : { message: error.message }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: placesOf(error),
    ...(error.cause === undefined ? {} : { cause: toLoggedError(error.cause) }),
  }
}

/** The stack repeats the message, so only its places are kept. */
function placesOf(error: Error): string[] {
  const lines = error.stack?.split('\n') ?? []
  return lines.map((line) => line.trim()).filter((line) => line.startsWith('at '))
}
