import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, recordOf, type Reply } from './client.ts'

/**
 * Turns a correct service into one without a version check. An update is sent with the current version, and its answer
 * has the version that the client expects, as if the service only added 1 to what it was sent.
 */
export class VersionlessProxy {
  readonly #server: Server
  readonly #client: Client
  readonly url: string

  private constructor(server: Server, target: string) {
    this.#server = server
    this.#client = new Client(target, 64)
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (incoming, outgoing) => void this.#pass(incoming, outgoing))
  }

  static async start(target: string): Promise<VersionlessProxy> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new VersionlessProxy(server, target)
  }

  close(): void {
    this.#client.close()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    const body = Buffer.concat(chunks)
    const { method = 'GET', url = '/', headers } = incoming
    const cookie = headers.cookie ?? null
    const isUpdate = method === 'POST' && url.startsWith('/ws/rest/')
    const reply = isUpdate
      ? await this.#update(url, JSON.parse(body.toString()), cookie)
      : await this.#client.exchange(method, url, { cookie, ...(body.length > 0 ? { body } : {}) })
    outgoing.writeHead(reply.status, {
      'content-type': 'application/json',
      'set-cookie': reply.headers['set-cookie'] ?? [],
    })
    outgoing.end(reply.text)
  }

  async #update(url: string, { data }: { data: { version: number } }, cookie: string | null): Promise<Reply> {
    for (;;) {
      const current = await this.#client.exchange('GET', url, { cookie })
      if (current.status !== 200) return current
      const body = { data: { ...data, version: recordOf(current).version } }
      const reply = await this.#client.exchange('POST', url, { body, cookie })
      if (reply.status !== 409) return withVersion(reply, data.version + 1)
    }
  }
}

function withVersion(reply: Reply, version: number): Reply {
  return { ...reply, text: reply.text.replace(/"version":\d+/, `"version":${version}`) }
}
