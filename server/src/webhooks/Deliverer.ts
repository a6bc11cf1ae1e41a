import { setTimeout as delay } from 'node:timers/promises'
import type { FailureLog } from '../request/log.ts'
import { refillStatement } from '../statement/service/backlogs.ts'
import { dueDeliveriesStatement, toDelivery } from '../statement/service/deliveries.ts'
import {
  type WebhookLease,
  loadWebhookStatement,
  maxWaiting,
  setFaultStatement,
  unchangedStatement,
} from '../statement/service/webhooks.ts'
import { attempt } from './attempt.ts'
import type { DeliveryServices, WebhookWork } from './DeliveryServices.ts'
import { type WebhookFault, type WebhookScope, type StoredWebhook, toStoredWebhook } from './StoredWebhook.ts'
import { loadChangesAt } from './loadChangesAt.ts'
import { readFeed } from './readFeed.ts'

/** How many deliveries of a webhook are sent at once. */
const maxAtOnce = 8
/** How often an idle webhook is looked at, one whose deliveries wait, and one that sends, in milliseconds. */
const [idlePause, waitingPause, sendingPause] = [10_000, 1_000, 250]
/** How long work that failed waits before it is tried again, at first and at most, in milliseconds. */
const [firstPause, longestPause] = [1_000, 8_000]

/** Delivers for one webhook, as long as this process is the one that may. */
export class Deliverer {
  readonly #lease: WebhookLease
  readonly #services: DeliveryServices
  /** The attempts under way, by position. */
  readonly #underWay = new Map<number, Promise<void>>()
  readonly #aborted = new AbortController()
  readonly #stopped = new AbortController()
  readonly #failures: FailureLog
  /** The mark and the cursor up to which the feed was read. */
  #read = { released: -1, position: -1 }
  #ended: Promise<void> = Promise.resolve()

  constructor(lease: WebhookLease, services: DeliveryServices, failures: FailureLog) {
    this.#lease = lease
    this.#services = services
    this.#failures = failures
  }

  /** Delivers until it is stopped, or the webhook is not active any more. Then `onEnd` is called. */
  start(onEnd: () => void): void {
    this.#ended = this.#run().then(onEnd)
  }

  /** Starts no more attempts; resolves when those under way have ended. */
  async close(): Promise<void> {
    this.#stopped.abort()
    await this.#ended
  }

  /** Breaks off the attempts under way: another process may deliver now. */
  abort(): void {
    this.#stopped.abort()
    this.#aborted.abort()
  }

  get #isStopped(): boolean {
    return this.#stopped.signal.aborted
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const isActive = await this.#untilDone('read', async () => {
        const pause = await this.#step()
        if (pause !== undefined) await this.#wait(pause)
        return pause !== undefined
      })
      if (!isActive) break
    }
    await Promise.all(this.#underWay.values())
  }

  /**
   * Tries work again until it succeeds, more and more rarely: the database is away, read-only or full, or the models
   * differ. Returns undefined if it is stopped before.
   */
  async #untilDone<T>(work: WebhookWork, step: () => Promise<T>): Promise<T | undefined> {
    const { webhook } = this.#lease
    const key = `${work} ${webhook}`
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      try {
        const done = await step()
        this.#failures.succeeded(key)
        return done
      } catch (error) {
        this.#services.onWebhookError(work)
        this.#failures.failed(key, error, { what: work, webhook })
      }
      await delay(pause, undefined, { signal: this.#stopped.signal }).catch(() => {})
      if (this.#isStopped) return undefined
    }
  }

  /** Waits until the attempts have ended, something was released, or it is time to look again. */
  async #wait(pause: number): Promise<void> {
    if (this.#underWay.size > 0) await Promise.race([Promise.all(this.#underWay.values()), wait(sendingPause)])
    else if (pause > 0 && !this.#isStopped) await this.#services.mark.movedFrom(this.#read.released, pause)
  }

  /** Reads the feed and starts what is due. Returns how long to wait; undefined if the webhook is not active. */
  async #step(): Promise<number | undefined> {
    const webhook = await this.#load()
    if (webhook?.state !== 'active') return undefined
    const scope = this.#services.scopes.find(webhook)
    const fault = typeof scope === 'string' ? scope : await this.#readOn(webhook, scope)
    if (fault !== webhook.fault) await this.#setFault(fault)
    if (typeof scope === 'string') {
      this.#read = { released: webhook.released, position: -1 }
      return idlePause
    }
    if (webhook.hasOpenBacklog) await this.#refill(webhook)
    if ((await this.#startDue(webhook, scope)) > 0) return 0
    return webhook.waiting > 0 ? waitingPause : idlePause
  }

  async #load(): Promise<StoredWebhook | undefined> {
    const statement = loadWebhookStatement(this.#lease)
    const [row] = await this.#services.database.run(statement, 'read')
    return row && toStoredWebhook(row)
  }

  async #setFault(fault: WebhookFault | null): Promise<void> {
    const { database, log } = this.#services
    await database.run(setFaultStatement(this.#lease, fault), 'write')
    if (fault !== null) log.warn({ webhook: this.#lease.webhook, fault }, 'webhook stopped')
  }

  /** Adds what the feed has to the deliveries, unless too many wait already. */
  async #readOn(webhook: StoredWebhook, scope: WebhookScope): Promise<WebhookFault | null> {
    const isRead = webhook.released === this.#read.released && webhook.cursor.position === this.#read.position
    if (isRead || webhook.waiting >= maxWaiting) return webhook.fault === 'changes-gone' ? webhook.fault : null
    const { fault, end } = await readFeed(webhook, scope, this.#lease, this.#services)
    this.#read = { released: end === undefined ? -1 : webhook.released, position: end ?? -1 }
    return fault
  }

  /** Adds what was behind parked deliveries, unless too many wait already. In one order they wait for it. */
  async #refill({ order, waiting }: StoredWebhook): Promise<void> {
    if (order !== 'all' && waiting >= maxWaiting) return
    await this.#services.database.run(refillStatement(this.#lease, order), 'write')
  }

  /** Starts the deliveries that are due, as the user sees them at this moment, and returns how many. */
  async #startDue(webhook: StoredWebhook, scope: WebhookScope): Promise<number> {
    const room = (webhook.order === 'all' ? 1 : maxAtOnce) - this.#underWay.size
    if (room <= 0) return 0
    const { database } = this.#services
    const except = [...this.#underWay.keys()]
    const rows = await database.run(dueDeliveriesStatement(this.#lease, webhook.order, room, except), 'read')
    const due = rows.map(toDelivery)
    if (due.length === 0) return 0
    const found = await loadChangesAt(due, scope, this.#services)
    const [unchanged] = await database.run(unchangedStatement(this.#lease, webhook), 'read')
    // The webhook was paused, or the rights have changed while the changes were loaded: all is loaded again.
    if (!unchanged || this.#isStopped) return due.length
    const started = due.filter(({ position }) => found.get(position) !== 'unreleased')
    const note = (work: () => Promise<void>) => this.#untilDone('note', work)
    const context = { lease: this.#lease, webhook, services: this.#services, signal: this.#aborted.signal, note }
    for (const delivery of started) {
      this.#start(delivery.position, attempt(delivery, found.get(delivery.position) ?? 'unseen', context))
    }
    return started.length
  }

  #start(position: number, attempted: Promise<void>): void {
    const { webhook } = this.#lease
    const ended = attempted
      .catch((error: unknown) => this.#failures.failed(`attempt ${webhook}`, error, { what: 'attempt', webhook }))
      .finally(() => this.#underWay.delete(position))
    this.#underWay.set(position, ended)
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
