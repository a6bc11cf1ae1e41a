import type { ListPlace } from '../../address/Place.ts'
import { writeChart } from '../../chart/Chart.ts'
import { firstChart } from '../../chart/chartFields.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../../part/Button.tsx'
import { Icon } from '../../part/Icon.tsx'
import { useSession, useShell } from '../Shell.tsx'

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
