import { describe, expect, it } from 'vitest'
import { StatementNames } from './StatementNames.ts'

function findTwice(names: StatementNames, text: string) {
  names.find(text)
  return names.find(text)
}

describe('the names of statements', () => {
  it('are given to texts that are looked up a second time', () => {
    const names = new StatementNames()
    expect(names.find('select 1')).toBeUndefined()
    expect(names.find('select 1')).toEqual({ name: expect.stringMatching(/^[0-9a-f]{24}$/), text: 'select 1' })
  })

  it('are the same for equal texts, and different for different texts of the same length', () => {
    const names = new StatementNames()
    const [one, other] = [findTwice(names, 'select 1'), findTwice(names, 'select 2')]
    expect(names.find(['select', '1'].join(' '))).toBe(one)
    expect(names.find('select 2')).toBe(other)
    expect(other?.name).not.toBe(one?.name)
  })

  it('are the same in every process', () => {
    expect(findTwice(new StatementNames(), 'select 1')).toEqual(findTwice(new StatementNames(), 'select 1'))
  })

  it('are not given to long texts, whose plans take much memory on every connection', () => {
    const names = new StatementNames()
    expect(findTwice(names, 'x'.repeat(20_000))).toBeDefined()
    expect(findTwice(names, 'x'.repeat(20_001))).toBeUndefined()
  })

  it('are never more than a thousand: the least recently used are evicted', () => {
    const names = new StatementNames()
    const hot = findTwice(names, 'select hot')
    const given = Array.from({ length: 5_000 }, (_, n) => {
      expect(names.find('select hot')).toBe(hot)
      return findTwice(names, `select ${n}`)?.name ?? ''
    })
    const alive = given.filter((name) => names.has(name))
    expect(alive.length).toBeLessThan(1_000)
    expect(alive.at(-1)).toBe(given.at(-1))
    expect(names.has(given[0] ?? '')).toBe(false)
    expect(names.evictions).toBe(5_001 - alive.length - 1)
  })

  it('are not evicted for texts that are looked up once', () => {
    const names = new StatementNames()
    const named = findTwice(names, 'select seldom')
    for (let n = 0; n < 5_000; n++) names.find(`select ${n}`)
    expect(names.find('select seldom')).toBe(named)
    expect(names.evictions).toBe(0)
  })

  it('are given again after a flood', () => {
    const names = new StatementNames()
    const before = findTwice(names, 'select 1')
    for (let n = 2; n < 5_000; n++) findTwice(names, `select ${n}`)
    expect(names.find('select 1')).toBeUndefined()
    expect(names.find('select 1')).toEqual(before)
  })
})
