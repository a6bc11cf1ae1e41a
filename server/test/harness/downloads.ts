import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** A file as it arrived. */
export interface Downloaded {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly bytes: Buffer
  /** The trailer that says how many records a whole file has; absent if it is incomplete. */
  readonly rows: string | undefined
  /** Whether the connection was broken off. */
  readonly isBroken: boolean
}

/** A download that has begun, and of which nothing was read. */
export interface Downloading {
  readonly response: IncomingMessage
  /** Reads the rest. */
  finish(): Promise<Downloaded>
  /** Goes away without reading the rest. */
  leave(): void
}

/** Begins a download with a session. The client reads only when it is told to. */
export function beginDownload(url: string, cookie: string | undefined): Promise<Downloading> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers: cookie === undefined ? {} : { cookie }, agent: false })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      response.pause()
      resolve({ response, finish: () => finish(response), leave: () => response.destroy() })
    })
    outgoing.end()
  })
}

/** Downloads a whole file. */
export async function download(url: string, cookie: string | undefined): Promise<Downloaded> {
  return (await beginDownload(url, cookie)).finish()
}

function finish(response: IncomingMessage): Promise<Downloaded> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const end = (isBroken: boolean) => {
      const rows = response.trailers['tabularium-rows']
      const bytes = Buffer.concat(chunks)
      const [status, text] = [response.statusCode ?? 0, bytes.toString('utf8')]
      resolve({ status, headers: response.headers, text, bytes, rows, isBroken })
    }
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => end(false))
    response.on('error', () => end(true))
    response.resume()
  })
}
