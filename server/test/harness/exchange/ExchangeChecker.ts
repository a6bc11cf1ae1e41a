import { Agent, type IncomingMessage, request } from 'node:http'
import type { Exchange } from '../client.ts'
import { CallerDocuments, type Credential, type FetchedDocument } from './CallerDocuments.ts'
import type { CheckedDocument } from './CheckedDocument.ts'
import { faultsOf, findOperation } from './checkExchange.ts'
import { ReachedOperations } from './ReachedOperations.ts'

/** Where a service serves the document of the caller. The test that is compared sees no use of its session. */
const documentPath = '/ws/openapi.json?quiet=true'

/** The paths of the health port, of pages for people and of SCIM, which are no part of the API. */
const otherPaths = /^\/(?:(?:health|ready|status|metrics)(?:\?|$)|(?:console|docs|scim)(?:[/?]|$)|(?:\?|$))/

/** Compares exchanges with the documents of their callers, and collects what does not fit. */
export class ExchangeChecker {
  readonly reached = new ReachedOperations()
  readonly #agent = new Agent({ keepAlive: true })
  readonly #documents = new CallerDocuments((...args) => this.#fetch(...args))
  /** Exchanges of nobody, before any document of the service is known. */
  readonly #waiting: Exchange[] = []
  #faults = new Set<string>()
  /** How many exchanges were compared. */
  checked = 0

  /** Compares one exchange. Never fails: what does not fit is collected. */
  async check(exchange: Exchange): Promise<void> {
    if (otherPaths.test(exchange.path)) return
    const { base } = exchange
    if (changesRights(exchange)) this.#documents.forget()
    const credential = credentialOf(exchange)
    const before = await this.#documents.of(base, credential)
    const document = before ?? this.#documents.ofAnybody(base)
    if (!document) return void this.#waiting.push(exchange)
    for (const earlier of this.#waiting.splice(0)) await this.check(earlier)
    this.#note(exchange, document)
    const faults = faultsOf(exchange, document)
    if (faults.length === 0 || (await this.#fitsBefore(exchange, credential))) return
    // Rights or models may have changed since the document was fetched.
    this.#documents.forget()
    const fresh = (await this.#documents.of(base, credential)) ?? this.#documents.ofAnybody(base) ?? document
    const still = fresh === document ? faults : faultsOf(exchange, fresh)
    for (const fault of still) this.#faults.add(`${exchange.method} ${exchange.path.slice(0, 200)} ${fault}`)
    if (still.length === 0) this.#note(exchange, fresh)
  }

  /** Whether an exchange fits the document that its caller had before rights changed: it may have been under way. */
  async #fitsBefore(exchange: Exchange, credential: Credential): Promise<boolean> {
    const earlier = await this.#documents.before(exchange.base, credential)
    return earlier !== undefined && faultsOf(exchange, earlier).length === 0
  }

  /** The faults since the last call. */
  takeFaults(): string[] {
    const faults = [...this.#faults]
    this.#faults = new Set()
    return faults
  }

  /** The exchanges that could not be compared, because nobody had a document. */
  get unchecked(): number {
    return this.#waiting.length
  }

  close(): void {
    this.#agent.destroy()
  }

  #note(exchange: Exchange, document: CheckedDocument): void {
    this.checked += 1
    this.reached.addDocument(document)
    const found = findOperation(exchange, document)
    const { status, json } = exchange.reply
    const { code } = (json?.data ?? {}) as { code?: string }
    if (found) this.reached.addReached(found.name, status < 400 ? String(status) : (code ?? String(status)))
  }

  /** Asks the service for the document of a caller; undefined if it has none for them, or does not answer now. */
  #fetch(base: string, credential: Credential, known: readonly string[]): Promise<FetchedDocument | undefined> {
    return new Promise((resolve) => {
      const headers = { ...credential, ...(known.length > 0 ? { 'if-none-match': known.join(', ') } : {}) }
      const outgoing = request(`${base}${documentPath}`, { agent: this.#agent, headers })
      outgoing.setTimeout(2_000, () => outgoing.destroy())
      outgoing.on('error', () => resolve(undefined))
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('error', () => resolve(undefined))
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(toFetched(response, chunks)))
      })
      outgoing.end()
    })
  }
}

function toFetched({ statusCode, headers }: IncomingMessage, chunks: readonly Buffer[]): FetchedDocument | undefined {
  const { etag } = headers
  if (etag === undefined || (statusCode !== 200 && statusCode !== 304)) return undefined
  return { etag, text: statusCode === 304 ? undefined : Buffer.concat(chunks).toString('utf8') }
}

/** Who sent a request. After a login it is who has logged in. */
function credentialOf({ headers, reply }: Exchange): Credential {
  const set = (reply.headers['set-cookie'] ?? [])
    .map((line) => line.split(';')[0] ?? '')
    .filter((one) => !one.endsWith('='))
  const { cookie, authorization } = headers
  if (set.length > 0) return { cookie: set.join('; ') }
  return {
    ...(cookie === undefined ? {} : { cookie: String(cookie) }),
    ...(authorization === undefined ? {} : { authorization: String(authorization) }),
  }
}

/** Whether a request may have changed what callers may do. */
function changesRights({ method, path, reply }: Exchange): boolean {
  if (method === 'GET' || reply.status >= 400) return false
  return path.includes('/tabularium.') || path.startsWith('/ws/transaction')
}
