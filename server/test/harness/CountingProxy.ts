import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'

/** Settings of a service that sends no statements besides those of requests, for tests that count them. */
export const withoutHousekeeping = { logLevel: 'error', foldInterval: '1m', releaseInterval: '1m', work: 'false' }

/**
 * A proxy between the service and PostgreSQL that counts statements: every Query and every Execute message of the
 * protocol. So it does not depend on the version and extensions of the server.
 */
export class CountingProxy {
  readonly #server: Server
  readonly url: string
  statements = 0
  /** The different texts that were sent to be parsed. */
  readonly texts = new Set<string>()

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  static async start(databaseUrl: string): Promise<CountingProxy> {
    const target = new URL(databaseUrl)
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = new URL(databaseUrl)
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const proxy = new CountingProxy(server, url.href)
    server.on('connection', (socket) => {
      const upstream = connect(Number(target.port || 5432), target.hostname)
      const count = readMessages((type, body) => {
        if (type === 'Q' || type === 'E') proxy.statements++
        if (type === 'Q') proxy.texts.add(textAt(body, 0))
        if (type === 'P') proxy.texts.add(textAt(body, textAt(body, 0).length + 1))
      })
      socket.on('data', (chunk) => {
        count(chunk)
        upstream.write(chunk)
      })
      upstream.on('data', (chunk) => socket.write(chunk))
      for (const [one, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        one.on('error', () => other.destroy())
        one.on('close', () => other.destroy())
      }
    })
    return proxy
  }

  close(): void {
    this.#server.close()
  }
}

/**
 * Iterates over the messages of a client. The first has no type; each has its length in the four bytes after its type.
 */
function readMessages(onMessage: (type: string, body: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let started = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = started ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      if (started) onMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, length))
      started = true
      rest = rest.subarray(length)
    }
  }
}

/** The zero-terminated text that begins at an offset of a message. */
function textAt(body: Buffer, start: number): string {
  return body.toString('utf8', start, body.indexOf(0, start))
}
