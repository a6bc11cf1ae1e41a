import type { Chart } from '../../chart/Chart.ts'
import { type ChartField, measureFields } from '../../chart/chartFields.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'

/** What a chart is called, and what it measures. */
export function useChartWords(model: ModelMeta, { path: groupedBy, measure }: Chart, field: ChartField) {
  const { words } = useShell()
  const label =
    measure.of === 'count'
      ? ''
      : (measureFields(model, groupedBy).find(({ path }) => path === measure.path)?.label ?? '')
  const measured = measure.of === 'count' ? words.chart.count : words.chart[measure.of](label)
  return { measure: measured, title: words.chart.title(measured, field.label) }
}
