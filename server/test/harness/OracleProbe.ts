import { expect } from 'vitest'
import type { RecordJson, Reply } from './client.ts'
import { sizeOf } from './rounds.ts'
import { type TwinServices, toBytes } from './TwinServices.ts'

/** Values that a hidden field has in one of two databases, in the other, or in neither; by field. */
export type Guesses = Readonly<Record<string, readonly unknown[]>>

/**
 * What one of several users asks about: everything in the long form. In CI it is every other element, and the next user
 * asks about those between.
 */
export function shareOf<T>(list: readonly T[], user: number): T[] {
  const shares = sizeOf({ inCi: 2, long: 1 })
  return list.filter((_, index) => index % shares === user % shares)
}

/**
 * Requests of a user who tries to learn what they may not see. Each must have the same answer on both sides, to the
 * byte.
 */
export class OracleProbe {
  readonly #mirror: TwinServices
  readonly #statuses = new Map<number, number>()

  constructor(mirror: TwinServices) {
    this.#mirror = mirror
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const both = await this.#mirror.ask(method, path, { headers, ...(body === undefined ? {} : { body }) })
    const [left, right] = both.map(toBytes)
    expect(left, `${method} ${path} ${JSON.stringify(body)}`).toBe(right)
    const [reply] = both
    expect(reply.status, `${method} ${path} ${JSON.stringify(body)} ${reply.text}`).toBeLessThan(500)
    this.#statuses.set(reply.status, (this.#statuses.get(reply.status) ?? 0) + 1)
    return reply
  }

  /** The number of answers by status. */
  get statuses(): ReadonlyMap<number, number> {
    return this.#statuses
  }

  get count(): number {
    return [...this.#statuses.values()].reduce((sum, one) => sum + one, 0)
  }

  search(model: string, body: object): Promise<Reply> {
    return this.ask('POST', `/ws/rest/${model}/search`, body)
  }

  /** All pages of a search, one after the other. */
  async walk(model: string, body: object, limit: number): Promise<void> {
    let after: string | undefined
    do {
      const reply = await this.search(model, { ...body, limit, ...(after === undefined ? {} : { after }) })
      after = reply.json?.next
    } while (after !== undefined)
  }

  /** The record as it is now, if it is visible. */
  async read(model: string, id: number): Promise<RecordJson | undefined> {
    const { status, json } = await this.ask('GET', `/ws/rest/${model}/${id}`)
    return status === 200 ? (json?.data as RecordJson[])[0] : undefined
  }

  /** An update of a record at its current version, or at an earlier one. */
  async change(model: string, id: number, fields: object, { stale = 0, query = '' } = {}): Promise<Reply> {
    const { version = 0 } = (await this.read(model, id)) ?? {}
    return this.ask('POST', `/ws/rest/${model}/${id}${query}`, {
      data: { version: Math.max(0, version - stale), ...fields },
    })
  }
}
