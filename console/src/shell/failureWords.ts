import { isFailure } from '../service/isFailure.ts'
import type { Words } from '../i18n/Words.ts'

/** What a failure says to people: the message of the service, or that there was no answer. */
export function failureWords(error: unknown, words: Pick<Words, 'failure'>): string {
  if (isFailure(error, 'no-answer')) return words.failure.noAnswer
  return error instanceof Error ? error.message : String(error)
}
