import { sum } from '../../chart/exact.ts'
import { asText } from '../../field/kinds.ts'
import { type CellRange, extentsOf } from '../../grid/range.ts'
import { type Column, valueAt } from '../../meta/columns.ts'
import type { FieldMeta, Json, RecordJson } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'
import './selection-bar.css'

/** How many cells are chosen, and what their numbers come to. */
export function RangeBar({
  columns,
  records,
  range,
}: {
  readonly columns: readonly Column[]
  readonly records: readonly RecordJson[]
  readonly range: CellRange
}) {
  const { words, formats } = useShell()
  const { rows, columns: many } = extentsOf(range)
  const chosen = columns.slice(range.left - 1, range.right)
  const numbers = records
    .slice(range.top, range.bottom + 1)
    .flatMap((record) => chosen.filter(isNumber).map(({ path }) => asText(valueAt(record, path) as Json | undefined)))
    .filter((digits) => /^-?\d+(\.\d+)?$/.test(digits))
  const total = numbers.length > 0 ? formats.number(sum(numbers)) : undefined
  return (
    <section className="selection-bar range-bar" aria-label={words.paste.cells(rows * many)}>
      <span role="status">
        {[words.paste.cells(rows * many), ...(total === undefined ? [] : [words.paste.sum(total)])].join(' · ')}
      </span>
    </section>
  )
}

function isNumber({ field }: Column): boolean {
  const of: FieldMeta = field.resolved?.result ?? field
  const type = of.result?.type ?? of.type
  return type === 'integer' || type === 'decimal' || (field.type === 'rollup' && !field.resolved)
}
