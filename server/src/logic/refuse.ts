import { inLanguage, type Words } from '../text/words.ts'

/** Marks refusals, in any copy of this package. */
const mark = Symbol.for('tabularium.refusal')

/** Why an action does not do what it was asked for. Throw it: nothing is written, and the caller learns the reason. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** A stable name for programs: `not-placed`. */
  readonly reason: string
  /** What people read, perhaps by language; `message` is its first text. */
  readonly words: Words
  /** What is wrong with each field of the input. */
  readonly errors: Readonly<Record<string, Words>> | undefined

  constructor(reason: string, message: Words, errors?: Readonly<Record<string, Words>>) {
    super(inLanguage(message))
    this.words = message
    this.reason = reason
    this.errors = errors
    Object.defineProperty(this, mark, { value: true })
  }
}

/**
 * Makes a refusal to throw: `throw refuse('not-placed', 'Only a placed order can be shipped.')`. Texts can be by
 * language: `{ en: '…', de: '…' }`.
 */
export function refuse(reason: string, message: Words, errors?: Readonly<Record<string, Words>>): Refusal {
  return new Refusal(reason, message, errors)
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && mark in value
}
