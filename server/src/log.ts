import { type Logger, pino } from 'pino'

/** Where everything that operators need to know goes: one JSON object a line. */
export interface Log extends Logger {
  /**
   * Notes how a request ended and how long it took. There are so many of these lines that they are written by hand;
   * what may be in them is fixed.
   */
  request(trace: Trace, status: number, milliseconds?: number): void
}

/** What is known of a request while it goes its way. Never a value out of a record, a token or a password. */
export interface Trace {
  readonly requestId: string
  /** The network address of the client. */
  address?: string
  method?: string
  /** The route, such as `/ws/rest/:model/:id`; never what a client wrote. */
  path?: string
  /** One of ours, as the model's name is one that is declared. */
  readonly operation?: string
  /** Who asks, or whose account a login is about. */
  user?: string
  model?: string
  /** The id of the record in the path, in digits. */
  id?: string
  /** How long the answer's body is. */
  bytes?: number
  /** That of a failure. */
  code?: string
  /** Why the service is unavailable, by a code for operators. */
  reason?: string
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
/** How much is written at once where nobody else writes. */
const unshared = 32_768
/** Lines are written some together; nobody waits longer than this for one, in milliseconds. */
const longestWait = 100

export interface LogOptions {
  readonly level: string
  readonly fileDescriptor: number
  /** Where several processes share the stream; a worker's lines have its number. */
  readonly sharing?: { readonly worker?: number } | undefined
  /** Has something done when the process ends, however it ends. */
  onExit(work: () => void): void
}

/**
 * Lines go out while others are being made, so that a slow reader does not hold up requests; what is left goes out at
 * the end.
 */
export function createLog({ level, fileDescriptor, sharing, onExit }: LogOptions): Log {
  const maxWrite = sharing ? unmixed : unshared
  const destination = pino.destination({ dest: fileDescriptor, sync: false, minLength: maxWrite / 2, maxWrite })
  const requests = new Gathering((lines) => destination.write(lines), maxWrite / 2)
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
        requests.pass()
        destination.write(line)
      },
    },
  )
  setInterval(() => {
    requests.pass()
    destination.flush()
  }, longestWait).unref()
  onExit(() => {
    requests.pass()
    destination.flushSync()
  })
  const base = sharing?.worker === undefined ? '' : `"worker":${sharing.worker},`
  const tellTime = createTime()
  const request: Log['request'] = (trace, status, milliseconds) => {
    if (logger.isLevelEnabled('info'))
      requests.add(`{"level":"info"${tellTime()},${base}${toMembers(trace, status, milliseconds)},"msg":"request"}\n`)
  }
  return Object.assign(logger, { request })
}

function toMembers(trace: Trace, status: number, milliseconds: number | undefined): string {
  const { requestId, address, method, path, operation, user, model, id, bytes, code, reason } = trace
  let members = `"requestId":${JSON.stringify(requestId)}`
  if (address !== undefined) members += `,"address":"${address}"`
  if (method !== undefined) members += `,"method":"${method}"`
  if (path !== undefined) members += `,"path":"${path}"`
  if (operation !== undefined) members += `,"operation":"${operation}"`
  if (user !== undefined) members += `,"user":${JSON.stringify(user)}`
  if (model !== undefined) members += `,"model":"${model}"`
  if (id !== undefined) members += `,"id":${id}`
  members += `,"status":${status}`
  if (bytes !== undefined) members += `,"bytes":${bytes}`
  if (code !== undefined) members += `,"code":"${code}"`
  if (reason !== undefined) members += `,"reason":${JSON.stringify(reason)}`
  return milliseconds === undefined ? members : `${members},"ms":${Math.round(milliseconds * 100) / 100}`
}

/** Lines that are handed on together: each alone would cost more than making it. */
class Gathering {
  readonly #handOn: (lines: string) => void
  readonly #most: number
  #lines = ''

  constructor(handOn: (lines: string) => void, most: number) {
    this.#handOn = handOn
    this.#most = most
  }

  add(line: string): void {
    if (this.#lines.length + line.length > this.#most) this.pass()
    this.#lines += line
  }

  pass(): void {
    const lines = this.#lines
    this.#lines = ''
    if (lines !== '') this.#handOn(lines)
  }
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
 * An error without the values that PostgreSQL puts into it: its details quote keys and rows, and the messages of class
 * 22 quote what could not be read.
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
