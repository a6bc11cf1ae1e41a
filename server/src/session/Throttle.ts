import { createHash } from 'node:crypto'
import { Failure } from '../failure/failure.ts'
import type { Database } from '../postgres/Database.ts'
import {
  type AttemptKeys,
  type AttemptLimits,
  forgiveAttemptStatement,
  reserveAttemptStatement,
} from '../statement/service/attempts.ts'
import { toNetwork } from './toNetwork.ts'

/**
 * Limits how fast a client can guess passwords. All processes count attempts in one table, by the database's clock.
 * Accounts that do not exist are counted like those that do.
 */
export class Throttle {
  readonly #database: Database
  readonly #limits: AttemptLimits

  constructor(database: Database, limits: AttemptLimits) {
    this.#database = database
    this.#limits = limits
  }

  /** Counts an attempt, or rejects it. Called before the password is checked, so a rejection reveals nothing of it. */
  async reserve(username: string, address: string): Promise<AttemptKeys> {
    const network = toNetwork(address)
    // A network contains no line break, so two different pairs never give the same text.
    const keys = { account: toDigest(`${network}\n${username}`), network: toDigest(network) }
    const [row] = await this.#database.run(reserveAttemptStatement(keys, this.#limits), 'internal')
    if (row?.[0] === 't') return keys
    // If other requests took the last attempt at the same moment, the wait is not known yet.
    throw tooMany(Math.max(1, Number(row?.[1] ?? 1)))
  }

  /** Removes an attempt from the count, because its password was right. */
  async forgive(keys: AttemptKeys): Promise<void> {
    await this.#database.run(forgiveAttemptStatement(keys), 'internal')
  }
}

function tooMany(retryAfter: number): Failure {
  const wait = retryAfter === 1 ? 'a second' : `${retryAfter} seconds`
  return new Failure('too-many-attempts', `Too many attempts to log in. Wait for ${wait}, then try again.`, {
    retryAfter,
  })
}

function toDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
