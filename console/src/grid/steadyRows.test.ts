import { describe, expect, it } from 'vitest'
import { steadyRows } from './steadyRows.ts'

const row = (id: number, version = 0) => ({ id, version })
const shown = [row(1), row(2), row(3)]

describe('rows that others change while they are shown', () => {
  it('have what they have now, in their places', () => {
    const { rows, isOther, before } = steadyRows(shown, [row(1), row(2, 4), row(3)])
    expect({ rows, isOther }).toEqual({ rows: [row(1), row(2, 4), row(3)], isOther: false })
    expect([...before]).toEqual([[2, row(2)]])
  })

  it.each([
    ['a new one came before them', [row(9), row(1), row(2, 1)]],
    ['one came behind them', [row(1), row(2, 1), row(3), row(9)]],
    ['one is gone', [row(1), row(2, 1)]],
    ['they have another order', [row(3), row(2, 1), row(1)]],
  ])('stay where they are if %s', (_, latest) => {
    const { rows, isOther } = steadyRows(shown, latest)
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(rows[1]).toEqual(row(2, 1))
    expect(isOther).toBe(true)
  })

  it('are there at once where none was shown', () => {
    expect(steadyRows([], [row(9)])).toEqual({ rows: [row(9)], isOther: false, before: new Map() })
  })
})
