import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** A message that a receiver of webhooks got. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly json: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> }
}

/** A receiver of webhooks, whose answers a test decides. */
export interface Receiver {
  readonly url: string
  /** What it got so far. */
  readonly got: Received[]
  /** Answers a message; 204 if absent. */
  answer: ((received: Received, response: ServerResponse) => void) | undefined
  /** The events that it got at a path: their keys, in order. */
  keysAt(path: string): string[]
}

/** Starts a receiver of webhooks on a free port. */
export async function startReceiver(): Promise<Receiver & { close(): void }> {
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const received = { path: request.url ?? '', headers: request.headers, body, json: JSON.parse(body) }
      receiver.got.push(received)
      if (receiver.answer) receiver.answer(received, response)
      else response.writeHead(204).end()
    })
  })
  const receiver: Receiver = {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    got: [],
    answer: undefined,
    keysAt: (path) => receiver.got.filter((one) => one.path === path).map(({ headers }) => `${headers['webhook-id']}`),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(receiver, {
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
}

/** A receiver for all tests of a file. */
export function useReceiver(): Receiver {
  let started: (Receiver & { close(): void }) | undefined
  beforeAll(async () => {
    started = await startReceiver()
  })
  afterAll(() => started?.close())
  const require = () => {
    if (!started) throw new Error('The receiver is started before the tests and not while they are declared.')
    return started
  }
  return {
    get url() {
      return require().url
    },
    get got() {
      return require().got
    },
    get answer() {
      return require().answer
    },
    set answer(answer) {
      require().answer = answer
    },
    keysAt: (path) => require().keysAt(path),
  }
}
