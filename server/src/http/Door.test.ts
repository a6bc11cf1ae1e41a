import { describe, expect, it } from 'vitest'
import { Door } from './Door.ts'

/**
 * A service that answers one request after the other, so many a second, for so many seconds, while so many arrive. Gives what it
 * answered, what it refused, and how long the last hundred waited.
 */
function simulate(door: Door, { arriving, answering, seconds }: Record<'arriving' | 'answering' | 'seconds', number>) {
  const line: number[] = []
  const waits: number[] = []
  let [refused, due, able] = [0, 0, 0]
  for (let now = 1; now <= seconds * 1_000; now++) {
    for (due += arriving / 1_000; due >= 1; due--)
      if (door.isFull()) refused += 1
      else {
        door.begin(now)
        line.push(now)
      }
    for (able = Math.min(able + answering / 1_000, Math.max(answering / 100, 1)); able >= 1; able--) {
      const start = line.shift()
      if (start === undefined) break
      door.end(start, now)
      waits.push(now - start)
    }
  }
  return { answered: waits.length, refused, waited: Math.max(...waits.slice(-100)) }
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
    expect(door.counts.room).toBe(64)
  })

  it('has its whole room again soon after the load ends', () => {
    const door = new Door({ maxDelay: 100, maxRequests: 1_000 })
    simulate(door, { arriving: 5_000, answering: 1_000, seconds: 5 })
    expect(door.counts.room).toBeLessThan(200)
    for (let now = 6_000; now < 9_000; now += 10) {
      door.begin(now)
      door.end(now, now + 1)
    }
    expect(door.counts.room).toBe(1_000)
  })

  it('never lets in more than it may', () => {
    const door = new Door({ maxDelay: 100, maxRequests: 10 })
    for (let n = 0; n < 10; n++) door.begin(0)
    expect(door.isFull()).toBe(true)
    door.end(0, 1)
    expect(door.isFull()).toBe(false)
  })
})
