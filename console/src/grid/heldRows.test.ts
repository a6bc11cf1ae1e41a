import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HeldRow, withHeld } from './heldRows.ts'
import { nextCell } from './nextCell.ts'

const row = (id: number) => ({ id })
const held = (...rows: [id: number, index: number][]) =>
  new Map(rows.map(([id, index]): [number, HeldRow<{ id: number }>] => [id, { row: row(id), index }]))

describe('rows that were changed in their list', () => {
  it('stay where they were, marked, when they no longer belong to it', () => {
    const shown = withHeld([row(1), row(3)], held([2, 1], [9, 7]))
    expect(shown.map(({ row: { id } }) => id)).toEqual([1, 2, 3, 9])
    expect(shown.filter(({ isOutside }) => isOutside).map(({ row: { id } }) => id)).toEqual([2, 9])
  })

  it('are rows like others while they belong to it', () => {
    expect(withHeld([row(2)], held([2, 5]))).toEqual([{ row: row(2), isOutside: false }])
  })

  it('never hide or repeat a row of the page', () => {
    const ids = fc.uniqueArray(fc.nat({ max: 20 }))
    fc.assert(
      fc.property(ids, fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 30 }))), (page, kept) => {
        const shown = withHeld(page.map(row), held(...kept))
        const inside = shown.filter(({ isOutside }) => !isOutside).map(({ row: { id } }) => id)
        expect(inside).toEqual(page)
        expect(new Set(shown.map(({ row: { id } }) => id))).toEqual(new Set([...page, ...kept.map(([id]) => id)]))
        expect(shown).toHaveLength(new Set(shown.map(({ row: { id } }) => id)).size)
      }),
    )
  })
})

describe('Tab in an edited cell', () => {
  const [rows, columns] = [
    [7, 8],
    ['a', 'b'],
  ]
  it('goes through the editable cells and over the ends of rows', () => {
    expect(nextCell({ row: 7, column: 'a' }, rows, columns, 1)).toEqual({ row: 7, column: 'b' })
    expect(nextCell({ row: 7, column: 'b' }, rows, columns, 1)).toEqual({ row: 8, column: 'a' })
    expect(nextCell({ row: 8, column: 'a' }, rows, columns, -1)).toEqual({ row: 7, column: 'b' })
  })
  it('ends at the first and at the last cell', () => {
    expect(nextCell({ row: 8, column: 'b' }, rows, columns, 1)).toBeUndefined()
    expect(nextCell({ row: 7, column: 'a' }, rows, columns, -1)).toBeUndefined()
  })
})
