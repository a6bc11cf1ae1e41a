import { describe, expect, it, vi } from 'vitest'
import { runOneByOne } from './runOneByOne.ts'

const groupError = new Error('The group was given up.')

describe('items that are sent one by one', () => {
  it('get their own results, one after the other', async () => {
    let inProgress = 0
    const settlements = await runOneByOne([1, 2, 3], groupError, async (item) => {
      expect(++inProgress).toBe(1)
      await new Promise(setImmediate)
      inProgress -= 1
      return item === 2 ? { error: new Error('refused') } : { value: item * 10 }
    })
    expect(settlements).toEqual([{ value: 10 }, { error: new Error('refused') }, { value: 30 }])
  })

  it('do not wait for locked items, as long as these are few', async () => {
    const ended: number[] = []
    let unlock = () => {}
    const locked = new Promise<void>((resolve) => (unlock = resolve))
    const settlements = await runOneByOne(
      [0, 1, 2, 3],
      groupError,
      async (item) => {
        if (item < 2) await locked
        ended.push(item)
        if (ended.length === 2) unlock()
        return { value: item }
      },
      { patience: 10, maxTime: 60_000 },
    )
    expect(settlements).toEqual([0, 1, 2, 3].map((value) => ({ value })))
    expect(ended).toEqual([2, 3, 0, 1])
  })

  it('are at most six at once, however many are locked', async () => {
    const ends: (() => void)[] = []
    const work = (item: number) =>
      new Promise<{ value: number }>((resolve) => {
        ends.push(() => resolve({ value: item }))
      })
    const many = Array.from({ length: 8 }, (_, item) => item)
    const running = runOneByOne(many, groupError, work, { patience: 1, maxTime: 60_000 })
    await vi.waitFor(() => expect(ends).toHaveLength(6))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(ends).toHaveLength(6)
    for (let index = 0; index < many.length; index++) {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(index))
      ends[index]?.()
    }
    expect(await running).toEqual(many.map((value) => ({ value })))
  })

  it('that wait for the same are never sent in parallel', async () => {
    const [started, ends]: [string[], (() => void)[]] = [[], []]
    const work = (item: string) =>
      new Promise<{ value: string }>((resolve) => {
        started.push(item)
        ends.push(() => resolve({ value: item }))
      })
    const items = ['a1', 'a2', 'b1', 'a3']
    const options = { patience: 1, maxTime: 60_000, locksOf: (item: string) => [item.slice(0, 1)] }
    const running = runOneByOne(items, groupError, work, options)
    await vi.waitFor(() => expect(started).toEqual(['a1', 'b1']))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(started).toEqual(['a1', 'b1'])
    for (let index = 0; index < items.length; index++) {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(index))
      ends[index]?.()
    }
    expect(await running).toEqual(items.map((value) => ({ value })))
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('fail with the error of their group if no time is left', async () => {
    const work = async (item: number) => ({ value: item })
    expect(await runOneByOne([1, 2], groupError, work, { patience: 1, maxTime: 0 })).toEqual([
      { error: groupError },
      { error: groupError },
    ])
  })
})
