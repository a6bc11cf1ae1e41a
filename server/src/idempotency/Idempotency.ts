import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure.ts'
import { digestRights } from '../permission/digestRights.ts'
import type { WriteContext } from '../plan/Plan.ts'
import { doubtful } from '../postgres/errors.ts'
import type { AnswerKey, StoredResponse } from '../statement/service/answers.ts'
import { findLock, KeyTaken } from '../statement/part/refusal.ts'
import { type ReadAgain, showAnew } from './showAnew.ts'

/** The answers that were given to writes with a key. */
export interface StoredResponses {
  find(key: AnswerKey): Promise<StoredResponse | undefined>
  /** Called for an answer whose time is over. */
  forget(key: AnswerKey): Promise<void>
  /** Waits until all that was found is as safe as a commit, also on a standby that commits wait for. */
  settle(): Promise<void>
}

/**
 * Exactly-once writes. The key, the digest of the request and the answer are stored by the statement that writes, so
 * that either all of it happened or nothing did; here a repeat is recognised and gets the first answer.
 */
export class Idempotency {
  readonly #answers: StoredResponses
  /** The writes with a key that this process has under way. */
  readonly #running = new Set<string>()

  constructor(answers: StoredResponses) {
    this.#answers = answers
  }

  /**
   * Does the work, unless its key says that it was done before. A record of the first answer is read again where rights
   * have changed.
   */
  async guard(
    { idempotency, authorization, dryRun }: WriteContext,
    work: () => Promise<Envelope>,
    readAgain: ReadAgain,
  ): Promise<Envelope> {
    if (!idempotency || dryRun) return work()
    const running = `${authorization.userId} ${idempotency.key}`
    if (this.#running.has(running)) throw keyInUse()
    this.#running.add(running)
    try {
      return await this.#doOnce(
        { key: { authorization, key: idempotency.key }, hash: idempotency.hash, readAgain },
        work,
      )
    } finally {
      this.#running.delete(running)
    }
  }

  async #doOnce(request: KeyedRequest, work: () => Promise<Envelope>): Promise<Envelope> {
    const before = await this.#findReplay(request)
    if (before) return before
    try {
      return await work()
    } catch (error) {
      // The same request may have been carried out elsewhere meanwhile; then this is what made ours fail.
      const replay = mayBeRepeat(error) ? await this.#findTwin(request) : undefined
      if (replay) return replay
      throw error instanceof KeyTaken || findLock(error) === 'key' ? keyInUse() : withoutPromise(error)
    }
  }

  /** The answer of a twin. Where nobody can tell whether there is one, nobody can say that nothing was written. */
  async #findTwin(request: KeyedRequest): Promise<Envelope | undefined> {
    try {
      return await this.#findReplay(request)
    } catch (error) {
      throw toDoubt(error)
    }
  }

  async #findReplay({ key, hash, readAgain }: KeyedRequest): Promise<Envelope | undefined> {
    const kept = await this.#answers.find(key)
    if (!kept) return undefined
    if (kept.expired) {
      await this.#answers.forget(key)
      return undefined
    }
    if (kept.hash !== hash)
      throw new Failure(
        'key-reused',
        'This Idempotency-Key was used for another request: take a new key for a new request.',
      )
    await this.#settle()
    const isSame = kept.rights === digestRights(key.authorization.credential)
    return { ...toAnswer(isSame ? kept : await showAnew(kept, readAgain)), replayed: true }
  }

  /** A repeat promises no less than the first answer would have. */
  async #settle(): Promise<void> {
    try {
      await this.#answers.settle()
    } catch (error) {
      throw toDoubt(error)
    }
  }
}

interface KeyedRequest {
  readonly key: AnswerKey
  /** The digest of the request, in hex. */
  readonly hash: string
  readonly readAgain: ReadAgain
}

function toDoubt(error: unknown): unknown {
  return error instanceof Failure && error.code === 'unavailable' ? doubtful(error) : error
}

/**
 * A request with a key that waited for a lock in vain may have waited for an earlier attempt of its own, which can
 * still be committed: then it is not true that nothing was written.
 */
function withoutPromise(error: unknown): unknown {
  return findLock(error) === undefined ? error : toDoubt(error)
}

function toAnswer({ version, json, extraMembers }: StoredResponse): Envelope {
  return toDataEnvelope({ data: json, version, extraMembers })
}

function mayBeRepeat(error: unknown): boolean {
  if (error instanceof KeyTaken) return true
  return error instanceof Failure && ['version-conflict', 'record-not-found', 'not-unique'].includes(error.code)
}

function keyInUse(): Failure {
  const message = 'A request with this Idempotency-Key is still under way: send the same request again in a moment.'
  return new Failure('key-in-use', message, { retryAfter: 1 })
}
