import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure/failure.ts'
import { seesTheSame } from '../permission/digestRights.ts'
import type { WriteContext } from '../plan/Plan.ts'
import { unknownOutcome } from '../postgres/errors.ts'
import type { ResponseKey, StoredResponse } from '../statement/service/responses.ts'
import { findLock, KeyTaken } from '../statement/refusal/toRecordFailure.ts'
import { type ReadAgain, rereadResponse } from './rereadResponse.ts'

/** The stored responses to writes with a key. */
export interface StoredResponses {
  find(key: ResponseKey): Promise<StoredResponse | undefined>
  /** Deletes an expired response. */
  forget(key: ResponseKey): Promise<void>
  /** Waits until all that was found is as durable as a commit, including on a synchronous standby. */
  settle(key: ResponseKey): Promise<void>
}

/**
 * Exactly-once writes. The statement that writes also stores the key, the digest of the request and the response, so
 * that all of it happens or none of it. This class recognises a repeat, which gets the first response.
 */
export class Idempotency {
  readonly #responses: StoredResponses
  /** The writes with a key that are running in this process. */
  readonly #running = new Set<string>()

  constructor(responses: StoredResponses) {
    this.#responses = responses
  }

  /**
   * Does the work, unless a response is stored under its key. If the caller's rights have changed since, the records of
   * the stored response are read again.
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
      // Another process may have executed the same request meanwhile, and that may be why this one failed.
      const replay = mayBeRepeat(error) ? await this.#findConcurrentReplay(request) : undefined
      if (replay) return replay
      throw error instanceof KeyTaken || findLock(error) === 'key' ? keyInUse() : withLockOutcome(error)
    }
  }

  /** Looks for the response of a concurrent repeat. If that lookup fails, the outcome is unknown. */
  #findConcurrentReplay(request: KeyedRequest): Promise<Envelope | undefined> {
    return this.#findReplay(request).catch(failAsUnknown)
  }

  async #findReplay({ key, hash, readAgain }: KeyedRequest): Promise<Envelope | undefined> {
    const stored = await this.#responses.find(key)
    if (!stored) return undefined
    if (stored.expired) {
      await this.#responses.forget(key)
      return undefined
    }
    if (stored.hash !== hash)
      throw new Failure(
        'key-reused',
        'This Idempotency-Key was used for another request: use a new key for a new request.',
      )
    await this.#settle(key)
    const isSame = seesTheSame(stored.rights, key.authorization.credential)
    const shown = isSame ? stored : await rereadResponse(stored, readAgain).catch(failAsUnknown)
    return { ...toReplay(shown), replayed: true }
  }

  /** A replayed response is as durable as the first one. Until then the outcome is unknown: the write was found. */
  async #settle(key: ResponseKey): Promise<void> {
    const { deadline } = key.authorization
    if (deadline) deadline.mayBeWritten = true
    await this.#responses.settle(key).catch(failAsUnknown)
  }
}

interface KeyedRequest {
  readonly key: ResponseKey
  /** The digest of the request, in hex. */
  readonly hash: string
  readonly readAgain: ReadAgain
}

function toUnknownOutcome(error: unknown): unknown {
  return isUnavailable(error) ? unknownOutcome(error) : error
}

function failAsUnknown(error: unknown): never {
  throw toUnknownOutcome(error)
}

function isUnavailable(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'unavailable'
}

/**
 * A request with a key that timed out on a lock may have waited for an earlier attempt of the same request, which can
 * still commit. So the outcome is unknown.
 */
function withLockOutcome(error: unknown): unknown {
  return findLock(error) === undefined ? error : toUnknownOutcome(error)
}

function toReplay({ version, json, extraMembers }: StoredResponse): Envelope {
  return toDataEnvelope({ data: json, version, extraMembers })
}

/** Whether the records may be refused because they are already as the request makes them: code can refuse anything. */
function mayBeRepeat(error: unknown): boolean {
  return error instanceof KeyTaken || (error instanceof Failure && !isUnavailable(error))
}

function keyInUse(): Failure {
  const message = 'A request with this Idempotency-Key is still running: send the same request again in a moment.'
  return new Failure('key-in-use', message, { retryAfter: 1 })
}
