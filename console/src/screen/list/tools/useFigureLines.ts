import { functionsOf } from '../../../chart/Figure.ts'
import type { MenuLine } from '../../../component/Menu.tsx'
import type { Column } from '../../../meta/columns.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import type { Words } from '../../../i18n/Words.ts'
import { toCounted } from '../../../views/Tile.ts'
import { usePin } from '../chart/usePin.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { nameOfFunction } from '../groups/ListFoot.tsx'
import { figureOf, withFigure } from './listChanges.ts'

/** The functions that a column has for its figure. */
export function useFigureLines(route: ListRoute, column: Column | undefined): readonly MenuLine[] {
  const { words, go } = useShell()
  const pinning = usePin()
  if (!column) return []
  const { path, field } = column
  const line = (of: string | undefined, label: string): MenuLine => ({
    id: of ?? 'none',
    label,
    ...(figureOf(route, path) === of ? { hint: '✓' } : {}),
    onAction: () => go(withFigure(route, path, of), 'replace'),
  })
  return [
    line(undefined, words.grid.noFigure),
    ...functionsOf(field).map((of) => line(of, nameOfFunction({ path, of, field }, words))),
    ...pinLines(route, path, pinning, words.dashboard),
  ]
}

/** The functions that a tile of a dashboard shows. */
const pinned = ['sum', 'avg', 'min', 'max']

/** Pins the figure that stands below a column. */
function pinLines(
  route: ListRoute,
  path: string,
  pinning: ReturnType<typeof usePin>,
  words: Words['dashboard'],
): MenuLine[] {
  const of = figureOf(route, path)
  const counted = toCounted(route)
  if (!pinning || !counted || of === undefined || !pinned.includes(of)) return []
  const { targets, pin, isPending } = pinning
  return targets.map((to, index) => ({
    id: `pin ${to?.key ?? ''}`,
    label: targets.length > 1 ? words.pinTo(words.pin, to?.label ?? '') : words.pin,
    icon: 'pin',
    isApart: index === 0,
    isDisabled: isPending,
    onAction: () => void pin({ figure: `${of}.${path}`, ...counted }, to),
  }))
}
