import { describe, expect, it } from 'vitest'
import { StatementNames } from './StatementNames.ts'

describe('the names of statements', () => {
  it('are the same for the same text, however it was put together, and different for texts of the same length', () => {
    const names = new StatementNames()
    const [one, other] = [names.find('select 1'), names.find('select 2')]
    expect(names.find(['select', '1'].join(' '))).toBe(one)
    expect(names.find('select 2')).toBe(other)
    expect(other?.name).not.toBe(one?.name)
    expect(other).toEqual({ name: expect.stringMatching(/^[0-9a-f]{24}$/), text: 'select 2' })
  })

  it('are the same in every process', () => {
    expect(new StatementNames().find('select 1')).toEqual(new StatementNames().find('select 1'))
  })

  it('are given to a thousand texts, so that no connection keeps more; those go on having theirs', () => {
    const names = new StatementNames()
    for (let n = 0; n < 1_000; n++) expect(names.find(`select ${n}`)).toBeDefined()
    expect(names.find('select 1000')).toBeUndefined()
    expect(names.find('select 999')).toBeDefined()
  })
})
