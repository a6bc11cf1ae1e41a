import { findFreePort } from './Cluster.ts'
import { type Flags, type ServiceProcess, startProcess } from './service.ts'

/** A service in its own process that is restarted at the same address after a kill. */
export class RestartableService {
  readonly #databaseUrl: string
  readonly #flags: Flags
  #process: ServiceProcess
  #starting: Promise<ServiceProcess> | undefined
  #stopped = false

  private constructor(databaseUrl: string, flags: Flags, process: ServiceProcess) {
    this.#databaseUrl = databaseUrl
    this.#flags = flags
    this.#process = process
  }

  static async start(databaseUrl: string, flags: Flags = {}): Promise<RestartableService> {
    const all = { ...flags, port: `${await findFreePort()}` }
    return new RestartableService(databaseUrl, all, await startProcess(databaseUrl, all))
  }

  get url(): string {
    return this.#process.url
  }

  /** Whether its process runs; only the test ends it. */
  isAlive(): boolean {
    return this.#process.isAlive()
  }

  /** The log of the process as it is now. */
  logs(): string {
    return this.#process.logs()
  }

  kill(): Promise<void> {
    return this.#process.kill()
  }

  async restart(): Promise<void> {
    if (this.#stopped) return
    this.#starting = startProcess(this.#databaseUrl, this.#flags)
    this.#process = await this.#starting
  }

  /** Stops it for good, even if a test failed while it was being restarted. */
  async stop(): Promise<void> {
    this.#stopped = true
    const process = await this.#starting?.catch(() => undefined)
    await (process ?? this.#process).stop()
  }
}
