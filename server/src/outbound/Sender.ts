import type { LookupAddress } from 'node:dns'
import { addAbortListener } from 'node:events'
import { Agent, request as requestPlain } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AddressCheck } from './AddressCheck.ts'
import { type Answered, AnswerStart } from './AnswerStart.ts'
import { Lookups, LookupTimeout } from './Lookups.ts'

/** A message to another server. */
export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Ends the attempt. */
  readonly signal?: AbortSignal
}

/** What became of a message. */
export interface Outcome extends Answered {
  /** Why there was no answer; null if there was one. */
  readonly error: string | null
  readonly milliseconds: number
}

/** What a sender may connect to, and how. */
export interface SenderOptions {
  /** Addresses and networks that are open although they are not of the public internet. */
  readonly networks: readonly string[]
  /** How long an attempt may take, in milliseconds. */
  readonly timeout?: number
  /** Resolves names; absent: as the system does. */
  readonly lookups?: Lookups
}

const defaultTimeout = 15_000

/** An address that the service does not connect to. The message does not tell it: it may be of an inside host. */
class AddressClosed extends Error {
  override readonly name = 'AddressClosed'
}

const closedHost =
  'The address of the host is closed: webhooks are sent to public addresses, and to those in the setting ' +
  'webhookNetworks.'
const closedPlain = 'Plain http is for addresses in the setting webhookNetworks alone: use https.'

/**
 * Sends messages to addresses that users choose. It never connects to a closed address, however it is spelled: the
 * address is checked where the socket learns it, and not looked up again. It follows no redirects and uses no proxy.
 */
export class Sender {
  readonly #check: AddressCheck
  readonly #timeout: number
  readonly #lookups: Lookups

  constructor({ networks, timeout = defaultTimeout, lookups = new Lookups() }: SenderOptions) {
    this.#check = new AddressCheck(networks)
    this.#timeout = timeout
    this.#lookups = lookups
  }

  /** Returns what is wrong with an address to send to, as far as its text tells. */
  findFault(text: string): string | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return 'must begin with https:// and a host'
    if (url.username !== '' || url.password !== '') return 'must not have a user or a password'
    const address = literalOf(url)
    if (address === undefined) return undefined
    if (this.#check.isClosed(address)) return 'is a private address; the setting webhookNetworks can allow it'
    return url.protocol === 'http:' && !this.#check.isOpened(address)
      ? 'must begin with https://: plain http is for addresses in the setting webhookNetworks'
      : undefined
  }

  /** Sends a message. It never fails: the outcome says what happened. */
  async send({ url: text, headers, body, signal }: Message): Promise<Outcome> {
    const began = performance.now()
    const none = { status: null, answer: '', retryAfter: null }
    const ended = () => Math.round(performance.now() - began)
    try {
      const fault = this.findFault(text)
      if (fault !== undefined) return { ...none, error: `The address ${fault}.`, milliseconds: ended() }
      const timeout = AbortSignal.timeout(this.#timeout)
      const end = signal ? AbortSignal.any([signal, timeout]) : timeout
      const answered = await this.#exchange(new URL(text), { headers, signal: end }, body)
      return { ...answered, error: null, milliseconds: ended() }
    } catch (error) {
      return { ...none, error: this.#toReason(error), milliseconds: ended() }
    }
  }

  #exchange(
    url: URL,
    { headers, signal }: Pick<Message, 'headers'> & { readonly signal: AbortSignal },
    body: string,
  ): Promise<Answered> {
    const isSecure = url.protocol === 'https:'
    const lookup = this.#guard(isSecure)
    const length = { 'content-length': Buffer.byteLength(body) }
    // An agent of its own: the shared one would use a proxy that the environment names.
    const agent = isSecure ? new SecureAgent() : new Agent()
    const options = { method: 'POST', agent, lookup, headers: { ...headers, ...length } }
    return new Promise((resolve, reject) => {
      const request = (isSecure ? requestSecure : requestPlain)(url, options)
      const answer = new AnswerStart()
      // The status counts, whatever becomes of the rest of the answer.
      const end = (error?: unknown) => {
        request.destroy()
        const answered = answer.find()
        if (answered) resolve(answered)
        else reject(error)
      }
      request.on('response', (head) => answer.read(head, end))
      // An answer that switches protocols is no `response`, and leaves its socket to us.
      request.on('upgrade', (head, socket) => {
        socket.destroy()
        answer.head = head
        end()
      })
      request.on('error', end)
      request.on('close', () => end(new Error('The connection was closed.')))
      // The time limit does not depend on what the peer makes the request do.
      addAbortListener(signal, () => end(signal.reason))
      request.end(body)
    })
  }

  /** The socket's own look-up of a name: it fails if one of the addresses is closed. */
  #guard(isSecure: boolean): LookupFunction {
    return (hostname, { all }, callback) => {
      const onFound = (found: LookupAddress[]) => {
        const fault = this.#findFault(found, isSecure)
        if (fault !== undefined) return callback(new AddressClosed(fault), [])
        const [first] = found
        return all || !first ? callback(null, found) : callback(null, first.address, first.family)
      }
      const onFailed = (error: Error) => callback(error, [])
      this.#lookups.find(hostname).then(onFound, onFailed)
    }
  }

  #findFault(found: readonly LookupAddress[], isSecure: boolean): string | undefined {
    if (found.some(({ address }) => this.#check.isClosed(address))) return closedHost
    return isSecure || found.every(({ address }) => this.#check.isOpened(address)) ? undefined : closedPlain
  }

  #toReason(error: unknown): string {
    if (error instanceof AddressClosed || error instanceof LookupTimeout) return error.message
    const { name, code } = error as { readonly name?: unknown; readonly code?: unknown }
    if (name === 'TimeoutError' || name === 'AbortError') return `No answer within ${this.#timeout / 1_000} s.`
    return typeof code === 'string' ? `No answer: ${code}.` : 'No answer.'
  }
}

/** The address in a URL, if its host is one. The URL has it in its usual spelling, whatever the text was. */
function literalOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? undefined : host
}
