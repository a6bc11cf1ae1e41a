import { useEffect, useRef, useState } from 'react'
import { functionsOf } from '../../../chart/Figure.ts'
import { canGroup, readGroupings } from '../../../chart/Grouping.ts'
import { isTime } from '../../../chart/chartFields.ts'
import { type Chip } from '../../../criteria/Chip.ts'
import { firstTest } from '../../../criteria/testsOf.ts'
import { valueField } from '../../../criteria/valueField.ts'
import type { MenuLine } from '../../../component/Menu.tsx'
import { MenuOverlay } from '../../../component/MenuOverlay.tsx'
import { sortedBy } from '../../../grid/sortOrder.ts'
import { fitWidths, headsOf, widen } from '../../../grid/columnWidths.ts'
import { moveColumn, toFields } from '../../../meta/columnOrder.ts'
import type { Column } from '../../../meta/columns.ts'
import { familyOf } from '../../../meta/fieldTypes.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { firstPage } from '../../../route/paging.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { nameOfFunction } from '../groups/ListFoot.tsx'
import { figureOf, groupedByColumn } from './listChanges.ts'
import { useFigureLines } from './useFigureLines.ts'
import type { Widths } from './useWidths.ts'

/** The menu that is open: of a column, or of its figure alone. */
export interface OpenMenu {
  readonly is: 'column' | 'figure'
  readonly column: string
  readonly button: HTMLButtonElement
}

interface ColumnMenuProps {
  readonly menu: OpenMenu
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly onWidths: (widths: Widths) => void
  readonly onFilter: (chip: Chip) => void
  readonly onClose: () => void
}

/** The menu of a column, beside the button in its head; that of its figure follows in the same place. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { menu, columns, onClose } = props
  const { words } = useShell()
  const [isOpen, setOpen] = useState(true)
  const [is, setIs] = useState(menu.is)
  const [button] = useState({ current: menu.button })
  const stays = useRef(false)
  useEffect(
    () => () => {
      // Once it is gone, the focus is where the cell can take it back, unless something else has it.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) menu.button.closest<HTMLElement>('th, td')?.focus()
      })
    },
    [menu],
  )
  const ofColumn = useColumnLines(props, () => {
    stays.current = true
    setIs('figure')
  })
  const column = columns.find(({ path }) => path === menu.column)
  const ofFigure = useFigureLines(props.route, column)
  if (!column) return null
  const close = (next: boolean) => {
    // The line “Figure” opens the other menu in the place of this one.
    if (stays.current) {
      stays.current = false
      return
    }
    setOpen(next)
    if (next) return
    onClose()
  }
  return (
    <MenuOverlay
      key={is}
      id={`menu-${is}`}
      button={button}
      label={is === 'figure' ? words.grid.figureOf(column.label) : words.grid.menuOf(column.label)}
      lines={is === 'figure' ? ofFigure : ofColumn}
      placement="bottom end"
      isOpen={isOpen}
      onOpenChange={close}
    />
  )
}

/** What can be done with a column. */
function useColumnLines(props: ColumnMenuProps, onFigure: () => void): readonly MenuLine[] {
  const { menu, route, model, columns, onFilter } = props
  const { words, go } = useShell()
  const { find } = useSession()
  const column = columns.find(({ path }) => path === menu.column)
  if (!column) return []
  const { path, label, field } = column
  const test = firstTest(valueField(model, path, find)?.field ?? field)
  const isGrouped = readGroupings(route.groupBy).some((each) => each.path === path)
  const period = isTime(field) ? words.grid.by(label, words.chart.periods.month) : label
  const filter: MenuLine = {
    id: 'filter',
    label: words.grid.filterBy(label),
    icon: 'filter',
    isApart: true,
    onAction: () => onFilter({ kind: 'test', path, test: test ?? 'is', values: [], orMissing: false }),
  }
  const group: MenuLine = {
    id: 'group',
    label: isGrouped ? words.grid.ungroup : `${words.grid.groupBy} ${period}`,
    icon: 'group',
    hint: 'g g',
    onAction: () => go(groupedByColumn(route, column)),
  }
  return [
    ...sortLines(props, column, words, go),
    ...(test ? [filter] : []),
    ...(canGroup(field) ? [group] : []),
    ...(functionsOf(field).length > 0 ? [figureLine(props, column, words, onFigure)] : []),
    ...widthLines(props, words, go),
  ]
}

type Tools = ReturnType<typeof useShell>

function sortLines({ route, model }: ColumnMenuProps, { path, field }: Column, words: Tools['words'], go: Tools['go']) {
  const { result, resolved, traits } = field
  if (traits?.sortable === false) return []
  const family = familyOf(resolved?.result ?? (result ? { type: result.type } : field))
  const kind = family === 'time' || family === 'number' ? family : 'text'
  const now = sortedBy(route.sortBy.length > 0 ? route.sortBy : (model.sortBy ?? []), path)
  const line = (id: 'up' | 'down', label: string): MenuLine => {
    const isNow = now === (id === 'up' ? 'ascending' : 'descending')
    const sortBy = [id === 'up' ? path : `-${path}`]
    return {
      id,
      label,
      icon: id,
      ...(isNow ? { hint: '✓' } : {}),
      onAction: () => go({ ...route, sortBy, ...firstPage }),
    }
  }
  return [line('up', words.grid.upwards[kind]), line('down', words.grid.downwards[kind])]
}

function figureLine({ route }: ColumnMenuProps, { path, field }: Column, words: Tools['words'], onFigure: () => void) {
  const of = figureOf(route, path)
  const hint = of ? nameOfFunction({ path, of, field }, words) : undefined
  const line: MenuLine = { id: 'figure', label: words.grid.figure, icon: 'figure', onAction: onFigure }
  return hint === undefined ? line : { ...line, hint }
}

function widthLines(
  { menu, route, model, columns, onWidths }: ColumnMenuProps,
  words: Tools['words'],
  go: Tools['go'],
): readonly MenuLine[] {
  const paths = columns.map(({ path }) => path)
  const at = paths.indexOf(menu.column)
  const set = (next: readonly string[]) => go({ ...route, fields: toFields(next, model.list) }, 'replace')
  const size = (id: string, label: string, by: number): MenuLine => ({
    id,
    label,
    onAction: () => onWidths(widen(headsOf(menu.button), menu.column, by)),
  })
  return [
    {
      id: 'fit',
      label: words.grid.fit,
      isApart: true,
      onAction: () => onWidths(fitWidths(headsOf(menu.button), menu.column)),
    },
    size('wider', words.grid.wider, 48),
    size('narrower', words.grid.narrower, -48),
    { id: 'natural', label: words.grid.natural, onAction: () => onWidths({}) },
    {
      id: 'toStart',
      label: words.grid.toStart,
      isApart: true,
      isDisabled: at <= 0,
      onAction: () => set(moveColumn(paths, menu.column, -1)),
    },
    {
      id: 'toEnd',
      label: words.grid.toEnd,
      isDisabled: at === paths.length - 1,
      onAction: () => set(moveColumn(paths, menu.column, 1)),
    },
    {
      id: 'hide',
      label: words.grid.hide,
      icon: 'hide',
      isDisabled: paths.length === 1,
      onAction: () => set(paths.filter((path) => path !== menu.column)),
    },
  ]
}
