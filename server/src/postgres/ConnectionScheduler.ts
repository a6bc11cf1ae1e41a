/**
 * A class of work that shares connections. `read` and `write` are the statements for single records and for sessions,
 * which are fast. `slow` is everything that one request can make large: searches, histories, versions and
 * transactions. `export` has a connection for as long as a client reads its rows.
 */
export type Lane = 'read' | 'write' | 'slow' | 'export'

/** The lane and user that a connection is for. The service itself, and a group of several users, have no user. */
export interface Claim {
  readonly lane: Lane
  readonly user?: number | null | undefined
}

const lanes: readonly Lane[] = ['read', 'write', 'slow', 'export']

/**
 * Decides which waiter gets a connection of the pool. No lane can use all of them: slow work has at most half, and a
 * fifth each is reserved for reads and for writes, so that neither hanging commits nor slow searches block reads.
 * Exports have at most a quarter, and never the only one. In each lane, users take turns. A user who holds a third of
 * the pool comes after all others that wait, and never holds more than that with slow work. There are no other limits:
 * if no other user waits, no user is held back.
 */
export class ConnectionScheduler<Waiter extends Claim> {
  readonly #size: number
  readonly #userShare: number
  readonly #maxSlow: number
  readonly #maxExports: number
  readonly #reserved: Readonly<Record<Lane, number>>
  readonly #used: Record<Lane, number> = { read: 0, write: 0, slow: 0, export: 0 }
  readonly #usedByUser = new Map<number, number>()
  readonly #slowByUser = new Map<number, number>()
  readonly #queues: Readonly<Record<Lane, Map<number | null, Waiter[]>>> = {
    read: new Map(),
    write: new Map(),
    slow: new Map(),
    export: new Map(),
  }
  /** The index of the lane that is served next. */
  #turn = 0
  #waitingCount = 0

  constructor(size: number) {
    this.#size = size
    this.#maxSlow = Math.max(1, Math.floor(size / 2))
    this.#maxExports = size === 1 ? 0 : Math.max(1, Math.floor(size / 4))
    this.#userShare = Math.max(1, Math.min(Math.ceil(size / 3), this.#maxSlow - 1))
    const [fifth, tenth] = [Math.floor(size / 5), Math.floor(size / 10)]
    this.#reserved = { read: fifth, write: fifth, slow: tenth, export: 0 }
  }

  get waiting(): number {
    return this.#waitingCount
  }

  get waitingByLane(): Record<Lane, number> {
    const count = (lane: Lane) => [...this.#queues[lane].values()].reduce((sum, queue) => sum + queue.length, 0)
    return { read: count('read'), write: count('write'), slow: count('slow'), export: count('export') }
  }

  /** Whether a free connection may be used for this claim. */
  admits({ lane, user }: Claim): boolean {
    const used = this.#used
    if (lane === 'slow' && used.slow >= this.#maxSlow) return false
    if (lane === 'export' && used.export >= this.#maxExports) return false
    if (lane === 'slow' && countOf(this.#slowByUser, user) >= this.#userShare) return false
    let free = this.#size - 1
    for (const other of lanes) free -= other === lane ? used[other] : Math.max(used[other], this.#reserved[other])
    return free >= 0
  }

  take({ lane, user }: Claim): void {
    this.#used[lane] += 1
    count(this.#usedByUser, user, 1)
    if (lane === 'slow') count(this.#slowByUser, user, 1)
  }

  release({ lane, user }: Claim): void {
    this.#used[lane] -= 1
    count(this.#usedByUser, user, -1)
    if (lane === 'slow') count(this.#slowByUser, user, -1)
  }

  enqueue(waiter: Waiter): void {
    const queues = this.#queues[waiter.lane]
    const key = waiter.user ?? null
    const queue = queues.get(key)
    if (queue) queue.push(waiter)
    else queues.set(key, [waiter])
    this.#waitingCount += 1
  }

  /** Removes a waiter. */
  remove(waiter: Waiter): void {
    const key = waiter.user ?? null
    const queue = this.#queues[waiter.lane].get(key) ?? []
    const index = queue.indexOf(waiter)
    if (index < 0) return
    queue.splice(index, 1)
    this.#waitingCount -= 1
    if (queue.length === 0) this.#queues[waiter.lane].delete(key)
  }

  /** Removes and returns the next waiter that may use a connection now. */
  next(): Waiter | undefined {
    if (this.#waitingCount === 0) return undefined
    for (let step = 0; step < lanes.length; step++) {
      const turn = (this.#turn + step) % lanes.length
      const found = this.#nextIn(lanes[turn] ?? 'read')
      if (!found) continue
      this.#turn = turn + 1
      return found
    }
    return undefined
  }

  /** Removes and returns all waiters. */
  drain(): Waiter[] {
    const all = lanes.flatMap((lane) => [...this.#queues[lane].values()].flat())
    for (const waiter of all) this.remove(waiter)
    return all
  }

  #nextIn(lane: Lane): Waiter | undefined {
    const queues = this.#queues[lane]
    let last: Waiter | undefined
    for (const [user, [first]] of queues) {
      if (!first || !this.admits(first)) continue
      if (countOf(this.#usedByUser, user) < this.#userShare) return this.#takeOut(first)
      last ??= first
    }
    return last && this.#takeOut(last)
  }

  /** Removes a waiter, and moves its user to the end of the lane. */
  #takeOut(waiter: Waiter): Waiter {
    const queues = this.#queues[waiter.lane]
    const key = waiter.user ?? null
    const queue = queues.get(key)
    this.remove(waiter)
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
