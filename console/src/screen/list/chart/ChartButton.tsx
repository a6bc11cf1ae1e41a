import type { ListRoute } from '../../../route/ListRoute.ts'
import { writeChart } from '../../../chart/Chart.ts'
import { firstChart } from '../../../chart/chartFields.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { useSession, useShell } from '../../../shell/Shell.tsx'

/** Shows or hides the chart above a list. */
export function ChartButton({ route, model }: { readonly route: ListRoute; readonly model: ModelMeta }) {
  const { words, go } = useShell()
  const { find } = useSession()
  const isShown = route.chart !== ''
  return (
    <Button
      weight="quiet"
      small
      icon={<Icon name="chart" />}
      aria-expanded={isShown}
      onPress={() => go({ ...route, chart: isShown ? '' : writeChart(firstChart(model, find)) })}
    >
      {words.chart.chart}
    </Button>
  )
}
