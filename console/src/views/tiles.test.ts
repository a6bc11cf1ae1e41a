import { describe, expect, it } from 'vitest'
import { limitTogether } from '../service/limitTogether.ts'
import { listOf } from '../route/ListRoute.ts'
import { comparePeriods } from './comparePeriods.ts'
import { changeTile, isSameTiles, moveTile, readDashboard, readTile, toCounted } from './Tile.ts'

const of = 'org.example.Order'
const where = { fieldName: 'status', operator: '=', value: 'open' }

describe('a tile', () => {
  it('opens the list of the criteria that it counts', () => {
    const [tile] = readTile({ figure: 'sum.total', of, where, q: 'a', compare: 'month' })
    expect(tile).toMatchObject({
      content: { kind: 'figure', figure: { of: 'sum', path: 'total' }, compare: { path: 'createdOn', by: 'month' } },
      route: { model: of, where: JSON.stringify(where), q: 'a' },
      width: 3,
      height: 1,
    })
    expect(toCounted(listOf(of, { where: JSON.stringify(where), q: 'a' }))).toEqual({ of, where, q: 'a' })
    expect(toCounted(listOf(of, { where: '{' }))).toBeUndefined()
  })

  it('is taken only in its right form, whoever wrote it', () => {
    const good = [
      { figure: 'count', of },
      { chart: 'status', of },
      { groupBy: ['status'], of },
      { rows: 3, of },
      { new: [of] },
    ]
    const bad = [null, 5, 'x', [], {}, { of }, { figure: 'count' }, { figure: 'sum', of }, { rows: '3', of }]
    const { tiles, key, record } = readDashboard({
      id: 5,
      version: 2,
      name: 'A',
      owner: { id: 7 },
      tiles: [...bad, ...good],
    })
    expect(tiles.map(({ content }) => content.kind)).toEqual(['figure', 'chart', 'groups', 'list', 'shortcuts'])
    expect([key, record]).toEqual(['5', { id: 5, version: 2, owner: 7 }])
    expect(readDashboard({ name: 'org.example.all', label: 'All', tiles: null })).toMatchObject({
      key: 'org.example.all',
      label: 'All',
      tiles: [],
      record: undefined,
    })
    expect(readDashboard({ id: 1, name: 'A', tiles: Array(30).fill(good[0]) as object[] as [] }).tiles).toHaveLength(24)
  })

  it('is moved and changed, and keeps what this console does not know', () => {
    const tiles = [1, 2, 3].flatMap((rows) => readTile({ rows, of, later: true }))
    const rowsOf = (all: readonly { readonly json: { readonly [member: string]: unknown } }[]) =>
      all.map(({ json }) => json['rows'])
    expect(rowsOf(moveTile(tiles, 0, 2))).toEqual([2, 3, 1])
    expect(rowsOf(moveTile(tiles, 2, 0))).toEqual([3, 1, 2])
    const [first] = tiles
    if (!first) throw new Error('There is no tile.')
    const changed = changeTile(changeTile(first, { width: 12, label: 'A' }), { label: undefined })
    expect(changed).toMatchObject({ width: 12, label: '', json: { rows: 1, of, later: true, width: 12 } })
    expect(isSameTiles([changed], [first])).toBe(false)
    expect(isSameTiles([first], [first])).toBe(true)
  })
})

describe('a compared period', () => {
  const testsOf = (path: string, by: 'day' | 'week' | 'month' | 'year', today: string) => {
    const { now, before } = comparePeriods(listOf(of), { path, by }, today)
    return [now, before].map((list) =>
      (JSON.parse(list.where) as { criteria: { value: string }[] }).criteria.map(({ value }) => value),
    )
  }

  it('begins and ends with the days of the place, whatever the day', () => {
    expect(testsOf('placedOn', 'day', '2026-03-01')).toEqual([
      ['$today', '$today+1d'],
      ['$today-1d', '$today'],
    ])
    // A Sunday, and a Monday.
    expect(testsOf('placedOn', 'week', '2026-11-15')[0]).toEqual(['$today-6d', '$today+1d'])
    expect(testsOf('placedOn', 'week', '2026-11-16')[0]).toEqual(['$today', '$today+7d'])
    expect(testsOf('placedOn', 'month', '2026-03-31')).toEqual([
      ['$today-30d', '$today+1d'],
      ['$today-58d', '$today-30d'],
    ])
    expect(testsOf('placedOn', 'month', '2027-01-01')[1]).toEqual(['$today-31d', '$today'])
    expect(testsOf('placedOn', 'year', '2024-02-29')[0]).toEqual(['$today-59d', '$today+307d'])
  })

  it('keeps the criteria of the tile', () => {
    const list = listOf(of, { where: JSON.stringify(where), q: 'a' })
    const { now } = comparePeriods(list, { path: 'createdOn', by: 'day' }, '2026-03-01')
    expect(JSON.parse(now.where)).toMatchObject({ operator: 'and', criteria: [where, {}, {}] })
    expect(now.q).toBe('a')
  })
})

describe('tiles that ask together', () => {
  it('are at most so many, in their order, and a failure stops no other', async () => {
    const limited = limitTogether(2)
    const begun: number[] = []
    const ends: (() => void)[] = []
    const work = (n: number) =>
      limited(async () => {
        begun.push(n)
        await new Promise<void>((resolve) => ends.push(resolve))
        if (n === 1) throw new Error('refused')
        return n
      }).catch(() => 'failed' as const)
    const all = Promise.all([0, 1, 2, 3].map(work))
    for (let done = 0; done < 4; done += 1) {
      await Promise.resolve()
      expect(begun.length - done).toBeLessThanOrEqual(2)
      while (!ends[done]) await Promise.resolve()
      ends[done]?.()
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    expect(await all).toEqual([0, 'failed', 2, 3])
    expect(begun).toEqual([0, 1, 2, 3])
  })
})
