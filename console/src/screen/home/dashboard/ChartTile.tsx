import { readChart } from '../../../chart/Chart.ts'
import { findChartField } from '../../../chart/chartFields.ts'
import { ChartView } from '../../../component/chart/ChartView.tsx'
import { useFigures } from '../../../component/chart/useFigures.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { AsOf } from './AsOf.tsx'
import type { TileProps } from './TileView.tsx'
import '../../../component/chart/chart.css'

/** A chart of the records of a list. */
export function ChartTile({ content, route, model }: TileProps<'chart'>) {
  const { words } = useShell()
  const { find } = useSession()
  const chart = readChart(content.chart)
  const field = chart && findChartField(chart, model, find)
  if (!chart || !field) return <p className="chart-none">{words.chart.unknown}</p>
  return (
    <>
      <ChartView {...{ route, model, chart, field }} />
      <ChartRead {...{ route, model, chart, field }} />
    </>
  )
}

/** The moment of the answer that the chart is drawn from. */
function ChartRead({ route, model, chart, field }: Parameters<typeof ChartView>[0]) {
  const { dataUpdatedAt } = useFigures(model, chart, field.field, route)
  return (
    <p className="tile-notes">
      <AsOf at={dataUpdatedAt} />
    </p>
  )
}
