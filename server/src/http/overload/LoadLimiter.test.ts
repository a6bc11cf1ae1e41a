import { describe, expect, it } from 'vitest'
import { LoadLimiter, type CountedRequest } from './LoadLimiter.ts'

/** Answers a request and sends the answer at once. */
function finish(limiter: LoadLimiter, counted: CountedRequest, now: number, served = true): void {
  limiter.answered(counted, now, served)
  limiter.sent(counted)
}

/**
 * Simulates a service that answers one request after the other. `arriving` and `answering` are rates per second.
 * Returns the number of answers and refusals, and how long the last hundred requests waited.
 */
function simulate(
  limiter: LoadLimiter,
  { arriving, answering, seconds }: Record<'arriving' | 'answering' | 'seconds', number>,
) {
  const queue: { counted: CountedRequest; at: number }[] = []
  const waits: number[] = []
  let [refused, due, able] = [0, 0, 0]
  for (let now = 1; now <= seconds * 1_000; now++) {
    for (due += arriving / 1_000; due >= 1; due--)
      if (limiter.isFull()) refused += 1
      else {
        queue.push({ counted: limiter.begin(now), at: now })
      }
    for (able = Math.min(able + answering / 1_000, Math.max(answering / 100, 1)); able >= 1; able--) {
      const first = queue.shift()
      if (first === undefined) break
      finish(limiter, first.counted, now)
      waits.push(now - first.at)
    }
  }
  return { answered: waits.length, refused, waited: Math.max(...waits.slice(-100)) }
}

/**
 * Simulates writers that write again as soon as they were answered, on a database whose commits take `takes`
 * milliseconds. Writes that arrive meanwhile share the next commit. A refused writer retries after a second. Returns
 * the number of commits and refusals.
 */
function simulateCommits(
  limiter: LoadLimiter,
  { writers, takes, seconds }: Record<'writers' | 'takes' | 'seconds', number>,
) {
  const due = Array.from({ length: writers }, (_, index) => index % takes)
  let [committed, refused, ends] = [0, 0, 0]
  let [waiting, group]: { counted: CountedRequest; writer: number }[][] = [[], []]
  for (let now = 0; now < seconds * 1_000; now++) {
    for (const [writer, at] of due.entries())
      if (at !== now) continue
      else if (limiter.isFull()) {
        refused += 1
        due[writer] = now + 1_000
      } else waiting?.push({ counted: limiter.begin(now), writer })
    if (now < ends) continue
    for (const { counted, writer } of group ?? []) {
      finish(limiter, counted, now)
      due[writer] = now + 1 + (writer % 3)
      committed += 1
    }
    ;[group, waiting, ends] = [waiting, [], now + takes]
  }
  return { committed, refused }
}

describe('the load limiter', () => {
  it('refuses nothing while all requests are answered in time', () => {
    const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 1_000 })
    expect(simulate(limiter, { arriving: 900, answering: 1_000, seconds: 10 })).toMatchObject({ refused: 0 })
    expect(limiter.counts.capacity).toBe(1_000)
  })

  it('accepts a burst', () => {
    const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 1_000 })
    expect(simulate(limiter, { arriving: 20_000, answering: 5_000, seconds: 0.05 })).toMatchObject({ refused: 0 })
  })

  it.each([5_000, 20_000])(
    'keeps a service of %i answers a second busy under five times that load, and no request waits much too long',
    (answering) => {
      const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 10_000 })
      const { answered, refused, waited } = simulate(limiter, { arriving: answering * 5, answering, seconds: 10 })
      expect(answered).toBeGreaterThan(answering * 10 * 0.98)
      expect(refused).toBeGreaterThan(answering * 10 * 3.8)
      expect(waited).toBeLessThan(150)
    },
  )

  it('accepts some requests however slow they are, so that a slow service still works', () => {
    const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 1_000 })
    const { answered } = simulate(limiter, { arriving: 1_000, answering: 20, seconds: 10 })
    expect(answered).toBeGreaterThan(190)
    expect(limiter.counts.capacity).toBeLessThan(100)
  })

  it('has its whole capacity again soon after the load ends', () => {
    const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 1_000 })
    simulate(limiter, { arriving: 5_000, answering: 1_000, seconds: 5 })
    expect(limiter.counts.capacity).toBeLessThan(200)
    for (let now = 6_000; now < 9_000; now += 10) {
      finish(limiter, limiter.begin(now), now + 1)
    }
    expect(limiter.counts.capacity).toBe(1_000)
  })

  it('never accepts more than maxRequests', () => {
    const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 10 })
    const requests = Array.from({ length: 10 }, () => limiter.begin(0))
    expect(limiter.isFull()).toBe(true)
    for (const counted of requests.slice(0, 1)) finish(limiter, counted, 1)
    expect(limiter.isFull()).toBe(false)
  })

  it('does not mistake slow commits for a queue', () => {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 1_000 })
    expect(simulateCommits(limiter, { writers: 200, takes: 80, seconds: 10 })).toMatchObject({ refused: 0 })
    expect(limiter.counts.capacity).toBe(1_000)
  })

  it.each([500, 5_000])('respects a maxDelay of %i ms if commits take longer than its interval', (maxDelay) => {
    const limiter = new LoadLimiter({ maxDelay, maxRequests: 1_000 })
    expect(simulateCommits(limiter, { writers: 500, takes: 300, seconds: 10 })).toMatchObject({ refused: 0 })
  })
})

