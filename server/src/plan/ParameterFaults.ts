import { Failure } from '../failure/failure.ts'

/** The most faults that one answer has. */
const maxFaults = 20

/** Collects what is wrong with the parts of a request that are parsed one by one, so that one answer has all of it. */
export class ParameterFaults {
  readonly #messages: string[] = []

  /** Returns the parsed part; nothing if it is wrong. */
  collect<T>(parse: () => T): [T] | [] {
    try {
      return [parse()]
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'invalid-parameter') throw error
      this.#messages.push(error.message)
      return []
    }
  }

  throwIfAny(): void {
    const messages = [...new Set(this.#messages)].slice(0, maxFaults)
    if (messages.length > 0) throw new Failure('invalid-parameter', messages.join(' '))
  }
}
