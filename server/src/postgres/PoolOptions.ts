import type { ClientOptions } from './openClient.ts'

/** The options of a pool. */
export interface PoolOptions extends ClientOptions {
  readonly size: number
  /** How long a statement waits for a connection, in milliseconds. */
  readonly queueTimeout: number
  /** Called when the database becomes unreachable and when it is reachable again. */
  onChange?(reachable: boolean, cause?: unknown): void
  /** Called when all connections move to a host that was promoted while the host in use still answered. */
  onMove?(host: string | undefined): void
}
