import { describe, expect, it } from 'vitest'
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

  it('fail as their group did where there is no time left', async () => {
    const many = Array.from({ length: 8 }, (_, item) => item)
    const work = async (item: number) => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      return { value: item }
    }
    const settlements = await runApart(many, groupError, work, { patience: 1, longest: 150 })
    expect(settlements.filter((one) => 'value' in one)).toHaveLength(6)
    expect(settlements.slice(6)).toEqual([{ error: groupError }, { error: groupError }])
  })
})
