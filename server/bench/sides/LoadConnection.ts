import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type LoadRequest, versionWidth } from './Load.ts'
import type { Tally } from './Tally.ts'

const endOfHead = Buffer.from('\r\n\r\n')

/** A prepared request. That of a versioned record is prepared again when its version changes. */
interface Ready {
  readonly request: LoadRequest
  bytes: Buffer
  version: number
}

/**
 * A keep-alive connection with at most one pending request. It reads only the status and the end of a response, so that
 * the processors are free for the side that is measured.
 */
export class LoadConnection {
  readonly #socket: Socket
  readonly #requests: Ready[]
  readonly #tally: Tally
  readonly #ended = Promise.withResolvers<void>()
  #next = 0
  #sentAt = 0
  #received: Buffer | undefined
  /** The length of the response that is being received; 0 until its head is complete. */
  #expected = 0
  #stopping = false

  private constructor(socket: Socket, requests: readonly LoadRequest[], tally: Tally) {
    this.#socket = socket
    this.#requests = requests.map((request) => toReady(request, request.version ?? 0))
    this.#tally = tally
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', (error) => this.#ended.reject(error))
    socket.on('close', () => this.#close())
  }

  static async open(port: number, requests: readonly LoadRequest[], tally: Tally): Promise<LoadConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new LoadConnection(socket, requests, tally)
  }

  /** Resolves when the connection is closed after `stop`; rejects if it breaks before. */
  start(): Promise<void> {
    this.#send()
    return this.#ended.promise
  }

  /** Receives the last response and closes. */
  stop(): void {
    this.#stopping = true
  }

  #send(): void {
    const ready = this.#requests[this.#next]
    if (!ready) throw new Error('Every connection needs a request of its own: use more records.')
    this.#sentAt = performance.now()
    this.#socket.write(ready.bytes)
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#received ? Buffer.concat([this.#received, chunk]) : chunk
    if (this.#expected === 0) this.#expected = findLength(bytes)
    if (this.#expected === 0 || bytes.length < this.#expected) {
      this.#received = bytes
      return
    }
    this.#received = undefined
    this.#expected = 0
    this.#take(bytes)
  }

  #take(answer: Buffer): void {
    const latency = performance.now() - this.#sentAt
    const isGood = answer[9] === 0x32 && answer[10] === 0x30 && answer[11] === 0x30
    if (isGood) this.#tally.add(latency)
    else this.#tally.refuse(answer.toString())
    this.#moveOn(isGood)
    if (this.#stopping) this.#socket.end()
    else this.#send()
  }

  #moveOn(isGood: boolean): void {
    const ready = this.#requests[this.#next]
    if (isGood && ready?.request.version !== undefined)
      this.#requests[this.#next] = toReady(ready.request, ready.version + 1)
    this.#next = (this.#next + 1) % this.#requests.length
  }

  #close(): void {
    if (this.#stopping) this.#ended.resolve()
    else this.#ended.reject(new Error('The server closed a connection in the middle of the load.'))
  }
}

function toReady(request: LoadRequest, version: number): Ready {
  const { head, tail = '' } = request
  const text = request.version === undefined ? head : `${head}${String(version).padEnd(versionWidth)}${tail}`
  return { request, version, bytes: Buffer.from(text) }
}

/** The length of a whole response, from its head; 0 until the head is complete. */
function findLength(bytes: Buffer): number {
  const end = bytes.indexOf(endOfHead)
  if (end < 0) return 0
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end)) ?? []
  if (length === undefined) throw new Error('The load client needs answers with Content-Length.')
  return end + endOfHead.length + Number(length)
}
