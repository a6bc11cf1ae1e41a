import { describe, expect, it } from 'vitest'
import type { Health, TableHealth } from '../../schema/inspectHealth.ts'
import { checkHealth } from './checkHealth.ts'

const well: Health = { invalidIndexes: [], missingMonths: [], thisMonth: '2026-03', pending: 12, tables: [] }
const table: TableHealth = {
  name: 'record.shop_item',
  rows: 100_000,
  dead: 0,
  changed: 0,
  added: 0,
  analyzed: true,
  bytes: 100 * 1024 * 1024,
}

function whatOf(health: Partial<Health>): string[] {
  return checkHealth({ ...well, ...health }).map(({ check, what }) => `${check}: ${what}`)
}

describe('checkHealth', () => {
  it('finds nothing in a healthy database', () => {
    expect(whatOf({ tables: [table] })).toEqual([])
  })

  it('says which command fixes an index', () => {
    const findings = checkHealth({ ...well, invalidIndexes: ['record.shop_item_kind_index', 'tabularium.some_index'] })
    expect(findings.map(({ advice }) => advice)).toEqual([
      ['Run: npx tabularium migrate apply'],
      ['Run: reindex index concurrently tabularium.some_index'],
    ])
  })

  it('says whether writes fail already', () => {
    const findings = checkHealth({ ...well, missingMonths: ['2026-03', '2026-04'] })
    expect(findings.map(({ what, why }) => `${what} ${why}`)).toEqual([
      'The journal has no partition for 2026-03. Every write fails.',
      'The journal has no partition for 2026-04. When that month begins, every write fails.',
    ])
  })

  it('notices a fold that does not keep up', () => {
    expect(whatOf({ pending: 10_000 })).toEqual([])
    expect(whatOf({ pending: 10_001 })).toEqual(['fold: 10001 changes of counts wait to be folded.'])
  })

  it.each<[string, Partial<TableHealth>, string[]]>([
    ['a small table that changes all the time', { rows: 50, changed: 9_000, dead: 9_000, added: 9_000 }, []],
    ['a large table of which a tenth changed', { changed: 10_000, dead: 10_000 }, []],
    [
      'one of which a third changed',
      { changed: 33_000 },
      ['statistics: record.shop_item was written to in 33000 rows since it was analyzed, and has about 100000.'],
    ],
    ['one that nobody analyzed', { analyzed: false, rows: -1 }, ['statistics: record.shop_item was never analyzed.']],
    ['an empty one that nobody analyzed', { analyzed: false, rows: -1, bytes: 0 }, []],
    [
      'one that is half dead',
      { dead: 100_000 },
      ['statistics: record.shop_item has 100000 dead rows and about 100000 live ones.'],
    ],
    [
      'one that has doubled',
      { added: 60_000 },
      ['statistics: record.shop_item got 60000 rows since it was vacuumed, and has about 100000.'],
    ],
  ])('%s', (_, more, found) => {
    expect(whatOf({ tables: [{ ...table, ...more }] })).toEqual(found)
  })
})
