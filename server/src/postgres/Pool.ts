import { Backoff } from './Backoff.ts'
import { type Claim, ConnectionScheduler } from './ConnectionScheduler.ts'
import { NoConnection } from './NoConnection.ts'
import { Hosts } from './Hosts.ts'
import { destroy, type PrimaryClient } from './openClient.ts'
import { type PooledConnection, toPooledConnection, type Waiter } from './PooledConnection.ts'
import type { PoolOptions } from './PoolOptions.ts'
import type { PoolState } from './PoolState.ts'

/**
 * A few connections to the primary or to a standby, opened on demand and replaced when they break. While the host is
 * unreachable, the pool keeps trying to connect. Requests for a connection wait up to `queueTimeout`; if it has been
 * unreachable for longer than that, they fail at once.
 */
export class Pool {
  readonly #options: PoolOptions
  readonly #hosts: Hosts
  /** The open connections, in use or idle. */
  readonly #connections = new Set<PooledConnection>()
  readonly #idle: PooledConnection[] = []
  readonly #scheduler: ConnectionScheduler<Waiter>
  readonly #backoff = new Backoff(() => this.#openAnother())
  /** How many connections are open or being opened. */
  #open = 0
  #unreachableSince: number | undefined
  #closed = false
  #generation = 0
  /** When a connection was last released in working order. */
  #lastReleased = -Infinity

  constructor(options: PoolOptions) {
    this.#options = options
    this.#scheduler = new ConnectionScheduler(options.size)
    this.#hosts = new Hosts(options, () => this.#move())
  }

  /** Grows when the timeline of the primary changes: what was read on the old timeline may not hold on the new one. */
  get generation(): number {
    return this.#generation
  }

