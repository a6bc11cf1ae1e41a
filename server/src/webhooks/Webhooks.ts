import { FailureLog } from '../request/log.ts'
import {
  claimWebhooksStatement,
  freeWebhooksStatement,
  leaseMilliseconds,
  releaseWebhooksStatement,
  renewWebhooksStatement,
} from '../statement/service/webhooks.ts'
import { Deliverer } from './Deliverer.ts'
import type { DeliveryServices } from './DeliveryServices.ts'

/** How often leases are prolonged, in milliseconds. */
const lookInterval = 3_000

/** A webhook that this process delivers for. */
interface Held {
  readonly deliverer: Deliverer
  /** Ends the attempts under way when the lease ends, if it is not prolonged before. */
  expiry: NodeJS.Timeout
}

/**
 * Delivers for the webhooks that no other process delivers for. While there is no webhook, it sends no statement: it is
 * told when there is one that no process delivers for.
 */
export class Webhooks {
  readonly #services: DeliveryServices
  readonly #failures: FailureLog
  /** The name of this process in the leases. */
  readonly #holder: string
  readonly #held = new Map<number, Held>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #isClaiming = false
  #isStopped = false

  constructor(services: DeliveryServices, holder: string) {
    this.#services = services
    this.#failures = new FailureLog(services.log, 'webhook work failed')
    this.#holder = holder
  }

  start(): void {
    this.#look(() => this.#claim())
    this.#timer = setInterval(() => this.#look(() => this.#renew()), lookInterval)
  }

  /** Takes that there are webhooks for which no process delivers. */
  onFree(): void {
    if (!this.#isClaiming) this.#look(() => this.#claim())
  }

  /** Takes that something was released. */
  onReleased(released: number): void {
    this.#services.mark.tell(released)
  }

  /** Ends the attempts under way, and gives the webhooks to other processes. */
  async close(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.#services.mark.stop()
    await this.#looking
    const ids = [...this.#held.keys()]
    await Promise.all(Array.from(this.#held.values(), ({ deliverer }) => deliverer.close()))
    await this.#release(ids).catch(() => {})
    for (const id of ids) this.#lose(id)
  }

  /** Does some work after what is under way. A database that is away is tried again the next time. */
  #look(work: () => Promise<void>): void {
    if (!this.#isStopped) this.#looking = this.#looking.then(() => this.#attempt(work))
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.#failures.succeeded('look')
    } catch (error) {
      this.#services.onWebhookError('look')
      this.#failures.failed('look', error)
    }
  }

  async #renew(): Promise<void> {
    const ids = [...this.#held.keys()]
    if (ids.length === 0) return
    const asked = performance.now()
    const rows = await this.#services.database.run(renewWebhooksStatement(ids, this.#holder), 'write', {
      isUpkeep: true,
    })
    const renewed = new Set(rows.map(([id]) => Number(id)))
    for (const id of ids) {
      const held = this.#held.get(id)
      if (!held || !renewed.has(id)) this.#lose(id)
      else {
        clearTimeout(held.expiry)
        held.expiry = this.#expire(id, asked)
      }
    }
  }

  async #claim(): Promise<void> {
    this.#isClaiming = true
    await this.#claimFree().finally(() => (this.#isClaiming = false))
  }

  async #claimFree(): Promise<void> {
    const { database } = this.#services
    const free = (await database.run(freeWebhooksStatement, 'read')).map(([id]) => Number(id))
    const ids = free.filter((id) => !this.#held.has(id))
    if (ids.length === 0 || this.#isStopped) return
    const asked = performance.now()
    for (const [id] of await database.run(claimWebhooksStatement(ids, this.#holder), 'write'))
      this.#take(Number(id), asked)
  }

  #take(webhook: number, asked: number): void {
    const deliverer = new Deliverer({ webhook, holder: this.#holder }, this.#services, this.#failures)
    this.#held.set(webhook, { deliverer, expiry: this.#expire(webhook, asked) })
    deliverer.start(() => {
      if (this.#isStopped || this.#held.get(webhook)?.deliverer !== deliverer) return
      this.#lose(webhook)
      void this.#release([webhook]).catch(() => {})
    })
  }

  /** The lease began after the moment when it was asked for, so it does not end before this timer. */
  #expire(id: number, asked: number): NodeJS.Timeout {
    return setTimeout(() => this.#lose(id), asked + leaseMilliseconds - performance.now())
  }

  #lose(id: number): void {
    const held = this.#held.get(id)
    clearTimeout(held?.expiry)
    held?.deliverer.abort()
    this.#held.delete(id)
  }

  async #release(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.#services.database.run(releaseWebhooksStatement(ids, this.#holder), 'write')
  }
}
