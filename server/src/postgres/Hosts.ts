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
const checkInterval = 1_000

/** The host is a primary, but another host was promoted after it. */
export class Deposed extends Error {
  override readonly name = 'Deposed'
}

/**
 * The hosts of the database, and which of them is the primary. If there are several hosts, the others are checked every
 * second: a primary that was replaced may still answer, so that its own connections would never show the change.
 */
export class Hosts {
  readonly #options: ClientOptions
  readonly #onNewer: () => void
  readonly #watched = new Map<string, pg.Client>()
  readonly #beingChecked = new Set<string>()
  #primary: string | undefined
  #newest: Timeline | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: ClientOptions, onNewer: () => void) {
    this.#options = options
    this.#onNewer = onNewer
  }

  get #hasSeveral(): boolean {
    return this.#options.addresses.length > 1
  }

  /** The host in use, for the log. */
  get primary(): string | undefined {
    return this.#primary === undefined ? undefined : hostOf(this.#primary)
  }

  /** Opens a connection to the known primary or, if it does not answer, to the newest primary of all hosts. */
  async open(): Promise<PrimaryClient> {
    const known = this.#hasSeveral ? this.#primary : undefined
    const opened = known === undefined ? undefined : await openHost(known, this.#options).catch(() => undefined)
    if (opened && !this.isDeposed(opened.timeline)) return opened
    if (opened) destroy(opened.client)
    const found = await findPrimary(this.#options)
    if (!this.#hasSeveral || !this.isDeposed(found.timeline)) return found
    destroy(found.client)
    throw this.toDeposed(found)
  }

  /** Returns the reason why a primary is not used, for the log. */
  toDeposed({ address, timeline }: PrimaryClient): Deposed {
    return new Deposed(
      `${hostOf(address)} is on timeline ${timeline.number}, but timeline ${this.#newest?.number} was seen: ` +
        'another host was promoted after it. If it was restored from a backup, restart this process.',
    )
  }

  /** Remembers the host and timeline of a connection in use. Returns whether the timeline has changed. */
  use({ address, timeline }: PrimaryClient): boolean {
    const changed = timeline.system !== this.#newest?.system || timeline.number !== this.#newest.number
    this.#primary = address
    this.#newest = timeline
    if (this.#hasSeveral && !this.#closed) this.#timer ??= setInterval(() => this.#checkOthers(), checkInterval)
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

  /** Checks each host separately: a host that hangs must not delay the others. */
  #checkOthers(): void {
    for (const address of this.#options.addresses)
      if (address !== this.#primary && !this.#beingChecked.has(address)) void this.#check(address)
  }

  async #check(address: string): Promise<void> {
    this.#beingChecked.add(address)
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
      this.#beingChecked.delete(address)
    }
  }

  /** A host of another system is not newer: timelines of different systems can't be compared. */
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
