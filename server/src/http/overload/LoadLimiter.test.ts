import { describe, expect, it } from 'vitest'
import { LoadLimiter, type Visit } from './LoadLimiter.ts'

/** An answer that is sent at once. */
function finish(limiter: LoadLimiter, visit: Visit, now: number, served = true): void {
  limiter.end(visit, now, served)
  limiter.leave(visit)
}

/**
 * A service that answers one request after the other, so many a second, for so many seconds, while so many arrive. Gives what it
 * answered, what it refused, and how long the last hundred waited.
 */
function simulate(
  limiter: LoadLimiter,
  { arriving, answering, seconds }: Record<'arriving' | 'answering' | 'seconds', number>,
) {
  const line: { visit: Visit; at: number }[] = []
  const waits: number[] = []
  let [refused, due, able] = [0, 0, 0]
  for (let now = 1; now <= seconds * 1_000; now++) {
    for (due += arriving / 1_000; due >= 1; due--)
      if (limiter.isFull()) refused += 1
      else {
        line.push({ visit: limiter.begin(now), at: now })
      }
    for (able = Math.min(able + answering / 1_000, Math.max(answering / 100, 1)); able >= 1; able--) {
      const first = line.shift()
      if (first === undefined) break
      finish(limiter, first.visit, now)
      waits.push(now - first.at)
    }
  }
  return { answered: waits.length, refused, waited: Math.max(...waits.slice(-100)) }
}

/**
 * Writers that write again as soon as they were answered, on a database whose commits take so many milliseconds; those that arrive
 * meanwhile go together in the next one. A writer that is refused asks again after a second. Gives what was committed and refused.
 */
function simulateCommits(
  limiter: LoadLimiter,
  { writers, takes, seconds }: Record<'writers' | 'takes' | 'seconds', number>,
) {
  const due = Array.from({ length: writers }, (_, index) => index % takes)
  let [committed, refused, ends] = [0, 0, 0]
  let [waiting, group]: { visit: Visit; writer: number }[][] = [[], []]
  for (let now = 0; now < seconds * 1_000; now++) {
    for (const [writer, at] of due.entries())
      if (at !== now) continue
      else if (limiter.isFull()) {
        refused += 1
        due[writer] = now + 1_000
      } else waiting?.push({ visit: limiter.begin(now), writer })
    if (now < ends) continue
    for (const { visit, writer } of group ?? []) {
      finish(limiter, visit, now)
      due[writer] = now + 1 + (writer % 3)
      committed += 1
    }
    ;[group, waiting, ends] = [waiting, [], now + takes]
  }
  return { committed, refused }
}

describe('the door', () => {
  it('refuses nobody while all are answered in time', () => {
    const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 1_000 })
    expect(simulate(limiter, { arriving: 900, answering: 1_000, seconds: 10 })).toMatchObject({ refused: 0 })
    expect(limiter.counts.capacity).toBe(1_000)
  })

  it('takes a burst as it comes', () => {
    const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 1_000 })
    expect(simulate(limiter, { arriving: 20_000, answering: 5_000, seconds: 0.05 })).toMatchObject({ refused: 0 })
  })

  it.each([5_000, 20_000])(
    'keeps %i a second busy under five times that, and nobody waits much longer than said',
    (answering) => {
      const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 10_000 })
      const { answered, refused, waited } = simulate(limiter, { arriving: answering * 5, answering, seconds: 10 })
      expect(answered).toBeGreaterThan(answering * 10 * 0.98)
      expect(refused).toBeGreaterThan(answering * 10 * 3.8)
      expect(waited).toBeLessThan(150)
    },
  )

  it('lets some in however slow they are, so that a slow service still works', () => {
    const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 1_000 })
    const { answered } = simulate(limiter, { arriving: 1_000, answering: 20, seconds: 10 })
    expect(answered).toBeGreaterThan(190)
    expect(limiter.counts.capacity).toBeLessThan(100)
  })

  it('has its whole room again soon after the load ends', () => {
    const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 1_000 })
    simulate(limiter, { arriving: 5_000, answering: 1_000, seconds: 5 })
    expect(limiter.counts.capacity).toBeLessThan(200)
    for (let now = 6_000; now < 9_000; now += 10) {
      finish(limiter, limiter.begin(now), now + 1)
    }
    expect(limiter.counts.capacity).toBe(1_000)
  })

  it('never lets in more than it may', () => {
    const limiter = new LoadLimiter({ maxDelay: 100, maxRequests: 10 })
    const visits = Array.from({ length: 10 }, () => limiter.begin(0))
    expect(limiter.isFull()).toBe(true)
    for (const visit of visits.slice(0, 1)) finish(limiter, visit, 1)
    expect(limiter.isFull()).toBe(false)
  })

  it('takes slow commits for what they are, and not for a queue', () => {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 1_000 })
    expect(simulateCommits(limiter, { writers: 200, takes: 80, seconds: 10 })).toMatchObject({ refused: 0 })
    expect(limiter.counts.capacity).toBe(1_000)
  })

  it.each([500, 5_000])('respects a maxDelay of %i ms where commits take longer than it measures', (maxDelay) => {
    const limiter = new LoadLimiter({ maxDelay, maxRequests: 1_000 })
    expect(simulateCommits(limiter, { writers: 500, takes: 300, seconds: 10 })).toMatchObject({ refused: 0 })
  })
})

