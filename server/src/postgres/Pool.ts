import { Hosts } from './Hosts.ts'
import { type PooledConnection, type PoolOptions, toLink, type Waiter } from './Link.ts'
import { destroy, type PrimaryClient } from './openClient.ts'
import { type Claim, Shares } from './Shares.ts'
import { NoConnection } from './errors.ts'

const firstPause = 50
const longestPause = 1_000

/**
 * A few connections to the primary, opened when needed and replaced when they break. While the database is away it goes
 * on trying by itself; who asks meanwhile waits for a while, and once it has been away for longer is told so at once.
 */
export class Pool {
  readonly #options: PoolOptions
  readonly #hosts: Hosts
  /** The connections that are open, in use or not. */
  readonly #links = new Set<PooledConnection>()
  readonly #idle: PooledConnection[] = []
  readonly #shares: Shares<Waiter>
  /** Those that are open and those that are being opened. */
  #open = 0
  #awaySince: number | undefined
  #pause = firstPause
  #retry: NodeJS.Timeout | undefined
  #closed = false
  #generation = 0
  /** When a connection came back last from work that it was fit for. */
  #worked = -Infinity

  constructor(options: PoolOptions) {
    this.#options = options
    this.#shares = new Shares(options.size)
    this.#hosts = new Hosts(options, () => this.#move())
  }

  /**
   * Grows when the primary is on another timeline than before: what was read on the old one may not hold on this one.
   */
  get generation(): number {
    return this.#generation
  }

  /**
   * A connection of one's own until it is released. Waits for `patience` milliseconds at most, or for `queueTimeout`.
   */
  acquire(claim: Claim, patience = Infinity): Promise<PooledConnection> {
    const pooled = this.#shares.admits(claim) ? this.#idle.pop() : undefined
    if (pooled) return Promise.resolve(this.#use(pooled, claim))
    if (this.#closed || this.#isAwayForLong()) return Promise.reject(new NoConnection('The database is away.'))
    if (this.#shares.admits(claim)) this.#openAnother()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(waiter), Math.max(0, Math.min(patience, this.#options.queueTimeout)))
      const waiter: Waiter = { ...claim, resolve, reject, timer }
      this.#shares.wait(waiter)
    })
  }

  release(pooled: PooledConnection): void {
    pooled.warned = false
    pooled.committing = false
    if (pooled.claim) this.#shares.giveBack(pooled.claim)
    pooled.claim = undefined
    if (pooled.broken || this.#closed) this.#drop(pooled)
    else {
      this.#idle.push(pooled)
      this.#worked = performance.now()
    }
    this.#serveWaiting()
  }

  #use(pooled: PooledConnection, claim: Claim): PooledConnection {
    this.#shares.take(claim)
    pooled.claim = claim
    return pooled
  }

  /** Gives idle connections to those that wait and may have one. */
  #serveWaiting(): void {
    while (this.#idle.length > 0 && this.#shares.waiting > 0) {
      const waiter = this.#shares.next()
      const pooled = waiter && this.#idle.pop()
      if (!waiter || !pooled) return
      clearTimeout(waiter.timer)
      waiter.resolve(this.#use(pooled, waiter))
    }
  }

  /** Ends all connections; those in use end when they are released. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#retry)
    this.#hosts.close()
    for (const waiter of this.#shares.drain()) this.#refuse(waiter)
    for (const pooled of this.#idle.splice(0)) this.#drop(pooled)
  }

  #openAnother(): void {
    if (this.#closed || this.#retry || this.#open >= this.#options.size) return
    this.#open += 1
    this.#hosts.open().then(
      (primary) => this.#welcome(primary),
      (error: unknown) => this.#failed(error),
    )
  }

  #welcome(primary: PrimaryClient): void {
    const { client, timeline } = primary
    // Behind one address there may be two primaries, too: a balancer can hand out the old one once more.
    if (this.#links.size > 0 && this.#hosts.isDeposed(timeline)) {
      destroy(client)
      this.#failed(this.#hosts.toDeposed(primary))
      return
    }
    if (this.#hosts.use(primary)) this.#leave()
    const pooled = toLink(client)
    this.#links.add(pooled)
    client.once('end', () => this.#lost(pooled))
    this.#pause = firstPause
    if (this.#awaySince !== undefined) this.#options.onChange?.(true)
    this.#awaySince = undefined
    this.release(pooled)
    if (this.#shares.waiting > 0) this.#openAnother()
  }

  /** One connection that can't be opened is not a database that is away: those that are open go on to work. */
  #failed(error: unknown): void {
    this.#open -= 1
    if (this.#links.size === 0 && this.#awaySince === undefined && !this.#closed) {
      this.#awaySince = performance.now()
      this.#options.onChange?.(false, error)
    }
    if (this.#links.size === 0 || this.#shares.waiting > 0) this.#tryAgainLater()
  }

  /** Another host is the primary now. */
  #move(): void {
    this.#options.onMove?.(this.#hosts.primary)
    this.#leave()
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#pause = firstPause
    this.#openAnother()
  }

  /**
   * Ends all connections, also those in use: they are on an older timeline. What they would answer is not true any
   * more, and what they would commit may be lost.
   */
  #leave(): void {
    this.#generation += 1
    for (const pooled of this.#idle.splice(0)) this.#drop(pooled)
    for (const pooled of this.#links) {
      pooled.broken = true
      destroy(pooled.client)
    }
  }

  /** Goes on trying also when nobody waits, so that the first request after the return finds a connection. */
  #tryAgainLater(): void {
    if (this.#closed || this.#retry) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#openAnother()
    }, this.#pause)
    this.#pause = Math.min(this.#pause * 2, longestPause)
  }

  #lost(pooled: PooledConnection): void {
    pooled.broken = true
    this.#links.delete(pooled)
    const index = this.#idle.indexOf(pooled)
    if (index < 0) return
    this.#idle.splice(index, 1)
    this.#drop(pooled)
  }

  #drop(pooled: PooledConnection): void {
    this.#open -= 1
    this.#links.delete(pooled)
    destroy(pooled.client)
    if (this.#shares.waiting > 0 || this.#links.size === 0) this.#openAnother()
  }

  #giveUp(waiter: Waiter): void {
    this.#shares.leave(waiter)
    this.#refuse(waiter)
  }

  #refuse(waiter: Waiter): void {
    clearTimeout(waiter.timer)
    const isBusy = !this.#closed && performance.now() - this.#worked < this.#options.queueTimeout
    waiter.reject(new NoConnection('No connection to the database in time.', isBusy))
  }

  #isAwayForLong(): boolean {
    return this.#awaySince !== undefined && performance.now() - this.#awaySince > this.#options.queueTimeout
  }
}
