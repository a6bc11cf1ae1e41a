import { createHash } from 'node:crypto'
import { Failure } from '../failure.ts'
import type { Database } from '../postgres/Database.ts'
import {
  type AttemptKeys,
  type AttemptLimits,
  forgiveAttemptStatement,
  reserveAttemptStatement,
} from '../statement/service/attempts.ts'
import { toNetwork } from './toNetwork.ts'

/**
 * Slows down who guesses passwords. All processes count in one table, by the database's clock, and an account that does
 * not exist is counted as one that does.
 */
export class Throttle {
  readonly #database: Database
  readonly #limits: AttemptLimits

  constructor(database: Database, limits: AttemptLimits) {
    this.#database = database
    this.#limits = limits
  }

  /** Counts an attempt, or refuses it. Comes before the password is looked at: a refusal tells nothing about it. */
  async reserve(username: string, address: string): Promise<AttemptKeys> {
    const network = toNetwork(address)
    // No network has a line end, so that no username can make one pair look like another.
    const keys = { account: toDigest(`${network}\n${username}`), network: toDigest(network) }
    const [row] = await this.#database.run(reserveAttemptStatement(keys, this.#limits), 'note')
    if (row?.[0] === 't') return keys
    // Where others took the last attempt at this very moment, the wait was not known yet.
    throw tooMany(Math.max(1, Number(row?.[1] ?? 1)))
  }

  /** An attempt that was right counts for nothing. */
  async forgive(keys: AttemptKeys): Promise<void> {
    await this.#database.run(forgiveAttemptStatement(keys), 'note')
  }
}

function tooMany(retryAfter: number): Failure {
  const wait = retryAfter === 1 ? 'a second' : `${retryAfter} seconds`
  return new Failure('too-many-attempts', `Too many attempts to log in. Wait for ${wait}, and try again.`, {
    retryAfter,
  })
}

function toDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
