import type { TabulariumError } from './errors.ts'
import { noAnswer, readAnswer } from './readAnswer.ts'
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
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  /** The key that makes a write safe to repeat; undefined if it is not a write of records. */
  readonly idempotencyKey?: string | undefined
  /** Whether it may be repeated; if absent, that is so for GET, HEAD, and a request with an `idempotencyKey`. */
  readonly repeatable?: boolean | undefined
}

/** The options of writes; the types of the calls say which one takes which. */
export interface WrittenWith extends CallOptions {
  readonly idempotencyKey?: string | undefined
  readonly fields?: readonly string[]
  readonly dryRun?: boolean
  readonly onConflict?: string
  readonly titles?: boolean
  readonly counts?: boolean
}

/** The body of a successful answer. */
export interface Envelope {
  readonly status: number
  readonly data: readonly unknown[]
  readonly [member: string]: unknown
}

/** Sends requests, and repeats those that are safe to repeat. It keeps the cookie of a login where no browser does. */
export class Connection {
  readonly #options: ClientOptions & { readonly seeAs?: string }
  readonly #cookies: Map<string, string>

  constructor(options: ClientOptions & { readonly seeAs?: string }, cookies = new Map<string, string>()) {
    this.#options = options
    this.#cookies = cookies
  }

  /** The same connection, the cookie included, whose requests are answered with the rights of another user. */
  seeAs(seeAs: string): Connection {
    return new Connection({ ...this.#options, seeAs }, this.#cookies)
  }

  /** Sends a write of records, with a key of its own if none is given. The service refuses options that it has not. */
  write(method: string, path: string, body: unknown, options: WrittenWith = {}, query?: object): Promise<Envelope> {
    const { signal, idempotencyKey = crypto.randomUUID(), ...parameters } = options
    return this.send(method, path, { query: { ...query, ...parameters }, body, signal, idempotencyKey })
  }

  /** Sends a request until it is answered. The body is made once: a repeat must be the same to the byte. */
  async send(method: string, path: string, sent: Sent = {}): Promise<Envelope> {
    const { signal, idempotencyKey, repeatable = idempotencyKey !== undefined || /^(GET|HEAD)$/i.test(method) } = sent
    const { key, seeAs, retries: most = 2 } = this.#options
    refuseUnsendable({ key, seeAs, idempotencyKey })
    const body = sent.body === undefined ? undefined : JSON.stringify(sent.body, refuseRounded)
    const retries = repeatable ? most : 0
    let isUnknown = false
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      const result = await this.#attempt(method, path, { ...sent, repeatable, body }, attempt)
      if (!(result instanceof Error)) return result
      // An attempt that nobody knows the outcome of may have been applied, whatever a later one is told.
      isUnknown ||= result.outcome === 'unknown' || result.code === 'key-in-use'
      const wait = attempt > retries ? undefined : waitBefore(attempt, result)
      if (wait === undefined) throw isUnknown ? Object.assign(result, { outcome: 'unknown' }) : result
      await pause(wait, signal)
    }
  }

  async #attempt(method: string, path: string, sent: Sent, attempt: number): Promise<Envelope | TabulariumError> {
    const start = performance.now()
    const tell = (status?: number, requestId?: string) =>
      this.#options.onRequest?.({ method, path, attempt, status, duration: performance.now() - start, requestId })
    try {
      const response = await this.#fetch(method, path, sent)
      this.#keepCookies(response)
      const text = await response.text()
      tell(response.status, response.headers.get('x-request-id') ?? undefined)
      return readAnswer(response, text, sent)
    } catch (cause) {
      tell()
      sent.signal?.throwIfAborted()
      return noAnswer(`No answer to ${method} ${path}.`, sent, { cause })
    }
  }

  #fetch(method: string, path: string, { query, body, signal, idempotencyKey }: Sent): Promise<Response> {
    const { url, key, seeAs, timeout = 30_000, fetch: send = fetch } = this.#options
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const timeLimit = AbortSignal.timeout(timeout)
    return send(`${url.replace(/\/+$/, '')}${path}${toSearch(query)}`, {
      method,
      redirect: 'manual',
      credentials: key === undefined ? 'include' : 'omit',
      signal: signal ? AbortSignal.any([signal, timeLimit]) : timeLimit,
      headers: given({
        authorization: key && `Bearer ${key}`,
        cookie: cookie || undefined,
        'content-type': body && 'application/json',
        'idempotency-key': idempotencyKey,
        'x-see-as': seeAs,
      }),
      body: body as string,
    })
  }

  /** Browsers keep cookies themselves and show none here. */
  #keepCookies({ headers }: Response): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
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

/** What is there of some members. They become text where they are used. */
function given(members: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

function toSearch(query: Readonly<Record<string, unknown>> = {}): string {
  const search = new URLSearchParams(given(query)).toString()
  return search && `?${search}`
}

/** A header is one line of Latin-1. `fetch` takes line breaks at its end away, and does not name a wrong value. */
function refuseUnsendable(values: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(values))
    if (!/^[\t -~\x80-\xff]*[\r\n]*$/.test(value ?? ''))
      throw new TypeError(`${name} has a line break or a character that no header takes.`)
}

/** JSON has no NaN and no infinity: they would be sent as null, which clears a field. */
function refuseRounded(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${name} is ${value}.`)
  return value
}
