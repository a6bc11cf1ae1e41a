import { readChart } from '../../../chart/Chart.ts'
import { findPath } from '../../../meta/columns.ts'
import { manyOf, type ModelMeta } from '../../../meta/ModelMeta.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import type { Figure, Tile } from '../../../views/Tile.ts'

/** The heading of a tile: its own, or what it shows. */
export function useTileTitle({ label, route, content }: Tile): string {
  const { words } = useShell()
  const { find } = useSession()
  if (label !== '') return label
  const model = find(route?.model ?? '')
  if (!model) return words.dashboard.shortcuts
  const labelAt = (path: string) => findPath(model, path, find)?.label ?? path
  const many = manyOf(model)
  const measured = (figure: Figure) => {
    if (figure.of === 'count') return many
    const name = labelAt(figure.path)
    const { chart, dashboard } = words
    return `${many}: ${{ sum: chart.sum, avg: chart.avg, min: dashboard.min, max: dashboard.max }[figure.of](name)}`
  }
  switch (content.kind) {
    case 'figure':
      return measured(content.figure)
    case 'chart': {
      const chart = readChart(content.chart)
      return chart ? words.chart.title(measured(chart.measure), labelAt(chart.path)) : many
    }
    case 'groups':
      return words.chart.title(many, content.groupBy.map((group) => labelAt(group.split(':')[0] ?? '')).join(', '))
    default:
      return many
  }
}

/** The model of a tile, if one may see it. */
export function useTileModel({ route }: Tile): ModelMeta | undefined {
  return useSession().find(route?.model ?? '')
}
