import { describe, expect, it } from 'vitest'
import { Door } from './Door.ts'

/**
 * A service that answers one request after the other, so many a second, for so many seconds, while so many arrive. Gives what it
 * answered, what it refused, and how long the last hundred waited.
 */
function simulate(door: Door, { arriving, answering, seconds }: Record<'arriving' | 'answering' | 'seconds', number>) {
  const line: { began: number; at: number }[] = []
  const waits: number[] = []
  let [refused, due, able] = [0, 0, 0]
  for (let now = 1; now <= seconds * 1_000; now++) {
    for (due += arriving / 1_000; due >= 1; due--)
      if (door.isFull()) refused += 1
      else {
        line.push({ began: door.begin(now), at: now })
      }
    for (able = Math.min(able + answering / 1_000, Math.max(answering / 100, 1)); able >= 1; able--) {
      const first = line.shift()
      if (first === undefined) break
      door.end(first.began, now, true)
      waits.push(now - first.at)
    }
  }
  return { answered: waits.length, refused, waited: Math.max(...waits.slice(-100)) }
}

/**
 * Writers that write again as soon as they were answered, on a database whose commits take so many milliseconds; those that arrive
 * meanwhile go together in the next one. A writer that is refused asks again after a second. Gives what was committed and refused.
 */
function simulateCommits(door: Door, { writers, takes, seconds }: Record<'writers' | 'takes' | 'seconds', number>) {
  const due = Array.from({ length: writers }, (_, index) => index % takes)
  let [committed, refused, ends] = [0, 0, 0]
  let [waiting, group]: { began: number; writer: number }[][] = [[], []]
  for (let now = 0; now < seconds * 1_000; now++) {
    for (const [writer, at] of due.entries())
      if (at !== now) continue
      else if (door.isFull()) {
        refused += 1
        due[writer] = now + 1_000
      } else waiting?.push({ began: door.begin(now), writer })
    if (now < ends) continue
    for (const { began, writer } of group ?? []) {
      door.end(began, now, true)
      due[writer] = now + 1 + (writer % 3)
      committed += 1
    }
    ;[group, waiting, ends] = [waiting, [], now + takes]
  }
  return { committed, refused }
}

describe('the door', () => {
  it('refuses nobody while all are answered in time', () => {
    const door = new Door({ maxDelay: 100, maxRequests: 1_000 })
    expect(simulate(door, { arriving: 900, answering: 1_000, seconds: 10 })).toMatchObject({ refused: 0 })
    expect(door.counts.room).toBe(1_000)
  })

  it('takes a burst as it comes', () => {
    const door = new Door({ maxDelay: 100, maxRequests: 1_000 })
    expect(simulate(door, { arriving: 20_000, answering: 5_000, seconds: 0.05 })).toMatchObject({ refused: 0 })
  })

  it.each([5_000, 20_000])(
    'keeps %i a second busy under five times that, and nobody waits much longer than said',
    (answering) => {
      const door = new Door({ maxDelay: 100, maxRequests: 10_000 })
      const { answered, refused, waited } = simulate(door, { arriving: answering * 5, answering, seconds: 10 })
      expect(answered).toBeGreaterThan(answering * 10 * 0.98)
      expect(refused).toBeGreaterThan(answering * 10 * 3.8)
      expect(waited).toBeLessThan(150)
    },
  )

  it('lets some in however slow they are, so that a slow service still works', () => {
    const door = new Door({ maxDelay: 100, maxRequests: 1_000 })
    const { answered } = simulate(door, { arriving: 1_000, answering: 20, seconds: 10 })
    expect(answered).toBeGreaterThan(190)
    expect(door.counts.room).toBeLessThan(100)
  })

  it('has its whole room again soon after the load ends', () => {
    const door = new Door({ maxDelay: 100, maxRequests: 1_000 })
    simulate(door, { arriving: 5_000, answering: 1_000, seconds: 5 })
    expect(door.counts.room).toBeLessThan(200)
    for (let now = 6_000; now < 9_000; now += 10) {
      door.end(door.begin(now), now + 1, true)
    }
    expect(door.counts.room).toBe(1_000)
  })

  it('never lets in more than it may', () => {
    const door = new Door({ maxDelay: 100, maxRequests: 10 })
    const began = Array.from({ length: 10 }, () => door.begin(0))
    expect(door.isFull()).toBe(true)
    door.end(began[0] ?? 0, 1, true)
    expect(door.isFull()).toBe(false)
  })

  it('takes slow commits for what they are, and not for a queue', () => {
    const door = new Door({ maxDelay: 50, maxRequests: 1_000 })
    expect(simulateCommits(door, { writers: 200, takes: 80, seconds: 10 })).toMatchObject({ refused: 0 })
    expect(door.counts.room).toBe(1_000)
  })

  it.each([500, 5_000])('respects a maxDelay of %i ms where commits take longer than it measures', (maxDelay) => {
    const door = new Door({ maxDelay, maxRequests: 1_000 })
    expect(simulateCommits(door, { writers: 500, takes: 300, seconds: 10 })).toMatchObject({ refused: 0 })
  })
})

describe('a pause of the database', () => {
  /** A busy second, then a pause in which the same number arrives, then what is left is answered at 1,000 a second. */
  function pauseFor(milliseconds: number, door: Door) {
    simulate(door, { arriving: 300, answering: 1_000, seconds: 1 })
    const line: number[] = []
    let [refused, now] = [0, 1_000]
    for (; now < 1_000 + milliseconds; now += 3)
      if (door.isFull()) refused += 1
      else line.push(door.begin(now))
    const room = door.counts.room
    for (let due = 0; line.length > 0; now++) {
      due += 0.3
      if (due >= 1) {
        due -= 1
        if (door.isFull()) refused += 1
        else line.push(door.begin(now))
      }
      const began = line.shift()
      if (began !== undefined) door.end(began, now, true)
    }
    return { refused, room, after: door.counts.room }
  }

  it.each([150, 500, 2_000])('of %i ms changes nothing about who is let in', (milliseconds) => {
    const door = new Door({ maxDelay: 50, maxRequests: 1_000 })
    expect(pauseFor(milliseconds, door)).toEqual({ refused: 0, room: 1_000, after: 1_000 })
  })

  it('lets in no more than may be under way', () => {
    const door = new Door({ maxDelay: 50, maxRequests: 1_000 })
    expect(pauseFor(10_000, door).refused).toBeGreaterThan(1_000)
  })

  it('that ends requests with 503 changes nothing either', () => {
    const door = new Door({ maxDelay: 50, maxRequests: 1_000 })
    simulate(door, { arriving: 300, answering: 1_000, seconds: 1 })
    for (let now = 1_000; now < 9_000; now++) door.end(door.begin(now - 3_000), now, false)
    expect(door.counts.room).toBe(1_000)
  })
})
