import type pg from 'pg'
import { hostOf } from './address.ts'
import { findPrimary } from './findPrimary.ts'
import {
  askTimeline,
  type ClientOptions,
  connect,
  destroy,
  NotPrimary,
  openHost,
  type PrimaryClient,
  type Timeline,
} from './openClient.ts'

/** How often the hosts that are not in use are asked whether one of them is the primary now, in milliseconds. */
const lookInterval = 1_000

/** The host is a primary, but another one was promoted after it. */
export class Deposed extends Error {
  override readonly name = 'Deposed'
}

/**
 * The hosts of the database, and which of them is the primary. With several hosts it looks at the others every second:
 * a primary that was replaced while it lives goes on to answer, so its connections alone would never show it.
 */
export class Hosts {
  readonly #options: ClientOptions
  readonly #onNewer: () => void
  readonly #watched = new Map<string, pg.Client>()
  readonly #beingAsked = new Set<string>()
  #primary: string | undefined
  #newest: Timeline | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: ClientOptions, onNewer: () => void) {
    this.#options = options
    this.#onNewer = onNewer
  }

  get #areSeveral(): boolean {
    return this.#options.addresses.length > 1
  }

  /** The host in use, for the log. */
  get primary(): string | undefined {
    return this.#primary === undefined ? undefined : hostOf(this.#primary)
  }

  /** Opens a connection to the primary: to the one that is known, and if it does not answer to the newest of all. */
  async open(): Promise<PrimaryClient> {
    const known = this.#areSeveral ? this.#primary : undefined
    const opened = known === undefined ? undefined : await openHost(known, this.#options).catch(() => undefined)
    if (opened && !this.isDeposed(opened.timeline)) return opened
    if (opened) destroy(opened.client)
    const found = await findPrimary(this.#options)
    if (!this.#areSeveral || !this.isDeposed(found.timeline)) return found
    destroy(found.client)
    throw this.toDeposed(found)
  }

  /** Why a primary is not used, for the log. */
  toDeposed({ address, timeline }: PrimaryClient): Deposed {
    return new Deposed(
      `${hostOf(address)} is on timeline ${timeline.number}, but timeline ${this.#newest?.number} was seen: ` +
        'another host was promoted after it. If it was restored from a backup, restart this process.',
    )
  }

  /** Takes note of a connection in use. True if it is on another timeline than the one before. */
  use({ address, timeline }: PrimaryClient): boolean {
    const changed = timeline.system !== this.#newest?.system || timeline.number !== this.#newest.number
    this.#primary = address
    this.#newest = timeline
    if (this.#areSeveral && !this.#closed) this.#timer ??= setInterval(() => this.#lookAround(), lookInterval)
    return changed
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    for (const client of this.#watched.values()) destroy(client)
  }

  /** Whether another primary was promoted after this one. */
  isDeposed({ system, number }: Timeline): boolean {
    return system === this.#newest?.system && number < this.#newest.number
  }

  /** Each host on its own: one that hangs must not delay the news of another. */
  #lookAround(): void {
    for (const address of this.#options.addresses)
      if (address !== this.#primary && !this.#beingAsked.has(address)) void this.#look(address)
  }

  async #look(address: string): Promise<void> {
    this.#beingAsked.add(address)
    try {
      const client = this.#watched.get(address) ?? (await this.#watch(address))
      const timeline = await askTimeline(client, this.#options.connectTimeout)
      if (this.#closed || !this.#isNewer(timeline)) return
      this.#primary = address
      this.#newest = timeline
      this.#onNewer()
    } catch (error) {
      if (!(error instanceof NotPrimary)) this.#forget(address)
    } finally {
      this.#beingAsked.delete(address)
    }
  }

  /** A host of another system is not newer: its timeline says nothing about this one. */
  #isNewer({ system, number }: Timeline): boolean {
    return system === this.#newest?.system && number > this.#newest.number
  }

  async #watch(address: string): Promise<pg.Client> {
    const client = await connect(address, this.#options)
    if (this.#closed) destroy(client)
    this.#watched.set(address, client)
    return client
  }

  #forget(address: string): void {
    const client = this.#watched.get(address)
    if (client) destroy(client)
    this.#watched.delete(address)
  }
}
