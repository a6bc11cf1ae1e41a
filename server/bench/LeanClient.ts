import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A keep-alive connection with little overhead: it sends prepared text and reads only the status. */
export class LeanClient {
  readonly #socket: Socket
  #rest: Buffer = Buffer.alloc(0)
  #answer: { resolve(status: number): void; reject(error: Error): void } | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('error', (error) => this.#answer?.reject(error))
    socket.on('close', () => this.#answer?.reject(new Error('The connection was closed.')))
  }

  static async open(url: string): Promise<LeanClient> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return new LeanClient(socket)
  }

  /** Sends the text of a request and returns the status of the response. */
  send(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#answer = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#rest.toString('latin1', 0, end)
    const [, length = '0'] = /content-length: (\d+)/i.exec(head) ?? []
    if (this.#rest.length < end + 4 + Number(length)) return
    this.#rest = this.#rest.subarray(end + 4 + Number(length))
    this.#answer?.resolve(Number(head.slice(9, 12)))
  }
}

/** The text of a request without a body. */
export function toGet(path: string, cookie: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: bench\r\nCookie: ${cookie}\r\n\r\n`
}
