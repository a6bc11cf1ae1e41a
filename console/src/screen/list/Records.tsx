import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useReducer, useState } from 'react'
import type { Chip } from '../../criteria/Chip.ts'
import type { GridGroups, GridRow } from '../../grid/GridProps.ts'
import { type ShownRow, withHeld } from '../../grid/heldRows.ts'
import { type Cursor, firstCell } from '../../grid/moveCursor.ts'
import type { CellRange } from '../../grid/range.ts'
import { noSelection, select, type Selection, type SelectionStep } from '../../grid/selection.ts'
import type { Column } from '../../meta/columns.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import type { Page } from '../../service/Service.ts'
import { useShell } from '../../shell/Shell.tsx'
import type { LayoutOptions } from '../../views/ViewParts.ts'
import { useKeys } from '../../shell/useKeys.ts'
import { useNarrow } from '../../shell/useNarrow.ts'
import { Cards } from './Cards.tsx'
import type { BulkEdit } from './edit/useBulkEdit.ts'
import { useCells } from './edit/useCells.ts'
import { useCellEditing } from './edit/useCellEditing.tsx'
import { useInlineEdit } from './edit/useInlineEdit.ts'
import { type ColorsById, noColors } from './colorsById.ts'
import { BulkEditBar, FootCard, Peek, RowColors } from './lazyComponents.ts'
import { usePeek } from './peek/usePeek.ts'
import { RangeBar } from './RangeBar.tsx'
import { hasFoot, RecordsGrid } from './RecordsGrid.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { toRow } from './toRow.tsx'
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
  readonly options: LayoutOptions
  /** What stands there instead of no records. */
  readonly empty: ReactNode
  /** Whether there are no records; none may be in sight though, where all groups are folded. */
  readonly isEmpty?: boolean
  /** Puts the rows into groups. */
  readonly toGroups?: (state: RowsState) => GridGroups
  /** Asks for a new filter of a field. */
  readonly onFilter: (chip: Chip) => void
  /** Whether the grid takes the focus when it comes: a key led to it. */
  readonly shouldFocus?: RefObject<boolean>
}

/** The rows of a list, and which of them are selected. */
interface RowsState {
  readonly rows: readonly GridRow[]
  readonly selection: Selection
  readonly onSelect: (step: SelectionStep) => void
}

/** The records of one page, as a grid or as cards, with their selection. Cells of the grid can be edited. */
export function Records(props: RecordsProps) {
  const { route, model, columns, page, cursor, bulkEdit, empty, shouldFocus } = props
  const isNarrow = useNarrow()
  const [selection, onSelect] = useReducer(select, noSelection)
  useFirstCell(cursor, isNarrow, shouldFocus)
  useKeys(['list'], { rows: focusGrid })
  const inline = useInlineEdit(model, listName(route), page.records, bulkEdit.keepEdit)
  const shown = useMemo(() => withHeld(page.records, inline.held), [page.records, inline.held])
  const records = shown.map(({ row }) => row)
  const [colors, onColors] = useState(noColors)
  const rows = useRows(props, shown, colors, isNarrow)
  const peek = usePeek(route, rows, cursor)
  const editing = useCellEditing(model, columns, records, inline, bulkEdit)
  const [range, onRange] = useState<CellRange | undefined>()
  const cells = useCells({ columns, records, editable: editing.editable, bulkEdit, onRange })
  const onCursor = (to: Cursor) => {
    cursor.current = to
    peek.follow(to)
  }
  const common = { model, columns, rows, selection, onSelect }
  const groups = props.toGroups?.(common)
  const isEmpty = shown.length === 0 && (props.isEmpty ?? true)
  // The bar stays where no row is in sight: the drawer of a bulk change that empties the list belongs to it.
  return (
    <>
      {isEmpty ? (
        empty
      ) : (
        <div className="list-split">
          <div className="list-body" hidden={isNarrow && route.peek !== undefined}>
            {isNarrow ? (
              <Cards {...common} groups={groups} />
            ) : (
              <RecordsGrid
                {...{ ...common, route, page, editing, cells, onCursor, groups }}
                onFilter={props.onFilter}
              />
            )}
          </div>
          <PeekBeside route={route} model={model} records={records} onClose={peek.close} />
        </div>
      )}
      <Suspense>
        {isNarrow && hasFoot(route) && !isEmpty ? (
          <FootCard {...{ route, model, columns, selection }} total={page.total} />
        ) : null}
        {props.options.colors ? <RowColors {...props} {...{ records: page.records, onColors }} /> : null}
      </Suspense>
      <Suspense>
        {bulkEdit.isOn ? (
          <BulkEditBar model={model} pending={bulkEdit.pending} onChange={bulkEdit.change} onEnd={bulkEdit.end} />
        ) : null}
      </Suspense>
      {range ? <RangeBar columns={columns} records={records} range={range} /> : null}
      <SelectionBar {...{ ...common, route, page, cursor, range }} isEmpty={isEmpty} />
    </>
  )
}

/** A new grid begins in its first cell: the keys must mean the record that is marked there. */
function useFirstCell(cursor: RefObject<Cursor>, isNarrow: boolean, shouldFocus: RecordsProps['shouldFocus']): void {
  useEffect(() => {
    cursor.current = firstCell
  }, [cursor, isNarrow])
  useEffect(() => {
    if (shouldFocus?.current) focusGrid()
    if (shouldFocus) shouldFocus.current = false
  }, [shouldFocus])
}

function focusGrid(): void {
  document.querySelector<HTMLElement>('.grid [data-cursor]')?.focus()
}

/** The rows of a page, and of what was changed in it. A selection changes no cell: they are drawn once a page. */
function useRows(
  { model, columns, bulkEdit: { editsOf }, live }: RecordsProps,
  shown: readonly ShownRow<RecordJson>[],
  colors: ColorsById,
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
          archived: model.archive && row['archivedOn'] ? words.archive.tag : undefined,
          words,
          isCard: isNarrow,
          color: colors.get(row.id),
        }),
      ),
    [model, columns, shown, words, editsOf, live, colors, isNarrow],
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
  return toUrl({ ...route, fields: [], footer: [], peek: undefined, chart: '' })
}
