import type { CellActions } from './CellActions.ts'
import { type GridLine, type GridRow, rowOf } from './GridProps.ts'
import type { CellRange } from './range.ts'

/**
 * What can be done with cells where rows stand in groups: there a rectangle counts lines, and heads of groups may be in
 * it. The rows come in the order of the lines, so that those of a rectangle follow one another.
 */
export function cellsOfLines(
  { mayEdit, onRange, onCopy, onPaste, onFill, onClear }: CellActions,
  lines: readonly GridLine[],
  rows: readonly GridRow[],
): CellActions {
  const toRows = (range: CellRange): CellRange | undefined => {
    const inside = lines.slice(range.top, range.bottom + 1).flatMap((line) => rowOf(line) ?? [])
    const [first, last] = [inside[0], inside.at(-1)]
    return first && last && { ...range, top: rows.indexOf(first), bottom: rows.indexOf(last) }
  }
  return {
    mayEdit,
    onRange: (range) => onRange(range && toRows(range)),
    onCopy: (range, clipboard) => {
      const chosen = toRows(range)
      if (chosen) onCopy(chosen, clipboard)
    },
    onPaste: (range, clipboard) => {
      const chosen = toRows(range)
      if (chosen) onPaste(chosen, clipboard)
    },
    onFill: (range, from, isSeries) => {
      const [chosen, given] = [toRows(range), toRows({ ...range, bottom: range.top + from - 1 })]
      // Above the first row of a group stands its head, which has nothing to fill with.
      if (chosen && given) onFill(chosen, given.bottom - given.top + 1, isSeries)
    },
    onClear: (range, isOne) => {
      const chosen = toRows(range)
      return chosen !== undefined && onClear(chosen, isOne)
    },
  }
}