describe('a pause of the database', () => {
  /** A busy second, then a pause in which the same number arrives, then what is left is answered at 1,000 a second. */
  function pauseFor(milliseconds: number, limiter: LoadLimiter) {
    simulate(limiter, { arriving: 300, answering: 1_000, seconds: 1 })
    const line: Visit[] = []
    let [refused, now] = [0, 1_000]
    for (; now < 1_000 + milliseconds; now += 3)
      if (limiter.isFull()) refused += 1
      else line.push(limiter.begin(now))
    const capacity = limiter.counts.capacity
    for (let due = 0; line.length > 0; now++) {
      due += 0.3
      if (due >= 1) {
        due -= 1
        if (limiter.isFull()) refused += 1
        else line.push(limiter.begin(now))
      }
      const first = line.shift()
      if (first) finish(limiter, first, now)
    }
    return { refused, capacity, after: limiter.counts.capacity }
  }

  it.each([150, 500, 2_000])('of %i ms changes nothing about who is let in', (milliseconds) => {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 1_000 })
    expect(pauseFor(milliseconds, limiter)).toEqual({ refused: 0, capacity: 1_000, after: 1_000 })
  })

  it('lets in no more than may be under way', () => {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 1_000 })
    expect(pauseFor(10_000, limiter).refused).toBeGreaterThan(1_000)
  })

  it('that ends requests with 503 changes nothing either', () => {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 1_000 })
    simulate(limiter, { arriving: 300, answering: 1_000, seconds: 1 })
    for (let now = 1_000; now < 9_000; now++) finish(limiter, limiter.begin(now - 3_000), now, false)
    expect(limiter.counts.capacity).toBe(1_000)
  })
})

describe('a user who sends more than all others', () => {
  /** A door with a room of 90, and so many requests of a user under way. */
  function crowded(user: number, count: number): LoadLimiter {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 90 })
    for (let n = 0; n < count; n++) limiter.enter(limiter.begin(0), user)
    return limiter
  }

  it('may have all of the room while nobody else wants it', () => {
    const limiter = crowded(1, 89)
    expect(limiter.isFull()).toBe(false)
    limiter.enter(limiter.begin(0), 1)
    expect([limiter.isFull(), limiter.findRefusal(1)]).toEqual([true, 'full'])
  })

  it('does not keep others out, and is refused for its share as soon as they come', () => {
    const limiter = crowded(1, 90)
    expect(limiter.findRefusal(2)).toBeUndefined()
    limiter.enter(limiter.begin(0), 2)
    expect(limiter.findRefusal(1)).toBe('share')
    expect(limiter.findRefusal(2)).toBeUndefined()
  })

  it('cannot be joined by more than a third above the room, nor by those who are not known', () => {
    const limiter = crowded(1, 90)
    expect(limiter.findRefusal(undefined)).toBe('full')
    for (let user = 2; user < 32; user++) {
      expect(limiter.findRefusal(user)).toBeUndefined()
      limiter.enter(limiter.begin(0), user)
    }
    expect(limiter.findRefusal(99)).toBe('full')
  })

  it('is one of many where no one has more than a third', () => {
    const limiter = crowded(1, 30)
    for (let n = 0; n < 60; n++) limiter.enter(limiter.begin(0), 2 + (n % 2))
    expect([1, 2, 3, 4].map((user) => limiter.findRefusal(user))).toEqual(['full', 'full', 'full', 'full'])
  })

  it('is counted until its answers are sent', () => {
    const limiter = new LoadLimiter({ maxDelay: 50, maxRequests: 3 })
    const visit = limiter.begin(0)
    limiter.enter(visit, 1)
    limiter.end(visit, 1, true)
    expect(limiter.counts).toMatchObject({ underWay: 1, answered: 1 })
    limiter.leave(visit)
    expect(limiter.counts).toMatchObject({ underWay: 0, answered: 1 })
  })
})
