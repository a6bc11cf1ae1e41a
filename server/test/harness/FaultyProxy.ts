import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * How the connection to the database fails: `refuse` breaks every connection and accepts none; `freeze` accepts them
 * and passes nothing on, as a hanging host does; `swallow` passes on what the service sends, and loses the answers;
 * `forge` answers with a message that cannot be parsed.
 */
export type Mode = 'pass' | 'refuse' | 'freeze' | 'swallow' | 'forge'

/** A row message of the protocol that ends before its number of columns. */
const forged = Buffer.from([0x44, 0, 0, 0, 4])

/** A proxy between the service and PostgreSQL that fails on demand. */
export class FaultyProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly url: string
  #mode: Mode = 'pass'

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  static async start(databaseUrl: string): Promise<FaultyProxy> {
    const target = new URL(databaseUrl)
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = new URL(databaseUrl)
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const proxy = new FaultyProxy(server, url.href)
    server.on('connection', (socket) => proxy.#pass(socket, target))
    return proxy
  }

  set mode(mode: Mode) {
    this.#mode = mode
    // Connections that hung do not recover when the host returns: they are closed.
    if (mode === 'refuse' || mode === 'pass') for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #pass(socket: Socket, target: URL): void {
    if (this.#mode === 'refuse') {
      socket.destroy()
      return
    }
    const upstream = connect(Number(target.port || 5432), target.hostname)
    socket.on('data', (chunk) => this.#mode !== 'freeze' && upstream.write(chunk))
    upstream.on('data', (chunk) => {
      if (this.#mode === 'pass') socket.write(chunk)
      if (this.#mode === 'forge') socket.write(forged)
    })
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
    }
  }
}
