import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampCursor, moveCursor, underCursor } from './moveCursor.ts'

const extents = { rows: 50, columns: 4, screen: 20 }

describe('the cursor of a grid', () => {
  it.each([
    ['ArrowDown', false, { row: 6, column: 1 }],
    ['j', false, { row: 6, column: 1 }],
    ['ArrowUp', false, { row: 4, column: 1 }],
    ['ArrowRight', false, { row: 5, column: 2 }],
    ['Home', false, { row: 5, column: 0 }],
    ['End', false, { row: 5, column: 3 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 49, column: 3 }],
    ['PageDown', false, { row: 25, column: 1 }],
    ['PageUp', false, { row: 0, column: 1 }],
    ['x', false, undefined],
  ] as const)('by %s (with Ctrl: %s) goes to %o', (key, isControl, to) => {
    expect(moveCursor({ row: 5, column: 1 }, key, isControl, extents)).toEqual(to)
  })

  it('is in the last row when a page has fewer rows, and in the last column when there are fewer', () => {
    const size = { rows: 3, columns: 2 }
    expect(clampCursor({ row: 40, column: 5 }, size)).toEqual({ row: 2, column: 1 })
    expect(clampCursor({ row: 1, column: 1 }, size)).toEqual({ row: 1, column: 1 })
    expect(clampCursor({ row: -1, column: 0 }, size)).toEqual({ row: -1, column: 0 })
    expect(clampCursor({ row: 0, column: 1 }, { rows: 0, columns: 2 })).toEqual({ row: -1, column: 1 })
  })

  it('is on the row that keys mean', () => {
    const rows = ['a', 'b', 'c']
    expect([-1, 0, 2, 40].map((row) => underCursor(rows, { row, column: 1 }))).toEqual([undefined, 'a', 'c', 'c'])
    expect(underCursor([], { row: 0, column: 1 })).toBeUndefined()
  })

  it('never leaves the grid, and the head is above the first row', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'PageUp']
    const walk = fc.array(fc.tuple(fc.constantFrom(...keys), fc.boolean()), { maxLength: 80 })
    const size = fc.record({
      rows: fc.nat(30),
      columns: fc.integer({ min: 1, max: 6 }),
      screen: fc.integer({ min: 1, max: 9 }),
    })
    const stays = (steps: [string, boolean][], within: typeof extents) => {
      let cursor = { row: -1, column: 0 }
      for (const [key, isControl] of steps) {
        cursor = moveCursor(cursor, key, isControl, within) ?? cursor
        expect(cursor.row).toBeGreaterThanOrEqual(-1)
        expect(cursor.row).toBeLessThan(Math.max(1, within.rows))
        expect(cursor.column).toBeLessThan(within.columns)
      }
    }
    fc.assert(fc.property(walk, size, stays))
  })
})
