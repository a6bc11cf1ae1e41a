import { connect, type Socket } from 'node:net'

/**
 * A small load generator that runs as a separate process: `node openLoop.ts <options as JSON>`. It sends requests at a
 * fixed rate whether answers come or not (rate), or as soon as a connection is free (rate 0), on raw sockets with one
 * request at a time. Prints its figures as one line of JSON. Times count from when a request was sent; requests that
 * were due and found no connection are `unsent`.
 */
export interface OpenLoopOptions {
  readonly url: string
  /** Requests a second; 0 means as many as are answered. */
  readonly rate: number
  readonly seconds: number
  readonly connections: number
  /** Whole requests as they go over the wire; taken in turn. */
  readonly requests: readonly string[]
}

/** Figures by kind of answer, and the outcome of the requests. */
export interface OpenLoopFigures {
  /** Requests that were due. */
  readonly due: number
  /** Due, but never sent: all connections were busy until the end. */
  readonly unsent: number
  readonly ok: Times
  readonly refused: Times
  /** Refused without the headers that a refusal must have. */
  readonly odd: number
  readonly other: number
  readonly broken: number
  /** How much later than planned this process ran, in milliseconds, because of other load on the machine. */
  readonly late: number
  /** How much of one core this process used. */
  readonly cpu: number
}

export interface Times {
  readonly count: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

interface Line {
  readonly socket: Socket
  sent: number
  awaited: number
  status: string
}

class OpenLoop {
  readonly #options: OpenLoopOptions
  readonly #free: Line[] = []
  readonly #times: { ok: number[]; refused: number[] } = { ok: [], refused: [] }
  readonly #payloads: readonly Buffer[]
  readonly #late: number[] = []
  #sent = 0
  #counts = { due: 0, odd: 0, other: 0, broken: 0 }
  #over = false

  constructor(options: OpenLoopOptions) {
    this.#options = options
    this.#payloads = options.requests.map((request) => Buffer.from(request))
  }

  async run(): Promise<OpenLoopFigures> {
    const { connections, rate, seconds } = this.#options
    await Promise.all(Array.from({ length: connections }, () => this.#open()))
    const used = process.cpuUsage()
    const start = performance.now()
    const end = start + seconds * 1_000
    await new Promise<void>((resolve) => {
      let planned = start
      const tick = () => {
        const now = performance.now()
        this.#late.push(now - planned)
        planned = now + 1
        if (now >= end) return resolve()
        this.#sendDue(rate > 0 ? Math.floor(((now - start) / 1_000) * rate) : Infinity)
        setTimeout(tick, 1)
      }
      tick()
    })
    this.#over = true
    const { user, system } = process.cpuUsage(used)
    const took = (performance.now() - start) / 1_000
    return {
      ...this.#counts,
      due: rate > 0 ? this.#counts.due : this.#sent,
      unsent: rate > 0 ? this.#counts.due - this.#sent : 0,
      ok: toTimes(this.#times.ok, took),
      refused: toTimes(this.#times.refused, took),
      late: toTimes(this.#late, took).p99,
      cpu: Math.round((user + system) / took / 10_000) / 100,
    }
  }

  /** Sends the requests that are due, as far as there are free connections; the rest stays due. */
  #sendDue(due: number): void {
    this.#counts.due = due
    while (this.#sent < due && this.#free.length > 0) this.#sendNext()
  }

  /** Uses the connection that was free for the longest, because the service closes idle ones. */
  #sendNext(): void {
    const line = this.#free.shift()
    const payload = this.#payloads[this.#sent++ % this.#payloads.length]
    if (!line || !payload) return
    line.sent = performance.now()
    line.awaited = -1
    line.socket.write(payload)
  }

  #open(): Promise<void> {
    const { hostname, port } = new URL(this.#options.url)
    return new Promise((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => {
        this.#free.push(line)
        resolve()
      })
      const line: Line = { socket, sent: 0, awaited: -1, status: '' }
      socket.on('data', (chunk: Buffer) => this.#receive(line, chunk))
      socket.on('error', () => resolve())
      socket.on('close', () => {
        this.#counts.broken += 1
        if (!this.#over) void this.#open()
      })
    })
  }

  /** The head of an answer arrives in one chunk; of the body only the length counts. */
  #receive(line: Line, chunk: Buffer): void {
    if (line.awaited < 0) {
      const headEnd = chunk.indexOf('\r\n\r\n')
      const head = chunk.toString('latin1', 0, headEnd)
      line.status = head.slice(9, 12)
      line.awaited = headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (line.status === '503' && !/retry-after: 1\r\n/i.test(head)) this.#counts.odd += 1
    }
    line.awaited -= chunk.length
    if (line.awaited > 0) return
    const took = performance.now() - line.sent
    if (line.status === '200') this.#times.ok.push(took)
    else if (line.status === '503') this.#times.refused.push(took)
    else this.#counts.other += 1
    this.#free.push(line)
  }
}

function toTimes(times: readonly number[], seconds: number): Times {
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100
  const perSecond = Math.round(sorted.length / seconds)
  return { count: sorted.length, perSecond, p50: at(0.5), p99: at(0.99), max: at(0.999999) }
}

const [, , options] = process.argv
if (options !== undefined) {
  const figures = await new OpenLoop(JSON.parse(options) as OpenLoopOptions).run()
  process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0))
}
