import { Suspense, useState } from 'react'
import type { Chip } from '../../criteria/Chip.ts'
import { kindOf } from '../../field/kinds.ts'
import { Grid } from '../../grid/Grid.tsx'
import type { CellActions } from '../../grid/CellActions.ts'
import type { GridColumn, GridGroups, GridRow, HeadTools } from '../../grid/GridProps.ts'
import type { Cursor } from '../../grid/moveCursor.ts'
import type { Selection, SelectionStep } from '../../grid/selection.ts'
import { nextOrder, sortedBy } from '../../grid/sortOrder.ts'
import { columnsBefore, toFields } from '../../meta/columnOrder.ts'
import type { Column } from '../../meta/columns.ts'
import { manyOf, type ModelMeta } from '../../meta/ModelMeta.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import { firstPage } from '../../route/paging.ts'
import type { Page } from '../../service/Service.ts'
import { useShell } from '../../shell/Shell.tsx'
import type { CellEditing } from './edit/useCellEditing.tsx'
import { ColumnMenu, ListFoot } from './lazyComponents.ts'
import type { OpenMenu } from './tools/ColumnMenu.tsx'
import { useRowTools } from './tools/useRowTools.tsx'
import { useWidths, type Widths } from './tools/useWidths.ts'
import { leadingOf } from './toRow.tsx'

interface RecordsGridProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly page: Page
  readonly rows: readonly GridRow[]
  readonly selection: Selection
  readonly editing: CellEditing
  readonly cells: CellActions
  readonly groups: GridGroups | undefined
  readonly onSelect: (step: SelectionStep) => void
  readonly onCursor: (to: Cursor) => void
  /** Asks for a new filter of a field. */
  readonly onFilter: (chip: Chip) => void
}

/** The records as a table. */
export function RecordsGrid(props: RecordsGridProps) {
  const { route, model, columns, page, rows, selection, editing, groups, onSelect, onCursor } = props
  const { words, go } = useShell()
  const [menu, setMenu] = useState<OpenMenu | undefined>()
  const { tools, rowMenu } = useRowTools(route, model)
  const [widths, setWidths] = useWidths(model.name)
  const paths = columns.map(({ path }) => path)
  const head: HeadTools = {
    menuOf: words.grid.menuOf,
    onMenu: (column, button) => setMenu({ is: 'column', column, button }),
    onWidths: setWidths,
    onOrder: (column, before) =>
      go({ ...route, fields: toFields(columnsBefore(paths, column, before), model.list) }, 'replace'),
  }
  const onMenu = (column: string, button: HTMLButtonElement) => setMenu({ is: 'figure', column, button })
  return (
    <>
      <Grid
        label={manyOf(model)}
        columns={toGridColumns(props, widths)}
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
        cells={props.cells}
        groups={groups}
        head={head}
        rowTools={tools}
        foot={
          hasFoot(route)
            ? (place) => (
                <Suspense>
                  <ListFoot {...{ route, model, columns, selection, place, onMenu }} total={page.total} />
                </Suspense>
              )
            : undefined
        }
      />
      {rowMenu}
      {menu ? (
        <Suspense>
          <ColumnMenu
            key={`${menu.is} ${menu.column}`}
            {...{ menu, route, model, columns }}
            onWidths={setWidths}
            onFilter={props.onFilter}
            onClose={() => setMenu(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Whether figures stand below a list. One in groups has no pages, and says there how many records it has. */
export function hasFoot({ footer, groupBy }: ListRoute): boolean {
  return groupBy.length > 0 || footer.length > 0
}

function toGridColumns({ route, model, columns, editing }: RecordsGridProps, widths: Widths): GridColumn[] {
  const leading = leadingOf(columns)
  const sortBy = route.sortBy.length > 0 ? route.sortBy : (model.sortBy ?? [])
  return columns.map((column) => ({
    id: column.path,
    label: column.label,
    sorted: sortedBy(sortBy, column.path),
    aligned: kindOf(column.field).aligned,
    isEditable: editing.editable.includes(column),
    isLeading: column === leading,
    isFigure: column !== leading && route.footer.includes(`${column.path}:sum`),
    isQuiet: route.groupBy.includes(column.path),
    width: Object.keys(widths).length === 0 ? undefined : widths[column.path],
  }))
}
