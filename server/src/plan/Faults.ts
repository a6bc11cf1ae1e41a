import { Failure } from '../failure/failure.ts'
import { didYouMean } from '../text/didYouMean.ts'

/** The most faults that one reply lists. A longer list helps nobody, and the sender would decide what it costs. */
export const maxFaults = 1_000
/** The most faults with a suggestion. Finding the nearest name takes far longer than sending a wrong one. */
export const maxSuggestions = 10

/**
 * What is wrong with the records of a request: messages by field. A Map, since a client may send a member named
 * `__proto__`. Faults beyond the limit are counted, and not kept.
 */
export class Faults extends Map<string, string> {
  #suggested = 0
  #unlisted = 0

  override set(field: string, fault: string): this {
    if (this.size < maxFaults || this.has(field)) return super.set(field, fault)
    this.#unlisted += 1
    return this
  }

  /** How many faults there are beyond the limit. */
  get unlisted(): number {
    return this.#unlisted
  }

  /** Returns ` Did you mean "…"?` for the first few faults that ask for it, and an empty text after that. */
  suggest(word: string, candidates: () => Iterable<string>): string {
    return this.#suggested++ < maxSuggestions ? didYouMean(word, candidates()) : ''
  }
}

/** Throws one failure with all faults, if there are any. */
export function refuseFaults(faults: ReadonlyMap<string, string>): void {
  if (faults.size > 0) throw toFaultsFailure(faults)
}

/** The failure of records with these faults. */
export function toFaultsFailure(faults: ReadonlyMap<string, string>): Failure {
  const isMore = faults instanceof Faults && faults.unlisted > 0
  return new Failure('invalid-record', toMessage(faults.keys(), isMore), { errors: Object.fromEntries(faults) })
}

/** The message of a failure that has errors under these names. */
export function toMessage(names: Iterable<string>, isMore: boolean): string {
  const first = Array.from(names).slice(0, 10).join(', ')
  const more = isMore ? ' There are more than these.' : ''
  return `The record was not accepted; see errors for each field: ${first}.${more}`
}
