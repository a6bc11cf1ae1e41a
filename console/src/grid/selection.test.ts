import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSelected, namesOf, noSelection, select, type Selectable, type Selection } from './selection.ts'

const rows: readonly Selectable[] = Array.from({ length: 10 }, (_, n) => ({ id: n + 1, version: n % 3 }))
const rowAt = (index: number) => rows[index] ?? { id: 0, version: 0 }
const idsOf = ({ versions }: Selection) => [...versions.keys()].sort((a, b) => a - b)
const index = fc.integer({ min: 0, max: rows.length - 1 })

const step = fc.oneof(
  index.map((at) => ({ does: 'toggle', row: rowAt(at), rows }) as const),
  fc.tuple(index, index).map(([from, to]) => ({ does: 'range', from: rowAt(from), to: rowAt(to), rows }) as const),
  fc.constant({ does: 'page', rows } as const),
  fc.constant({ does: 'all' } as const),
  fc.constant({ does: 'none' } as const),
)

describe('a selection', () => {
  it('takes a row in and out, and is what it was after two toggles', () => {
    fc.assert(
      fc.property(fc.array(step), index, (steps, at) => {
        const reached = steps.reduce(select, noSelection)
        fc.pre(!reached.isAll)
        const toggle = { does: 'toggle', row: rowAt(at), rows } as const
        const once = select(reached, toggle)
        expect(isSelected(once, rowAt(at).id)).toBe(!isSelected(reached, rowAt(at).id))
        expect(idsOf(select(once, toggle))).toEqual(idsOf(reached))
      }),
    )
  })

  it('has every version that was seen, and names nobody who is not selected', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const reached = steps.reduce(select, noSelection)
        expect(reached.isAll && reached.versions.size > 0).toBe(false)
        for (const { id, version } of namesOf(reached, [])) expect(version).toBe(rowAt(id - 1).version)
      }),
    )
  })

  it('of a range is what lies between, however often its end moves, with what was selected before', () => {
    fc.assert(
      fc.property(fc.array(step), index, fc.array(index, { minLength: 1 }), (steps, start, ends) => {
        const before = steps.reduce(select, noSelection)
        fc.pre(!before.isAll)
        const anchored = select(before, { does: 'toggle', row: rowAt(start), rows })
        const move = (selection: Selection, end: number) =>
          select(selection, { does: 'range', from: rowAt(start), to: rowAt(end), rows })
        const last = ends.at(-1) ?? 0
        const between = rows.slice(Math.min(start, last), Math.max(start, last) + 1).map(({ id }) => id)
        const expected = new Set([...anchored.versions.keys(), ...between])
        expect(new Set(ends.reduce(move, anchored).versions.keys())).toEqual(expected)
      }),
    )
  })

  it('of a page keeps what other pages have', () => {
    const other = { id: 99, version: 4 }
    const first = select(noSelection, { does: 'toggle', row: other, rows: [other] })
    const both = select(first, { does: 'page', rows })
    expect(both.versions.size).toBe(rows.length + 1)
    expect(idsOf(select(both, { does: 'page', rows }))).toEqual([99])
  })

  it('of all that match names no record; taking one out leaves the others of its page', () => {
    const all = select(noSelection, { does: 'all' })
    expect([all.isAll, all.versions.size, isSelected(all, 12_345)]).toEqual([true, 0, true])
    expect(select(all, { does: 'range', from: rowAt(0), to: rowAt(4), rows })).toBe(all)
    const some = select(all, { does: 'toggle', row: rowAt(2), rows })
    expect([some.isAll, idsOf(some)]).toEqual([false, rows.map(({ id }) => id).filter((id) => id !== 3)])
  })

  it('goes with the versions that are in sight now', () => {
    const one = select(noSelection, { does: 'page', rows: rows.slice(0, 2) })
    expect(namesOf(one, [{ id: 2, version: 7 }])).toEqual([
      { id: 1, version: 0 },
      { id: 2, version: 7 },
    ])
  })
})
