import { Hosts } from './Hosts.ts'
import { type Link, type PoolOptions, toLink, type Waiter } from './Link.ts'
import { destroy, type PrimaryClient } from './openClient.ts'
import { type Claim, Shares } from './Shares.ts'
import { NoConnection } from './trouble.ts'

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
  readonly #links = new Set<Link>()
  readonly #idle: Link[] = []
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
  acquire(claim: Claim, patience = Infinity): Promise<Link> {
    const link = this.#shares.admits(claim) ? this.#idle.pop() : undefined
    if (link) return Promise.resolve(this.#use(link, claim))
    if (this.#closed || this.#isAwayForLong()) return Promise.reject(new NoConnection('The database is away.'))
    if (this.#shares.admits(claim)) this.#openAnother()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(waiter), Math.max(0, Math.min(patience, this.#options.queueTimeout)))
      const waiter: Waiter = { ...claim, resolve, reject, timer }
      this.#shares.wait(waiter)
    })
  }

  release(link: Link): void {
    link.warned = false
    link.committing = false
    if (link.claim) this.#shares.giveBack(link.claim)
    link.claim = undefined
    if (link.broken || this.#closed) this.#drop(link)
    else {
      this.#idle.push(link)
      this.#worked = performance.now()
    }
    this.#serveWaiting()
  }

  #use(link: Link, claim: Claim): Link {
    this.#shares.take(claim)
    link.claim = claim
    return link
  }

  /** Gives idle connections to those that wait and may have one. */
  #serveWaiting(): void {
    while (this.#idle.length > 0 && this.#shares.waiting > 0) {
      const waiter = this.#shares.next()
      const link = waiter && this.#idle.pop()
      if (!waiter || !link) return
      clearTimeout(waiter.timer)
      waiter.resolve(this.#use(link, waiter))
    }
  }

  /** Ends all connections; those in use end when they are released. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#retry)
    this.#hosts.close()
    for (const waiter of this.#shares.drain()) this.#refuse(waiter)
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
    const link = toLink(client)
    this.#links.add(link)
    client.once('end', () => this.#lost(link))
    this.#pause = firstPause
    if (this.#awaySince !== undefined) this.#options.onChange?.(true)
    this.#awaySince = undefined
    this.release(link)
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
