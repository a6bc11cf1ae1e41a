import { type FigureFunction, readFigures } from '../../../chart/Figure.ts'
import { isTime } from '../../../chart/chartFields.ts'
import { readGroupings, writeGroupings } from '../../../chart/Grouping.ts'
import type { Column } from '../../../meta/columns.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { firstPage } from '../../../route/paging.ts'

/** The list grouped by a column alone, dates by month; without it if it is grouped by that already. */
export function groupedByColumn(route: ListRoute, { path, field }: Pick<Column, 'path' | 'field'>): ListRoute {
  const now = readGroupings(route.groupBy)
  const others = now.filter((each) => each.path !== path)
  const next = others.length < now.length ? others : [{ path, by: isTime(field) ? ('month' as const) : undefined }]
  return { ...route, ...firstPage, groupBy: writeGroupings(next) }
}

/** The list with another function below a column, or with none. */
export function withFigure(route: ListRoute, path: string, of: string | undefined): ListRoute {
  const others = route.footer.filter((text) => !text.startsWith(`${path}:`))
  return { ...route, footer: of === undefined ? others : [...others, `${path}:${of}`] }
}

/** The function below a column, if it has one. */
export function figureOf({ footer }: ListRoute, path: string): FigureFunction | undefined {
  return readFigures(footer).find((figure) => figure.path === path)?.of
}
