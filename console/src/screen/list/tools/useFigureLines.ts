import { functionsOf } from '../../../chart/Figure.ts'
import type { MenuLine } from '../../../component/Menu.tsx'
import type { Column } from '../../../meta/columns.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { nameOfFunction } from '../groups/ListFoot.tsx'
import { figureOf, withFigure } from './listChanges.ts'

/** The functions that a column has for its figure. */
export function useFigureLines(route: ListRoute, column: Column | undefined): readonly MenuLine[] {
  const { words, go } = useShell()
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
  ]
}
