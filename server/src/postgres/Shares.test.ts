import { describe, expect, it } from 'vitest'
import { type Claim, type Lane, Shares } from './Shares.ts'

/** Takes a free connection for each claim that may have one; the others wait. Gives how many got one. */
function take(shares: Shares<Claim>, claim: Claim, times: number): number {
  let taken = 0
  for (let n = 0; n < times; n++)
    if (shares.admits(claim)) {
      shares.take(claim)
      taken += 1
    } else shares.wait({ ...claim })
  return taken
}

const slow = (user: number): Claim => ({ lane: 'slow', user })

describe('a pool of ten', () => {
  it.each<[Lane, number]>([
    ['read', 7],
    ['write', 7],
    ['slow', 5],
  ])('gives %s %i connections and no more, whoever asks', (lane, most) => {
    const shares = new Shares<Claim>(10)
    expect(take(shares, { lane }, 20)).toBe(most)
  })

  it('has connections for reads while writes hang and searches are slow', () => {
    const shares = new Shares<Claim>(10)
    for (let user = 0; user < 20; user++) take(shares, slow(user), 1)
    take(shares, { lane: 'write' }, 20)
    expect(take(shares, { lane: 'read' }, 2)).toBe(2)
  })

  it('has connections for writes while reads hang', () => {
    const shares = new Shares<Claim>(10)
    take(shares, { lane: 'read' }, 20)
    expect(take(shares, { lane: 'write' }, 2)).toBe(2)
  })

  it('leaves a slow connection to others, however much one user asks for', () => {
    const shares = new Shares<Claim>(10)
    expect(take(shares, slow(1), 20)).toBe(4)
    expect(take(shares, slow(2), 1)).toBe(1)
  })

  it('gives one user all that a quick lane has while nobody else waits', () => {
    expect(take(new Shares<Claim>(10), { lane: 'read', user: 1 }, 20)).toBe(7)
  })
})

describe('those that wait', () => {
  it('take turns by user, and not by how often they ask', () => {
    const shares = new Shares<Claim>(10)
    take(shares, { lane: 'read' }, 7)
    for (let n = 0; n < 50; n++) shares.wait({ lane: 'read', user: 1 })
    for (const user of [2, 3]) shares.wait({ lane: 'read', user })
    const order: unknown[] = []
    for (let n = 0; n < 4; n++) {
      shares.giveBack({ lane: 'read' })
      const next = shares.next()
      order.push(next?.user)
      if (next) shares.take(next)
    }
    expect(order).toEqual([1, 2, 3, 1])
  })

  it('come before a user who holds a third of the pool', () => {
    const shares = new Shares<Claim>(10)
    take(shares, { lane: 'read', user: 1 }, 7)
    shares.wait({ lane: 'read', user: 1 })
    shares.wait({ lane: 'read', user: 2 })
    shares.giveBack({ lane: 'read', user: 1 })
    expect(shares.next()?.user).toBe(2)
    expect(shares.next()?.user).toBe(1)
    expect(shares.next()).toBeUndefined()
    expect(shares.waiting).toBe(0)
  })

  it('are passed over while their lane is full, and lanes take turns', () => {
    const shares = new Shares<Claim>(10)
    for (let user = 0; user < 5; user++) take(shares, slow(user), 1)
    shares.wait(slow(9))
    expect(shares.next()).toBeUndefined()
    shares.wait({ lane: 'write', user: 9 })
    expect(shares.next()?.lane).toBe('write')
    shares.giveBack(slow(0))
    expect(shares.next()?.lane).toBe('slow')
  })

  it('leave no trace when they give up', () => {
    const shares = new Shares<Claim>(10)
    const waiters = [slow(1), slow(1), { lane: 'read' } as const]
    for (const waiter of waiters) shares.wait(waiter)
    for (const waiter of waiters) shares.leave(waiter)
    shares.leave(slow(1))
    expect([shares.waiting, shares.next()]).toEqual([0, undefined])
  })

  it('are all given back at the end', () => {
    const shares = new Shares<Claim>(10)
    for (const user of [1, 2, 2]) shares.wait(slow(user))
    expect(shares.drain()).toHaveLength(3)
    expect(shares.waiting).toBe(0)
  })
})

it.each([1, 2, 3, 4, 5])('a pool of %i works, and slow work leaves a connection where there are several', (size) => {
  const shares = new Shares<Claim>(size)
  expect(shares.admits(slow(1))).toBe(true)
  let taken = 0
  for (let user = 0; user < 10; user++) taken += take(shares, slow(user), 1)
  expect(taken).toBe(Math.max(1, Math.floor(size / 2)))
  expect(shares.admits({ lane: 'read' })).toBe(size > 1)
})
