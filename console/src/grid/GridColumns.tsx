import type { GridColumn } from './GridProps.ts'

/** The width of a column that has none of its own, in a grid where others have. */
const ordinary = 160

/** The widths of columns that somebody chose. The last one takes what is left. */
export function GridColumns({ columns }: { readonly columns: readonly GridColumn[] }) {
  return (
    <colgroup>
      <col className="grid-check-column" />
      {columns.map(({ id, width = ordinary }, index) => (
        <col key={id} style={index === columns.length - 1 ? { minInlineSize: width } : { inlineSize: width }} />
      ))}
    </colgroup>
  )
}
