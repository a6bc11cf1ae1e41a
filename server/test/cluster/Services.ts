import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { contactsFolder, ownMain } from '../harness/commandLine.ts'
import { until } from '../harness/poll.ts'
import { pick } from '../harness/random.ts'
import { killWorker, untilAllServe } from '../harness/workers.ts'
import { childrenOf, tryKill } from './Host.ts'

/** A service with two workers, in the namespace of the test. */
export class Service {
  readonly url: string
  readonly healthUrl: string
  readonly #port: number
  readonly #databaseUrl: string
  readonly #main: string
  #process: ChildProcess | undefined

  constructor(port: number, databaseUrl: string, main = ownMain) {
    this.url = `http://127.0.0.1:${port}`
    this.healthUrl = `http://127.0.0.1:${port + 1}`
    this.#port = port
    this.#databaseUrl = databaseUrl
    this.#main = main
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    const file = `/mnt/service-${this.#port}.log`
    const log = openSync(file, 'a')
    const limits = ['--login-attempts', '1000000', '--login-rate', '1000000', '--drain-delay', '0s']
    const args = ['serve', '--models', contactsFolder, '--port', `${this.#port}`, '--workers', '2', ...limits]
    const { PATH = '' } = process.env
    this.#process = spawn(process.execPath, [this.#main, ...args], {
      stdio: ['ignore', log, log],
      detached: true,
      env: { PATH, DATABASE_URL: this.#databaseUrl },
    })
    const ready = () =>
      fetch(`${this.healthUrl}/ready`).then(
        ({ status }) => status === 200,
        () => false,
      )
    await until(`the service on port ${this.#port} is ready`, ready, { within: 120_000, every: 100 }).catch((error) => {
      throw new Error(`${String(error)}: ${readFileSync(file, 'utf8').slice(-2_000)}`)
    })
  }

  /** Kills one worker without notice, as soon as all of them serve. */
  async killWorker(random: () => number): Promise<void> {
    const status = await untilAllServe(this)
    killWorker(status, pick(random, status.workers).worker)
  }

  /** Kills the first process, which started the workers, or all of them. */
  async kill(which: 'first' | 'all'): Promise<void> {
    const first = this.#process
    const workers = await childrenOf(first?.pid ?? 0)
    const gone = first && once(first, 'exit')
    for (const pid of [first?.pid ?? 0, ...(which === 'all' ? workers : [])]) if (pid > 0) tryKill(pid, 'SIGKILL')
    await gone
    // Workers that lost their first process drain themselves, and keep the port until then.
    await until('the workers are gone', () => workers.every((pid) => !runs(pid)), { within: 60_000 })
  }

  async stop(): Promise<void> {
    const first = this.#process
    if (!first || first.exitCode !== null || first.signalCode !== null) return
    const gone = once(first, 'exit')
    first.kill('SIGTERM')
    await gone
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
