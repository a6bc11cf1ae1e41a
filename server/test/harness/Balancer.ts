import { once } from 'node:events'
import { Agent, createServer, get, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './poll.ts'

/** A process behind the balancer. */
export interface Backend {
  readonly url: string
  readonly healthUrl: string
}

interface Member extends Backend {
  readonly agent: Agent
  ready: boolean
  asking: boolean
  /** How many checks in a row got no answer. */
  silent: number
  /** Its last answer. */
  said: string
}

/**
 * After this many checks without an answer a process is taken out, as balancers do. One that says no is taken out at
 * once.
 */
const mostSilent = 3

/**
 * A small HTTP load balancer. It checks `/ready` of every process, and sends requests to those that are ready, in turn,
 * on keep-alive connections. It never repeats a request, so every failure reaches the client.
 */
export class Balancer {
  readonly #server: Server
  readonly #members = new Map<string, Member>()
  readonly #asking: NodeJS.Timeout
  #turn = 0
  readonly url: string

  private constructor(server: Server, interval: number) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.#asking = setInterval(() => void this.#askAll(), interval)
    server.on('request', (incoming, outgoing) => this.#pass(incoming, outgoing))
  }

  static async start(interval = 50): Promise<Balancer> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Balancer(server, interval)
  }

  /** Adds a process and waits until it is ready. */
  async add(backend: Backend): Promise<void> {
    const member = {
      ...backend,
      agent: new Agent({ keepAlive: true }),
      ready: false,
      asking: false,
      silent: 0,
      said: '',
    }
    this.#members.set(backend.url, member)
    await until(`${backend.url} is ready`, () => member.ready)
  }

  remove(backend: Backend): void {
    this.#members.get(backend.url)?.agent.destroy()
    this.#members.delete(backend.url)
  }

  close(): void {
    clearInterval(this.#asking)
    this.#server.closeAllConnections()
    this.#server.close()
    for (const { agent } of this.#members.values()) agent.destroy()
  }

  async #askAll(): Promise<void> {
    await Promise.all(Array.from(this.#members.values(), askReady))
  }

  /** On a machine that stalls, the database is late for all of them. That is no fault of a restart: requests wait. */
  #isDatabaseLate(): boolean {
    return [...this.#members.values()].some(({ said }) => /The database (does not answer|cannot be reached)/.test(said))
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = [...this.#members.values()].filter((member) => member.ready)
    const member = ready[this.#turn++ % ready.length]
    if (!member && this.#isDatabaseLate()) return void setTimeout(() => this.#pass(incoming, outgoing), 50)
    if (!member) {
      const reasons = Array.from(this.#members.values(), ({ url, said }) => `${url} ${said}`)
      outgoing.writeHead(502).end(`No process is ready: ${reasons.join('; ')}`)
      return
    }
    const { hostname, port } = new URL(member.url)
    const { method = 'GET', url: path = '/', headers } = incoming
    const passed = request({ hostname, port, method, path, headers, agent: member.agent })
    passed.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, withoutConnection(response.headers))
      response.pipe(outgoing)
    })
    passed.on('error', (error) =>
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(error.message),
    )
    incoming.pipe(passed)
  }
}

/** Headers of the connection to the process are not passed on to the client. */
function withoutConnection({ connection: _, 'keep-alive': __, ...headers }: IncomingMessage['headers']) {
  return headers
}

/** One check at a time, so that no late answer overwrites a newer one. */
async function askReady(member: Member): Promise<void> {
  if (member.asking) return
  member.asking = true
  const [status, text] = await ask(`${member.healthUrl}/ready`)
  member.asking = false
  member.silent = status === undefined ? member.silent + 1 : 0
  member.said = text
  if (status !== undefined || member.silent >= mostSilent) member.ready = status === 200
}

function ask(url: string): Promise<[status: number | undefined, text: string]> {
  return new Promise((resolve) => {
    const asked = get(url, { agent: false, timeout: 1_000 }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve([response.statusCode, Buffer.concat(chunks).toString()]))
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', (error) => resolve([undefined, error.message]))
  })
}
