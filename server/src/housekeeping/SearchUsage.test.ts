import { describe, expect, it } from 'vitest'
import { SearchUsage } from './SearchUsage.ts'

const about = { model: 'shop.Item', summary: 'shop.Item sorted by -price', shape: '{}' }

describe('SearchUsage', () => {
  it('counts the uses of each text, and asks once what it is about', () => {
    const notes = new SearchUsage()
    let asked = 0
    const describeIt = () => {
      asked += 1
      return about
    }
    notes.note('select 1', 1, describeIt)
    notes.note('select 1', 3, describeIt)
    notes.note('select 2', 1, describeIt)
    expect(notes.take()).toEqual([
      { ...about, text: 'select 1', uses: 4 },
      { ...about, text: 'select 2', uses: 1 },
    ])
    expect(asked).toBe(2)
    expect(notes.take()).toEqual([])
  })

  it('takes back what could not be kept, and adds it to what came since', () => {
    const notes = new SearchUsage()
    notes.note('select 1', 2, () => about)
    const taken = notes.take()
    notes.note('select 1', 1, () => about)
    notes.giveBack(taken)
    expect(notes.take()).toEqual([{ ...about, text: 'select 1', uses: 3 }])
  })

  it('does not grow without end', () => {
    const notes = new SearchUsage()
    for (let number = 0; number < 5_000; number++) notes.note(`select ${number}`, 1, () => about)
    notes.note('x'.repeat(100_000), 1, () => about)
    expect(notes.take()).toHaveLength(1_000)
  })
})