describe('a pause of the database', () => {
  /** A busy second, then a pause in which as many requests arrive, then all of them are answered at 1,000 a second. */
  function pauseFor(milliseconds: number, limiter: LoadLimiter) {
    simulate(limiter, { arriving: 300, answering: 1_000, seconds: 1 })
    const queue: CountedRequest[] = []
    let [refused, now] = [0, 1_000]
    for (; now < 1_000 + milliseconds; now += 3)
      if (limiter.isFull()) refused += 1
      else queue.push(limiter.begin(now))
    const capacity = limiter.counts.capacity
    for (let due = 0; queue.length > 0; now++) {
      due += 0.3
      if (due >= 1) {
        due -= 1
        if (limiter.isFull()) refused += 1
        else queue.push(limiter.begin(now))
      }
      const first = queue.shift()
      if (first) finish(limiter, first, now)
    }
    return { refused, capacity, after: limiter.counts.capacity }
  }

  it.each([150, 500, 2_000])('of %i ms does not change the capacity', (milliseconds) => {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 1_000 })
    expect(pauseFor(milliseconds, limiter)).toEqual({ refused: 0, capacity: 1_000, after: 1_000 })
  })

  it('does not accept more than maxRequests', () => {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 1_000 })
    expect(pauseFor(10_000, limiter).refused).toBeGreaterThan(1_000)
  })

  it('that ends requests with 503 does not change the capacity either', () => {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 1_000 })
    simulate(limiter, { arriving: 300, answering: 1_000, seconds: 1 })
    for (let now = 1_000; now < 9_000; now++) finish(limiter, limiter.begin(now - 3_000), now, false)
    expect(limiter.counts.capacity).toBe(1_000)
  })
})

describe('a user who sends more than all others', () => {
  /** A load limiter with a capacity of 90, and `count` requests of a user under way. */
  function crowded(user: number, count: number): LoadLimiter {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 90 })
    for (let n = 0; n < count; n++) limiter.setUser(limiter.begin(0), user)
    return limiter
  }

  it('may use the whole capacity while nobody else needs it', () => {
    const limiter = crowded(1, 89)
    expect(limiter.isFull()).toBe(false)
    limiter.setUser(limiter.begin(0), 1)
    expect([limiter.isFull(), limiter.findShedReason(1)]).toEqual([true, 'full'])
  })

  it('does not block others, and is refused for its share as soon as they send requests', () => {
    const limiter = crowded(1, 90)
    expect(limiter.findShedReason(2)).toBeUndefined()
    limiter.setUser(limiter.begin(0), 2)
    expect(limiter.findShedReason(1)).toBe('share')
    expect(limiter.findShedReason(2)).toBeUndefined()
  })

  it('cannot be joined by more than a third above the capacity, nor by unknown users', () => {
    const limiter = crowded(1, 90)
    expect(limiter.findShedReason(undefined)).toBe('full')
    for (let user = 2; user < 32; user++) {
      expect(limiter.findShedReason(user)).toBeUndefined()
      limiter.setUser(limiter.begin(0), user)
    }
    expect(limiter.findShedReason(99)).toBe('full')
  })

  it('is treated like the others if no user has more than a third', () => {
    const limiter = crowded(1, 30)
    for (let n = 0; n < 60; n++) limiter.setUser(limiter.begin(0), 2 + (n % 2))
    expect([1, 2, 3, 4].map((user) => limiter.findShedReason(user))).toEqual(['full', 'full', 'full', 'full'])
  })

  it('is counted until its answers are sent', () => {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 3 })
    const counted = limiter.begin(0)
    limiter.setUser(counted, 1)
    limiter.answered(counted, 1, true)
    expect(limiter.counts).toMatchObject({ underWay: 1, answered: 1 })
    limiter.sent(counted)
    expect(limiter.counts).toMatchObject({ underWay: 0, answered: 1 })
  })
})
