import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useReducer } from 'react'
import { firstPage } from '../../route/paging.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { kindOf } from '../../field/kinds.ts'
import { Grid } from '../../grid/Grid.tsx'
import { withHeld } from '../../grid/heldRows.ts'
import { type Cursor, firstCell } from '../../grid/moveCursor.ts'
import { type CellAt, nextCell } from '../../grid/nextCell.ts'
import { noSelection, select } from '../../grid/selection.ts'
import { nextOrder, sortedBy } from '../../grid/sortOrder.ts'
import type { Column } from '../../meta/columns.ts'
import { isComputed, type ModelMeta, titleOf } from '../../meta/ModelMeta.ts'
import { offeredValues } from '../../meta/offeredValues.ts'
import type { Page } from '../../service/Service.ts'
import { CellEditor, BulkEditBar, Peek } from './lazyComponents.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import { useNarrow } from '../../shell/useNarrow.ts'
import { Cards } from './Cards.tsx'
import { useInlineEdit } from './edit/useInlineEdit.ts'
import type { BulkEdit } from './edit/useBulkEdit.ts'
import { usePeek } from './peek/usePeek.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { leadingOf, toRow } from './toRow.tsx'
import type { LiveRows } from './useLivePage.ts'

/** The records of one page, as a grid or as cards, with their selection. Cells of the grid can be edited. */
export function Records({
  route,
  model,
  columns,
  page,
  cursor,
  bulkEdit,
  live,
  empty,
}: {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly page: Page
  readonly cursor: RefObject<Cursor>
  readonly bulkEdit: BulkEdit
  readonly live: LiveRows
  /** What stands there instead of no records. */
  readonly empty: ReactNode
}) {
  const { words, go } = useShell()
  const { me } = useSession()
  const isNarrow = useNarrow()
  const [selection, onSelect] = useReducer(select, noSelection)
  // A new grid begins in its first cell: the keys must mean the record that is marked there.
  useEffect(() => {
    cursor.current = firstCell
  }, [cursor, isNarrow])
  useKeys(['list'], { rows: () => document.querySelector<HTMLElement>('.grid [data-cursor]')?.focus() })
  const { edit, held, begin, commit, close } = useInlineEdit(model, listName(route), page.records, bulkEdit.keepEdit)
  const shown = useMemo(() => withHeld(page.records, held), [page.records, held])
  // A selection changes no cell: they are drawn once a page.
  const rows = useMemo(
    () =>
      shown.map(({ row, isOutside }) =>
        toRow(model, columns, row, {
          note: isOutside || live.gone.has(row.id) ? words.edit.outside : undefined,
          edits: bulkEdit.editsOf(row.id),
          before: live.before.get(row.id),
          isCard: isNarrow,
        }),
      ),
    [model, columns, shown, words, bulkEdit.editsOf, live, isNarrow],
  )
  const peek = usePeek(route, rows, cursor)
  const leading = leadingOf(columns)
  // Who sees as somebody else changes nothing.
  const editable = me.seenBy ? [] : columns.filter((column) => isEditable(model, column))
  const onEdit = ({ row: id, column: path }: CellAt) => {
    const record = shown.find(({ row }) => row.id === id)?.row
    const column = editable.find((each) => each.path === path)
    if (record && column) begin(record, column.field, bulkEdit.editsOf(record.id)?.[path]?.shown)
  }
  const leave = (from: CellAt, step: 1 | -1) => {
    const ids = shown.map(({ row }) => row.id)
    const paths = editable.map(({ path }) => path)
    const next = nextCell(from, ids, paths, step)
    if (next) onEdit(next)
  }
  const record = edit && shown.find(({ row }) => row.id === edit.row)?.row
  const node: ReactNode = edit && record && (
    <Suspense>
      <CellEditor
        key={`${edit.row} ${edit.column}`}
        edit={edit}
        offered={offeredValues(model, edit.field, edit.base[edit.field.name])}
        label={words.edit.edit(edit.field.label, titleOf(model, record))}
        onCommit={(input, to) =>
          void commit(input).then((isDone) => {
            if (isDone && to !== 'stay') leave(edit, to === 'next' ? 1 : -1)
          })
        }
        onCancel={close}
      />
    </Suspense>
  )
  const records = (
    <div className="list-split">
      <div className="list-body" hidden={isNarrow && route.peek !== undefined}>
        {isNarrow ? (
          <Cards model={model} columns={columns} rows={rows} selection={selection} onSelect={onSelect} />
        ) : (
          <Grid
            label={model.label}
            columns={columns.map((column) => ({
              id: column.path,
              label: column.label,
              sorted: sortedBy(route.sortBy, column.path),
              aligned: kindOf(column.field).aligned,
              isEditable: editable.includes(column),
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
            editor={edit && node ? { row: edit.row, column: edit.column, node } : undefined}
            onEdit={onEdit}
            onCursor={(to) => {
              cursor.current = to
              peek.follow(to)
            }}
          />
        )}
      </div>
      {route.peek === undefined ? null : (
        <Suspense fallback={<div className="list-beside" />}>
          <Peek
            model={model}
            id={route.peek}
            known={shown.find(({ row }) => row.id === route.peek)?.row}
            onClose={peek.close}
          />
        </Suspense>
      )}
    </div>
  )
  // The bar stays where no row is in sight: the drawer of a bulk change that empties the list belongs to it.
  return (
    <>
      {shown.length === 0 ? empty : records}
      {bulkEdit.isOn ? (
        <Suspense>
          <BulkEditBar model={model} pending={bulkEdit.pending} onChange={bulkEdit.change} onEnd={bulkEdit.end} />
        </Suspense>
      ) : null}
      <SelectionBar
        route={route}
        model={model}
        columns={columns}
        page={page}
        rows={rows}
        selection={selection}
        cursor={cursor}
        onSelect={onSelect}
      />
    </>
  )
}

/** What makes a page of a list another one, in which other rows are held. */
function listName(route: ListRoute): string {
  return toUrl({ ...route, fields: [], peek: undefined, chart: '' })
}

/** Whether the values of a column can be edited in the list: its own fields that the caller may change. */
function isEditable(model: ModelMeta, { path, field }: Column): boolean {
  const isOwn = model.fields.includes(field) && path === field.name
  return isOwn && !isComputed(field) && field.type !== 'collection' && !field.secret && field.may?.update !== 'none'
}
