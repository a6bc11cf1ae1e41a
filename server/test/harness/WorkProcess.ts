import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { spawnTabularium } from './commandLine.ts'
import { until } from './poll.ts'

/** A process that runs `tabularium work`, and can be killed and started again. */
export class WorkProcess {
  readonly #databaseUrl: string
  readonly #models: string
  readonly #env: Record<string, string>
  #child: ChildProcess | undefined
  #output = ''

  constructor(databaseUrl: string, models: string, env: Record<string, string> = {}) {
    this.#databaseUrl = databaseUrl
    this.#models = models
    this.#env = env
  }

  /** Starts it, and waits until it works. */
  async start(): Promise<void> {
    // On a busy machine a connection takes seconds, and a lease must outlast the pauses of a process that lives.
    const times = ['--work-lease', '5s', '--drain-timeout', '2s', '--connect-timeout', '30s', '--queue-timeout', '30s']
    const args = ['work', '--models', this.#models, '--health-port', '0', ...times]
    const child = spawnTabularium(args, { DATABASE_URL: this.#databaseUrl, ...this.#env })
    this.#child = child
    this.#output = ''
    child.stdout?.on('data', (chunk) => (this.#output += String(chunk)))
    child.stderr?.on('data', (chunk) => (this.#output += String(chunk)))
    await until(
      'the process works',
      () => {
        if (child.exitCode !== null) throw new Error(`It ended while it started: ${this.#output}`)
        return this.#output.includes('"msg":"working"')
      },
      { within: 90_000 },
    )
  }

  /** The lines of its log since it was started. */
  get logs(): string {
    return this.#output
  }

  /** Kills it without notice. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Lets it drain. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'close')
    child.kill(signal)
    await gone
  }
}
