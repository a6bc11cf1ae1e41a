import { ConflictError, type ErrorCode, type Failure, type FailureData, TabulariumError } from './errors.ts'
import { pause, waitBefore } from './retry.ts'

/** What `onRequest` is told about each attempt. */
export interface RequestInfo {
  readonly method: string
  /** The path, without what the client sends as parameters. */
  readonly path: string
  /** The HTTP status; undefined if there was no answer. */
  readonly status: number | undefined
  /** Milliseconds until the answer was there. */
  readonly duration: number
  /** 1, and more for repeats. */
  readonly attempt: number
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined
}

/** How a client reaches the service. */
export interface ClientOptions {
  /** The address of the service, with a path if a proxy adds one. In a page, `''` is the page's own origin. */
  readonly url: string
  /** An API key. Keys are for programs: a page logs in instead, since everybody can read what a page has. */
  readonly key?: string | undefined
  /** How often a request is repeated that got no answer or that the service could not answer then; 2 if absent. */
  readonly retries?: number
  /** How many milliseconds an attempt may take; 30,000 if absent. */
  readonly timeout?: number
  /** Called after each attempt, for logs and measurements. It must not throw. */
  readonly onRequest?: (request: RequestInfo) => void
  /** Another `fetch`, for tests and special networks. */
  readonly fetch?: typeof fetch
}

/** Options that every call has. */
export interface CallOptions {
  /** Ends the call. A write that was already sent may have been applied. */
  readonly signal?: AbortSignal | undefined
}

/** A request, before it is sent. */
export interface Sent extends CallOptions {
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** The key that makes a write safe to repeat; undefined if it is not a write of records. */
  readonly idempotencyKey?: string | undefined
  /** Whether the request may be repeated; true if absent. */
  readonly repeatable?: boolean
}

/** The body of a successful answer. */
export interface Envelope {
  readonly status: number
  readonly data: readonly unknown[]
  readonly [member: string]: unknown
}

/** Sends requests, and repeats those that are safe to repeat. It keeps the cookie of a login where no browser does. */
export class Connection {
  readonly #options: ClientOptions
  readonly #base: string
  readonly #cookies = new Map<string, string>()

  constructor(options: ClientOptions) {
    this.#options = options
    this.#base = options.url.replace(/\/+$/, '')
  }

  /** Sends a request until it is answered. The body is made once: a repeat must be the same to the byte. */
  async send(method: string, path: string, sent: Sent = {}): Promise<Envelope> {
    const { signal, repeatable = true } = sent
    const body = sent.body === undefined ? undefined : JSON.stringify(sent.body, refuseRounded)
    const retries = repeatable ? (this.#options.retries ?? 2) : 0
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      const result = await this.#attempt(method, path, { ...sent, body }, attempt)
      if (!(result instanceof Error)) return result
      const wait = attempt > retries ? undefined : waitBefore(attempt, result)
      if (wait === undefined) throw result
      await pause(wait, signal)
    }
  }

  async #attempt(method: string, path: string, sent: Sent, attempt: number): Promise<Envelope | TabulariumError> {
    const start = performance.now()
    const request = { method, path, attempt }
    const tell = (status?: number, requestId?: string) =>
      this.#options.onRequest?.({ ...request, status, duration: performance.now() - start, requestId })
    try {
      const response = await this.#fetch(method, path, sent)
      this.#keepCookies(response)
      const text = await response.text()
      tell(response.status, response.headers.get('x-request-id') ?? undefined)
      return read(response, text, sent)
    } catch (cause) {
      tell()
      sent.signal?.throwIfAborted()
      return noAnswer(`There was no answer to ${method} ${path}.`, sent, { cause })
    }
  }

  #fetch(method: string, path: string, { query, body, signal, idempotencyKey }: Sent): Promise<Response> {
    const { key, timeout = 30_000, fetch: send = fetch } = this.#options
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const timeLimit = AbortSignal.timeout(timeout)
    return send(`${this.#base}${path}${toSearch(query)}`, {
      method,
      redirect: 'manual',
      credentials: key === undefined ? 'include' : 'omit',
      signal: signal ? AbortSignal.any([signal, timeLimit]) : timeLimit,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: body as string }),
    })
  }

  /** Browsers keep cookies themselves and show none here. */
  #keepCookies({ headers }: Response): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }
}

/** A path from parts that may not lead anywhere else, whatever they contain. */
export function toPath(...parts: readonly (string | number)[]): string {
  return parts
    .map((part) => {
      if (/^\.{0,2}$/.test(`${part}`)) throw new TypeError(`"${part}" cannot be part of an address.`)
      return `/${encodeURIComponent(part)}`
    })
    .join('')
}

function toSearch(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return search === '' ? '' : `?${search}`
}

/** JSON has no NaN and no infinity: they would be sent as null, which clears a field. */
function refuseRounded(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${name} is ${value}.`)
  return value
}

function read(response: Response, text: string, sent: Sent): Envelope | TabulariumError {
  const { status, headers } = response
  const envelope = parse(text)
  if (envelope?.status === 0 && Array.isArray(envelope.data)) return envelope as unknown as Envelope
  if (envelope === undefined || typeof envelope.data !== 'object') {
    const message = `HTTP ${status} is not the answer of a record service: check the address.`
    if (status >= 500) return noAnswer(message, sent, { status })
    return ownError('unexpected-answer', message, { status })
  }
  const data = envelope.data as FailureData & Pick<Failure, 'outcome'>
  const seconds = headers.get('retry-after')
  const retryAfter = seconds === null ? undefined : Number(seconds)
  const failure = { data, status, errors: envelope.errors, outcome: data.outcome, retryAfter }
  return data.code === 'version-conflict'
    ? (new ConflictError(failure) as TabulariumError)
    : new TabulariumError(failure)
}

function parse(text: string): { status: number; data: unknown; errors?: Record<string, string> } | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value?.status === 'number' ? value : undefined
  } catch {
    return undefined
  }
}

/** Nobody knows what became of a write without an answer. */
function noAnswer(message: string, { idempotencyKey, repeatable }: Sent, failure: Partial<Failure>): TabulariumError {
  const isWrite = idempotencyKey !== undefined || repeatable === false
  return ownError('no-answer', message, { outcome: isWrite ? 'unknown' : undefined, ...failure })
}

function ownError(code: ErrorCode, message: string, failure: Partial<Failure>): TabulariumError {
  return new TabulariumError({ data: { code, title: message, message }, ...failure })
}
