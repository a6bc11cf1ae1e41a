import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'

/** One answer, whole. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body, if it is JSON. */
  readonly json: Envelope | undefined
}

/** The envelope of every answer; `data` is an array on success and an object on failure. */
export interface Envelope {
  readonly status: number
  readonly data: unknown
  readonly offset?: number
  readonly total?: number
  /** The token of the next page. */
  readonly next?: string
  readonly errors?: Readonly<Record<string, string>>
  /** What became of each record of an upsert. */
  readonly outcomes?: readonly string[]
}

/** Whether an answer is a stream of events. */
export function isStream(headers: IncomingHttpHeaders): boolean {
  return headers['content-type'] === 'text/event-stream'
}

export interface RecordJson {
  readonly id: number
  readonly version: number
  readonly [field: string]: unknown
}

export interface Message {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** Sent instead of the session's cookie; null sends none. */
  readonly cookie?: string | null
}

export const admin = { username: 'admin', password: 'correct-horse-battery' }

/** A request as it was sent, and its answer. */
export interface Exchange {
  readonly base: string
  readonly method: string
  /** With its query. */
  readonly path: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string | undefined
  readonly reply: Reply
}

/** A client on keep-alive connections, with one session. It hides nothing: no redirects, no decoding, no retries. */
export class Client {
  /** Sees every exchange of every client, so that no test can be without it. */
  static observe: ((exchange: Exchange) => Promise<void>) | undefined
  readonly #base: URL
  readonly #agent: Agent
  cookie: string | undefined

  constructor(base: string, connections = 1) {
    this.#base = new URL(base)
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** One exchange. A text body is sent as it is, anything else as JSON. */
  async exchange(method: string, path: string, { body, headers: more = {}, cookie }: Message = {}): Promise<Reply> {
    const payload = toPayload(body)
    const session = cookie === undefined ? this.cookie : (cookie ?? undefined)
    const headers = {
      accept: 'application/json',
      ...(session === undefined ? {} : { cookie: session }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': payload.length }),
      ...more,
    }
    const reply = await this.#send(method, path, headers, payload)
    if (Client.observe) {
      const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
      const sent = { base: this.#base.origin, method, path, headers: Object.fromEntries(named) }
      await Client.observe({ ...sent, body: payload?.toString('utf8'), reply })
    }
    return reply
  }

  #send(method: string, path: string, headers: OutgoingHttpHeaders, payload: Buffer | undefined): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#base
      const outgoing = request({ hostname, port, agent: this.#agent, method, path, headers })
      outgoing.setTimeout(30_000, () => outgoing.destroy(new Error(`No answer to ${method} ${path} within 30 s.`)))
      outgoing.on('error', reject)
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = []
        const end = () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: toJson(text) })
        }
        response.on('error', reject)
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          // A stream does not end by itself: its first event is enough.
          if (!isStream(response.headers) || !Buffer.concat(chunks).includes('\n\n')) return
          end()
          outgoing.destroy()
        })
        response.on('end', end)
      })
      outgoing.end(payload)
    })
  }

  /** Logs in and keeps the session for later requests. */
  async login(credentials: object = admin): Promise<Reply> {
    const reply = await this.exchange('POST', '/callback', { body: credentials, cookie: null })
    if (reply.status === 200) this.cookie = cookieOf(reply)
    return reply
  }

  find(model: string, query = ''): Promise<Reply> {
    return this.exchange('GET', `/ws/rest/${model}${query}`)
  }

  read(model: string, id: number, headers: Record<string, string> = {}): Promise<Reply> {
    return this.exchange('GET', `/ws/rest/${model}/${id}`, { headers })
  }

  create(model: string, data: unknown, query = ''): Promise<Reply> {
    return this.exchange('PUT', `/ws/rest/${model}${query}`, { body: { data } })
  }

  update(model: string, id: number, data: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.exchange('POST', `/ws/rest/${model}/${id}`, { body: { data }, headers })
  }

  /** An update that is merged with the changes of others if nothing clashes. */
  merge(model: string, id: number, data: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.exchange('POST', `/ws/rest/${model}/${id}?onConflict=merge`, { body: { data }, headers })
  }

  delete(model: string, id: number, version?: number): Promise<Reply> {
    return this.exchange('DELETE', `/ws/rest/${model}/${id}${version === undefined ? '' : `?version=${version}`}`)
  }

  history(model: string, id: number, query = ''): Promise<Reply> {
    return this.exchange('GET', `/ws/rest/${model}/${id}/history${query}`)
  }

  /** An old version of a record. */
  readVersion(model: string, id: number, version: number | string): Promise<Reply> {
    return this.exchange('GET', `/ws/rest/${model}/${id}?version=${version}`)
  }

  restore(model: string, id: number, data: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.exchange('POST', `/ws/rest/${model}/${id}/restore`, { body: { data }, headers })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** The cookies that an answer sets, as a client sends them back. */
export function cookieOf(reply: Reply): string {
  return (reply.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
}

/** The records of a successful answer. */
export function recordsOf(reply: Reply): RecordJson[] {
  if (reply.status !== 200 || reply.json?.status !== 0 || !Array.isArray(reply.json.data))
    throw new Error(`Not a success: HTTP ${reply.status} ${reply.text.slice(0, 500)}`)
  return reply.json.data
}

/** The one record of a successful answer. */
export function recordOf(reply: Reply): RecordJson {
  const [record, ...others] = recordsOf(reply)
  if (!record || others.length > 0) throw new Error(`Not one record: ${reply.text.slice(0, 500)}`)
  return record
}

function toPayload(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function toJson(text: string): Envelope | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
