import { describe, expect, it } from 'vitest'
import { type Claim, type Lane, ConnectionScheduler } from './ConnectionScheduler.ts'

/** Takes a connection for each claim that may have one; the others wait. Returns how many got one. */
function take(scheduler: ConnectionScheduler<Claim>, claim: Claim, times: number): number {
  let taken = 0
  for (let n = 0; n < times; n++)
    if (scheduler.admits(claim)) {
      scheduler.take(claim)
      taken += 1
    } else scheduler.enqueue({ ...claim })
  return taken
}

const slow = (user: number): Claim => ({ lane: 'slow', user })

describe('a pool of ten', () => {
  it.each<[Lane, number]>([
    ['read', 7],
    ['write', 7],
    ['slow', 5],
    ['export', 2],
  ])('gives %s at most %i connections', (lane, maximum) => {
    const scheduler = new ConnectionScheduler<Claim>(10)
    expect(take(scheduler, { lane }, 20)).toBe(maximum)
  })

  it('has connections for reads while writes hang and searches are slow', () => {
    const scheduler = new ConnectionScheduler<Claim>(10)
    for (let user = 0; user < 20; user++) take(scheduler, slow(user), 1)
    take(scheduler, { lane: 'write' }, 20)
    expect(take(scheduler, { lane: 'read' }, 2)).toBe(2)
  })

  it('has connections for reads and writes while exports run, and none for an export where there is one', () => {
    const scheduler = new ConnectionScheduler<Claim>(10)
    take(scheduler, { lane: 'export' }, 20)
    expect([take(scheduler, { lane: 'write' }, 2), take(scheduler, { lane: 'read' }, 5)]).toEqual([2, 5])
    const taken = [1, 2, 4, 8].map((size) => take(new ConnectionScheduler<Claim>(size), { lane: 'export' }, 20))
    expect(taken).toEqual([0, 1, 1, 2])
  })

  it('has connections for writes while reads hang', () => {
    const scheduler = new ConnectionScheduler<Claim>(10)
    take(scheduler, { lane: 'read' }, 20)
    expect(take(scheduler, { lane: 'write' }, 2)).toBe(2)
  })

  it('keeps a slow connection for other users, however many one user asks for', () => {
    const scheduler = new ConnectionScheduler<Claim>(10)
    expect(take(scheduler, slow(1), 20)).toBe(4)
    expect(take(scheduler, slow(2), 1)).toBe(1)
  })

  it('gives one user all connections of a fast lane while no other user waits', () => {
    expect(take(new ConnectionScheduler<Claim>(10), { lane: 'read', user: 1 }, 20)).toBe(7)
  })
})

describe('waiters', () => {
  it('take turns by user, not by how often they ask', () => {
    const scheduler = new ConnectionScheduler<Claim>(10)
    take(scheduler, { lane: 'read' }, 7)
    for (let n = 0; n < 50; n++) scheduler.enqueue({ lane: 'read', user: 1 })
    for (const user of [2, 3]) scheduler.enqueue({ lane: 'read', user })
    const order: unknown[] = []
    for (let n = 0; n < 4; n++) {
      scheduler.release({ lane: 'read' })
      const next = scheduler.next()
      order.push(next?.user)
      if (next) scheduler.take(next)
    }
    expect(order).toEqual([1, 2, 3, 1])
  })

  it('come before a user who holds a third of the pool', () => {
    const scheduler = new ConnectionScheduler<Claim>(10)
    take(scheduler, { lane: 'read', user: 1 }, 7)
    scheduler.enqueue({ lane: 'read', user: 1 })
    scheduler.enqueue({ lane: 'read', user: 2 })
    scheduler.release({ lane: 'read', user: 1 })
    expect(scheduler.next()?.user).toBe(2)
    expect(scheduler.next()?.user).toBe(1)
    expect(scheduler.next()).toBeUndefined()
    expect(scheduler.waiting).toBe(0)
  })

  it('are skipped while their lane is full, and lanes take turns', () => {
    const scheduler = new ConnectionScheduler<Claim>(10)
    for (let user = 0; user < 5; user++) take(scheduler, slow(user), 1)
    scheduler.enqueue(slow(9))
    expect(scheduler.next()).toBeUndefined()
    scheduler.enqueue({ lane: 'write', user: 9 })
    expect(scheduler.next()?.lane).toBe('write')
    scheduler.release(slow(0))
    expect(scheduler.next()?.lane).toBe('slow')
  })

  it('can be removed', () => {
    const scheduler = new ConnectionScheduler<Claim>(10)
    const waiters = [slow(1), slow(1), { lane: 'read' } as const]
    for (const waiter of waiters) scheduler.enqueue(waiter)
    for (const waiter of waiters) scheduler.remove(waiter)
    scheduler.remove(slow(1))
    expect([scheduler.waiting, scheduler.next()]).toEqual([0, undefined])
  })

  it('are all returned by drain', () => {
    const scheduler = new ConnectionScheduler<Claim>(10)
    for (const user of [1, 2, 2]) scheduler.enqueue(slow(user))
    expect(scheduler.drain()).toHaveLength(3)
    expect(scheduler.waiting).toBe(0)
  })
})

it.each([1, 2, 3, 4, 5])(
  'a pool of %i works, and slow work does not take all connections if there are several',
  (size) => {
    const scheduler = new ConnectionScheduler<Claim>(size)
    expect(scheduler.admits(slow(1))).toBe(true)
    let taken = 0
    for (let user = 0; user < 10; user++) taken += take(scheduler, slow(user), 1)
    expect(taken).toBe(Math.max(1, Math.floor(size / 2)))
    expect(scheduler.admits({ lane: 'read' })).toBe(size > 1)
  },
)
