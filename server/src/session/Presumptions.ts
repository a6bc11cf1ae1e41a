import type { Caller } from './Caller.ts'

const most = 10_000

/** Who was behind a token, known by its hash, a moment ago: a guess that the next statement confirms or refutes. The longest unused go first. */
export class Presumptions {
  readonly #lifetime: number
  readonly #callers = new Map<string, { readonly caller: Caller; readonly until: number }>()

  constructor(lifetime: number) {
    this.#lifetime = lifetime
  }

  find(hash: string): Caller | undefined {
    const found = this.#callers.get(hash)
    return found && found.until > performance.now() ? found.caller : undefined
  }

  keep(caller: Caller): void {
    const { hash } = caller.proof
    this.#callers.delete(hash)
    const [oldest] = this.#callers.keys()
    if (this.#callers.size >= most && oldest !== undefined) this.#callers.delete(oldest)
    this.#callers.set(hash, { caller, until: performance.now() + this.#lifetime })
  }

  forget(hash: string): void {
    this.#callers.delete(hash)
  }
}
