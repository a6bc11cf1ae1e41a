import { Failure } from '../failure.ts'
import { didYouMean } from '../nearest.ts'

/** The most faults that one reply lists. A longer list helps nobody, and the sender would decide what it costs. */
export const maxFaults = 100
/** The most faults with a suggestion. Finding the nearest name takes far longer than sending a wrong one. */
export const maxSuggestions = 10

/**
 * What is wrong with the records of a request: messages by field. A Map, since a client may send a member named
 * `__proto__`. Parsing stops at the first fault beyond the limit: `set` then throws all faults before it.
 */
export class Faults extends Map<string, string> {
  #suggested = 0

  override set(field: string, fault: string): this {
    if (this.size >= maxFaults && !this.has(field)) throw toFailure(this, ' There are more than these.')
    return super.set(field, fault)
  }

  /** Returns ` Did you mean "…"?` for the first few faults that ask for it, and an empty text after that. */
  suggest(word: string, candidates: () => Iterable<string>): string {
    return this.#suggested++ < maxSuggestions ? didYouMean(word, candidates()) : ''
  }
}

/** Throws one failure with all faults, if there are any. */
export function refuseFaults(faults: ReadonlyMap<string, string>): void {
  if (faults.size > 0) throw toFailure(faults)
}

function toFailure(faults: ReadonlyMap<string, string>, more = ''): Failure {
  const names = [...faults.keys()].slice(0, 10).join(', ')
  return new Failure('invalid-record', `The record was not accepted; see errors for each field: ${names}.${more}`, {
    errors: Object.fromEntries(faults),
  })
}
