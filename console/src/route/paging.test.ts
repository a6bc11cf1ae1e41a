import { describe, expect, it } from 'vitest'
import { listOf } from './ListRoute.ts'
import { nextPage, pageAt, positionOf, previousPage } from './paging.ts'

const sorted = listOf('Contact', { sortBy: ['name'], limit: 25 })

describe('the pages of a list', () => {
  it('go by position in the order of ids', () => {
    const second = nextPage(listOf('Contact'), 'token')
    expect(second).toMatchObject({ offset: 50, after: '' })
    expect(previousPage(second)).toEqual(listOf('Contact'))
  })

  it('go by token in other orders, forth and back', () => {
    const second = nextPage(sorted, 'one')
    const third = nextPage(second, 'two')
    expect(third).toMatchObject({ offset: 0, after: 'two', start: 50, back: ['', 'one'] })
    expect(previousPage(third)).toEqual(second)
    expect(previousPage(second)).toEqual(sorted)
  })

  it('keep their position after a page in the midst', () => {
    const after = nextPage(pageAt(sorted, 500), 'one')
    expect(positionOf(after)).toBe(525)
    expect(previousPage(after)).toEqual(pageAt(sorted, 500))
  })

  it('go back by position where the way is forgotten', () => {
    let route = sorted
    for (let page = 1; page <= 20; page++) route = nextPage(route, `token${page}`)
    expect(route.back).toHaveLength(8)
    for (let page = 0; page < 8; page++) route = previousPage(route)
    expect(positionOf(route)).toBe(300)
    expect(previousPage(route)).toEqual(pageAt(sorted, 275))
  })
})
