import { connect, type Socket } from 'node:net'
import { largeRecord, worstRequests } from './worstRequests.ts'

/**
 * One user who sends the most expensive requests, as a separate process: `node hostileLoad.ts <options as JSON>`. Each
 * connection sends the next request as soon as one is answered; some request a large answer and read none of it. Prints
 * the number of answers by status, as one line of JSON.
 */
export interface HostileOptions {
  readonly url: string
  readonly cookie: string
  readonly seconds: number
  readonly connections: number
  /** How many of them never read. */
  readonly unread: number
}

class HostileLoad {
  readonly #options: HostileOptions
  readonly #requests: readonly Buffer[]
  readonly #answers: Record<string, number> = {}
  #sent = 0
  #isOver = false

  constructor(options: HostileOptions) {
    this.#options = options
    this.#requests = worstRequests().map((request) => toBytes(request, options))
  }

  async run(): Promise<Record<string, number>> {
    const { connections, unread, seconds } = this.#options
    for (let n = 0; n < connections; n++) this.#open(n < unread)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    this.#isOver = true
    return this.#answers
  }

  #open(isUnread: boolean): void {
    if (this.#isOver) return
    const { hostname, port } = new URL(this.#options.url)
    const socket = connect({ host: hostname, port: Number(port) })
    let awaited = -1
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(() => this.#open(isUnread), 100))
    if (isUnread) {
      socket.pause()
      socket.write(toBytes(largeRecord, this.#options))
      return
    }
    socket.on('data', (chunk) => {
      if (awaited < 0) awaited = this.#readHead(chunk)
      awaited -= chunk.length
      if (awaited > 0) return
      awaited = -1
      this.#send(socket)
    })
    this.#send(socket)
  }

  #send(socket: Socket): void {
    const request = this.#requests[this.#sent++ % this.#requests.length]
    if (request && !this.#isOver) socket.write(request)
  }

  /** Counts the answer, and returns its length. */
  #readHead(chunk: Buffer): number {
    const end = chunk.indexOf('\r\n\r\n')
    const head = chunk.toString('latin1', 0, end)
    const status = head.slice(9, 12)
    this.#answers[status] = (this.#answers[status] ?? 0) + 1
    return end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  }
}

function toBytes({ method, path, body }: { method: string; path: string; body?: string }, { cookie }: HostileOptions) {
  const length =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n${length}\r\n${body ?? ''}`)
}

const [, , options] = process.argv
if (options !== undefined) {
  const answers = await new HostileLoad(JSON.parse(options) as HostileOptions).run()
  process.stdout.write(`${JSON.stringify(answers)}\n`, () => process.exit(0))
}
