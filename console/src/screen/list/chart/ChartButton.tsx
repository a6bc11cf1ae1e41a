import type { ListPlace } from '../../../route/Place.ts'
import { writeChart } from '../../../chart/Chart.ts'
import { firstChart } from '../../../chart/chartFields.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { useSession, useShell } from '../../../shell/Shell.tsx'

/** Shows or hides the chart above a list. */
export function ChartButton({ place, model }: { readonly place: ListPlace; readonly model: ModelMeta }) {
  const { words, go } = useShell()
  const { find } = useSession()
  const isShown = place.chart !== ''
  return (
    <Button
      weight="quiet"
      small
      icon={<Icon name="chart" />}
      aria-expanded={isShown}
      onPress={() => go({ ...place, chart: isShown ? '' : writeChart(firstChart(model, find)) })}
    >
      {words.chart.chart}
    </Button>
  )
}
