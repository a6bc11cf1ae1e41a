import { describe, expect, it, vi } from 'vitest'
import { runApart } from './runApart.ts'

const groupError = new Error('The group was given up.')

describe('items that are sent apart', () => {
  it('get what is theirs, one after the other', async () => {
    let underWay = 0
    const settlements = await runApart([1, 2, 3], groupError, async (item) => {
      expect(++underWay).toBe(1)
      await new Promise(setImmediate)
      underWay -= 1
      return item === 2 ? { error: new Error('refused') } : { value: item * 10 }
    })
    expect(settlements).toEqual([{ value: 10 }, { error: new Error('refused') }, { value: 30 }])
  })

  it('do not wait for those that are locked, as long as these are few', async () => {
    const start = performance.now()
    const took: number[] = []
    const settlements = await runApart(
      [0, 1, 2, 3],
      groupError,
      async (item) => {
        await new Promise((resolve) => setTimeout(resolve, item < 2 ? 500 : 0))
        took.push(performance.now() - start)
        return { value: item }
      },
      { patience: 10, longest: 5_000 },
    )
    expect(settlements).toEqual([0, 1, 2, 3].map((value) => ({ value })))
    // The free ones are done first, before the locked ones are.
    expect(took[0]).toBeLessThan(450)
    expect(took[1]).toBeLessThan(450)
  })

  it('are under way six at once at most, however many are locked', async () => {
    const ends: (() => void)[] = []
    const work = (item: number) =>
      new Promise<{ value: number }>((resolve) => {
        ends.push(() => resolve({ value: item }))
      })
    const many = Array.from({ length: 8 }, (_, item) => item)
    const running = runApart(many, groupError, work, { patience: 1, longest: 60_000 })
    await vi.waitFor(() => expect(ends).toHaveLength(6))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(ends).toHaveLength(6)
    for (let index = 0; index < many.length; index++) {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(index))
      ends[index]?.()
    }
    expect(await running).toEqual(many.map((value) => ({ value })))
  })

  it('fail as their group did where there is no time left', async () => {
    const work = async (item: number) => ({ value: item })
    expect(await runApart([1, 2], groupError, work, { patience: 1, longest: 0 })).toEqual([
      { error: groupError },
      { error: groupError },
    ])
  })
})
