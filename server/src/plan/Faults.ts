import { Failure } from '../failure.ts'
import { didYouMean } from '../nearest.ts'

/** Faults of one request at most: a longer list helps nobody, and its sender decides what it costs. */
export const mostFaults = 100
/** Faults with a suggestion at most: to find the nearest name takes far longer than to send a wrong one. */
export const mostSuggestions = 10

/**
 * What is wrong with the records of a request: messages by field. A Map, since a client may send a member named
 * `__proto__`. Reading ends with the first fault beyond the limit, which is thrown together with those before it.
 */
export class Faults extends Map<string, string> {
  #suggested = 0

  override set(field: string, fault: string): this {
    if (this.size >= mostFaults && !this.has(field)) throw toFailure(this, ' There are more than these.')
    return super.set(field, fault)
  }

  /** ` Did you mean "…"?` for the first few faults that ask for it, and nothing for the others. */
  suggest(word: string, candidates: () => Iterable<string>): string {
    return this.#suggested++ < mostSuggestions ? didYouMean(word, candidates()) : ''
  }
}

/** Reports all faults of a record at once. */
export function refuseFaults(faults: ReadonlyMap<string, string>): void {
  if (faults.size > 0) throw toFailure(faults)
}

function toFailure(faults: ReadonlyMap<string, string>, more = ''): Failure {
  const names = [...faults.keys()].slice(0, 10).join(', ')
  return new Failure('invalid-record', `The record was not accepted; see errors for each field: ${names}.${more}`, {
    errors: Object.fromEntries(faults),
  })
}
