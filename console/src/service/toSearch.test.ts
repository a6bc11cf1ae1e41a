import { describe, expect, it } from 'vitest'
import { toSearch } from './toSearch.ts'

describe('a search instead of find', () => {
  it('has the parameters as members', () => {
    const where = '{"fieldName":"a","operator":"isNull"}'
    const given = { q: 'ada', where, sortBy: '-a,b', fields: 'a,b', offset: '50', limit: '25', total: 'false' }
    expect(toSearch(new URLSearchParams(given))).toEqual({
      q: 'ada',
      data: { fieldName: 'a', operator: 'isNull' },
      sortBy: ['-a', 'b'],
      fields: ['a', 'b'],
      offset: 50,
      limit: 25,
      total: false,
    })
    expect(toSearch(new URLSearchParams({ where: '{', after: 'x', changes: 'true' }))).toEqual({
      data: '{',
      after: 'x',
      changes: true,
    })
  })
})
