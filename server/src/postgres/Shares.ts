/**
 * What connections are shared by. `read` and `write` are the statements of single records and of sessions, which are
 * quick; `slow` is everything that one request can make large: searches, histories, versions and transactions.
 */
export type Lane = 'read' | 'write' | 'slow'

/** For what, and for whom, a connection is wanted. The service itself, and a group of several users, have no user. */
export interface Claim {
  readonly lane: Lane
  readonly user?: number | null | undefined
}

const lanes: readonly Lane[] = ['read', 'write', 'slow']

/**
 * Decides who gets a connection of the pool. No lane takes all of them: slow work has at most half, and a fifth each is
 * kept for reads and for writes, so that neither commits that hang nor slow searches take the reads with them. In a
 * lane users take turns. A user who holds a third of the pool comes after all others that wait, and never holds more
 * than that with slow work. All else is taken as it comes: where nobody else waits, nobody is held back.
 */
export class Shares<Waiter extends Claim> {
  readonly #size: number
  readonly #third: number
  readonly #slowest: number
  readonly #reserved: Readonly<Record<Lane, number>>
  readonly #used: Record<Lane, number> = { read: 0, write: 0, slow: 0 }
  readonly #usedBy = new Map<number, number>()
  readonly #slowBy = new Map<number, number>()
  readonly #waiting: Readonly<Record<Lane, Map<number | null, Waiter[]>>> = {
    read: new Map(),
    write: new Map(),
    slow: new Map(),
  }
  /** The lane whose turn it is. */
  #turn = 0
  #waiters = 0

  constructor(size: number) {
    this.#size = size
    this.#slowest = Math.max(1, Math.floor(size / 2))
    this.#third = Math.max(1, Math.min(Math.ceil(size / 3), this.#slowest - 1))
    this.#reserved = { read: Math.floor(size / 5), write: Math.floor(size / 5), slow: Math.floor(size / 10) }
  }

  get waiting(): number {
    return this.#waiters
  }

  /** Whether a free connection may be used for this. */
  admits({ lane, user }: Claim): boolean {
    const used = this.#used
    if (lane === 'slow' && used.slow >= this.#slowest) return false
    if (lane === 'slow' && countOf(this.#slowBy, user) >= this.#third) return false
    let free = this.#size - 1
    for (const other of lanes) free -= other === lane ? used[other] : Math.max(used[other], this.#reserved[other])
    return free >= 0
  }

  take({ lane, user }: Claim): void {
    this.#used[lane] += 1
    count(this.#usedBy, user, 1)
    if (lane === 'slow') count(this.#slowBy, user, 1)
  }

  giveBack({ lane, user }: Claim): void {
    this.#used[lane] -= 1
    count(this.#usedBy, user, -1)
    if (lane === 'slow') count(this.#slowBy, user, -1)
  }

  wait(waiter: Waiter): void {
    const queues = this.#waiting[waiter.lane]
    const key = waiter.user ?? null
    const queue = queues.get(key)
    if (queue) queue.push(waiter)
    else queues.set(key, [waiter])
    this.#waiters += 1
  }

  /** Takes a waiter out that gave up. */
  leave(waiter: Waiter): void {
    const key = waiter.user ?? null
    const queue = this.#waiting[waiter.lane].get(key) ?? []
    const index = queue.indexOf(waiter)
    if (index < 0) return
    queue.splice(index, 1)
    this.#waiters -= 1
    if (queue.length === 0) this.#waiting[waiter.lane].delete(key)
  }

  /** Takes the next waiter out that may have a connection now. */
  next(): Waiter | undefined {
    if (this.#waiters === 0) return undefined
    for (let step = 0; step < lanes.length; step++) {
      const turn = (this.#turn + step) % lanes.length
      const found = this.#nextOf(lanes[turn] ?? 'read')
      if (!found) continue
      this.#turn = turn + 1
      return found
    }
    return undefined
  }

  /** All that wait, taken out. */
  drain(): Waiter[] {
    const all = lanes.flatMap((lane) => [...this.#waiting[lane].values()].flat())
    for (const waiter of all) this.leave(waiter)
    return all
  }

  #nextOf(lane: Lane): Waiter | undefined {
    const queues = this.#waiting[lane]
    let last: Waiter | undefined
    for (const [user, [first]] of queues) {
      if (!first || !this.admits(first)) continue
      if (countOf(this.#usedBy, user) < this.#third) return this.#pass(first)
      last ??= first
    }
    return last && this.#pass(last)
  }

  /** The user goes to the end of the line. */
  #pass(waiter: Waiter): Waiter {
    const queues = this.#waiting[waiter.lane]
    const key = waiter.user ?? null
    const queue = queues.get(key)
    this.leave(waiter)
    if (!queue || queue.length === 0) return waiter
    queues.delete(key)
    queues.set(key, queue)
    return waiter
  }
}

function countOf(counts: ReadonlyMap<number, number>, user: number | null | undefined): number {
  return user === null || user === undefined ? 0 : (counts.get(user) ?? 0)
}

function count(counts: Map<number, number>, user: number | null | undefined, by: 1 | -1): void {
  if (user === null || user === undefined) return
  const now = (counts.get(user) ?? 0) + by
  if (now === 0) counts.delete(user)
  else counts.set(user, now)
}
