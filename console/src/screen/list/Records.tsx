import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useReducer } from 'react'
import { kindOf } from '../../field/kinds.ts'
import { Grid, type GridRow } from '../../grid/Grid.tsx'
import { type ShownRow, withHeld } from '../../grid/heldRows.ts'
import { type Cursor, firstCell } from '../../grid/moveCursor.ts'
import { noSelection, select, type Selection, type SelectionStep } from '../../grid/selection.ts'
import { nextOrder, sortedBy } from '../../grid/sortOrder.ts'
import type { Column } from '../../meta/columns.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import { firstPage } from '../../route/paging.ts'
import { toUrl } from '../../route/toUrl.ts'
import type { Page } from '../../service/Service.ts'
import { useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import { useNarrow } from '../../shell/useNarrow.ts'
import { Cards } from './Cards.tsx'
import type { BulkEdit } from './edit/useBulkEdit.ts'
import { type CellEditing, useCellEditing } from './edit/useCellEditing.tsx'
import { useInlineEdit } from './edit/useInlineEdit.ts'
import { BulkEditBar, Peek } from './lazyComponents.ts'
import { usePeek } from './peek/usePeek.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { leadingOf, toRow } from './toRow.tsx'
import type { LiveRows } from './useLivePage.ts'

/** What the records of a page are shown with. */
interface RecordsProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly page: Page
  readonly cursor: RefObject<Cursor>
  readonly bulkEdit: BulkEdit
  readonly live: LiveRows
  /** What stands there instead of no records. */
  readonly empty: ReactNode
}

/** The records of one page, as a grid or as cards, with their selection. Cells of the grid can be edited. */
export function Records(props: RecordsProps) {
  const { route, model, columns, page, cursor, bulkEdit, empty } = props
  const isNarrow = useNarrow()
  const [selection, onSelect] = useReducer(select, noSelection)
  // A new grid begins in its first cell: the keys must mean the record that is marked there.
  useEffect(() => {
    cursor.current = firstCell
  }, [cursor, isNarrow])
  useKeys(['list'], { rows: () => document.querySelector<HTMLElement>('.grid [data-cursor]')?.focus() })
  const inline = useInlineEdit(model, listName(route), page.records, bulkEdit.keepEdit)
  const shown = useMemo(() => withHeld(page.records, inline.held), [page.records, inline.held])
  const records = shown.map(({ row }) => row)
  const rows = useRows(props, shown, isNarrow)
  const peek = usePeek(route, rows, cursor)
  const editing = useCellEditing(model, columns, records, inline, bulkEdit)
  const onCursor = (to: Cursor) => {
    cursor.current = to
    peek.follow(to)
  }
  const common = { model, columns, rows, selection, onSelect }
  // The bar stays where no row is in sight: the drawer of a bulk change that empties the list belongs to it.
  return (
    <>
      {shown.length === 0 ? (
        empty
      ) : (
        <div className="list-split">
          <div className="list-body" hidden={isNarrow && route.peek !== undefined}>
            {isNarrow ? <Cards {...common} /> : <RecordsGrid {...{ ...common, route, page, editing, onCursor }} />}
          </div>
          <PeekBeside route={route} model={model} records={records} onClose={peek.close} />
        </div>
      )}
      {bulkEdit.isOn ? (
        <Suspense>
          <BulkEditBar model={model} pending={bulkEdit.pending} onChange={bulkEdit.change} onEnd={bulkEdit.end} />
        </Suspense>
      ) : null}
      <SelectionBar {...{ ...common, route, page, cursor }} />
    </>
  )
}

/** The rows of a page, and of what was changed in it. A selection changes no cell: they are drawn once a page. */
function useRows(
  { model, columns, bulkEdit: { editsOf }, live }: RecordsProps,
  shown: readonly ShownRow<RecordJson>[],
  isNarrow: boolean,
) {
  const { words } = useShell()
  return useMemo(
    () =>
      shown.map(({ row, isOutside }) =>
        toRow(model, columns, row, {
          note: isOutside || live.gone.has(row.id) ? words.edit.outside : undefined,
          edits: editsOf(row.id),
          before: live.before.get(row.id),
          isCard: isNarrow,
        }),
      ),
    [model, columns, shown, words, editsOf, live, isNarrow],
  )
}

/** The records as a table. */
function RecordsGrid({
  route,
  model,
  columns,
  page,
  rows,
  selection,
  editing,
  onSelect,
  onCursor,
}: Pick<RecordsProps, 'route' | 'model' | 'columns' | 'page'> & {
  readonly rows: readonly GridRow[]
  readonly selection: Selection
  readonly editing: CellEditing
  readonly onSelect: (step: SelectionStep) => void
  readonly onCursor: (to: Cursor) => void
}) {
  const { words, go } = useShell()
  const leading = leadingOf(columns)
  return (
    <Grid
      label={model.label}
      columns={columns.map((column) => ({
        id: column.path,
        label: column.label,
        sorted: sortedBy(route.sortBy, column.path),
        aligned: kindOf(column.field).aligned,
        isEditable: editing.editable.includes(column),
        isLeading: column === leading,
      }))}
      rows={rows}
      total={page.total}
      offset={page.offset}
      selection={selection}
      words={words.list}
      onSelect={onSelect}
      onSort={(path) => go({ ...route, sortBy: nextOrder(route.sortBy, path), ...firstPage })}
      onOpen={({ id }) => go({ screen: 'record', model: model.name, id })}
      editor={editing.editor}
      onEdit={editing.onEdit}
      onCursor={onCursor}
    />
  )
}

/** The record that is shown beside the list, if there is one. */
function PeekBeside({
  route: { peek },
  model,
  records,
  onClose,
}: Pick<RecordsProps, 'route' | 'model'> & {
  readonly records: readonly RecordJson[]
  readonly onClose: () => void
}) {
  if (peek === undefined) return null
  return (
    <Suspense fallback={<div className="list-beside" />}>
      <Peek model={model} id={peek} known={records.find(({ id }) => id === peek)} onClose={onClose} />
    </Suspense>
  )
}

/** What makes a page of a list another one, in which other rows are held. */
function listName(route: ListRoute): string {
  return toUrl({ ...route, fields: [], peek: undefined, chart: '' })
}
