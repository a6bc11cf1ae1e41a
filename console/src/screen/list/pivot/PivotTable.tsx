import { type KeyboardEvent, useRef, useState } from 'react'
import { allOf, readCriteria } from '../../../chart/groupWhere.ts'
import { figureValue } from '../../../chart/groupHeads.ts'
import type { Group } from '../../../chart/Groups.ts'
import type { PivotFigures, PivotLine, PivotParts } from '../../../chart/pivot.ts'
import { cellProps } from '../../../grid/cellProps.ts'
import { clampCursor, type Cursor, moveCursor } from '../../../grid/moveCursor.ts'
import type { Json, ModelMeta } from '../../../meta/ModelMeta.ts'
import { type ListRoute, listOf } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { FigureText } from '../groups/FigureText.tsx'

/** How many rows a page of keys is. */
const screenful = 10

interface PivotTableProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly parts: PivotParts
  readonly figures: PivotFigures
  readonly isOld: boolean
}

/** The table: arrows lead from cell to cell, and each cell to the list of its records. The totals stand at the ends. */
export function PivotTable(props: PivotTableProps) {
  const { model, parts, figures, isOld } = props
  const { words } = useShell()
  const table = useRef<HTMLTableElement>(null)
  const { cursor, onCursor, onKeyDown } = useCursor(table, figures)
  const common = { ...props, cursor, onCursor }
  const { rows, columns, cellOf, whole } = figures
  return (
    <div className="pivot-scroll">
      <table
        ref={table}
        role="grid"
        className="pivot-table"
        aria-label={words.pivot.title(model, parts.rows.label, parts.columns.label)}
        aria-busy={isOld || undefined}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            <th scope="col" className="pivot-corner">
              {parts.rows.label} × {parts.columns.label}
            </th>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col" title={title}>
                <bdi>{title}</bdi>
              </th>
            ))}
            <th scope="col" className="pivot-total">
              {words.pivot.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.key}>
              <RowHead title={row.title} />
              {columns.map((column, across) => (
                <Cell key={column.key} {...common} at={at} {...{ across, row, column }} group={cellOf(row, column)} />
              ))}
              <Cell {...common} at={at} across={columns.length} row={row} group={row.group} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <RowHead title={words.pivot.total} />
            {columns.map((column, across) => (
              <Cell key={column.key} {...common} at={rows.length} {...{ across, column }} group={column.group} />
            ))}
            <Cell {...common} at={rows.length} across={columns.length} group={whole} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function RowHead({ title }: { readonly title: string }) {
  return (
    <th scope="row" title={title}>
      <bdi>{title}</bdi>
    </th>
  )
}

interface CellProps extends PivotTableProps {
  readonly at: number
  readonly across: number
  readonly cursor: Cursor
  readonly onCursor: (to: Cursor) => void
  /** Absent in the line of totals. */
  readonly row?: PivotLine
  readonly column?: PivotLine
  readonly group: Group | undefined
}

/** The figure of a row in a column; without records the cell is empty. */
function Cell({ route, parts: { figure }, at, across, cursor, onCursor, row, column, group }: CellProps) {
  const { words, formats } = useShell()
  const place = cellProps(cursor, at, across, onCursor)
  // The foot is a row of its own; a line stands before the totals of the rows.
  const className = column ? undefined : 'pivot-total'
  if (!group)
    return (
      <td className={className} {...place}>
        <span className="visually-hidden">{words.pivot.none}</span>
      </td>
    )
  const text = figure ? figureValue(figure, group, formats) : known(formats.number(String(group.count)))
  const parts = [row?.title, column?.title].filter((title) => title !== undefined)
  const where = allOf([readCriteria(route.where), row?.criteria, column?.criteria])
  return (
    <td className={className}>
      <a
        href={toUrl(listOf(route.model, { q: route.q, where: textOf(where) }))}
        title={words.pivot.records(group.count, parts.join(', '))}
        {...place}
      >
        <FigureText value={text} />
        {text.is === 'none' ? <span className="dim">{words.pivot.noValue}</span> : null}
      </a>
    </td>
  )
}

function known(text: string) {
  return { is: 'known', text } as const
}

function textOf(where: Json | undefined): string {
  return where === undefined ? '' : JSON.stringify(where)
}

/** The one cell that Tab leads to, and the keys that lead to others. */
function useCursor({ current: table }: { readonly current: HTMLTableElement | null }, figures: PivotFigures) {
  const [wanted, setCursor] = useState<Cursor>({ row: 0, column: 0 })
  const extents = { rows: figures.rows.length + 1, columns: figures.columns.length + 1 }
  const inBody = ({ row, column }: Cursor) => clampCursor({ row: Math.max(0, row), column }, extents)
  const cursor = inBody(wanted)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveCursor(cursor, event.key, event.ctrlKey || event.metaKey, { ...extents, screen: screenful })
    if (!next || event.altKey) return
    event.preventDefault()
    const { row, column } = inBody(next)
    table?.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`)?.focus()
  }
  return { cursor, onCursor: setCursor, onKeyDown }
}
