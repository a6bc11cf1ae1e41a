import { pause } from '../harness/poll.ts'
import type { Host } from './Host.ts'
import { clientOf } from './PatroniCluster.ts'

/**
 * Inserts a row every 100 ms on whichever host takes it, without the service. The longest time without one is the
 * cluster's own gap: what the service adds can be told from it. Inserts that wait for a standby hold their connections:
 * the role of the probe may have few, so that it does not use up those of the server.
 */
export class Probe {
  /** When an insert was acknowledged. */
  readonly acknowledged: number[] = []
  readonly #hosts: readonly Host[]
  #stopped = false

  constructor(hosts: readonly Host[]) {
    this.#hosts = hosts
  }

  async run(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => this.#watch(host)))
  }

  stop(): void {
    this.#stopped = true
  }

  async #watch(host: Host): Promise<void> {
    while (!this.#stopped) {
      const client = clientOf(host, 'probe', 'probe')
      client.on('error', () => {})
      await this.#insert(client).catch(() => {})
      client.end().catch(() => {})
      await pause(100)
    }
  }

  async #insert(client: ReturnType<typeof clientOf>): Promise<void> {
    await within(2_000, client.connect())
    while (!this.#stopped) {
      const { rows } = await within(2_000, client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby'))
      if (rows[0]?.standby === false) {
        await within(2_000, client.query('insert into probe default values'))
        this.acknowledged.push(performance.now())
      }
      await pause(100)
    }
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), milliseconds)
  })
  work.catch(() => {})
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