  get state(): PoolState {
    const [open, idle, size] = [this.#connections.size, this.#idle.length, this.#options.size]
    const waiting = this.#scheduler.waitingByLane
    const reachable = this.#unreachableSince === undefined
    return { size, used: open - idle, idle, opening: Math.max(0, this.#open - open), waiting, reachable }
  }

  /**
   * Returns a connection for exclusive use until it is released, at once if one is idle. Waits at most for `patience`
   * or `queueTimeout` milliseconds, whichever is shorter.
   */
  acquire(claim: Claim, patience = Infinity): PooledConnection | Promise<PooledConnection> {
    const pooled = this.#scheduler.admits(claim) ? this.#idle.pop() : undefined
    if (pooled) return this.#use(pooled, claim)
    if (this.#closed || this.#isUnreachableForLong())
      return Promise.reject(new NoConnection('The database is unreachable.'))
    if (this.#scheduler.admits(claim)) this.#openAnother()
    return new Promise((resolve, reject) => {
      const timeout = Math.max(0, Math.min(patience, this.#options.queueTimeout))
      const timer = setTimeout(() => this.#timeOut(waiter), timeout)
      const waiter: Waiter = { ...claim, resolve, reject, timer }
      this.#scheduler.enqueue(waiter)
    })
  }

  release(pooled: PooledConnection): void {
    pooled.unconfirmed = false
    pooled.committing = false
    if (pooled.claim) this.#scheduler.release(pooled.claim)
    pooled.claim = undefined
    if (pooled.broken || this.#closed) this.#drop(pooled)
    else {
      this.#idle.push(pooled)
      this.#lastReleased = performance.now()
    }
    this.#serveWaiters()
  }

  /** Ends all connections at once, also those in use. */
  disconnect(): void {
    for (const pooled of this.#idle.splice(0)) this.#drop(pooled)
    for (const pooled of this.#connections) {
      pooled.broken = true
      destroy(pooled.client)
    }
  }

  /** Ends all connections. Those in use end when they are released. */
  close(): void {
    this.#closed = true
    this.#backoff.cancel()
    this.#hosts.close()
    for (const waiter of this.#scheduler.drain()) this.#reject(waiter)
    for (const pooled of this.#idle.splice(0)) this.#drop(pooled)
  }

  #use(pooled: PooledConnection, claim: Claim): PooledConnection {
    this.#scheduler.take(claim)
    pooled.claim = claim
    return pooled
  }

  /** Gives idle connections to waiters that may use one. */
  #serveWaiters(): void {
    while (this.#idle.length > 0 && this.#scheduler.waiting > 0) {
      const waiter = this.#scheduler.next()
      const pooled = waiter && this.#idle.pop()
      if (!waiter || !pooled) return
      clearTimeout(waiter.timer)
      waiter.resolve(this.#use(pooled, waiter))
    }
  }

  #openAnother(): void {
    if (this.#closed || this.#backoff.isWaiting || this.#open >= this.#options.size) return
    this.#open += 1
    this.#hosts.open().then(
      (primary) => this.#onOpened(primary),
      (error: unknown) => this.#onOpenFailed(error),
    )
  }

  #onOpened(primary: PrimaryClient): void {
    const { client, timeline } = primary
    // One address can lead to two primaries, too: a load balancer may connect to the old one once more.
    if (this.#connections.size > 0 && this.#hosts.isDeposed(timeline)) {
      destroy(client)
      this.#onOpenFailed(this.#hosts.toDeposed(primary))
      return
    }
    if (this.#hosts.use(primary)) this.#endTimeline()
    const pooled = toPooledConnection(client)
    this.#connections.add(pooled)
    client.once('end', () => this.#onEnded(pooled))
    this.#backoff.resetPause()
    if (this.#unreachableSince !== undefined) this.#options.onChange?.(true)
    this.#unreachableSince = undefined
    this.release(pooled)
    if (this.#scheduler.waiting > 0) this.#openAnother()
  }

  /** If other connections are open, the database counts as reachable. */
  #onOpenFailed(error: unknown): void {
    this.#open -= 1
    if (this.#connections.size === 0 && this.#unreachableSince === undefined && !this.#closed) {
      this.#unreachableSince = performance.now()
      this.#options.onChange?.(false, error)
    }
    // Retries even if nothing waits, so that the first request afterwards finds a connection.
    if (!this.#closed && (this.#connections.size === 0 || this.#scheduler.waiting > 0)) this.#backoff.schedule()
  }

  /** Moves to another host, which is the primary now. */
  #move(): void {
    this.#options.onMove?.(this.#hosts.primary)
    this.#endTimeline()
    this.#backoff.cancel()
    this.#backoff.resetPause()
    this.#openAnother()
  }

  /** Connections on an older timeline have old results, and what they commit may be lost. */
  #endTimeline(): void {
    this.#generation += 1
    this.disconnect()
  }

  #onEnded(pooled: PooledConnection): void {
    pooled.broken = true
    this.#connections.delete(pooled)
    const index = this.#idle.indexOf(pooled)
    if (index >= 0) for (const idle of this.#idle.splice(index, 1)) this.#drop(idle)
  }

  #drop(pooled: PooledConnection): void {
    this.#open -= 1
    this.#connections.delete(pooled)
    destroy(pooled.client)
    if (this.#scheduler.waiting > 0 || this.#connections.size === 0) this.#openAnother()
  }

  #timeOut(waiter: Waiter): void {
    this.#scheduler.remove(waiter)
    this.#reject(waiter)
  }

  #reject(waiter: Waiter): void {
    clearTimeout(waiter.timer)
    const isOpen = !this.#closed && this.state.reachable && this.#connections.size > 0
    const inUse = performance.now() - this.#lastReleased < this.#options.queueTimeout ? 'crowded' : 'occupied'
    waiter.reject(new NoConnection('No connection to the database in time.', isOpen ? inUse : 'unreachable'))
  }

  #isUnreachableForLong(): boolean {
    return performance.now() - (this.#unreachableSince ?? Infinity) > this.#options.queueTimeout
  }
}
