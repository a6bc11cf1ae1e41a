import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A proxy between clients and a service that sometimes cuts a connection instead of passing on the answer. */
export class CuttingProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly url: string
  /** How many answers were lost. */
  cuts = 0

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** `isCut` decides for each chunk of an answer. */
  static async start(target: string, isCut: () => boolean): Promise<CuttingProxy> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const proxy = new CuttingProxy(server)
    server.on('connection', (socket) => proxy.#pass(socket, new URL(target), isCut))
    return proxy
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #pass(socket: Socket, target: URL, isCut: () => boolean): void {
    const upstream = connect(Number(target.port), target.hostname)
    socket.on('data', (chunk) => upstream.write(chunk))
    upstream.on('data', (chunk) => {
      if (!isCut()) return void socket.write(chunk)
      this.cuts++
      socket.destroy()
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
