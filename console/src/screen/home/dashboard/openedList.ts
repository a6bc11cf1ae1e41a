import { readChart } from '../../../chart/Chart.ts'
import { columnsOf, type FindModel } from '../../../meta/columns.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import type { TileContent } from '../../../views/Tile.ts'

/** The list that a tile opens: its records, with the groups of the tile, and its figures below their columns. */
export function openedList(route: ListRoute, content: TileContent, model: ModelMeta, find: FindModel): ListRoute {
  const figures = figuresOf(content)
  const groupBy = content.kind === 'groups' ? content.groupBy : route.groupBy
  if (figures.length === 0) return { ...route, groupBy }
  const shown = columnsOf(model, route.fields, find).map(({ path }) => path)
  const missing = figures.map(({ path }) => path).filter((path) => !shown.includes(path))
  return {
    ...route,
    groupBy,
    fields: missing.length > 0 ? [...shown, ...new Set(missing)] : route.fields,
    footer: figures.map(({ path, of }) => `${path}:${of}`),
  }
}

/** The list of some of these records: it is not grouped any more. */
export function partOf(route: ListRoute, where: string): ListRoute {
  return { ...route, where, groupBy: [], chart: '' }
}

function figuresOf(content: TileContent): readonly { readonly of: string; readonly path: string }[] {
  if (content.kind === 'groups') return content.sum.map((path) => ({ of: 'sum', path }))
  const figure = content.kind === 'figure' ? content.figure : undefined
  const measure = content.kind === 'chart' ? readChart(content.chart)?.measure : figure
  return measure && measure.of !== 'count' ? [measure] : []
}
