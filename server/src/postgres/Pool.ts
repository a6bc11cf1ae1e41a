import type pg from 'pg'
import { type ClientOptions, destroy, openClient } from './openClient.ts'
import { NoConnection } from './trouble.ts'

export interface PoolOptions extends ClientOptions {
  readonly size: number
  /** How long a statement waits for a connection, in milliseconds. */
  readonly queueTimeout: number
  /** Told when the database goes and when it is back. */
  onChange?(reachable: boolean, cause?: unknown): void
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
  readonly #idle: Link[] = []
  readonly #waiting: Waiter[] = []
  #open = 0
  #awaySince: number | undefined
  #pause = firstPause
  #retry: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
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
    for (const waiter of this.#waiting.splice(0)) this.#refuse(waiter)
    for (const link of this.#idle.splice(0)) this.#drop(link)
  }

  #openAnother(): void {
    if (this.#closed || this.#retry || this.#open >= this.#options.size) return
    this.#open += 1
    openClient(this.#options).then(
      (client) => this.#welcome(client),
      (error: unknown) => this.#failed(error),
    )
  }

  #welcome(client: pg.Client): void {
    const link: Link = { client, warned: false, broken: false }
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

  #failed(error: unknown): void {
    this.#open -= 1
    if (this.#awaySince === undefined && !this.#closed) {
      this.#awaySince = performance.now()
      this.#options.onChange?.(false, error)
    }
    this.#tryAgainLater()
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
    const index = this.#idle.indexOf(link)
    if (index < 0) return
    this.#idle.splice(index, 1)
    this.#drop(link)
  }

  #drop(link: Link): void {
    this.#open -= 1
    destroy(link.client)
    if (this.#waiting.length > 0) this.#openAnother()
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
