import { ADDRCONFIG, lookup as lookUp, type LookupAddress } from 'node:dns'

/** How many look-ups run at once. Each takes one of the four threads that files and passwords need as well. */
const maxAtOnce = 2
/** How long an address is waited for, in milliseconds: longer than a resolver waits for the first of its servers. */
const defaultTimeout = 10_000

/** How names are looked up. */
export interface LookupsOptions {
  /** Resolves names; absent: as the system does. */
  readonly lookup?: typeof lookUp
  readonly timeout?: number
}

/** The address of a host was not found in time. */
export class LookupTimeout extends Error {
  override readonly name = 'LookupTimeout'
}

/** The look-up of one host. */
interface Pending {
  readonly host: string
  readonly found: PromiseWithResolvers<LookupAddress[]>
  /** How many still wait for it. */
  waiting: number
}

/**
 * Looks up the addresses of hosts that users choose. The system does it in a few threads of the process, and keeps each
 * for many seconds if a DNS server does not answer. So only a few run at once, and those who want the same host share
 * one. A look-up can't be ended: it keeps its slot also when nobody waits for it any more.
 */
export class Lookups {
  readonly #lookup: typeof lookUp
  readonly #timeout: number
  readonly #pending = new Map<string, Pending>()
  readonly #queue: Pending[] = []
  #running = 0

  constructor({ lookup = lookUp, timeout = defaultTimeout }: LookupsOptions = {}) {
    this.#lookup = lookup
    this.#timeout = timeout
  }

  /** All addresses of a host. */
  async find(host: string): Promise<LookupAddress[]> {
    const pending = this.#pending.get(host) ?? this.#add(host)
    pending.waiting += 1
    this.#begin()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new LookupTimeout(toMessage(this.#timeout))), this.#timeout)
    try {
      return await Promise.race([pending.found.promise, late.promise])
    } finally {
      clearTimeout(timer)
      pending.waiting -= 1
    }
  }

  #add(host: string): Pending {
    const pending = { host, found: Promise.withResolvers<LookupAddress[]>(), waiting: 0 }
    this.#pending.set(host, pending)
    this.#queue.push(pending)
    return pending
  }

  /** Begins those that came first, as long as there is room. Those that nobody waits for are left out. */
  #begin(): void {
    while (this.#running < maxAtOnce) {
      const next = this.#queue.shift()
      if (!next) return
      if (next.waiting > 0) this.#start(next)
      else this.#pending.delete(next.host)
    }
  }

  #start({ host, found: { resolve, reject } }: Pending): void {
    this.#running += 1
    this.#lookup(host, { all: true, hints: ADDRCONFIG }, (error, addresses) => {
      this.#running -= 1
      this.#pending.delete(host)
      if (error) reject(error)
      else resolve(addresses)
      this.#begin()
    })
  }
}

function toMessage(timeout: number): string {
  return `The address of the host was not found within ${timeout / 1_000} s: see whether its name can be resolved.`
}
