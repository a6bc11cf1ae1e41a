import { describe, expect, it } from 'vitest'
import { SearchUsage } from './SearchUsage.ts'

const about = { model: 'shop.Item', summary: 'shop.Item sorted by -price', shape: '{}' }

describe('SearchUsage', () => {
  it('counts the uses of each text, and asks once for its description', () => {
    const usage = new SearchUsage()
    let asked = 0
    const describeIt = () => {
      asked += 1
      return about
    }
    usage.add('select 1', 1, describeIt)
    usage.add('select 1', 3, describeIt)
    usage.add('select 2', 1, describeIt)
    expect(usage.take()).toEqual([
      { ...about, text: 'select 1', uses: 4 },
      { ...about, text: 'select 2', uses: 1 },
    ])
    expect(asked).toBe(2)
    expect(usage.take()).toEqual([])
  })

  it('adds searches that could not be saved to those since then', () => {
    const usage = new SearchUsage()
    usage.add('select 1', 2, () => about)
    const taken = usage.take()
    usage.add('select 1', 1, () => about)
    usage.giveBack(taken)
    expect(usage.take()).toEqual([{ ...about, text: 'select 1', uses: 3 }])
  })

  it('has a bounded size', () => {
    const usage = new SearchUsage()
    for (let number = 0; number < 5_000; number++) usage.add(`select ${number}`, 1, () => about)
    usage.add('x'.repeat(100_000), 1, () => about)
    expect(usage.take()).toHaveLength(1_000)
  })
})
