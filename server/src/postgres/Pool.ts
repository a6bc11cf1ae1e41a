import type pg from 'pg'
import { Hosts } from './Hosts.ts'
import { type ClientOptions, destroy, type PrimaryClient } from './openClient.ts'
import { NoConnection } from './trouble.ts'

export interface PoolOptions extends ClientOptions {
  readonly size: number
  /** How long a statement waits for a connection, in milliseconds. */
  readonly queueTimeout: number
  /** Told when the database goes and when it is back. */
  onChange?(reachable: boolean, cause?: unknown): void
  /** Told when all connections move to a host that was promoted while the one in use still answered. */
  onMove?(host: string | undefined): void
}

/** One connection of the pool. */
export interface Link {
  readonly client: pg.Client
  /** A warning came with the statement under way: its success is not to be trusted. */
  warned: boolean
  broken: boolean
}

interface Waiter {
  resolve(link: Link): void
  reject(error: NoConnection): void
  readonly timer: NodeJS.Timeout
}

const firstPause = 50
const longestPause = 1_000

/**
 * A few connections to the primary, opened when needed and replaced when they break. While the database is away it goes on
 * trying by itself; who asks meanwhile waits for a while, and once it has been away for longer is told so at once.
 */
export class Pool {
  readonly #options: PoolOptions
  readonly #hosts: Hosts
  /** The connections that are open, in use or not. */
  readonly #links = new Set<Link>()
  readonly #idle: Link[] = []
  readonly #waiting: Waiter[] = []
  /** Those that are open and those that are being opened. */
  #open = 0
  #awaySince: number | undefined
  #pause = firstPause
  #retry: NodeJS.Timeout | undefined
  #closed = false
  #generation = 0

  constructor(options: PoolOptions) {
    this.#options = options
    this.#hosts = new Hosts(options, () => this.#move())
  }

  /** Grows when the primary is on another timeline than before: what was read on the old one may not hold on this one. */
  get generation(): number {
    return this.#generation
  }

  /** A connection of one's own until it is released. */
  acquire(): Promise<Link> {
    const link = this.#idle.pop()
    if (link) return Promise.resolve(link)
    if (this.#closed || this.#isAwayForLong()) return Promise.reject(new NoConnection('The database is away.'))
    this.#openAnother()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(waiter), this.#options.queueTimeout)
      const waiter: Waiter = { resolve, reject, timer }
      this.#waiting.push(waiter)
    })
  }

  release(link: Link): void {
    link.warned = false
    if (link.broken || this.#closed) return this.#drop(link)
    const waiter = this.#waiting.shift()
    if (!waiter) {
      this.#idle.push(link)
      return
    }
    clearTimeout(waiter.timer)
    waiter.resolve(link)
  }

  /** Ends all connections; those in use end when they are released. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#retry)
    this.#hosts.close()
    for (const waiter of this.#waiting.splice(0)) this.#refuse(waiter)
    for (const link of this.#idle.splice(0)) this.#drop(link)
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
    const link: Link = { client, warned: false, broken: false }
    this.#links.add(link)
    client.on('notice', ({ severity }) => {
      if (severity === 'WARNING') link.warned = true
    })
    client.once('end', () => this.#lost(link))
    this.#pause = firstPause
    if (this.#awaySince !== undefined) this.#options.onChange?.(true)
    this.#awaySince = undefined
    this.release(link)
    if (this.#waiting.length > 0) this.#openAnother()
  }

  /** One connection that can't be opened is not a database that is away: those that are open go on to work. */
  #failed(error: unknown): void {
    this.#open -= 1
    if (this.#links.size === 0 && this.#awaySince === undefined && !this.#closed) {
      this.#awaySince = performance.now()
      this.#options.onChange?.(false, error)
    }
    if (this.#links.size === 0 || this.#waiting.length > 0) this.#tryAgainLater()
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
   * Ends all connections, also those in use: they are on an older timeline. What they would answer is not true any more, and what
   * they would commit may be lost.
   */
  #leave(): void {
    this.#generation += 1
    for (const link of this.#idle.splice(0)) this.#drop(link)
    for (const link of this.#links) {
      link.broken = true
      destroy(link.client)
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

  #lost(link: Link): void {
    link.broken = true
    this.#links.delete(link)
    const index = this.#idle.indexOf(link)
    if (index < 0) return
    this.#idle.splice(index, 1)
    this.#drop(link)
  }

  #drop(link: Link): void {
    this.#open -= 1
    this.#links.delete(link)
    destroy(link.client)
    if (this.#waiting.length > 0 || this.#links.size === 0) this.#openAnother()
  }

  #giveUp(waiter: Waiter): void {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
    this.#refuse(waiter)
  }

  #refuse(waiter: Waiter): void {
    clearTimeout(waiter.timer)
    waiter.reject(new NoConnection('No connection to the database in time.'))
  }

  #isAwayForLong(): boolean {
    return this.#awaySince !== undefined && performance.now() - this.#awaySince > this.#options.queueTimeout
  }
}
